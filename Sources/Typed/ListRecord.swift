import CellistRecords

/// A record as a Swift type: what a list's items are.
///
/// A structure that is `Codable` is read as its properties say. Each property is a field of the list's record type, under
/// the name of its coding key, so templates and settings are checked against them before a record is read:
///
/// ```swift
/// struct Talk: ListRecord, Codable {
///   var id: String
///   var title: String
///   var day: Day
///   var speaker: Reference<Person>?
///   var abstract: Markdown
/// }
/// ```
///
/// A property `id` is no field. It is the record's id: what a row or an item says under `id`, or the name of the
/// record's file. An `id` may also be computed from other properties. A property `body` is the text of a Markdown file
/// below its front matter.
///
/// An enumeration whose cases are kinds of records declares them; see ``RecordForm/variants(by:_:)``.
public protocol ListRecord: Identifiable, Sendable where ID == String {
  /// How records of this type are read and written.
  static var form: RecordForm<Self> { get }

  /// The notes on fields beside their types.
  static var fields: [FieldNote] { get }
}

extension ListRecord {
  public static var fields: [FieldNote] { [] }
}

extension ListRecord where Self: Codable {
  /// The properties of the type.
  public static var form: RecordForm<Self> { .coded }
}

/// A note on one field beside its type: how readers see it, and how sources write it.
///
/// ```swift
/// static var fields: [FieldNote] {
///   [FieldNote("mass", unit: "u"), FieldNote("aliases", split: ","), FieldNote("day", label: "Held on", format: "d.M.y")]
/// }
/// ```
///
/// A note of a field that the type does not have is an error of the site.
public struct FieldNote: Sendable {
  let name: String
  /// The settings beside the name, as in `list.yml`.
  package var settings: [Node.Entry]
  /// The words for the values of a choice, or for true and false.
  let words: [String]
  let list: String?
  /// The field from which records refer to this one, and its list, for which a type may stand.
  let back: (list: String, isType: Bool, field: String)?
  let location: SourceLocation

  /// Notes of a field.
  ///
  /// - Parameters:
  ///   - name: the field's name, which is its property's coding key.
  ///   - label: what stands above its values; by default the name, cut into words.
  ///   - unit: what a number counts, printed behind it, such as "u".
  ///   - decimals: how many decimals a number is printed with, as readers of the site's language write it; nil for as many
  ///     as it has. A `Decimal` does not keep the zeros at its end.
  ///   - grouping: whether the thousands of a number are set apart; nil to leave whole numbers of up to four digits without
  ///     a unit as they are, since they may be years.
  ///   - currency: the currency of a number, as ISO 4217 calls it, such as "EUR".
  ///   - source: the key in the source, dotted into nested mappings; by default the name.
  ///   - separator: what cuts one string of the source into the items of a list.
  ///   - format: how the source writes dates, as a pattern of Unicode Technical Standard 35, such as "d.M.y".
  ///   - words: what readers see for the values of a choice, in its order, or for true and for false.
  ///   - alt: the name of the field whose text says what a picture shows.
  ///   - thumbnails: the widths of the smaller copies of pictures, in pixels, from 16 to 4096.
  ///   - isShown: whether pages show the field where nothing names it.
  ///   - list: the path of the list that a property of type `String` or `[String]` refers to by ids, for one that is not
  ///     declared in Swift; for one that is, the property is a ``Reference``.
  ///   - file: where the note stands, for messages.
  ///   - line: the line of it.
  public init(
    _ name: String, label: String? = nil, unit: String? = nil, decimals: Int? = nil, grouping: Bool? = nil,
    currency: String? = nil, from source: String? = nil, split separator: String? = nil, format: String? = nil,
    words: [String] = [],
    alt: String? = nil, thumbnails: [Int] = [], isShown: Bool = true, refersTo list: String? = nil,
    file: String = #filePath, line: Int = #line
  ) {
    self.name = name
    self.words = words
    self.list = list
    back = nil
    let place = SourceLocation(swift: file, line: line)
    location = place
    func text(_ key: String, _ text: String?) -> (String, Node.Content)? {
      text.map { (key, .scalar($0, quoted: true)) }
    }
    func plain(_ number: some CustomStringConvertible) -> Node.Content { .scalar(number.description, quoted: false) }
    let said: [(String, Node.Content)?] = [
      text("label", label), text("unit", unit), decimals.map { ("decimals", plain($0)) },
      grouping.map { ("grouping", plain($0)) }, text("currency", currency),
      text("from", source), text("split", separator), text("format", format), text("alt", alt),
      thumbnails.isEmpty ? nil : ("thumbnails", .sequence(thumbnails.map { Node(plain($0), at: place) })),
      isShown ? nil : ("shown", plain(false)),
    ]
    settings = said.compactMap(\.self).map { Node.Entry(key: $0, keyLocation: place, value: Node($1, at: place)) }
  }

  /// Notes of the field that a stored property is, as `FieldNote(\Talk.minutes, unit: "min")`: the compiler finds a
  /// misspelt name. A property whose coding key has another name is noted by that name.
  ///
  /// - Parameters:
  ///   - property: the property.
  ///   - label: what stands above its values; by default the name, cut into words.
  ///   - unit: what a number counts, printed behind it, such as "u".
  ///   - decimals: how many decimals a number is printed with; nil for as many as it has.
  ///   - grouping: whether the thousands of a number are set apart; nil to leave whole numbers of up to four digits without
  ///     a unit as they are, since they may be years.
  ///   - currency: the currency of a number, as ISO 4217 calls it, such as "EUR".
  ///   - source: the key in the source, dotted into nested mappings; by default the name.
  ///   - separator: what cuts one string of the source into the items of a list.
  ///   - format: how the source writes dates, as a pattern of Unicode Technical Standard 35, such as "d.M.y".
  ///   - words: what readers see for the values of a choice, in its order, or for true and for false.
  ///   - alt: the name of the field whose text says what a picture shows.
  ///   - thumbnails: the widths of the smaller copies of pictures, in pixels, from 16 to 4096.
  ///   - isShown: whether pages show the field where nothing names it.
  ///   - list: the path of the list of `list.yml` that a property of type `String` or `[String]` refers to by ids.
  ///   - file: where the note stands, for messages.
  ///   - line: the line of it.
  public init<Item>(
    _ property: PartialKeyPath<Item>, label: String? = nil, unit: String? = nil, decimals: Int? = nil,
    grouping: Bool? = nil, currency: String? = nil, from source: String? = nil, split separator: String? = nil,
    format: String? = nil,
    words: [String] = [], alt: String? = nil, thumbnails: [Int] = [], isShown: Bool = true,
    refersTo list: String? = nil, file: String = #filePath, line: Int = #line
  ) {
    self.init(
      property.fieldName, label: label, unit: unit, decimals: decimals, grouping: grouping,
      currency: currency, from: source,
      split: separator, format: format, words: words, alt: alt, thumbnails: thumbnails, isShown: isShown,
      refersTo: list, file: file, line: line)
  }

  private init(
    _ name: String, _ label: String?, from back: (list: String, isType: Bool, field: String), _ location: SourceLocation
  ) {
    self.name = name
    self.back = back
    self.location = location
    (words, list) = ([], nil)
    settings =
      label.map {
        [Node.Entry(key: "label", keyLocation: location, value: Node(.scalar($0, quoted: true), at: location))]
      } ?? []
  }

  /// Adds a field that no property holds: the records of another list that refer to this one, for templates. Decorators
  /// ask with `records(referringBy:)`.
  ///
  /// ```swift
  /// struct Player: ListRecord, Codable {
  ///   var id: String
  ///   static var fields: [FieldNote] { [FieldNote("seats", recordsFrom: \Seat.player)] }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the field's name, which is no property's.
  ///   - label: the caption of its values; by default the name, cut into words.
  ///   - field: the property that refers to records of this type.
  ///   - file: where the note stands, for messages.
  ///   - line: the line of it.
  public init<Other: ListRecord>(
    _ name: String, label: String? = nil, recordsFrom field: PartialKeyPath<Other>, file: String = #filePath,
    line: Int = #line
  ) {
    self.init(
      name, label, from: (String(reflecting: Other.self), true, field.fieldName),
      SourceLocation(swift: file, line: line))
  }

  /// Adds a field that no property holds: the records of a list of `list.yml` that refer to this one, for templates.
  ///
  /// - Parameters:
  ///   - name: the field's name, which is no property's.
  ///   - label: the caption of its values; by default the name, cut into words.
  ///   - list: the path of the list.
  ///   - field: the name of its field that refers to records of this list.
  ///   - file: where the note stands, for messages.
  ///   - line: the line of it.
  public init(
    _ name: String, label: String? = nil, recordsFrom list: String, by field: String, file: String = #filePath,
    line: Int = #line
  ) {
    self.init(name, label, from: (list, false, field), SourceLocation(swift: file, line: line))
  }
}

extension PartialKeyPath {
  /// The name of the field that a stored property is; a text that no field has for any other key path.
  package var fieldName: String {
    let (path, root) = ("\(self)", "\\\(Root.self).")
    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
  }
}
