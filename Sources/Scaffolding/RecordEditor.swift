import CellistFiles
import CellistRecords
import CellistSettings
import CellistText

/// An editor in the browser that commits to a repository, with the settings by which it edits the records of a site.
package enum RecordEditor: String, CaseIterable, Sendable {
  /// Decap CMS: `admin/config.yml`.
  case decap
  /// Sveltia CMS, which reads the settings of Decap.
  case sveltia
  /// Pages CMS: `.pages.yml`.
  case pages

  /// The settings as YAML, and which lists the editor cannot edit, with the reason.
  package func settings(for lists: [ListSettings]) -> (text: String, left: [(list: String, reason: String)]) {
    var collections: [JSONText] = []
    var left: [(list: String, reason: String)] = []
    for list in lists where list.hasOwnRecords {
      if let collection = collection(list) {
        collections.append(collection)
      } else {
        left.append((list.folder.name, reason(list)))
      }
    }
    return (document(collections).yaml, left)
  }

  private func document(_ collections: [JSONText]) -> JSONText {
    switch self {
    case .pages:
      return .object([
        ("media", .object([("input", .text(SiteFolder.content)), ("output", .text(""))])),
        ("content", .array(collections)),
      ])
    case .decap, .sveltia:
      return .object([
        (
          "backend",
          .object([("name", .text("github")), ("repo", .text("OWNER/REPOSITORY")), ("branch", .text("main"))])
        ),
        ("media_folder", .text(SiteFolder.content)), ("public_folder", .text("/")),
        ("collections", .array(collections)),
      ])
    }
  }

  private func reason(_ list: ListSettings) -> String {
    let formats = Set(list.sources.map(\.format))
    guard formats != [.markdown] else { return "its files have several records each" }
    return "its records are not in Markdown files"
  }

  /// A list with a Markdown file for each record; nil for any other.
  private func collection(_ list: ListSettings) -> JSONText? {
    let isOfFiles = list.sources.allSatisfy { $0.format == .markdown && $0.details?.items == nil }
    guard isOfFiles, list.typed?.fetch == nil, list.readsItsFolder else { return nil }
    let type = list.type
    let fields = (0..<type.ownCount).map { type.fields[$0] }.filter { !$0.type.isComputed && $0.isKnown }
      .compactMap { field in field.source.keys.first.map { (field, $0) } }
      .filter { $1 == RecordType.bodyName || !$1.contains(".") && !$1.contains("*") && !$1.hasPrefix("$") }
    let title = fields.first { $0.0.name == type.fields[list.titleField].name }?.1
    let inputs = fields.map { self.field($0, key: $1, in: list) }
    let name = Slug.make(list.folder.path).isEmpty ? "records" : Slug.make(list.folder.path)
    switch self {
    case .pages:
      return .object([
        ("name", .text(name)), ("label", .text(list.title)), ("type", .text("collection")),
        ("path", .text(list.folder.folder)), ("format", .text("yaml-frontmatter")),
        ("filename", .text("{primary}.md")),
        ("view", title.map { .object([("primary", .text($0)), ("fields", .array([.text($0)]))]) }),
        ("fields", .array(inputs)),
      ])
    case .decap, .sveltia:
      return .object([
        ("name", .text(name)), ("label", .text(list.title)), ("folder", .text(list.folder.folder)),
        ("create", .boolean(true)), ("extension", .text("md")), ("format", .text("frontmatter")),
        ("identifier_field", title.map(JSONText.text)), ("slug", .text("{{slug}}")), ("media_folder", .text("")),
        ("public_folder", .text("")), ("fields", .array(inputs)),
      ])
    }
  }

  // MARK: Fields

  private func field(_ field: Field, key: String, in list: ListSettings) -> JSONText {
    let isRequired = !field.isOptional && field.defaultValue == nil
    let type = field.type.innermost
    var isList = false
    if case .list = field.type { isList = true }
    var members: [(String, JSONText?)] = [("name", .text(key)), ("label", .text(field.label))]
    switch self {
    case .pages:
      members.append(("type", .text(pagesType(type, key))))
      if isRequired { members.append(("required", .boolean(true))) }
      if isList { members.append(("list", .boolean(true))) }
      members.append(("description", hint(field).map(JSONText.text)))
      members.append(("options", pagesOptions(type, field)))
    case .decap, .sveltia:
      var own = decapMembers(type, key, field)
      if isList {
        if case .choice = type {
          own.append(("multiple", .boolean(true)))
        } else if case .record = type {
          own.append(("multiple", .boolean(true)))
        } else {
          let item = JSONText.object([("name", .text("item")), ("label", .text("Item"))] + own)
          own = [("widget", .text("list")), ("field", item)]
        }
      }
      members += own
      members.append(("required", .boolean(isRequired)))
      members.append(("hint", hint(field).map(JSONText.text)))
    }
    return .object(members)
  }

  /// The explanation of a field besides its label.
  private func hint(_ field: Field) -> String? {
    let notes = [
      (field.unit ?? field.currency).map { "In \($0)." },
      field.type.innermost == .point ? "As 47.3769, 8.5417." : nil,
      field.type.innermost.target.map { "The id of a record of \($0)." },
    ].compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }

  private func pagesType(_ type: FieldType, _ key: String) -> String {
    switch type {
    case .markdown: "rich-text"
    case .integer, .number: "number"
    case .boolean: "boolean"
    case .date, .datetime: "date"
    case .choice: "select"
    case .asset: "image"
    case .map: "object"
    default: "string"
    }
  }

  private func pagesOptions(_ type: FieldType, _ field: Field) -> JSONText? {
    switch type {
    case .datetime: .object([("time", .boolean(true))])
    case .choice(let keys): .object([("values", .array(keys.map { choice($0, field, label: "name") }))])
    case .markdown: .object([("format", .text("markdown"))])
    default: nil
    }
  }

  private func choice(_ key: String, _ field: Field, label: String) -> JSONText {
    .object([(label, .text(field.word(for: .text(key)) ?? key)), ("value", .text(key))])
  }

  private func decapMembers(_ type: FieldType, _ key: String, _ field: Field) -> [(String, JSONText?)] {
    switch type {
    case .markdown: [("widget", .text("markdown"))]
    case .integer: [("widget", .text("number")), ("value_type", .text("int"))]
    case .number: [("widget", .text("number")), ("value_type", .text("float")), ("step", .text("any"))]
    case .boolean: [("widget", .text("boolean"))]
    case .date:
      [
        ("widget", .text("datetime")), ("format", .text("YYYY-MM-DD")), ("time_format", .boolean(false)),
      ]
    case .datetime: [("widget", .text("datetime"))]
    case .choice(let keys):
      [("widget", .text("select")), ("options", .array(keys.map { choice($0, field, label: "label") }))]
    case .record(let list):
      [
        ("widget", .text("relation")), ("collection", .text(Slug.make(list))), ("value_field", .text("{{slug}}")),
        ("search_fields", .array([.text("{{slug}}")])),
      ]
    case .asset: [("widget", .text("image"))]
    case .map: [("widget", .text("code"))]
    default: [("widget", .text("string"))]
    }
  }
}

extension JSONText {
  /// The document as YAML, in blocks.
  var yaml: String {
    var text = ""
    write(to: &text, indent: "")
    return text
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .members(let members):
      for (index, member) in members.enumerated() {
        text += (index > 0 ? indent : "") + "\(member.0):"
        member.1.writeValue(to: &text, indent: indent)
      }
    case .array(let items):
      for (index, item) in items.enumerated() {
        text += (index > 0 ? indent : "") + "- "
        item.write(to: &text, indent: indent + "  ")
      }
    default: text += scalar + "\n"
    }
  }

  private func writeValue(to text: inout String, indent: String) {
    switch self {
    case .members(let members) where !members.isEmpty:
      text += "\n\(indent)  "
      write(to: &text, indent: indent + "  ")
    case .array(let items) where !items.isEmpty:
      text += "\n\(indent)  "
      write(to: &text, indent: indent + "  ")
    default: text += " \(scalar)\n"
    }
  }

  /// A text without quotes where YAML reads the same from it.
  private var scalar: String {
    guard case .text(let text) = self else { return line }
    let isPlain = text.wholeMatch(of: /[A-Za-z][A-Za-z0-9 _.\/-]*[A-Za-z0-9]|[A-Za-z]/) != nil
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    return isPlain && !words.contains(text.lowercased()) ? text : line
  }
}
