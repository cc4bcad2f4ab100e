import CellistMarkup
import CellistRecords

extension Value {
  /// The fault of a value that Swift code made for a field; nil where a page can show it. Files are read by
  /// `ValueReader`, which never makes such values.
  package func problem(as type: FieldType) -> String? {
    switch (self, type) {
    case (.text(let link), .url):
      switch Link.check(value: link) {
      case .allowed: return nil
      case .forbidden(let scheme): return "has a link with the scheme '\(scheme.shortened)'"
      case .malformed: return "must be a URL, found \(quoted(link))"
      }
    case (.text(let text), .email) where ContactAddress.email(text) != text,
      (.text(let text), .telephone) where ContactAddress.dialled(text) == nil,
      (.text(let text), .version) where VersionKey(text) == nil,
      (.text(let text), .point) where GeoPoint(text) == nil:
      return "must be \(type.expectation), found \(quoted(text))"
    case (.text(let text), .markdown) where !text.holds("\0"):
      return MarkdownLimits.problem(in: text).map { "cannot be read: \($0.message)" }
    case (.text(let text), _): return text.holds("\0") ? "contains a NUL character" : nil
    case (.number(let digits), _):
      return decimal == nil ? "must be a number, found \(quoted(digits))" : nil
    case (.list(let items), .list(let item)): return items.lazy.compactMap { $0.problem(as: item) }.first
    case (.map(let entries), .map(let item)):
      return entries.lazy.compactMap { $0.value.problem(as: item) }.first
    default: return nil
    }
  }
}
