import CellistContent
import CellistLists
import CellistRecords
import CellistTemplates
import CellistText
import Testing

@testable import CellistThemes

/// Swift Testing has a type of the same name.
typealias Place = CellistRecords.SourceLocation

/// A list from the text of its `list.yml` and of a YAML file with its records, shown by a theme of a few templates.
struct ThemedList {
  let arrangement: Arrangement
  let rules: CellRules
  let arranged: ArrangedList
  let source: ListSource
  let language: Language
  let messages: [String]

  init(_ settings: String, _ records: String = "[]", language tag: String = "en") throws {
    var diagnostics = Diagnostics()
    let language = try #require(Language(tag: tag))
    let values = ValueReader(language: language, zone: try #require(TimeZoneRules("Europe/Zurich")))
    let root = try #require(SettingsFile.read(settings, path: "list.yml", &diagnostics))
    var reader = try #require(MappingReader(root, name: "list.yml", &diagnostics))
    let record = reader.node("record")
    let node = try #require(record)
    let type = try #require(RecordType(node, values: values, &diagnostics))
    let decoder = RecordDecoder(type: type, values: values, &reader, &diagnostics)
    let arrangement = Arrangement(&reader, type: type, values: values, &diagnostics)
    let rules = CellRules(&reader, in: arrangement.scope(values), &diagnostics)
    let path = "content/things/things.yml"
    var decoded: [Record] = []
    RawRecord.readAll(
      in: RecordSource(path: path, format: .yaml), from: .memory([path: Array(records.utf8)]), &diagnostics
    ) { raw, diagnostics in
      if let record = decoder.decode(raw, &diagnostics)?.record { decoded.append(record) }
    }
    let decorator = RuleDecorator(rules: rules)
    let items = decoded.map {
      var clock = arrangement.clock(at: 0)
      let row = arrangement.row(of: $0, &clock)
      let rule = decorator.rule(of: $0, flags: row.flags, language, &clock)
      return RecordItem($0, of: type, language, title: type.defaultTitle, row: row, rule: rule)
    }
    let arranged = arrangement.arrange(items, &diagnostics)
    let summary = ListSummary(
      title: "Things", url: "/things/", slug: "things", count: decoded.count, description: "All & sundry")
    self.language = language
    messages = lines(diagnostics)
    self.arrangement = arrangement
    self.rules = rules
    self.arranged = arranged
    let appearance = Appearance(
      &reader, type: type, title: type.defaultTitle, sectioned: [], hasBodies: false, &diagnostics)
    source = ListSource(
      summary: summary, arrangement: arrangement,
      design: ListDesign(arrangement, rules: rules, titleField: type.defaultTitle, appearance: appearance)
    ) {
      "/things/\($0.slug)/"
    }
  }

  var table: ListTable {
    .presenting(arranged, with: RuleDecorator(rules: rules), mayRepeat: true)
  }

  /// The template that shows each record, section by section.
  var chosen: [[String]] {
    table.sections.map { section in section.cells.map { rules.rule(of: rules.variants[$0.variant]).template } }
  }
}

extension ThemedList {
  /// A page template that prints nothing but the cells.
  static let cells = "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}"

  var site: SiteSummary {
    var site = SiteSummary(
      title: "Site & Co", base: "https://example.org/base/", url: "/base/", language: "en", author: "Ada",
      description: "About things", links: PageLinks(references: references) { link, file in "/site/\(link)" })
    site.lists = [
      ListSummary(title: "Things", url: "/things/", slug: "things", count: 3, description: "All & sundry"),
      ListSummary(title: "Others", url: "/others/", slug: "others", count: 0, description: nil),
    ]
    site.menu = [PageLink(title: "Home", url: "/base/"), PageLink(title: "Things", url: "/things/")]
    return site
  }

  /// A theme of one layer, from templates by name.
  static func theme(
    _ templates: [String: String], settings: String? = nil, assets: [String] = [], _ diagnostics: inout Diagnostics
  ) -> Theme {
    let layer = ThemeLayer(
      name: "plain",
      settings: settings.flatMap { SettingsFile.read($0, path: "themes/plain/theme.yml", &diagnostics) },
      templates: .init(
        uniqueKeysWithValues: templates.map { name, text in
          (name, TemplateSource(path: "themes/plain/\(name).mustache", text: text))
        }), assets: .init(uniqueKeysWithValues: assets.map { ($0, []) }))
    return Theme(layers: [layer], overrides: nil, &diagnostics)
  }

  /// The list alone: its records can refer to each other.
  var references: References {
    var seen: Set<String> = []
    let cells = table.sections.flatMap(\.cells).filter { seen.insert($0.item.id).inserted }
    return References([("things", source, cells)])
  }

  func compiler(_ theme: Theme) -> ThemeCompiler {
    ThemeCompiler(theme: theme, language: language, lists: ["things": source.design]) { "/assets/\($0)?1" }
  }

  /// The list's templates, compiled; nil, with what is wrong, when they do not fit.
  func templates(
    _ templates: [String: String], settings: String? = nil, assets: [String] = []
  ) -> (templates: ListTemplates?, messages: [String]) {
    var diagnostics = Diagnostics()
    let theme = Self.theme(templates, settings: settings, assets: assets, &diagnostics)
    let compiled = compiler(theme).list(
      source.design, paths: ["things"], settings: Place(file: "content/things/list.yml"),
      hasRecordPages: templates["pages/record"] != nil)
    let templates = compiled.templates(reporting: &diagnostics)
    return (templates, lines(diagnostics))
  }

  /// A page of the list, with at most `size` records; what is wrong with the templates instead when they do not fit.
  func html(
    _ templates: [String: String], page number: Int = 1, size: Int = 0, settings: String? = nil, assets: [String] = []
  ) -> String {
    let (compiled, messages) = self.templates(templates, settings: settings, assets: assets)
    guard let compiled, messages.isEmpty else { return messages.joined(separator: "\n") }
    let pages = table.pages(of: size)
    func link(_ number: Int) -> PageLink? {
      (1...pages.count).contains(number)
        ? PageLink(title: "Things", url: number == 1 ? "/things/" : "/things/page/\(number)/", number: number) : nil
    }
    let page = ListPage(
      site: site,
      page: PageSummary(
        title: "Things", url: link(number)?.url ?? "", canonical: "https://example.org\(link(number)?.url ?? "")",
        description: "All & sundry", content: { number == 1 ? "<p>Hello</p>" : nil }),
      list: source, table: pages[number - 1], place: number, count: pages.count, previous: link(number - 1),
      next: link(number + 1),
      index: [
        IndexEntry(title: "A & B", url: "/things/#a", count: 2, page: 1),
        IndexEntry(title: "C", url: "/things/page/2/#c", count: 1, page: 2),
      ])
    var buffer = ByteBuffer()
    compiled.list.render(page, into: &buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  /// The cells of all records, one template for all.
  func html(cell: String, parts: [String: String] = [:]) -> String {
    var templates = ["pages/list": Self.cells, "cells/cell": cell]
    for (name, text) in parts { templates["parts/\(name)"] = text }
    return html(templates)
  }

  /// The pages of all records in their order.
  func recordPages(_ templates: [String: String]) -> [String] {
    let (compiled, messages) = self.templates(templates)
    guard let compiled, messages.isEmpty else { return messages }
    let cells = table.sections.flatMap(\.cells)
    func link(_ index: Int) -> PageLink? {
      cells.indices.contains(index)
        ? PageLink(title: cells[index].item.title, url: source.recordURL(cells[index].item)) : nil
    }
    return cells.enumerated().map { index, cell in
      let url = source.recordURL(cell.item)
      let page = RecordPage(
        site: site,
        page: PageSummary(
          title: cell.item.title, url: url, canonical: "https://example.org\(url)"),
        shown: ShownRecord(cell: cell, list: source, links: site.links), previous: link(index - 1),
        next: link(index + 1))
      var buffer = ByteBuffer()
      compiled.record(ofVariant: cell.item.variant)?.render(page, into: &buffer)
      return String(decoding: buffer.bytes, as: UTF8.self)
    }
  }
}

/// Diagnostics as one line each: place, severity, message, code, hint.
func lines(_ diagnostics: Diagnostics) -> [String] {
  diagnostics.all.map { one in
    "\(one.location.map { "\($0): " } ?? "")\(one.severity.rawValue): \(one.message) [\(one.code.rawValue)]"
      + (one.hint.map { "; \($0)" } ?? "")
  }
}
