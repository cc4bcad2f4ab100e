import CellistBase
import CellistOutput
import CellistPublishing
import CellistRecords
import CellistSettings

/// The file with the addresses whose responses a publication changes, which caches must drop.
struct PurgeList {
  private let file: CommandFile
  private let base: SiteBase

  init(_ path: String, _ base: SiteBase, of site: String, output: String) throws(OutputFolder.Failure) {
    // A list of other addresses is somebody else's.
    let start = base.canonical(base.url(of: ""))
    let form = CommandFile.Form("the list of addresses") { bytes in
      String(validating: bytes, as: UTF8.self)?.split(separator: "\n").allSatisfy { line in
        line.hasPrefix(start) && Link.check(String(line)) == .allowed
      } ?? false
    }
    file = try CommandFile(path, form, of: site, output: output)
    self.base = base
  }

  /// Writes the addresses whose response changes, one per line, before anything is sent: a publisher that is killed may
  /// have changed any of them. One that finishes what another began adds to its list.
  func note(_ paths: [String], isResumed: Bool) throws(PublishFailure) {
    do throws(OutputFolder.Failure) {
      // Caches treat a star as a pattern.
      let lines = paths.map {
        base.canonical(base.url(of: PagePath.address(of: $0))).replacing("*", with: "%2A")
      }
      let earlier = isResumed ? try file.text().split(separator: "\n").map(String.init) : []
      let added = Set(lines)
      try file.write((earlier.filter { !added.contains($0) } + lines).map { "\($0)\n" }.joined())
    } catch {
      throw switch error {
      case .refused(let reason), .io(let reason): .io(reason)
      default: .io("the list of addresses cannot be written")
      }
    }
  }
}
