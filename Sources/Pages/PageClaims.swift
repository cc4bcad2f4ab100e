import CellistBase
import CellistLists
import CellistRecords

/// Watches that no two pages claim one path, also when they differ in case alone or one is a folder of the other.
package struct PageClaims {
  /// The pages of a list's records. Their paths differ among themselves, since no two records of a list have one slug, so
  /// only other pages need be compared with them.
  package struct Records: Sendable {
    /// The path of the list, with a trailing slash unless it is empty.
    let prefix: String
    /// The record of a slug, when it has a page.
    let record: @Sendable (String) -> RecordItem?
    /// How many pages were claimed before them.
    var position = 0
  }

  private struct Claim {
    let path: String
    let origin: SourceLocation
    let position: Int
  }

  private var claims: [String: Claim] = [:]
  /// How many pages have been claimed.
  private(set) var count = 0

  private static func key(_ path: String) -> String {
    path.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) } ? path : path.lowercased()
  }

  mutating func claim(_ page: Page, _ diagnostics: inout Diagnostics) {
    let claim = Claim(path: page.path, origin: page.origin, position: count)
    count += 1
    guard let other = claims.updateValue(claim, forKey: Self.key(page.path)) else { return }
    Self.report(claim, after: other, &diagnostics)
  }

  private static func report(_ claim: Claim, after other: Claim, _ diagnostics: inout Diagnostics) {
    let difference = other.path == claim.path ? "" : ", which differs in case alone from '\(other.path)'"
    diagnostics.error(
      .pathCollision, "two pages have the path '\(claim.path)'\(difference)", at: claim.origin,
      hint: "the other one is \(other.origin)")
  }

  /// Compares all other claims with the pages of records, and reports files that stand where a folder of pages must be.
  func compare(with lists: [Records], _ diagnostics: inout Diagnostics) {
    var reported: Set<Substring> = []
    for (key, claim) in claims.sorted(by: { $0.key < $1.key }) {
      var folder = key[...]
      while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
        folder = folder[..<slash]
        guard reported.insert(folder).inserted else { break }
        guard let file = claims[String(folder)] else { continue }
        Self.report(file.path, file.origin, inPlaceOfFolderOf: claim.path, &diagnostics)
      }
    }
    for (key, claim) in claims.sorted(by: { $0.key < $1.key }) {
      for list in lists where key.utf8.starts(with: list.prefix.utf8) {
        let rest = Substring(key.utf8.dropFirst(list.prefix.utf8.count))
        let name = rest.prefix { $0 != "/" }
        guard let record = list.record(String(name)) else { continue }
        let path = Routes.record(record.place, below: list.prefix)
        switch rest.dropFirst(name.count) {
        case "/\(PagePath.index)":
          let page = Claim(path: path, origin: record.location, position: list.position)
          if claim.position < list.position {
            Self.report(page, after: claim, &diagnostics)
          } else {
            Self.report(claim, after: page, &diagnostics)
          }
        case "" where !reported.contains(key[...]):
          diagnostics.error(
            .pathCollision, "the page of this record would be '\(path)', and '\(claim.path)' is a file",
            at: record.location,
            hint: "the file comes from \(claim.origin)")
        case let inner where inner.hasPrefix("/\(PagePath.index)/"):
          Self.report(path, record.location, inPlaceOfFolderOf: claim.path, &diagnostics)
        default: break
        }
      }
    }
  }

  private static func report(
    _ file: String, _ origin: SourceLocation, inPlaceOfFolderOf page: String, _ diagnostics: inout Diagnostics
  ) {
    diagnostics.error(
      .pathCollision, "the file '\(file)' stands where a folder of pages must be", at: origin,
      hint: "'\(page)' is in that folder")
  }
}
