/// Small sites that stand one below the other in a file of `Scenes/`: each begins with a line "=== name", and each of its
/// files with a line "--- path". `\xNN` in a file is a byte.
struct Scenes {
  private var sites: [String: [String: [UInt8]]] = [:]

  init(_ name: String) throws {
    let text = String(decoding: try OwnSite.tree.read("Tests/Program/Scenes/\(name)"), as: UTF8.self)
    for scene in text.split(separator: "\n=== ").dropFirst() {
      let parts = scene.split(separator: "\n--- ")
      var files: [String: [UInt8]] = [:]
      for part in parts.dropFirst() {
        let end = part.firstIndex(of: "\n") ?? part.endIndex
        let text = part[end...].trimmedLines
        files[String(part[..<end])] = text.isEmpty ? [] : Self.bytes("\(text)\n")
      }
      sites[String(parts[0].prefix { $0 != "\n" })] = files
    }
  }

  /// The files of a site; none when there is no such site.
  subscript(name: String) -> [String: [UInt8]] { sites[name] ?? [:] }

  private static func bytes(_ text: String) -> [UInt8] {
    let parts = text.split(separator: "\\x", omittingEmptySubsequences: false)
    return Array(parts[0].utf8)
      + parts.dropFirst().flatMap { part in
        [UInt8(part.prefix(2), radix: 16) ?? 0] + Array(part.dropFirst(2).utf8)
      }
  }
}

extension Substring {
  /// The text without line breaks at its ends.
  fileprivate var trimmedLines: Substring {
    var text = drop { $0 == "\n" }
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
