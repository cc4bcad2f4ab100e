import Glibc

/// A place in a source file: what every value, setting and template tag carries, so that a message can point at it.
package struct SourceLocation: Hashable, Sendable {
  /// The file's path below the site folder, such as `content/elements/more.csv`.
  package let file: String
  private let storedLine: UInt32
  private let storedColumn: UInt32

  /// A place; lines and columns count from 1, and a column counts Unicode scalars.
  package init(file: String, line: Int = 1, column: Int = 1) {
    self.file = file
    storedLine = UInt32(clamping: line)
    storedColumn = UInt32(clamping: column)
  }

  /// A line of a Swift file.
  ///
  /// - Parameter path: its path from the root, as the compiler knows it; below the current folder, it is told from there.
  package init(swift path: String, line: Int) {
    let isBelow = path.hasPrefix(Self.currentFolder)
    self.init(file: isBelow ? String(path.dropFirst(Self.currentFolder.count)) : path, line: line)
  }

  /// The folder that the program was started in, with a slash at its end.
  private static let currentFolder: String = {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    let folder = String(cString: path)
    return folder.hasSuffix("/") ? folder : "\(folder)/"
  }()

  package var line: Int { Int(storedLine) }
  package var column: Int { Int(storedColumn) }

  /// The place `lines` further down and, on the first line only, `columns` to the right.
  package func advanced(line: Int, column: Int) -> SourceLocation {
    SourceLocation(
      file: file, line: self.line + line - 1, column: line == 1 ? self.column + column - 1 : column)
  }
}

extension SourceLocation: Comparable {
  package static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.file, left.storedLine, left.storedColumn) < (right.file, right.storedLine, right.storedColumn)
  }
}

extension SourceLocation: CustomStringConvertible {
  package var description: String { "\(file):\(line):\(column)" }
}
