import CellistMarkup

/// A script as browsers get it: its modules one after the other, without comments, indentation, and spaces between signs.
///
/// The modules import each other by lines of their own, and no two declare the same name. No string goes over several
/// lines, and no comment begins behind code.
package struct ScriptFile {
  package let bytes: [UInt8]

  /// A script of modules, each behind those that it imports.
  package init(modules: [[UInt8]]) {
    let lines = modules.flatMap(Self.lines).filter { !$0.starts(with: "import ".utf8) }
      .map { $0.starts(with: "export ".utf8) ? $0.dropFirst("export ".count) : $0 }
    let frame = ["(() => {", "\"use strict\";", "})();"].map { ArraySlice($0.utf8) }
    self.init(lines: frame[..<2] + lines + frame[2...])
  }

  /// Modules that are loaded as one, each behind those that it imports.
  package init(loaded modules: [[UInt8]]) {
    self.init(lines: modules.flatMap(Self.lines).filter { !$0.starts(with: "import ".utf8) })
  }

  private init(lines: [ArraySlice<UInt8>]) {
    bytes = lines.flatMap { Self.withoutSpaces($0) + [UInt8(ascii: "\n")] }
  }

  private static func lines(of module: [UInt8]) -> [ArraySlice<UInt8>] {
    module.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == UInt8(ascii: " ") } }
      .filter { !$0.isEmpty && !$0.starts(with: "//".utf8) }
  }

  /// A line of code with spaces only where words, or signs that would be another one, meet. Strings and regular
  /// expressions remain as they are.
  private static func withoutSpaces(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      let end = endOfLiteral(in: line, at: index, after: result.last)
      if end > index {
        result += line[index..<end]
        index = end
        continue
      }
      index += 1
      guard byte == UInt8(ascii: " ") else {
        result.append(byte)
        continue
      }
      guard let last = result.last, index < line.endIndex else { continue }
      let next = line[index]
      if isWord(last) && isWord(next) || "+-".utf8.contains(last) && next == last { result.append(byte) }
    }
    return result
  }

  /// Where the string, template or regular expression ends that begins at a place; that place if none does.
  private static func endOfLiteral(in line: ArraySlice<UInt8>, at start: Int, after last: UInt8?) -> Int {
    switch line[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): break
    // What follows a value is a division.
    case UInt8(ascii: "/") where last.map("(,=:&|?!{[;>".utf8.contains) ?? true: break
    default: return start
    }
    let quote = line[start]
    var index = start + 1
    var isSet = false
    while index < line.endIndex, line[index] != quote || isSet {
      switch line[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "[") where quote == UInt8(ascii: "/"): isSet = true
      case UInt8(ascii: "]"): isSet = false
      case UInt8(ascii: "$") where quote == UInt8(ascii: "`") && line[index...].starts(with: "${".utf8):
        index = endOfExpression(in: line, at: index + 2)
      default: break
      }
      index += 1
    }
    return min(index + 1, line.endIndex)
  }

  /// The place of the brace that ends an expression of a template.
  private static func endOfExpression(in line: ArraySlice<UInt8>, at start: Int) -> Int {
    var depth = 1
    var index = start
    while index < line.endIndex {
      switch line[index] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      default: break
      }
      if depth == 0 { break }
      index = max(index + 1, endOfLiteral(in: line, at: index, after: line[index - 1]))
    }
    return index
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte.isASCIILetter || "0123456789_$#\\".utf8.contains(byte)
  }
}
