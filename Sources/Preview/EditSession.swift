import CellistBase
import CellistBuilding
import CellistFiles
import CellistFormats
import CellistOutput
import CellistRecords
import CellistSettings
import CellistText
import CellistWriting
import Foundation

/// Edits of records that pages ask for, one after the other.
///
/// Requests and answers are JSON objects; `do` names the kind of a request.
final class EditSession {
  private let folder: String
  private let options: () -> BuildOptions
  /// The edits that were made in each tab of a browser, as files before and after, the last at the end.
  private var done: [(tab: String, files: EditedFiles)] = []
  /// The tab whose request is answered.
  private var tab = ""
  private static let limit = 100

  /// - Parameter folder: the site's folder.
  init(of folder: String, options: @escaping () -> BuildOptions) {
    self.folder = folder
    self.options = options
  }

  private var builder: SiteBuilder { SiteBuilder(.disk(folder), options()) }

  /// An answer to what is asked wrongly.
  private struct Malformed: Error {
    let reason: String
  }

  /// - Parameters:
  ///   - site: the site as it was last built.
  ///   - base: the path of the site's root in URLs.
  func answer(to body: [UInt8], of site: KeptSite, base: String) -> JSONText {
    var diagnostics = Diagnostics()
    let text = String(decoding: body, as: UTF8.self)
    guard let request = JSONReader.read(text, file: "request", &diagnostics) else {
      return Self.failure("the request is no JSON")
    }
    tab = request["tab"]?.text ?? ""
    do {
      return try answer(request, site, base)
    } catch let refusal as EditRefusal {
      return Self.failure(refusal.reason)
    } catch let malformed as Malformed {
      return Self.failure(malformed.reason)
    } catch let failure as OutputFolder.Failure {
      return Self.failure(Self.text(of: failure))
    } catch {
      return Self.failure("\(error)")
    }
  }

  private func answer(_ request: Node, _ site: KeptSite, _ base: String) throws -> JSONText {
    switch request["do"]?.text {
    case "page": return page(try text("page", request), site, base)
    case "form": return try form(request["id"]?.text, try text("list", request))
    case "rows": return try rows(request["ids"]?.items?.compactMap(\.text) ?? [], try text("list", request))
    case "find": return try find(try text("text", request), try text("list", request))
    case "markdown":
      let file = request["file"]?.text ?? SiteFolder.settings
      return .object([("html", .text(site.html(markdown: try text("text", request), file: file)))])
    case "undo": return undo()
    case "save": return try save(request)
    case "add":
      let id = request["id"]?.text ?? ""
      let (builder, values) = (builder, try values(request))
      guard !values.isEmpty else { throw Malformed(reason: "fill in at least one field") }
      let added = try builder.adding(values, as: id.isEmpty ? nil : id, to: try text("list", request))
      guard let folder = added.files.first?.path.folder else { return try write(added, builder) }
      return try write(added.followed(by: files(request, in: folder, of: nil, builder)), builder)
    case "remove":
      let builder = builder
      return try write(builder.removing(try text("id", request), from: try text("list", request)), builder)
    case "rename":
      let builder = builder
      return try write(
        builder.renaming(try text("id", request), in: try text("list", request), to: try text("new", request)), builder)
    default: throw Malformed(reason: "nothing that this server does is asked for")
    }
  }

  private func text(_ key: String, _ request: Node) throws(Malformed) -> String {
    guard let text = request[key]?.text else { throw Malformed(reason: "'\(key)' is missing") }
    return text
  }

  private static func text(of failure: OutputFolder.Failure) -> String {
    switch failure {
    case .refused(let reason), .io(let reason): reason
    default: "\(failure)"
    }
  }

  private static func failure(_ reason: String) -> JSONText {
    .object([("errors", .array([.object([("message", .text(reason))])]))])
  }

  // MARK: What is there

  private func page(_ path: String, _ site: KeptSite, _ base: String) -> JSONText {
    let file = ServedFiles.page(at: path, below: base)
    let records = file.map { site.records(on: $0) } ?? []
    let lists = builder.editableLists().map { JSONText.object([("list", .text($0.path)), ("title", .text($0.title))]) }
    let placed = records.map { record in
      JSONText.object([
        ("list", .text(record.list)), ("id", .text(record.id)), ("title", .text(record.title)),
        ("anchor", record.anchor.map(JSONText.text)),
      ])
    }
    return .object([("lists", .array(lists)), ("records", .array(placed)), ("undo", .integer(undoable))])
  }

  private func form(_ id: String?, _ list: String) throws(EditRefusal) -> JSONText {
    let builder = builder
    let form: EditForm
    if let id { form = try builder.form(of: id, in: list) } else { form = try builder.form(in: list) }
    let inputs = form.inputs.map { Self.input($0) }
    return .object([
      ("title", .text(form.title)), ("place", form.place.map { .text($0.description) }),
      ("file", form.place.map { .text($0.file) }), ("name", .boolean(form.needsName)), ("inputs", .array(inputs)),
    ])
  }

  /// The values of several records, for a table.
  private func rows(_ ids: [String], _ list: String) throws(EditRefusal) -> JSONText {
    let rows = try builder.forms(of: Array(ids.prefix(500)), in: list).map { id, form in
      JSONText.object([
        ("id", .text(id)), ("title", .text(form.title)), ("inputs", .array(form.inputs.map { Self.input($0) })),
      ])
    }
    return .object([("rows", .array(rows))])
  }

  private static func input(_ input: EditForm.Input) -> JSONText {
    let field = input.field
    let type = field.type.innermost
    var choices: [String] = []
    if case .choice(let keys) = type { choices = keys }
    var isList = false
    if case .list = field.type { isList = true }
    let words = choices.map { JSONText.array([.text($0), .text(field.word(for: .text($0)) ?? $0)]) }
    var members: [(String, JSONText?)] = [
      ("name", .text(field.name)), ("label", .text(field.label)), ("type", .text(type.name)),
      ("list", .boolean(isList)), ("required", .boolean(!field.isOptional && field.defaultValue == nil)),
    ]
    members.append(("unit", (field.unit ?? field.currency).map(JSONText.text)))
    members.append(("target", type.target.map(JSONText.text)))
    members.append(("value", input.value.map(json)))
    members.append(("refusal", input.refusal.map(JSONText.text)))
    members.append(("choices", words.isEmpty ? nil : .array(words)))
    return .object(members)
  }

  private static func json(_ value: WrittenValue) -> JSONText {
    switch value {
    case .text(let text, _): .text(text)
    case .list(let items): .array(items.map(json))
    }
  }

  private func find(_ text: String, _ list: String) throws(EditRefusal) -> JSONText {
    let found = try builder.records(of: list == "." ? "" : list, with: text, limit: 20)
    return .object([("records", .array(found.map { .array([.text($0.id), .text($0.title)]) }))])
  }

  // MARK: Edits

  private func values(_ request: Node) throws(Malformed) -> [FieldEdit] {
    var edits: [FieldEdit] = []
    for entry in request["values"]?.entries ?? [] {
      guard let edit = FieldEdit(entry.key, entry.value) else {
        throw Malformed(reason: "'\(entry.key)' is neither a text nor a list of texts")
      }
      edits.append(edit)
    }
    return edits
  }

  /// Saves the values of a record. Another value in the field that names it is a rename.
  private func save(_ request: Node) throws -> JSONText {
    let (list, id) = (try text("list", request), try text("id", request))
    let builder = builder
    if let conflict = try conflict(builder, list, id, request["was"]) { return conflict }
    let form = try builder.form(of: id, in: list)
    var edits = try values(request)
    var edited = EditedFiles([])
    var now = id
    let names = form.list.decoder.idFields.map { form.list.type.fields[$0].name }
    if names.count == 1, let index = edits.firstIndex(where: { $0.field == names[0] && !$0.value.isEmpty }) {
      now = edits.remove(at: index).value
      if now.composed != id.composed { edited = try builder.renaming(id, in: list, to: now) }
    }
    let renamed = SiteBuilder(builder.tree.with(edited), builder.options)
    edited = edited.followed(by: try renamed.setting(edits, of: now, in: list))
    if let folder = form.place?.file.folder {
      edited = edited.followed(by: try files(request, in: folder, of: form, builder))
    }
    return try write(edited, builder, named: now)
  }

  /// The files that a request brings, beside the record's own.
  ///
  /// - Parameter form: that of the record, whose own pictures may be replaced.
  private func files(
    _ request: Node, in folder: String, of form: EditForm?, _ builder: SiteBuilder
  ) throws -> EditedFiles {
    var files: [EditedFiles.File] = []
    for node in request["files"]?.items ?? [] {
      let name = try text("name", node)
      let isKnown = PictureSize.isOf(path: name) || ["pdf", "svg"].contains(name.fileExtension.lowercased())
      guard name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,99}/) != nil, isKnown else {
        throw Malformed(reason: "'\(name)' is no name of a picture or a PDF in letters, digits and hyphens")
      }
      guard let bytes = Data(base64Encoded: try text("data", node)), !bytes.isEmpty else {
        throw Malformed(reason: "'\(name)' is empty, or did not arrive")
      }
      let path = joined(folder, name)
      let old = try? builder.tree.read(path)
      let isOwn = form?.inputs.contains { $0.field.type == .asset && $0.value == .text(name) } ?? false
      guard old == nil || old == Array(bytes) || isOwn else {
        throw Malformed(reason: "there is another file '\(name)' already: give this one another name in its field")
      }
      files.append(EditedFiles.File(path: path, old: old, new: Array(bytes)))
    }
    return EditedFiles(files)
  }

  /// The values that are no longer what a form showed; nil where all of them are.
  private func conflict(
    _ builder: SiteBuilder, _ list: String, _ id: String, _ was: Node?
  ) throws(EditRefusal) -> JSONText? {
    let now = try builder.form(of: id, in: list).inputs
    let changed = now.filter { input in
      guard let shown = was?[input.field.name] else { return false }
      return Self.json(input.value ?? .text("")).line != Self.json(shown).line
    }
    guard !changed.isEmpty else { return nil }
    return .object([
      ("conflict", .members(changed.map { ($0.field.name, $0.value.map(Self.json) ?? .text("")) }))
    ])
  }

  private static func json(_ node: Node) -> JSONText {
    node.items.map { .array($0.map { .text($0.text ?? "") }) } ?? .text(node.text ?? "")
  }

  /// Writes the files of an edit, unless that brings errors into the site.
  ///
  /// - Parameter id: that of the record now.
  private func write(
    _ edited: EditedFiles, _ builder: SiteBuilder, named id: String? = nil
  ) throws(OutputFolder.Failure) -> JSONText {
    let changed = edited.files.filter { $0.old != $0.new }
    guard !changed.isEmpty else { return .object([("written", .array([]))]) }
    let errors = SiteBuilder(builder.tree.with(edited), builder.options).check().errors
    if !errors.isEmpty {
      // Lines may have moved, so an error is known by its file and its words.
      let known = Set(builder.check().errors.map { [$0.location?.file, $0.message] })
      let new = errors.filter { !known.contains([$0.location?.file, $0.message]) }
      if !new.isEmpty { return .object([("errors", .array(new.map(Self.json)))]) }
    }
    try ContentWriting(of: folder).write(changed.map { ($0.path, $0.old, $0.new) })
    done.append((tab, edited))
    if done.count > Self.limit { done.removeFirst() }
    let paths = changed.map { JSONText.text($0.path) }
    return .object([
      ("written", .array(paths)), ("undo", .integer(undoable)), ("id", id.map { .text($0) }),
    ])
  }

  /// An error, in words that need no knowledge of settings.
  private static func json(_ error: Diagnostic) -> JSONText {
    let hint = error.hint.flatMap { $0.contains(".yml") || $0.contains("{") ? nil : $0 }
    return .object([
      ("message", .text(error.code == .missingValue ? "fill this in" : error.message)),
      ("hint", hint.map(JSONText.text)),
      ("field", error.subject.map(JSONText.text)), ("place", error.location.map { .text($0.description) }),
    ])
  }

  /// How many edits can be taken back.
  private var undoable: Int { done.count { $0.tab == tab } }

  /// Takes back the last edit of the tab, if its files are still what it made of them; else forgets it.
  private func undo() -> JSONText {
    guard let index = done.lastIndex(where: { $0.tab == tab }) else { return Self.failure("there is nothing to undo") }
    let last = done.remove(at: index).files
    do throws(OutputFolder.Failure) {
      try ContentWriting(of: folder).write(last.files.map { ($0.path, $0.new, $0.old) })
    } catch {
      let reason = "\(Self.text(of: error)); that edit stays, and Undo goes on to the one before"
      return .object([
        ("errors", .array([.object([("message", .text(reason))])])), ("undo", .integer(undoable)),
      ])
    }
    return .object([
      ("written", .array(last.files.map { .text($0.path) })), ("undo", .integer(undoable)),
    ])
  }
}

extension SiteBuilder.Outcome {
  fileprivate var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
}
