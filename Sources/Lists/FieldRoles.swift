import CellistRecords

/// Reads which fields play the roles that a setting names: the start of an event, the text of a feed.
struct FieldRoles {
  var reader: MappingReader
  let type: RecordType
  /// The things that have the roles, as messages call them.
  let owner: String

  /// The requirements on a field that has a role.
  private struct Role {
    let name: String
    /// The types that fit, in words of messages.
    let expectation: String
    /// Whether it must be a field of the records themselves, not a part or a field behind a reference.
    let isOwn: Bool
    /// Whether records that refer back fit, too.
    var mayBeComputed = false
  }

  /// Whether the setting names a field for a role.
  mutating func isGiven(_ role: String) -> Bool { reader.node(role) != nil }

  /// The field that is named for a role; nil where none is, or where it does not fit, which is reported.
  ///
  /// - Parameter isOwn: whether it must be a field of the records themselves, not a part or a field behind a reference.
  mutating func path(
    _ role: String, _ expectation: String, isOwn: Bool = false, _ diagnostics: inout Diagnostics,
    fits: (FieldType) -> Bool
  ) -> FieldPath? {
    reader.node(role).flatMap {
      field($0, Role(name: role, expectation: expectation, isOwn: isOwn), &diagnostics, fits: fits)
    }
  }

  /// The field that a node names for a role; nil where it does not fit, which is reported.
  private func field(
    _ node: Node, _ role: Role, _ diagnostics: inout Diagnostics, fits: (FieldType) -> Bool
  ) -> FieldPath? {
    let name = node.text ?? ""
    let setting = "the '\(role.name)' of \(owner)"
    let path = type.path(node, of: setting, byTitle: !role.isOwn, mayBeComputed: role.mayBeComputed, &diagnostics)
    guard let path else { return nil }
    let isElsewhere = path.part != nil || path.field >= type.ownCount
    guard fits(path.type), !(role.isOwn && isElsewhere) else {
      diagnostics.error(
        .invalidSetting,
        fits(path.type)
          ? "\(setting) is a field of the records themselves, and '\(name)' is not"
          : "\(setting) is \(role.expectation), and '\(name)' is \(path.type.name)",
        at: node.location)
      return nil
    }
    return path
  }

  /// The fields of a role that several play; nil where none is named. One that does not fit is reported.
  ///
  /// - Parameter mayBeComputed: whether records that refer back fit, too.
  mutating func fields(
    _ role: String, _ expectation: String, mayBeComputed: Bool = false, _ diagnostics: inout Diagnostics,
    fits: (FieldType) -> Bool = { _ in true }
  ) -> [Int]? {
    guard let nodes = reader.texts(role, &diagnostics) else { return nil }
    let role = Role(name: role, expectation: expectation, isOwn: true, mayBeComputed: mayBeComputed)
    return nodes.compactMap { field($0, role, &diagnostics, fits: fits)?.field }
  }

  /// The date or datetime of a role.
  mutating func date(_ role: String, _ diagnostics: inout Diagnostics) -> FieldPath? {
    path(role, "a date or a datetime", &diagnostics, fits: \.isDate)
  }

  /// The fields with dates: the one called "start" first, the others in declared order.
  var dates: [Int] {
    let dates = (0..<type.ownCount).filter { type.fields[$0].type.isDate && !type.fields[$0].source.isOfHistory }
    return dates.filter { type.fields[$0].name == "start" } + dates.filter { type.fields[$0].name != "start" }
  }

  /// The field called "start", or else the first with dates.
  var firstDate: FieldPath? { dates.first.map { FieldPath(field: $0, type: type.fields[$0].type) } }

  /// The field with the text: the body, unless another is given.
  mutating func text(_ diagnostics: inout Diagnostics) -> Int? {
    guard isGiven("text") else { return type.index(of: RecordType.bodyName) }
    return path("text", "text or Markdown", isOwn: true, &diagnostics) { $0 == .text || $0 == .markdown }?.field
  }
}

extension Node {
  /// The mapping with the roles that it leaves open as `show` gives them.
  ///
  /// - Parameter roles: each with the parts of a view that it may fill; the first that is given counts.
  func completed(by show: Node?, _ roles: [(String, among: [String])]) -> Node {
    guard let entries, let show, show.entries != nil else { return self }
    let more = roles.compactMap { role, parts -> Node.Entry? in
      guard self[role] == nil, let part = parts.lazy.compactMap({ show[$0] }).first, part.text != "false" else {
        return nil
      }
      return Node.Entry(key: role, keyLocation: part.location, value: part)
    }
    return Node(.mapping(entries + more), at: location)
  }
}

extension FieldType {
  /// Whether values are days, with or without a time.
  var isDate: Bool { self == .date || self == .datetime }

  /// Whether values are numbers.
  package var isNumber: Bool { self == .integer || self == .number }
}
