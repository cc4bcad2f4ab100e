import CellistRecords
import CellistSettings
import CellistText

/// A form of an issue tracker for the records of a list: the file that declares it, and what an issue made with it asks for.
package struct IssueForm: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case add, correct

    fileprivate var words: String { self == .add ? "a new record" : "a correction" }
  }

  /// An issue that no form made, or that does not fit its form.
  package struct Malformed: Error {
    package let reason: String
  }

  /// One input of a form.
  private struct Input {
    /// The field's name; nil for the record's id.
    let field: String?
    let label: String
    let isRequired: Bool
    let hint: String?
    /// The values that can be chosen, each with its words; empty for any text.
    let options: [(value: String, words: String)]
    let isList: Bool
    let isLong: Bool

    /// The input as an element of the file.
    func element(_ id: String) -> JSONText {
      var attributes: [(String, JSONText?)] = [("label", .text(label)), ("description", hint.map(JSONText.text))]
      if !options.isEmpty {
        attributes.append(("options", .array(options.map { .text($0.words) })))
        if isList { attributes.append(("multiple", .boolean(true))) }
        if options.count == 1, isRequired { attributes.append(("default", .integer(0))) }
      }
      return .object([
        ("type", .text(!options.isEmpty ? "dropdown" : isLong ? "textarea" : "input")), ("id", .text(id)),
        ("attributes", .object(attributes)), ("validations", .object([("required", .boolean(isRequired))])),
      ])
    }
  }

  package let list: ListSettings
  package let kind: Kind
  private let inputs: [Input]

  /// The most options of a menu.
  package static let mostOptions = 50
  private static let subject = "About"

  /// - Parameter ids: the ids of the records of lists that fields refer to, where those are few.
  package init(_ list: ListSettings, _ kind: Kind, ids: [String: [String]] = [:]) {
    (self.list, self.kind) = (list, kind)
    let type = list.type
    var labels: Set<String> = [Self.subject]
    func unique(_ label: String, _ name: String) -> String {
      let plain = label.split(whereSeparator: \.isNewline).joined(separator: " ")
      let label = labels.contains(plain) || plain.isEmpty ? "\(plain) (\(name))" : plain
      labels.insert(label)
      return label
    }
    var inputs: [Input] = []
    let isNamed = list.decoder.idFields.isEmpty
    if kind == .correct || isNamed {
      inputs.append(
        Input(
          field: nil, label: unique(kind == .add ? "Name in its address" : "Record", "id"), isRequired: true,
          hint: kind == .add
            ? "In small letters with hyphens, as in ada-lovelace." : "Its id, or the last part of its address.",
          options: [], isList: false, isLong: false))
    }
    let isRow = !list.rowSources.isEmpty
    for field in type.fields.prefix(type.ownCount) where field.canBeAsked {
      guard !isRow || field.name != RecordType.bodyName else { continue }
      var isList = false
      if case .list = field.type { isList = true }
      let options = Self.options(field, isList: isList, ids)
      inputs.append(
        Input(
          field: field.name, label: unique(field.label, field.name),
          isRequired: kind == .add && !field.isOptional && field.defaultValue == nil,
          hint: Self.hint(field, isList: isList && options.isEmpty), options: options, isList: isList,
          isLong: field.type.innermost == .markdown || isList))
    }
    self.inputs = inputs
  }

  private static func options(
    _ field: Field, isList: Bool, _ ids: [String: [String]]
  ) -> [(value: String, words: String)] {
    var values: [String] = []
    switch field.type.innermost {
    case .choice(let keys): values = keys
    case .boolean: values = ["true", "false"]
    case .record(let target): values = ids[target] ?? []
    default: break
    }
    let options = values.map { key -> (value: String, words: String) in
      let value: Value = field.type.innermost == .boolean ? .boolean(key == "true") : .text(key)
      return (key, field.word(for: value) ?? (value == .boolean(true) ? "yes" : value == .boolean(false) ? "no" : key))
    }
    let words = options.map(\.words)
    let isClear =
      Set(words).count == words.count && !words.contains { $0.isEmpty || $0 == "None" || isList && $0.contains(",") }
    return options.count <= mostOptions && isClear ? options : []
  }

  private static func hint(_ field: Field, isList: Bool) -> String? {
    let notes: [String?] = [
      (field.unit ?? field.currency).map { "In \($0)." }, isList ? "One a line." : nil,
      field.type.innermost == .date && field.formats.isEmpty ? "As 2026-05-03." : nil,
      field.type.innermost == .datetime && field.formats.isEmpty ? "As 2026-05-03T16:00." : nil,
      field.type.innermost == .point ? "As 47.3769, 8.5417." : nil,
      field.type.innermost.target.map { "The id of a record of \($0)." },
      field.type.innermost == .markdown ? "Markdown." : nil,
    ]
    let text = notes.compactMap(\.self).joined(separator: " ")
    return text.isEmpty ? nil : text
  }

  // MARK: The file

  /// The name of its file.
  package var fileName: String {
    let name = Slug.make(list.folder.path)
    return "\(name.isEmpty ? "records" : name)-\(kind.rawValue).yml"
  }

  /// The list and the kind, as issues contain them.
  private var topic: String { "\(list.folder.name): \(kind.words)" }

  /// The file as GitHub reads it.
  package var text: String {
    let title = kind == .add ? "\(list.title): a new record" : "\(list.title): a correction"
    let about = Input(
      field: nil, label: Self.subject, isRequired: true, hint: nil, options: [(topic, topic)], isList: false,
      isLong: false)
    let elements = [about.element("about")] + inputs.enumerated().map { $1.element("f\($0)") }
    return JSONText.object([
      ("name", .text(title)),
      (
        "description",
        .text(kind == .add ? "Propose a record for this list." : "Fill in only what is to be different.")
      ),
      ("title", .text("\(title): ")), ("body", .array(elements)),
    ]).yaml
  }

  // MARK: An issue

  /// The edit that an issue requests: the record's name or id, and the values of fields; an empty list is no value.
  package struct Request: Sendable {
    package let id: String?
    package let values: [(field: String, items: [String], isList: Bool)]
  }

  /// The list and the kind of form that made an issue, where its text names them.
  package static func subject(of body: String) -> (list: String, kind: Kind)? {
    let lines = lines(of: body)
    guard let heading = lines.firstIndex(of: "### \(subject)") else { return nil }
    guard let topic = lines[(heading + 1)...].first(where: { !$0.isEmpty }) else { return nil }
    for kind in Kind.allCases where topic.hasSuffix(": \(kind.words)") {
      return (String(topic.dropLast(kind.words.count + 2)), kind)
    }
    return nil
  }

  private static func lines(of body: String) -> [String] {
    body.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
      var line = line
      while line.last == " " || line.last == "\t" { line.removeLast() }
      return String(line)
    }
  }

  /// Reads the text of an issue. Each heading of the form must be there once, so that no value can pass for another.
  package func request(in body: String) throws(Malformed) -> Request {
    let lines = Self.lines(of: body)
    var places: [Int] = []
    for label in [Self.subject] + inputs.map(\.label) {
      let found = lines.indices.filter { lines[$0] == "### \(label)" }
      guard found.count == 1 else {
        throw Malformed(
          reason: found.isEmpty
            ? "the heading '### \(label)' of the form is missing"
            : "the heading '### \(label)' is there \(found.count) times")
      }
      places.append(found[0])
    }
    guard places == places.sorted() else { throw Malformed(reason: "the headings of the form are in another order") }
    var id: String?
    var values: [(field: String, items: [String], isList: Bool)] = []
    for (index, input) in inputs.enumerated() {
      let end = index + 2 < places.count ? places[index + 2] : lines.count
      var text = lines[(places[index + 1] + 1)..<end][...]
      while text.first?.isEmpty == true { text.removeFirst() }
      while text.last?.isEmpty == true { text.removeLast() }
      if text.elementsEqual(["_No response_"]) { text = [] }
      guard let field = input.field else {
        id = text.joined(separator: " ")
        continue
      }
      guard !text.isEmpty else { continue }
      var items = [text.joined(separator: "\n")]
      if input.isList {
        items = text.filter { !$0.isEmpty }
        if !input.options.isEmpty { items = items.flatMap { $0.split(separator: ", ").map(String.init) } }
      }
      let keys = Dictionary(input.options.map { ($0.words, $0.value) }, uniquingKeysWith: { first, _ in first })
      values.append((field, items.map { keys[$0] ?? $0 }, input.isList))
    }
    if id?.isEmpty == true { throw Malformed(reason: "'\(inputs[0].label)' is empty") }
    return Request(id: id, values: values)
  }

  /// The label of a field.
  package func label(of field: String) -> String? { inputs.first { $0.field == field }?.label }
}

extension Field {
  /// Whether a form can ask for its values.
  fileprivate var canBeAsked: Bool {
    guard !type.isComputed, isKnown, type.innermost != .asset, source.pattern == nil else { return false }
    if case .map = type { return false }
    return source.keys.first.map { !$0.hasPrefix("$") && !$0.contains("*") } ?? false
  }
}

extension Scaffold {
  /// Forms for issues, and the workflow that makes commits of those that are accepted.
  package static func forms(_ forms: [IssueForm], _ release: ProgramRelease) -> Scaffold {
    Scaffold(
      files: forms.map { (".github/ISSUE_TEMPLATE/\($0.fileName)", $0.text) }
        + [(".github/workflows/records.yml", Pipeline.github.records(release))])
  }
}
