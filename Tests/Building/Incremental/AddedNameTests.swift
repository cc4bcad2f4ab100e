import CellistLists
import CellistTestSupport
import CellistThemes
import Testing

@testable import CellistBuilding
@testable import CellistSettings
@testable import CellistSites

/// A name that is added to a scope, at whatever level, is all that has to be written: builds, explanations and watching
/// follow from its declaration.
@Suite struct AddedNameTests {
  enum Level: String, CaseIterable { case site, theme, list, page, section, record }

  private static func options(_ level: Level) -> BuildOptions {
    var options = BuildOptions(now: 1_700_000_000)
    switch level {
    case .site: options.addedNames.site = { "\($0.author ?? "") \($0.lists.map(\.count))" }
    case .theme: options.addedNames.theme = { theme in "\(theme.settings.map { $0.value.plainText })" }
    case .list: options.addedNames.list = { $0.summary.description ?? "" }
    case .page: options.addedNames.page = { $0.description ?? "" }
    case .section: options.addedNames.section = { "\($0?.title ?? "") \($0?.count ?? 0)" }
    // A field that nothing else on a page shows.
    case .record: options.addedNames.record = { $0.record.values.last?.plainText ?? "" }
    }
    return options
  }

  /// Templates that read the added name and hardly any other.
  private static func templates(_ level: Level) -> [String: String] {
    let isOnPages = ![.list, .section, .record].contains(level)
    let name = "{{@\(level.rawValue).added}}"
    let onList = isOnPages || level == .list ? name : ""
    return [
      "themes/t/theme.yml": "settings: {accent: red}\n",
      "themes/t/pages/home.mustache": isOnPages ? name : "", "themes/t/pages/404.mustache": "",
      "themes/t/pages/plain.mustache": isOnPages ? name : "",
      "themes/t/pages/list.mustache": """
      \(onList){{#@page.sections}}\(level == .section ? name : ""){{#@section.cells}}{{>*@cell}}{{/@section.cells}}
      {{/@page.sections}}
      """,
      "themes/t/pages/record.mustache": level == .section ? "" : name,
      "themes/t/cells/cell.mustache": "<i id=\"{{@record.anchor}}\">\(level == .record ? name : "")</i>",
    ]
  }

  private static let edits: [(path: String, text: String)] = [
    ("content/site.yml", "title: T\ntheme: t\nauthor: Other\n"),
    ("themes/t/theme.yml", "settings: {accent: green}\n"),
    ("content/items/list.yml", try! settings.replacing(present: "first", with: "second")),
    ("content/about.md", "---\ntitle: About\ndescription: Other\n---\n"),
    ("content/items/r3.yml", "{name: N3, kind: b, note: other}\n"),
    ("content/items/r4.yml", "{name: N4, kind: a, note: n4}\n"),
    ("content/items/r99.yml", "{name: A0, kind: a, note: front}\n"),
    ("content/items/r5.yml", "{name: Z5, kind: b, note: n5}\n"),
    ("content/items/r6.yml", "{name: N6, kind: b}\n"),
  ]

  private static let settings = """
    title: Items
    description: first
    record: {name: text, kind: text, note: "text?"}
    id: name
    sort: [name]
    sections: {by: kind}
    record-pages: true
    pages: {size: 4}

    """

  @Test(arguments: Level.allCases, [false, true])
  func `a name at any level is followed`(level: Level, isKept: Bool) throws {
    var files = Self.templates(level)
    files["content/site.yml"] = "title: T\ntheme: t\nauthor: One\n"
    files["content/about.md"] = "---\ntitle: About\ndescription: One\n---\n"
    files["content/items/list.yml"] = Self.settings
    for number in 0..<12 {
      files["content/items/r\(number).yml"] =
        "{name: N\(number), kind: \(number % 2 == 0 ? "a" : "b"), note: n\(number)}\n"
    }
    let site = try BuiltSite(files)
    site.options = Self.options(level)
    if isKept { site.keep() }
    #expect(try site.problems().found == [])
    var seen = 0
    for (path, text) in Self.edits {
      let before = site.output()
      try site.write(text, to: path)
      #expect(try site.problems().found == [], "\(path)")
      seen += site.output() == before ? 0 : 1
    }
    try site.remove("content/items/r7.yml")
    #expect(try site.problems().found == [])
    #expect(seen > 0)
  }
}
