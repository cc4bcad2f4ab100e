import CellistTestSupport

/// A site that a seed makes up: a record type, values, settings and templates, each by rules of their own.
///
/// A seed makes the same site twice: with texts that are harmless, and with texts that would be markup were they not
/// escaped. Both begin alike, so their order is the same.
struct SiteGrammar {
  enum Texts { case harmless, hostile }

  struct Field {
    enum Kind: CaseIterable {
      case text, markdown, integer, number, boolean, date, datetime, url, asset, choice, texts, map, record
      case email, telephone, version, point
    }

    let name: String
    let kind: Kind
    let isOptional: Bool
  }

  let texts: Texts
  var random: SeededGenerator
  /// The files of the site by path.
  private(set) var files: [String: String] = [:]
  private(set) var fields: [Field] = []
  private var choices: [String] = []
  /// How many mistakes are in the site.
  private(set) var mistakes = 0
  /// Whether a file ends in its middle, which need not be the same middle for both texts.
  private(set) var isTorn = false

  init(seed: UInt64, texts: Texts) {
    self.texts = texts
    random = SeededGenerator(seed: seed)
    for number in 0..<Int.random(in: 1...6, using: &random) {
      fields.append(
        Field(name: "f\(number)", kind: random.pick(Field.Kind.allCases), isOptional: random.happens(onceIn: 2)))
    }
    let first = Int.random(in: 0..<100, using: &random)
    choices = (0..<3).map { "c\($0)\(payload(first + $0))" }
    files["content/site.yml"] = siteSettings()
    files["content/items/list.yml"] = listSettings()
    files["content/items/x.png"] = ""
    addRecords()
    addPages()
    if !random.happens(onceIn: 3) { addTheme() }
    while mistakes < 2, random.happens(onceIn: 4) {
      mistakes += 1
      addMistake()
    }
  }

  // MARK: Texts

  private static let payloads = [
    "\"><script>alert(1)</script>", "'><img src=x onerror=alert(1)>", "</title><b>",
    "</textarea></style><svg onload=x>",
    "<!--", "--><b>", "]]><b>", "\" onmouseover=\"x", "` x=`y", "{{{@site.title}}} {{> brand}}", "{{=<% %>=}}",
    "javascript:alert(1)", "&lt;b&gt; &#60;", "\u{1}\"\u{1}<b>", "\u{2028}\u{202E}<i>", "\\\"><b>",
    "one\ntwo\r\n\tthree",
    "＜script＞", "\u{301}<\u{301}b>", "%3Cb%3E", "/../../b", "</li></ul></main></body></html>", "<plaintext>",
  ]

  /// The text after a number: equal for both twins where numbers are equal.
  private func payload(_ number: Int) -> String {
    texts == .hostile ? Self.payloads[number % Self.payloads.count] : " word"
  }

  /// A text of which there are some dozens, so that records have some in common.
  mutating func text() -> String {
    let number = Int.random(in: 10..<60, using: &random)
    return "w\(number)\(payload(number))"
  }

  /// A text in quotes, as both YAML and JSON read it.
  static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": return "\\\(scalar)"
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: return String(scalar)
      }
    }
    return "\"\(scalars.joined())\""
  }

  mutating func quotedText() -> String { Self.quoted(text()) }

  /// Markdown whose texts are no markup: code shows them.
  private mutating func markdown() -> String {
    let code = text().unicodeScalars.map { "`\n\r".unicodeScalars.contains($0) ? "'" : String($0) }.joined()
    return random.pick([
      "*plain* `` \(code) ``", "# Heading `` \(code) ``\n\n[home](/) ![x](/items/x.png)", "- a\n- `` \(code) ``\n",
      "text",
      "[x][r]\n\n[r]: https://example.org/ \"t\"\n\n> `` \(code) ``",
      "| a | b |\n|---|--:|\n| ~~c~~ | `` \(code.replacing("|", with: "\\|")) `` |\n",
      "- [ ] a[^1]\n- [x] www.example.org\n\n[^1]: `` \(code) ``\n",
    ])
  }

  // MARK: Settings

  private mutating func siteSettings() -> String {
    var lines = ["title: \(quotedText())"]
    if random.happens(onceIn: 2) { lines.append("author: \(quotedText())") }
    if random.happens(onceIn: 2) { lines.append("description: \(quotedText())") }
    lines.append("base: \(random.pick(["/", "/base/", "https://example.org/", "https://example.org/a/"]))")
    lines.append("language: \(random.pick(["en", "de", "sv", "tr", "ar"]))")
    if random.happens(onceIn: 2) { lines.append("time-zone: \(random.pick(["Europe/Prague", "America/New_York"]))") }
    if random.happens(onceIn: 2) { lines.append("html: \(random.pick(["allow", "drop"]))") }
    if random.happens(onceIn: 4) { lines.append("markdown: {tables: false, footnotes: false}") }
    if random.happens(onceIn: 2) {
      lines.append("menu: [items, {title: \(quotedText()), url: \"https://example.org/\"}]")
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private mutating func notation(_ field: Field) -> String {
    let type =
      switch field.kind {
      case .text: "text"
      case .markdown: "markdown"
      case .integer: "integer"
      case .number: "number"
      case .boolean: "boolean"
      case .date: "date"
      case .datetime: "datetime"
      case .url: "url"
      case .email: "email"
      case .telephone: "telephone"
      case .version: "version"
      case .point: "point"
      case .asset: "asset"
      case .choice: "{choice: [\(choices.map(Self.quoted).joined(separator: ", "))]}"
      case .texts: "[text]"
      case .map: "{map: text}"
      case .record: "{record: items}"
      }
    var options = type.hasPrefix("{") ? String(type.dropFirst().dropLast()) : "type: \(type)"
    // A reference may lead nowhere only where it may be absent.
    if field.isOptional || field.kind == .record { options += ", optional: true" }
    if random.happens(onceIn: 3) { options += ", label: \(quotedText())" }
    if field.kind == .texts, random.happens(onceIn: 2) { options += ", unique: true" }
    if field.kind == .text, random.happens(onceIn: 4) { options += ", from: [\(field.name), $file]" }
    if field.kind == .record, random.happens(onceIn: 2) { options += ", also: id, missing: text" }
    if field.kind == .number, random.happens(onceIn: 2) { options += ", unit: \(quotedText())" }
    return "{\(options)}"
  }

  private mutating func listSettings() -> String {
    var lines = ["record:", "  id: text"]
    for field in fields { lines.append("  \(field.name): \(notation(field))") }
    lines.append("id: id")
    if random.happens(onceIn: 2) { lines.append("title: \(quotedText())") }
    if random.happens(onceIn: 2) { lines.append("description: \(quotedText())") }
    if random.happens(onceIn: 2) { lines.append("record-pages: true") }
    if random.happens(onceIn: 2) { lines.append("pages: \(random.pick(["1", "2", "5"]))") }
    if random.happens(onceIn: 4) { lines.append("limit: 3") }
    if let field = fields.randomElement(using: &random), field.kind.isOrdered, random.happens(onceIn: 2) {
      lines.append("sort: [\(random.happens(onceIn: 2) ? "-" : "")\(field.name)]")
    }
    if let field = fields.randomElement(using: &random), let by = field.kind.section(field.name) {
      let footer =
        fields.filter { $0.kind == .integer || $0.kind == .number }.randomElement(using: &random)
        .map { "\($0.name): \(random.pick(["sum", "min", "max", "mean", "count"]))" }
      let level =
        "{by: \(by), missing: \(Self.quoted("missing\(payload(lines.count))"))\(footer.map { ", footer: {\($0)}" } ?? "")}"
      let isNested = field.kind != .texts && random.happens(onceIn: 2)
      lines.append("sections: \(isNested ? "[\(level), id.initial]" : level)")
    }
    if let field = fields.first, random.happens(onceIn: 3) {
      lines.append("flags: {old: {\(field.name): {exists: \(random.pick(["true", "false"]))}}}")
    }
    return lines.map { "\($0)\n" }.joined()
  }

  // MARK: Records

  private mutating func value(_ kind: Field.Kind, ids: [String]) -> String {
    switch kind {
    case .text: return quotedText()
    case .markdown: return Self.quoted(markdown())
    case .integer: return String(Int.random(in: -5...2_000, using: &random))
    case .number: return random.pick(["1.0080", "-2e-3", "0", "1234567.5", "9007199254740993"])
    case .boolean: return random.pick(["true", "false"])
    case .date: return "\"\(random.pick(["2024-02-29", "1999-12-31", "0001-01-01"]))\""
    case .datetime: return "\"\(random.pick(["2024-05-01T09:30", "2024-12-31T23:59:59Z", "1900-01-01 00:00+05:30"]))\""
    case .url:
      let url = random.pick([
        "https://example.org/?a&b=", "/items/?", "https://example.org/#", "mailto:a@example.org?subject=",
      ])
      return Self.quoted(url + (texts == .hostile ? "\"><b>'" : "word"))
    case .email: return Self.quoted(random.pick(["ada@example.org", "mailto:é'$!`@bücher.example"]))
    case .telephone: return random.pick(["\"+44 (0)20 7946 0958\"", "\"030/12 34 x5\""])
    case .version:
      return Self.quoted(random.pick(["2.0.0-beta.2", "v10.0", "1.0"]) + (texts == .hostile ? "-\"><b>'" : "-word"))
    case .point: return random.pick(["\"46.948 7.447\"", "\"46.948° N, 7.447° W\"", "\"POINT(-180 1e1)\""])
    case .asset: return "\"/items/x.png\""
    case .choice: return Self.quoted(random.pick(choices))
    case .texts: return "[\(quotedText()), \(quotedText())]"
    case .map: return "{\(quotedText()): \(quotedText())}"
    case .record: return Self.quoted(random.pick(ids))
    }
  }

  private mutating func addRecords() {
    let first = Int.random(in: 0..<100, using: &random)
    let ids = (0..<Int.random(in: 1...8, using: &random)).map { "r\($0)\(payload(first + $0))" }
    var rows: [[String]] = []
    for id in ids {
      var pairs = ["\"id\": \(Self.quoted(id))"]
      for field in fields where !(field.isOptional && random.happens(onceIn: 3)) {
        pairs.append("\"\(field.name)\": \(value(field.kind, ids: ids))")
      }
      rows.append(pairs)
    }
    let cut = Int.random(in: 0...rows.count, using: &random)
    files["content/items/a.json"] =
      "[\(rows[..<cut].map { "{\($0.joined(separator: ", "))}" }.joined(separator: ",\n"))]\n"
    for (number, row) in rows[cut...].enumerated() {
      let body = random.happens(onceIn: 2) ? "" : markdown()
      files["content/items/m\(number).md"] = "---\n\(row.map { "\($0)\n" }.joined())---\n\(body)\n"
    }
  }

  private mutating func addPages() {
    if random.happens(onceIn: 2) { files["content/index.md"] = "---\ntitle: \(quotedText())\n---\n\(markdown())\n" }
    if random.happens(onceIn: 2) { files["content/items/index.md"] = "\(markdown())\n" }
    if random.happens(onceIn: 2) { files["content/about.md"] = "---\ntitle: \(quotedText())\n---\n\(markdown())\n" }
    if random.happens(onceIn: 3) {
      let view = random.pick(["rows", "table", "cards", "tiles", "glossary"])
      files["content/again/list.yml"] = "records-of: items\ntitle: \(quotedText())\nview: \(view)\npages: 2\n"
    }
  }

  // MARK: Theme and mistakes

  private mutating func addTheme() {
    files["content/site.yml", default: ""] += "theme: made\n"
    files["themes/made/theme.yml"] = "extends: default\n"
    var templates = TemplateGrammar(fields: fields, random: random)
    files["themes/made/cells/cell.mustache"] = templates.cell()
    files["themes/made/parts/extra.mustache"] = templates.part()
    random = templates.random
  }

  private mutating func addMistake() {
    let path = random.pick(files.keys.filter { !$0.hasSuffix(".png") }.sorted())
    let cut = Double.random(in: 0...1, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      let text = Array((files[path] ?? "").unicodeScalars)
      var rest = String.UnicodeScalarView()
      rest.append(contentsOf: text.prefix(Int(Double(text.count) * cut)))
      files[path] = String(rest)
      isTorn = true
    case 1: files["content/items/list.yml", default: ""] += "sort: [nothing]\n"
    case 2: files["content/items/list.yml", default: ""] += "colour: red\n"
    case 3: files["content/items/b.json"] = "[{\"id\": \"again\", \"f0\": [[1]], \"nope\": 1}, {\"id\": \"again\"}]"
    case 4: files["content/bad.md"] = "[x](nowhere.md) [y](javascript:alert) <script>\n"
    case 5: files["themes/made/cells/cell.mustache"] = "<li id=\"{{@record.anchor}}\"><p class={{id}}>{{nope}}</li>\n"
    case 6: files["content/items/c.csv"] = "id,f0\n\"open\nx,y,z\n"
    case 7: files["content/items/d.yml"] = "- id: x\n  id: y\n\tz: 1\n"
    default: files["content/site.yml", default: ""] += "theme: [made\n"
    }
  }
}

extension SiteGrammar.Field.Kind {
  /// Whether a list can be sorted by a field of the kind with the same order for both texts.
  fileprivate var isOrdered: Bool {
    switch self {
    case .text, .integer, .number, .boolean, .date, .datetime, .choice: true
    default: false
    }
  }

  /// The fields that can make sections.
  fileprivate func section(_ name: String) -> String? {
    switch self {
    case .text: "\(name).initial"
    case .choice, .integer, .texts: name
    case .date: "\(name).year"
    case .datetime: "\(name).month"
    default: nil
    }
  }
}
