import CellistBase
import CellistOutput
import Glibc

/// The compressed copies beside files at a target: `style.css.gz` beside `style.css`.
///
/// Which files have copies follows from their names alone, so that no copy of an earlier file outlives it.
struct CompressedCopies: Sendable {
  let codings: [ContentCoding]
  /// The copies that the target had until now and must not have any more.
  let dropped: [ContentCoding]
  /// The files of the site, none of which is a copy.
  private let own: Set<String>

  init(_ codings: [ContentCoding], insteadOfThoseOf published: Published? = nil, of manifest: Manifest) {
    self.codings = codings
    let others = (published?.root?.compressed ?? []) + (published?.lease?.compressed ?? [])
    dropped = [ContentCoding](endings: others).filter { !codings.contains($0) }
    own = codings.isEmpty && dropped.isEmpty ? [] : Set(manifest.entries.lazy.map(\.path))
  }

  private static func isText(_ path: String) -> Bool {
    let type = MediaType.of(path)
    return type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml") || type == "application/wasm"
  }

  private func path(of path: String, _ coding: ContentCoding) -> String? {
    let copy = "\(path).\(coding.ending)"
    return Self.isText(path) && !own.contains(copy) ? copy : nil
  }

  /// The copies of a file that the target has, by their coding.
  func copies(of path: String) -> [(path: String, coding: ContentCoding)] {
    codings.compactMap { coding in self.path(of: path, coding).map { ($0, coding) } }
  }

  /// The file of the site that a path is a copy of; nil for any other path.
  func original(of path: String) -> String? {
    guard let coding = codings.first(where: { path.hasSuffix(".\($0.ending)") }) else { return nil }
    let original = String(path.dropLast(coding.ending.utf8.count + 1))
    return own.contains(original) && self.path(of: original, coding) != nil ? original : nil
  }

  /// The paths of possible copies of files that must be removed.
  func dropped(of paths: [String]) -> [String] {
    paths.flatMap { path in dropped.compactMap { self.path(of: path, $0) } }
  }

  /// Files with all their copies, including dropped ones.
  func all(of paths: [String]) -> [String] {
    paths.flatMap { path in [path] + (codings + dropped).compactMap { self.path(of: path, $0) } }
  }

  /// Writes the copies of files of a folder to another one, and returns their paths.
  func write(of paths: [String], from folder: String, to stage: StagingFolder) throws(PublishFailure) -> [String] {
    guard !codings.isEmpty else { return [] }
    let wanted = paths.flatMap { path in copies(of: path).map { (path: path, copy: $0) } }
    let made = parallelMap(wanted.count) { index in
      Result { () throws(PublishFailure) in
        let (path, copy) = wanted[index]
        let bytes = try inFolder { () throws(OutputFolder.Failure) in
          try OutputFolder.bytes(of: joined(folder, path), in: AT_FDCWD)
        }
        try stage.write([(copy.path, try Self.compressed(bytes, copy.coding, path))])
      }
    }
    for result in made { try result.get() }
    return wanted.map(\.copy.path)
  }

  static func compressed(_ bytes: [UInt8], _ coding: ContentCoding, _ path: String) throws(PublishFailure) -> [UInt8] {
    guard let compressed = coding.compressed(bytes) else { throw .io("\(path): it cannot be compressed") }
    return compressed
  }
}
