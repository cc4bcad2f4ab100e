import CellistBase
import CellistOutput
import CellistText
import Glibc

/// The files of an output folder for a server: no file outside the folder, and none through a link.
struct ServedFiles: Sendable {
  /// The output folder.
  let root: String
  /// The path of the site's root in URLs, with slashes at both ends.
  let base: String

  enum Answer: Equatable {
    case file([UInt8], name: String)
    /// A folder was requested without a trailing slash.
    case folder(String)
    case missing
  }

  /// The file at a URL's path, which is given as it was sent, with its escapes.
  func answer(to path: String) -> Answer {
    guard path.hasPrefix(base), let parts = Self.parts(String(path.dropFirst(base.count))) else { return .missing }
    var folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return .missing }
    defer { close(folder) }
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let name = part.isEmpty && isLast ? PagePath.index : part
      let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
      guard file >= 0 else { return .missing }
      var status = stat()
      let isKnown = fstat(file, &status) == 0
      let kind = status.st_mode & S_IFMT
      if isLast, isKnown, kind == S_IFREG {
        defer { close(file) }
        guard let content = try? FileContent(of: file), content.bytes.count == Int(content.status.st_size) else {
          return .missing
        }
        return .file(content.bytes, name: name)
      }
      guard isKnown, kind == S_IFDIR else {
        close(file)
        return .missing
      }
      if isLast {
        close(file)
        return .folder("\(path)/")
      }
      close(folder)
      folder = file
    }
    return .missing
  }

  /// The path below the output folder of the page at a URL's path; nil where it is outside.
  static func page(at path: String, below base: String) -> String? {
    guard path.hasPrefix(base), let parts = parts(String(path.dropFirst(base.count))) else { return nil }
    return (parts.dropLast() + [parts.last.flatMap { $0.isEmpty ? nil : $0 } ?? PagePath.index]).joined(separator: "/")
  }

  /// The names in a path; nil where one of them could lead elsewhere. The files that builds keep there are not served.
  private static func parts(_ path: String) -> [String]? {
    var parts: [String] = []
    let raw = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in raw.enumerated() {
      let name = PercentCoding.decoded(part)
      guard !name.utf8.contains(0), !name.utf8.contains(UInt8(ascii: "/")), name != ".",
        name != "..", !name.isEmpty || index == raw.count - 1, !(index == 0 && OutputFolder.ownNames.contains(name))
      else { return nil }
      parts.append(name)
    }
    return parts
  }

  /// The media type of a file, by its name.
  static func type(of name: String) -> String {
    // Browsers show plain text, but offer to save a table.
    let type = MediaType.of(name) == MediaType.csv ? MediaType.text : MediaType.of(name)
    return type.hasPrefix("text/") ? "\(type); charset=utf-8" : type
  }
}
