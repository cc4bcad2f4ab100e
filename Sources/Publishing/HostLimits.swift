import CellistBase
import CellistOutput

/// The largest site that a host accepts, according to its documentation.
package struct HostLimits: Hashable, Sendable {
  /// The name in `host` of site.yml.
  package let name: String
  /// The name for people.
  let title: String
  /// The limits; nil if the host documents none.
  var files: Int?
  var filesInFolder: Int?
  var fileBytes: Int?
  var allBytes: Int?

  package static let all = [
    HostLimits(name: "cloudflare", title: "Cloudflare Pages", files: 20_000, fileBytes: 25 << 20),
    HostLimits(name: "github", title: "GitHub Pages", fileBytes: 100 << 20, allBytes: 1 << 30),
    HostLimits(name: "gitlab", title: "GitLab Pages", files: 200_000, allBytes: 1 << 30),
    HostLimits(name: "netlify", title: "Netlify", filesInFolder: 54_000),
  ]

  /// The limits of a host; nil for one that is not known.
  package static func of(_ name: String) -> HostLimits? { all.first { $0.name == name } }

  /// The limits that follow from a target's place; nil if none do.
  package static func of(_ target: PublishTarget) -> HostLimits? {
    guard case .git(let remote, let branch) = target.place, branch == "gh-pages" || remote.contains("github.com") else {
      return nil
    }
    return of("github")
  }

  /// The limits that a site exceeds, one sentence each, with the numbers. O(n) in the number of files.
  package func excesses(of manifest: Manifest) -> [String] {
    excesses(of: manifest.entries.lazy.map { ($0.path, $0.size) })
  }

  /// The same for files that are not written yet.
  package func excesses(of files: [String: [UInt8]]) -> [String] {
    excesses(of: files.sorted { inByteOrder($0.key, $1.key) }.lazy.map { ($0.key, $0.value.count) })
  }

  private func excesses(of sizes: some Sequence<(path: String, size: Int)>) -> [String] {
    var folders: [Substring: Int] = [:]
    var bytes = 0
    var large: [(path: String, size: Int)] = []
    var count = 0
    for entry in sizes {
      count += 1
      bytes += entry.size
      folders[entry.path.lastIndex(of: "/").map { entry.path[..<$0] } ?? "", default: 0] += 1
      if let fileBytes, entry.size > fileBytes { large.append(entry) }
    }
    var excesses: [String] = []
    if let files, count > files { excesses.append("\(title) takes \(files) files, and the site has \(count)") }
    if let filesInFolder {
      for (folder, count) in folders.sorted(by: { $0.key < $1.key }) where count > filesInFolder {
        excesses.append(
          "\(title) takes \(filesInFolder) files in a folder, and '\(folder.isEmpty ? "/" : folder)' has \(count)")
      }
    }
    if let fileBytes, let first = large.first {
      let others = large.count > 1 ? "; \(large.count) files are too large" : ""
      excesses.append("\(title) takes \(fileBytes) bytes a file, and '\(first.path)' has \(first.size)\(others)")
    }
    if let allBytes, bytes > allBytes { excesses.append("\(title) takes \(allBytes) bytes, and the site has \(bytes)") }
    return excesses
  }
}
