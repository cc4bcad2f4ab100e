import CellistLists
import CellistTestSupport
import Testing

@testable import CellistBuilding
@testable import CellistPages
@testable import CellistTemplates
@testable import CellistThemes

/// A build compiles the templates that follow from what an edit changed, and takes all others from the last one.
@Suite struct KeptTemplateTests {
  private static let books = "record: {title: text, author: {record: people}, page: \"url?\"}\nid: title\n"
  private static let people = "record: {name: text, born: \"integer?\"}\nid: name\n"
  private static let index = """
    ---
    views: {new: {list: books, limit: 1}}
    ---
    Hello

    """
  private static func site(_ more: String = "", title: String = "T", theme: String = "own", word: String = "Lost")
    -> String
  {
    "title: \(title)\ntheme: {name: \(theme), settings: {missing: \(word)}}\n\(more)"
  }
  private static let list = """
    {{@theme.yes}}<link href="{{@theme.assets.style.css}}"><a href="/about/">{{word}}</a>
    {{#@list.fields}}{{label}} {{/@list.fields}}{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}
    {{/@page.sections}}
    """
  private static let files = [
    "content/site.yml": site(), "content/index.md": index,
    "content/about.md": "---\ntitle: About\n---\nUs\n", "content/books/list.yml": books,
    "content/books/books.csv": "title,author\nEmma,Jane\nPersuasion,Jane\n", "content/people/list.yml": people,
    "content/people/people.csv": "name,born\nJane,1775\n", "content/towns/list.yml": "record: {name: text}\n",
    "content/towns/bath.md": "---\nname: Bath\n---\n", "themes/own/theme.yml": "extends: default\n",
    "themes/own/pages/plain.mustache": "{{@page.title}}{{@page.content}}",
    "themes/own/pages/home.mustache": "{{@page.title}}{{@page.content}}{{#@page.views}}{{content}}{{/@page.views}}",
    "themes/own/pages/404.mustache": "{{@theme.missing}}",
    "themes/own/pages/list.mustache": list.replacing("{{word}}", with: "us"),
    "themes/own/pages/record.mustache": "{{@record.title}}",
    "themes/own/pages/view.mustache": "{{#@view.cells}}{{>*@cell}}{{/@view.cells}}",
    "themes/own/cells/cell.mustache":
      "<p id=\"{{@record.anchor}}\">{{@record.title}}{{#@record.fields}} {{label}} {{html}}{{/@record.fields}}</p>",
    "themes/own/cells/books/cell.mustache":
      "<p id=\"{{@record.anchor}}\">{{title}} by {{#author}}{{name}}, {{#born}}born {{born}}{{/born}}{{/author}}</p>",
    "themes/own/assets/style.css": "a{}", "themes/two/theme.yml": "extends: own\n",
    "themes/two/pages/404.mustache": "Two",
  ]

  struct Edit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let files: [String: String?]
    let compiled: [String]

    init(_ name: String, _ files: [String: String?], _ compiled: [String]) {
      (testDescription, self.files, self.compiled) = (name, files, compiled)
    }
  }

  private static let all = ["books", "new", "people", "plain:404", "plain:home", "plain:plain", "towns"]

  @Test(arguments: [
    Edit("a record", ["content/people/people.csv": "name,born\nJane,1776\n"], []),
    Edit("a record more", ["content/towns/york.md": "---\nname: York\n---\n"], []),
    Edit("a record less", ["content/books/books.csv": "title,author\nEmma,Jane\n"], []),
    Edit("the text of a page", ["content/about.md": "---\ntitle: About\n---\nThem\n"], []),
    Edit("a page more", ["content/more.md": "More\n"], []),
    Edit("the site's title", ["content/site.yml": site(title: "U")], []),
    Edit("a list's title", ["content/towns/list.yml": "record: {name: text}\ntitle: Places\n"], []),
    Edit("the view of a list", ["content/towns/list.yml": "record: {name: text}\nview: cards\n"], ["towns"]),
    Edit("the fields of a view", ["content/books/list.yml": books + "show: {meta: [page]}\n"], ["books", "new"]),
    Edit(
      "a field of records that others refer to",
      ["content/people/list.yml": people.replacing("\"integer?\"", with: "text")], ["books", "new", "people"]),
    Edit(
      "pages of records that others refer to", ["content/people/list.yml": people + "record-pages: true\n"],
      ["books", "new", "people"]),
    Edit("a list more", ["content/rivers/list.yml": "record: {name: text}\n"], ["rivers"]),
    Edit("a record in a folder of its own", ["content/towns/york/index.md": "---\nname: York\n---\n"], []),
    Edit(
      "the view on a page", ["content/index.md": index.replacing("limit: 1", with: "view: cards")], ["new"]),
    Edit("a template", ["themes/own/pages/list.mustache": list.replacing("{{word}}", with: "we")], all),
    Edit("a style sheet", ["themes/own/assets/style.css": "b{}"], all),
    Edit("the words of a theme", ["themes/own/theme.yml": "extends: default\nsettings: {missing: Gone}\n"], all),
    Edit("a setting of the theme", ["content/site.yml": site(word: "Gone")], all),
    Edit("another theme", ["content/site.yml": site(theme: "two")], all),
    Edit("a list's language", ["content/towns/list.yml": "record: {name: text}\nlanguage: de\n"], all),
    Edit("the site's language", ["content/site.yml": site("language: de\n")], all),
    Edit("the site's base", ["content/site.yml": site("base: /b/\n")], all),
  ])
  func `an edit compiles what follows from it`(edit: Edit) throws {
    let site = try BuiltSite(Self.files)
    site.waitForOldFiles()
    site.keep()
    #expect(try site.build().diagnostics.map(\.message) == [])
    let before = try #require(site.kept?.plan?.templates)
    for (path, text) in edit.files {
      if let text { try site.write(text, to: path) } else { try site.remove(path) }
    }
    #expect(try site.build().diagnostics.map(\.message) == [])
    let after = try #require(site.kept?.plan?.templates)
    #expect(after.compiled(since: before) == edit.compiled)
    #expect(try site.differencesToCleanBuild() == [])
  }

  /// A list that shows the records of another has the cells of that one.
  @Test func `other records are shown in the cells of their list`() throws {
    var files = Self.files
    files["content/rivers/list.yml"] = "record: {name: text}\n"
    files["content/rivers/avon.yml"] = "name: Avon\n"
    files["content/places/list.yml"] = "records-of: towns\n"
    for name in ["towns", "rivers"] {
      files["themes/own/cells/\(name)/cell.mustache"] = "<p id=\"{{@record.anchor}}\">\(name)</p>"
    }
    let site = try BuiltSite(files)
    site.keep()
    #expect(try !site.build().hasErrors)
    try site.write("records-of: rivers\n", to: "content/places/list.yml")
    #expect(try !site.build().hasErrors)
    #expect(site.text("places/index.html")?.contains("<p id=\"avon\">rivers</p>") == true)
  }

  /// Whether a text of settings is in another language than the page is known where its template is compiled.
  @Test func `other texts of settings are marked as those of another language`() throws {
    var files = Self.files
    files["content/site.yml"] = "title: {en: One}\nlanguages: [en, de]\n"
    let site = try BuiltSite(files)
    site.keep()
    #expect(try !site.build().hasErrors)
    let before = try #require(site.text("de/about/index.html"))
    #expect(before.contains("<span lang=\"en\" dir=\"ltr\">One</span>"))
    try site.write("title: {en: Two}\nlanguages: [en, de]\n", to: "content/site.yml")
    #expect(try !site.build().hasErrors)
    #expect(site.text("de/about/index.html") == before.replacing("One", with: "Two"))
    #expect(try site.differencesToCleanBuild() == [])
  }

  /// What a kept template says is checked as ever.
  @Test func `a link in a template that leads nowhere any more is reported`() throws {
    let site = try BuiltSite(Self.files)
    site.keep()
    #expect(try !site.build().hasErrors)
    let about = Self.files["content/about.md"] ?? ""
    try site.remove("content/about.md")
    for _ in 0..<2 {
      let messages = try site.build().diagnostics.map(\.message)
      #expect(messages.contains("the link target does not exist: /about/"))
      #expect(messages == site.builder.check().diagnostics.map(\.message))
    }
    try site.write(about, to: "content/about.md")
    #expect(try site.build().diagnostics.map(\.message) == [])
  }

  /// A warning about a template is repeated by each build.
  @Test func `a warning about a kept template is repeated`() throws {
    var files = Self.files
    files["themes/own/pages/plain.mustache"] = "<a href=\"more\">{{@page.title}}</a>"
    let site = try BuiltSite(files)
    site.keep()
    let first = try site.build().diagnostics.map(\.message)
    #expect(first == ["the link leads elsewhere from each page that shows it: more"])
    try site.write("More\n", to: "content/more.md")
    #expect(try site.build().diagnostics.map(\.message) == first)
  }
}

extension CompiledTemplates {
  /// What was compiled, and not taken from earlier ones: lists and views by their names, plain pages by those of their
  /// templates.
  fileprivate func compiled(since earlier: CompiledTemplates) -> [String] {
    let lists = lists.filter { !$1.isSame(as: earlier.lists[$0]) { $0.list } }.map(\.key)
    let views = views.filter { !$1.isSame(as: earlier.views[$0]) { $0 } }.map(\.key.name)
    let plain = plain.filter { !$1.isSame(as: earlier.plain[$0]) { $0 } }
      .map { "plain:\($0.key.split(separator: "/").last ?? "")" }
    return (lists + views + plain).sorted()
  }
}

extension Compilation {
  /// Whether it is another one, without a look at what that says.
  fileprivate func isSame<Page>(as other: Compilation?, _ template: (Templates) -> PageTemplate<Page>) -> Bool {
    guard let one = templates.map(template), let other = other?.templates.map(template) else { return false }
    return one.template.operations.withUnsafeBufferPointer { one in
      other.template.operations.withUnsafeBufferPointer { $0.baseAddress == one.baseAddress }
    }
  }
}
