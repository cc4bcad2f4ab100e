import CellistBase
import CellistFiles

/// A path or pattern in `sources:`, from the folder of the list: `*` matches anything within one folder, `**` any
/// folders, and leading `../` lead to other folders of the content.
struct SourcePattern {
  /// The folder that the pattern is matched below: that of the list, or the one that leading `..` lead to.
  let base: String
  private let pattern: String
  /// The bytes of the folder with a trailing slash.
  private let prefix: [UInt8]
  /// The parts of the pattern between each two `*`, as bytes: most names are ASCII, and there may be very many. Nil where it
  /// goes through folders or beyond ASCII.
  private let pieces: [ArraySlice<UInt8>]?

  /// Whether a pattern leads out of the folder of its list.
  static func leaves(_ text: String) -> Bool { text.utf8.starts(with: "../".utf8) }

  /// - Parameter folder: the list's.
  /// - Returns: nil for a path that is none, or that leads out of the content.
  init?(_ text: String, in folder: String) {
    var base = folder
    var rest = text[...]
    while Self.leaves(String(rest)) {
      guard base != SiteFolder.content else { return nil }
      base = base.folder
      rest = rest.dropFirst(3)
    }
    let parts = String(rest).pathParts
    guard !rest.hasPrefix("/"), !parts.contains(".."), !parts.contains(".") else { return nil }
    if Self.leaves(text) {
      // Fixed folders belong to the base.
      while let slash = rest.firstIndex(of: "/"), !rest[..<slash].contains("*") {
        base = joined(base, String(rest[..<slash]))
        rest = rest[rest.index(after: slash)...]
      }
    }
    self.base = base
    prefix = Array("\(base)/".utf8)
    pattern = String(rest)
    let isPlain = !pattern.contains("**") && pattern.utf8.allSatisfy { $0 < 0x80 }
    pieces = isPlain ? Array(pattern.utf8).split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false) : nil
  }

  /// The files that the pattern names.
  ///
  /// A `*` passes over files that are sources only by name, such as databases, unless the pattern has their ending. It also
  /// passes over the `index.md` of the folder that the pattern begins in, and over names that begin with a dot, unless the
  /// pattern has the dot.
  func matches(_ files: [String]) -> [String] {
    let isName = !pattern.contains("*")
    let takesAll = isName || SourceFormat(path: pattern)?.isByNameOnly ?? false
    return files.filter { path in
      guard fits(path), namesDots(of: path) else { return false }
      if isName { return true }
      if path.fileStem == "index", path.folder == base { return false }
      return takesAll || SourceFormat(path: path).map { !$0.isByNameOnly } ?? false
    }
  }

  /// Whether each name on the way to a file that begins with a dot is written with the dot in the pattern.
  private func namesDots(of path: String) -> Bool {
    let hidden = path.below(base).pathParts.filter { $0.utf8.first == UInt8(ascii: ".") }
    guard !hidden.isEmpty else { return true }
    let named = "\(base)/\(pattern)".pathParts.filter { $0.utf8.first == UInt8(ascii: ".") }
    return hidden.allSatisfy { name in named.contains { Self.matches(within: $0, name[...]) } }
  }

  /// Whether the pattern matches a file's name.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of both.
  func fits(_ path: String) -> Bool {
    var path = path
    let fits = path.withUTF8 { bytes -> Bool? in
      guard bytes.starts(with: prefix) else { return false }
      let name = bytes[prefix.count...]
      guard let pieces, name.allSatisfy({ $0 < 0x80 }) else { return nil }
      return Self.matches(pieces, name)
    }
    return fits ?? Self.matches(pattern: pattern, path.below(base)[...])
  }

  /// Whether a name within one folder has the parts of a pattern, one after the other.
  private static func matches(_ parts: [ArraySlice<UInt8>], _ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard parts.count > 1 else { return parts[0].elementsEqual(name) }
    let (first, last) = (parts[0], parts[parts.count - 1])
    guard name.count >= first.count + last.count, name.starts(with: first), name.suffix(last.count).elementsEqual(last)
    else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() {
      guard let found = rest.firstRange(of: part), !rest[..<found.lowerBound].contains(UInt8(ascii: "/")) else {
        return false
      }
      rest = rest[found.upperBound...]
    }
    return !rest.contains(UInt8(ascii: "/"))
  }

  /// The path of a file of the content as a list's settings name it.
  static func name(of path: String, from folder: String) -> String {
    let (own, other) = (folder.pathParts, path.pathParts)
    let shared = zip(own, other).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: own.count - shared) + other[shared...]).joined(separator: "/")
  }

  private static func matches(pattern: String, _ path: Substring) -> Bool {
    guard pattern.contains("**") else { return matches(within: pattern, path) }
    return matches(pattern.split(separator: "/")[...], path.split(separator: "/")[...])
  }

  private static func matches(_ pattern: ArraySlice<Substring>, _ path: ArraySlice<Substring>) -> Bool {
    // Where each part may begin: those before it fit the path up to there.
    var starts: Set<Int> = [path.startIndex]
    for part in pattern {
      guard let first = starts.min() else { return false }
      guard part != "**" else {
        starts = Set(first...path.endIndex)
        continue
      }
      starts = Set(starts.filter { $0 < path.endIndex && matches(within: String(part), path[$0]) }.map { $0 + 1 })
    }
    return starts.contains(path.endIndex)
  }

  private static func matches(within pattern: String, _ path: Substring) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return pattern == path }
    guard path.count >= first.count + last.count, path.hasPrefix(first), path.hasSuffix(last) else { return false }
    var rest = path.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() {
      guard let found = rest.firstRange(of: part) else { return false }
      if rest[..<found.lowerBound].contains("/") { return false }
      rest = rest[found.upperBound...]
    }
    return !rest.contains("/")
  }
}
