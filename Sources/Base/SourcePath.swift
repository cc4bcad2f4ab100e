import Glibc

// Paths are taken apart as bytes: each is asked for its parts several times, and characters took a tenth of a build.

extension StringProtocol {
  /// The last part of a path.
  package var fileName: String { String(Substring(self).namePart) }

  /// The part of the file's name after its last dot; empty when there is none.
  package var fileExtension: String { String(Substring(self).namePart.extensionPart) }

  /// The file's name without its extension.
  package var fileStem: String {
    let name = Substring(self).namePart
    let ending = name.extensionPart
    return String(ending.isEmpty ? name : Substring(name.utf8.dropLast(ending.utf8.count + 1)))
  }

  /// The path of the folder that holds the file; empty at the top.
  package var folder: String {
    let path = Substring(self)
    return path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }
}

extension String {
  /// The names that the path consists of.
  package var pathParts: [String] { utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) } }

  /// The path relative to a folder that contains it.
  package func below(_ folder: String) -> String {
    String(Substring(utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }))
  }
}

extension Substring {
  fileprivate var namePart: Substring {
    guard let last = utf8.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return "" }
    let path = utf8[...last]
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return Substring(path) }
    return Substring(path[path.index(after: slash)...])
  }

  fileprivate var extensionPart: Substring {
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot > startIndex else { return "" }
    return Substring(utf8[utf8.index(after: dot)...])
  }
}

extension String {
  /// The path without `.`, `..` and doubled slashes; nil when it leads out of the site.
  package var normalizedPath: String? {
    var parts: [String] = []
    for part in pathParts {
      switch part {
      case ".": continue
      case "..":
        if parts.popLast() == nil { return nil }
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}

/// A path from the root, without links as far as it exists.
package func absolutePath(_ path: String) -> String {
  var existing = path.isEmpty ? "." : path
  var rest = ""
  while true {
    if let resolved = realpath(existing, nil) {
      defer { free(resolved) }
      let base = String(cString: resolved)
      return rest.isEmpty ? base : "/\("\(base)/\(rest)".normalizedPath ?? "")"
    }
    // The current folder may have been removed, and nothing can be written there.
    if existing == "." || existing == "/" { return "/\(rest.normalizedPath ?? "")" }
    rest = joined(existing.fileName, rest)
    existing = existing.folder.isEmpty ? (existing.hasPrefix("/") ? "/" : ".") : existing.folder
  }
}

/// The path of a name in a folder, which may be the one at the top.
package func joined(_ folder: String, _ name: String) -> String {
  if folder.isEmpty || name.isEmpty { return folder.isEmpty ? name : folder }
  var path = ""
  path.reserveCapacity(folder.utf8.count + 1 + name.utf8.count)
  path += folder
  path += "/"
  path += name
  return path
}

/// A path joined from parts, leaving out empty ones.
package func joined(_ parts: String...) -> String {
  parts.filter { !$0.isEmpty }.joined(separator: "/")
}
