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
/// An enumeration whose cases are kinds of records says which; see ``RecordForm/variants(by:_:)``.
public protocol ListRecord: Identifiable, Sendable where ID == String {
  /// How records of this type are read and written.
  static var form: RecordForm<Self> { get }

  /// What is to be said of fields beside their types.
  static var fields: [FieldNote] { get }
}

extension ListRecord {
  public static var fields: [FieldNote] { [] }
}

extension ListRecord where Self: Codable {
  /// The properties of the type.
  public static var form: RecordForm<Self> { .coded }
}

/// What is to be said of one field beside its type: how readers see it, and how sources write it.
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
  let label: String?
  let unit: String?
  let source: String?
  let separator: String?
  let format: String?
  let list: String?
  let location: SourceLocation

  /// Notes of a field.
  ///
  /// - Parameters:
  ///   - name: the field's name, which is its property's coding key.
  ///   - label: what stands above its values; by default the name, cut into words.
  ///   - unit: what a number counts, printed behind it, such as "u".
  ///   - source: the key in the source, dotted into nested mappings; by default the name.
  ///   - separator: what cuts one string of the source into the items of a list.
  ///   - format: how the source writes dates, as a pattern of Unicode Technical Standard 35, such as "d.M.y".
  ///   - list: the path of the list that a property of type `String` or `[String]` refers to by ids, for one that is not
  ///     declared in Swift; for one that is, the property is a ``Reference``.
  ///   - file: where the note stands, for messages.
  ///   - line: the line of it.
  public init(
    _ name: String, label: String? = nil, unit: String? = nil, from source: String? = nil,
    split separator: String? = nil, format: String? = nil, refersTo list: String? = nil,
    file: String = #filePath, line: Int = #line
  ) {
    self.name = name
    self.label = label
    self.unit = unit
    self.source = source
    self.separator = separator
    self.format = format
    self.list = list
    location = SourceLocation(swift: file, line: line)
  }
}
