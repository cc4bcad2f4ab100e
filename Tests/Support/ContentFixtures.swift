import CellistFiles
import CellistRecords
import CellistText
import Testing

/// Swift Testing has a type of the same name.
package typealias Place = CellistRecords.SourceLocation

/// Diagnostics as one line each: place, severity, message, code, hint.
package func lines(_ diagnostics: Diagnostics) -> [String] {
  diagnostics.all.map { one in
    "\(one.location.map { "\($0): " } ?? "")\(one.severity.rawValue): \(one.message) [\(one.code.rawValue)]"
      + (one.hint.map { "; \($0)" } ?? "")
  }
}

package func valueReader() throws -> ValueReader {
  ValueReader(language: try #require(Language(tag: "en")), zone: try #require(TimeZoneRules("Europe/Zurich")))
}

/// A node as one line: scalars in quotes when they were quoted, null as `null`.
package func outline(_ node: Node?) -> String {
  switch node?.content {
  case nil: "nil"
  case .null: "null"
  case .scalar(let text, let quoted): quoted ? "\"\(text)\"" : text
  case .sequence(let items): "[" + items.map { outline($0) }.joined(separator: ", ") + "]"
  case .mapping(let entries): "{" + entries.map { "\($0.key): \(outline($0.value))" }.joined(separator: ", ") + "}"
  }
}

package func tree(_ files: [String: String]) -> SourceTree { .memory(files.mapValues { Array($0.utf8) }) }
