extension StringProtocol {
  /// The last part of a path.
  package var fileName: String {
    unicodeScalars.split(separator: "/").last.map { String(self[$0.startIndex..<$0.endIndex]) } ?? ""
  }

  /// What follows the last dot of the file's name; empty when there is none.
  package var fileExtension: String {
    let name = fileName
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }

  /// The file's name without its extension.
  package var fileStem: String {
    let name = fileName
    let ending = fileExtension
    return ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
  }

  /// The path of the folder that holds the file; empty at the top.
  package var folder: String { unicodeScalars.lastIndex(of: "/").map { String(self[..<$0]) } ?? "" }
}

// In scalars and bytes, since a mark at the start of a name makes one character with the slash before it.
extension String {
  /// The names that the path consists of.
  package var pathParts: [String] { unicodeScalars.split(separator: "/").map { String($0) } }

  /// The part of the path below a folder that it lies in.
  package func below(_ folder: String) -> String {
    String(Substring(utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }))
  }
}

/// A path joined from parts, leaving out empty ones.
package func joined(_ parts: String...) -> String {
  parts.filter { !$0.isEmpty }.joined(separator: "/")
}
