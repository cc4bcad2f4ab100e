import CellistText
import Glibc

/// A place in a source file: what every value, setting and template tag carries, so that a message can point at it.
package struct SourceLocation: Hashable, Sendable {
  /// The file's path; in a spreadsheet, behind it, a separator and the name of the sheet.
  package let written: String
  private let storedLine: UInt32
  /// The column, and in its first bit whether the place is one in a sheet.
  private let storedColumn: UInt32

  private static let sheetBit: UInt32 = 1 << 31
  private static let separator: Character = "\u{1}"

  /// A place; lines and columns count from 1, and a column counts Unicode scalars.
  package init(file: String, line: Int = 1, column: Int = 1) {
    written = file
    storedLine = UInt32(clamping: line)
    storedColumn = min(UInt32(clamping: column), Self.sheetBit - 1)
  }

  /// A cell of a spreadsheet; rows and columns count from 1.
  package init(file: String, sheet: String, row: Int, column: Int) {
    written = "\(file)\(Self.separator)\(sheet)"
    storedLine = UInt32(clamping: row)
    storedColumn = min(UInt32(clamping: column), Self.sheetBit - 1) | Self.sheetBit
  }

  /// A place as the state keeps it: what `written` and `writtenColumn` were.
  package init(written: String, line: Int, writtenColumn: Int) {
    self.written = written
    storedLine = UInt32(clamping: line)
    storedColumn = UInt32(clamping: writtenColumn)
  }

  /// A line of a Swift file.
  ///
  /// - Parameter path: its path from the root, as the compiler knows it; below the current folder, it is shown relative
  /// to that.
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

  /// The file's path below the site folder, such as `content/elements/more.csv`.
  package var file: String { isInSheet ? String(written.prefix { $0 != Self.separator }) : written }
  /// The name of the sheet, for a place in a spreadsheet.
  package var sheet: String? { isInSheet ? String(written.drop { $0 != Self.separator }.dropFirst()) : nil }
  package var line: Int { Int(storedLine) }
  package var column: Int { Int(storedColumn & ~Self.sheetBit) }
  package var writtenColumn: Int { Int(storedColumn) }
  /// Whether the place is a cell of a spreadsheet.
  package var isInSheet: Bool { storedColumn & Self.sheetBit != 0 }

  /// The place without its file: `12:7`, or `Sheet1!G12`.
  package var position: String {
    guard let sheet else { return "\(line):\(column)" }
    var (letters, rest) = ("", column)
    while rest > 0 {
      letters = "\(Character(Unicode.Scalar(UInt8(0x41 + (rest - 1) % 26))))\(letters)"
      rest = (rest - 1) / 26
    }
    return sheet.isEmpty ? "\(letters)\(line)" : "\(sheet)!\(letters)\(line)"
  }

  /// The place some lines further down.
  package func moved(by lines: Int) -> SourceLocation {
    SourceLocation(written: written, line: line + lines, writtenColumn: writtenColumn)
  }

  /// The place `lines` further down and, on the first line only, `columns` to the right.
  package func advanced(line: Int, column: Int) -> SourceLocation {
    SourceLocation(
      written: written, line: self.line + line - 1,
      writtenColumn: line == 1 ? writtenColumn + column - 1 : column | (writtenColumn & Int(Self.sheetBit)))
  }
}

extension SourceLocation: Comparable {
  package static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.written, left.storedLine, left.storedColumn) < (right.written, right.storedLine, right.storedColumn)
  }
}

extension SourceLocation: CustomStringConvertible {
  package var description: String { "\(file):\(position)" }
}

extension LineIndex {
  /// The location of the byte at `offset` of a file.
  package func location(at offset: Int, in file: String) -> SourceLocation {
    let position = position(at: offset)
    return SourceLocation(file: file, line: position.line, column: position.column)
  }
}
