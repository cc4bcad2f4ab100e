// Measures what one cell costs: from a record to the bytes on its list's page. Prints microseconds per cell.

import CellistContent
import CellistLists
import CellistRecords
import CellistTemplates
import CellistText
import CellistThemes
import Glibc

let settings = """
  record: {name: text, version: text, section: text, priority: text, size: integer, maintainer: text}
  cells: package
  """
let templates = [
  "pages/list": "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
  "cells/package": """
  <li><b>{{name}}</b> <span>{{version}}</span> <i>{{section}}</i> {{priority}} <small>{{maintainer}} · {{size}}</small></li>

  """,
]

/// A list of `count` records as one page, and the template that shows it.
func page(of count: Int, _ diagnostics: inout Diagnostics) -> (PageTemplate<ListPage>, ListPage)? {
  guard let language = Language(tag: "en"), let zone = TimeZoneRules("UTC"),
    let root = SettingsFile.read(settings, path: "list.yml", &diagnostics),
    var reader = MappingReader(root, name: "list.yml", &diagnostics), let node = reader.node("record")
  else { return nil }
  let values = ValueReader(language: language, zone: zone)
  guard let type = RecordType(node, values: values, &diagnostics) else { return nil }
  let arrangement = Arrangement(&reader, type: type, values: values, &diagnostics)
  let rules = CellRules(&reader, in: arrangement.scope(values), &diagnostics)
  let appearance = Appearance(&reader, type: type, title: 0, sectioned: [], hasBodies: true, &diagnostics)
  let records = (0..<count).map { number in
    let location = SourceLocation(file: "content/packages/package-\(number).md")
    let texts = ["package-\(number)", "1.\(number % 90)-\(number % 7)+b1", "libdevel", "optional"]
    let fields = texts.map(Value.text) + [.integer(number * 37), .text("Debian \"Fonts\" & Icons Task Force")]
    let all = fields + Array(repeating: .absent, count: type.fields.count - fields.count)
    return Record(
      id: texts[0], values: all, locations: all.map { _ in location }, location: location)
  }
  let source = ListSource(
    summary: ListSummary(
      title: "Packages", url: "/packages/", slug: "packages", count: count, description: nil),
    arrangement: arrangement,
    design: ListDesign(arrangement, rules: rules, titleField: 0, appearance: appearance),
    recordURL: { "/packages/\($0.slug)/" })
  let sources = templates.mapValues { TemplateSource(path: "list.mustache", text: $0) }
  let layer = ThemeLayer(name: "cell", settings: nil, templates: sources, assets: [:])
  let theme = Theme(layers: [layer], overrides: nil, &diagnostics)
  let compiler = ThemeCompiler(theme: theme, language: language) { $0 }
  var clock = arrangement.clock(at: 0)
  let items = records.map { RecordItem($0, of: type, language, title: 0, row: arrangement.row(of: $0, &clock)) }
  let table = ListTable.presenting(
    arrangement.arrange(items, &diagnostics), with: RuleDecorator(rules: rules), mayRepeat: false)
  let compiled = compiler.list(
    source.design, paths: ["packages"], settings: SourceLocation(file: "list.yml"), hasRecordPages: false)
  guard let shown = table.pages(of: 0).first, let list = compiled.templates(reporting: &diagnostics) else { return nil }
  let site = SiteSummary(
    title: "Debian", base: "https://example.org/", url: "/", language: "en",
    links: PageLinks())
  let summary = PageSummary(title: "Packages", url: "/packages/", canonical: "https://example.org/packages/")
  let page = ListPage(
    site: site, page: summary, list: source, table: shown, place: 1, count: 1, previous: nil, next: nil, index: [])
  return (list.list, page)
}

/// The time for which this process has kept a processor busy: what else the machine does counts less.
func microseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

let count = 10_000
var diagnostics = Diagnostics()
guard let (template, page) = page(of: count, &diagnostics), !diagnostics.hasErrors else {
  fatalError(diagnostics.all.map { "\($0)" }.joined(separator: "\n"))
}
var buffer = ByteBuffer()
var times: [Double] = []
for _ in 0..<101 {
  buffer.removeAll()
  let start = microseconds()
  template.render(page, into: &buffer)
  times.append((microseconds() - start) / Double(count))
}
times.sort()
func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
print(
  "a six-field cell: \(rounded(times[times.count / 2])) µs, at least \(rounded(times[0])) µs;",
  "\(buffer.bytes.count / count) bytes each, \(times.count) rounds of \(count) cells")
