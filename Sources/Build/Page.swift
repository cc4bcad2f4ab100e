import CellistRecords
import CellistTemplates

/// One file of the output.
package struct Page: Sendable {
  /// Where its bytes come from.
  package enum Content: Sendable {
    /// A template, filled: what its bytes depend on, and how they are made.
    case rendered(
      trace: @Sendable (inout ByteBuffer) -> Void, render: @Sendable (inout ByteBuffer) -> Void)
    case bytes([UInt8])
    /// A file of the site, by its path, as it is.
    case copy(String)
  }

  /// The path below the output folder.
  package let path: String
  /// What in the site it comes from, for messages.
  package let origin: SourceLocation
  package let content: Content

  package init(path: String, origin: SourceLocation, content: Content) {
    self.path = path
    self.origin = origin
    self.content = content
  }
}

/// Watches that no two pages claim one path, also when they differ in case alone or one is a folder of the other.
struct PageClaims {
  private var claims: [String: (path: String, origin: SourceLocation)] = [:]

  mutating func claim(_ page: Page, _ diagnostics: inout Diagnostics) {
    let key =
      page.path.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) } ? page.path : page.path.lowercased()
    guard let other = claims.updateValue((page.path, page.origin), forKey: key) else { return }
    let difference = other.path == page.path ? "" : ", which differs in case alone from '\(other.path)'"
    diagnostics.error(
      .pathCollision, "two things claim the path '\(page.path)'\(difference)", at: page.origin,
      hint: "the other one is \(other.origin)")
  }

  /// Reports pages whose path is a folder on the way to another page.
  func reportFiles(inPlaceOfFolders diagnostics: inout Diagnostics) {
    var checked: Set<Substring> = []
    for (key, claim) in claims.sorted(by: { $0.key < $1.key }) {
      var folder = key[...]
      while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
        folder = folder[..<slash]
        guard checked.insert(folder).inserted else { break }
        guard let file = claims[String(folder)] else { continue }
        diagnostics.error(
          .pathCollision, "the file '\(file.path)' stands where a folder of pages must be", at: file.origin,
          hint: "'\(claim.path)' lies in that folder")
      }
    }
  }
}
