import CellistLists
import CellistRecords
import CellistTyped

/// The value of a setting, as in `list.yml`: texts, numbers, `true` and `false`, arrays and dictionaries of them.
public struct SettingValue: Sendable, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  let node: @Sendable (SourceLocation) -> Node

  private init(_ content: @escaping @Sendable (SourceLocation) -> Node.Content) {
    node = { Node(content($0), at: $0) }
  }

  /// A text.
  public init(stringLiteral value: String) { self.init { _ in .scalar(value, quoted: true) } }
  /// A whole number.
  public init(integerLiteral value: Int) { self.init { _ in .scalar(String(value), quoted: false) } }
  /// A number.
  public init(floatLiteral value: Double) { self.init { _ in .scalar("\(value)", quoted: false) } }
  /// True or false.
  public init(booleanLiteral value: Bool) { self.init { _ in .scalar(String(value), quoted: false) } }
  /// A list.
  public init(arrayLiteral elements: SettingValue...) { self.init(elements) }
  /// A mapping, in its order.
  public init(dictionaryLiteral elements: (String, SettingValue)...) { self.init(elements) }

  init(_ elements: [SettingValue]) { self.init { place in .sequence(elements.map { $0.node(place) }) } }

  init(_ entries: [(String, SettingValue)]) {
    self.init { place in
      .mapping(entries.map { Node.Entry(key: $0.0, keyLocation: place, value: $0.1.node(place)) })
    }
  }
}

/// The direction of an order.
public enum SortDirection: String, Sendable {
  /// The least first.
  case ascending
  /// The greatest first.
  case descending
}

/// A field by which records are sorted, and the direction.
public struct SortField<Item: ListRecord>: Sendable {
  let text: String

  /// The least value first.
  public static func ascending(_ field: PartialKeyPath<Item>) -> Self { Self(text: field.fieldName) }
  /// The greatest value first.
  public static func descending(_ field: PartialKeyPath<Item>) -> Self { Self(text: "-\(field.fieldName)") }
  /// The order in which the records are written or fetched, or its reverse. Nothing can follow it.
  public static func written(_ direction: SortDirection = .ascending) -> Self {
    Self(text: direction == .descending ? "-$written" : "$written")
  }
}

/// A part of a field's value that can take the field's place in a setting.
public enum FieldPart: String, Sendable {
  /// The first letter of a text or a choice.
  case initial
  /// The year of a date or a datetime.
  case year
  /// The month of a date or a datetime, with its year.
  case month
  /// The day of a datetime.
  case date
  /// The host of an address.
  case host
}

/// A tool for readers on a list's pages.
public enum ListTool: String, Sendable {
  /// To search titles and texts.
  case search
  /// To choose among values of fields.
  case filter
  /// To sort by fields.
  case sort
}

/// How a list's pages are numbered.
public enum PageNumbering: Sendable {
  /// The first page is the first.
  case ordinary
  /// From the last page on, so that a record that is added at the front changes only the first page.
  case stable
}

// MARK: - Settings

extension List {
  /// Sets a setting of `list.yml`, for those without a function of their own.
  ///
  /// ```swift
  /// List("concerts", of: Concert.self)
  ///   .setting("where", ["hall": "Main hall"])
  ///   .setting("sort", ["conductor.surname", "-day"])
  /// ```
  ///
  /// A fault in it is an error of the site at the line that calls this function.
  ///
  /// - Parameters:
  ///   - key: the key, as in `list.yml`.
  ///   - value: its value.
  ///   - file: the file of the setting, for messages.
  ///   - line: the line of it.
  /// - Complexity: O(*s*), where *s* is the number of settings that the list has.
  public func setting(
    _ key: String, _ value: SettingValue, file: String = #filePath, line: Int = #line
  ) -> Self {
    let place = SourceLocation(swift: file, line: line)
    var list = self
    list.typed.settings.append(Node.Entry(key: key, keyLocation: place, value: value.node(place)))
    return list
  }

  /// Names the list, and describes it in a sentence.
  public func title(
    _ title: String, description: String? = nil, file: String = #filePath, line: Int = #line
  ) -> Self {
    let list = setting("title", "\(title)", file: file, line: line)
    return description.map { list.setting("description", "\($0)", file: file, line: line) } ?? list
  }

  /// Names the field that mentions of a record show, such as the heading of its page.
  public func titleField(_ field: PartialKeyPath<Item>, file: String = #filePath, line: Int = #line) -> Self {
    setting("title-field", Self.value(field), file: file, line: line)
  }

  /// Sorts the records by fields: those equal by the first by the second, and so on.
  public func sorted(
    by field: PartialKeyPath<Item>, _ others: PartialKeyPath<Item>..., order: SortDirection = .ascending,
    file: String = #filePath, line: Int = #line
  ) -> Self {
    let sign = order == .descending ? "-" : ""
    return setting("sort", SettingValue(([field] + others).map { "\(sign)\($0.fieldName)" }), file: file, line: line)
  }

  /// Sorts the records by fields, each in a direction of its own.
  ///
  /// ```swift
  /// List("concerts", of: Concert.self).sorted(.descending(\.day), .ascending(\.title))
  /// ```
  public func sorted(
    _ field: SortField<Item>, _ others: SortField<Item>..., file: String = #filePath, line: Int = #line
  ) -> Self {
    setting("sort", SettingValue(([field] + others).map { "\($0.text)" }), file: file, line: line)
  }

  /// Shows the first records alone, at most so many.
  public func limit(_ count: Int, file: String = #filePath, line: Int = #line) -> Self {
    setting("limit", SettingValue(integerLiteral: count), file: file, line: line)
  }

  /// Has a section for each value of a field, or of a part of it.
  ///
  /// - Parameters:
  ///   - field: the field; a record with several values is in the section of each.
  ///   - part: what follows from the value and makes the sections in its place, such as the year of a date.
  ///   - order: the order of the sections.
  ///   - missing: the title of the section of records without a value.
  ///   - file: the file of the setting, for messages.
  ///   - line: the line of it.
  public func sections(
    by field: PartialKeyPath<Item>, part: FieldPart? = nil, order: SortDirection = .ascending, missing: String? = nil,
    file: String = #filePath, line: Int = #line
  ) -> Self {
    var entries: [(String, SettingValue)] = [("by", Self.value(field, part)), ("order", "\(order.rawValue)")]
    if let missing { entries.append(("missing", "\(missing)")) }
    return setting("sections", SettingValue(entries), file: file, line: line)
  }

  /// Has at most so many records on a page, and as many pages as that takes.
  public func pages(
    of size: Int, numbering: PageNumbering = .ordinary, file: String = #filePath, line: Int = #line
  ) -> Self {
    var entries: [(String, SettingValue)] = [("size", SettingValue(integerLiteral: size))]
    if numbering == .stable { entries.append(("numbering", "stable")) }
    return setting("pages", SettingValue(entries), file: file, line: line)
  }

  /// Has a page for each section.
  public func pagesBySection(file: String = #filePath, line: Int = #line) -> Self {
    setting("pages", ["by": "section"], file: file, line: line)
  }

  /// Has a page for each record.
  public func recordPages(file: String = #filePath, line: Int = #line) -> Self {
    setting("record-pages", true, file: file, line: line)
  }

  /// Has a page for each value of fields, and one that lists the values.
  public func terms(
    _ field: PartialKeyPath<Item>, _ others: PartialKeyPath<Item>..., file: String = #filePath, line: Int = #line
  ) -> Self {
    setting("terms", SettingValue(([field] + others).map { Self.value($0) }), file: file, line: line)
  }

  /// Has a feed of the newest records.
  ///
  /// - Parameters:
  ///   - date: the field that says how new a record is.
  ///   - updated: the field that says when it was last changed.
  ///   - text: the field whose text the feed contains.
  ///   - file: the file of the setting, for messages.
  ///   - line: the line of it.
  public func feed(
    date: PartialKeyPath<Item>, updated: PartialKeyPath<Item>? = nil, text: PartialKeyPath<Item>? = nil,
    file: String = #filePath, line: Int = #line
  ) -> Self {
    let entries = [("date", date), ("updated", updated), ("text", text)]
    return setting(
      "feed", SettingValue(entries.compactMap { key, field in field.map { (key, Self.value($0)) } }), file: file,
      line: line)
  }

  /// Has a calendar of the records, which programs can subscribe to.
  ///
  /// - Parameters:
  ///   - start: the field that says when a record begins.
  ///   - end: the field that says when it ends.
  ///   - place: the field that says where it takes place.
  ///   - file: the file of the setting, for messages.
  ///   - line: the line of it.
  public func calendar(
    start: PartialKeyPath<Item>, end: PartialKeyPath<Item>? = nil, place: PartialKeyPath<Item>? = nil,
    file: String = #filePath, line: Int = #line
  ) -> Self {
    let entries = [("start", start), ("end", end), ("place", place)]
    return setting(
      "calendar", SettingValue(entries.compactMap { key, field in field.map { (key, Self.value($0)) } }), file: file,
      line: line)
  }

  /// Offers the records for download.
  public func exports(_ format: ExportFormat, _ others: ExportFormat..., file: String = #filePath, line: Int = #line)
    -> Self
  {
    setting("exports", SettingValue(([format] + others).map { "\($0.rawValue)" }), file: file, line: line)
  }

  /// Shows the records in a view, with columns where it is a table.
  ///
  /// - Parameters:
  ///   - view: the view; without one, the fields choose it.
  ///   - columns: the fields that are columns of a table, from left to right; without them, the fields that fit.
  ///   - file: the file of the setting, for messages.
  ///   - line: the line of it.
  public func view(
    _ view: ListView, columns: PartialKeyPath<Item>..., file: String = #filePath, line: Int = #line
  ) -> Self {
    let list = setting("view", "\(view.rawValue)", file: file, line: line)
    guard !columns.isEmpty else { return list }
    return list.setting("columns", SettingValue(columns.map { Self.value($0) }), file: file, line: line)
  }

  /// Gives readers tools on the list's pages.
  public func tools(_ tool: ListTool, _ others: ListTool..., file: String = #filePath, line: Int = #line) -> Self {
    setting("tools", SettingValue(([tool] + others).map { "\($0.rawValue)" }), file: file, line: line)
  }

  /// Has former addresses of records, which a field holds, lead to where they are now.
  public func redirects(from field: PartialKeyPath<Item>, file: String = #filePath, line: Int = #line) -> Self {
    setting("redirect-from", Self.value(field), file: file, line: line)
  }

  private static func value(_ field: PartialKeyPath<Item>, _ part: FieldPart? = nil) -> SettingValue {
    "\(field.fieldName)\(part.map { ".\($0.rawValue)" } ?? "")"
  }
}
