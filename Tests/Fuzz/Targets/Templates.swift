import CellistRecords
import CellistTyped

@testable import CellistTemplates

extension FuzzTarget {
  /// Templates: what is wrong with them has a place; whatever fills one that compiles, its tags stay, and links keep
  /// their schemes.
  static let templates = FuzzTarget(
    "templates",
    seeds: [
      "\0<h1 id=\"{{slug}}\">{{title}}</h1>{{#tags}}<b>{{.}}</b>{{/tags}}{{^tags}}none{{/tags}}\u{1E}",
      "\u{1}{{<part}}{{$block}}<a href=\"{{link}}\">{{title}}</a>{{/block}}{{/part}}\u{1E}<p class='{{slug}} x'>{{$block}}{{/block}}</p>",
      "\u{2}{{#people}}{{name}}{{>*@variant}}{{/people}}{{>part}}\u{1E}  <!-- c -->\n  {{=<% %>=}}<% title %>\n",
      "\u{3}{{{notes}}}{{&notes}}{{#publisher}}<i title=\"{{name}}\">{{.}}</i>{{/publisher}}{{! no }}<img{{#new}} class=\"n\"{{/new}} src='{{link}}'>\u{1E}",
      "\u{4}{{#book}}{{#book}}{{title}}{{/book}}{{/book}}{{>*binding}}<title>{{title}}</title><textarea>{{title}}</textarea>\u{1E}{{tags.count}}\u{1E}cloth",
    ],
    words: [
      "{{title}}", "{{subtitle}}", "{{slug}}", "{{link}}", "{{{notes}}}", "{{#new}}", "{{/new}}", "{{#tags}}",
      "{{/tags}}", "{{.}}",
      "{{#people}}", "{{/people}}", "{{name}}", "{{>part}}", "{{>*binding}}", "{{>*@variant}}", "{{#publisher}}",
      "{{/publisher}}",
      "{{#book}}", "{{/book}}", "{{^tags}}", "{{$block}}", "{{/block}}", "{{<part}}", "{{/part}}", "{{=<% %>=}}",
      "{{! ", "{{@site", "<a href=\"",
      "<script>", "</script>", "<style>", "<title>", "</title>", "<!--", "-->", "='", "<svg>", "<p ", "/>", "\u{1E}",
      "<meta http-equiv=\"refresh\" content=\"", "<base href=\"", "<iframe src=\"", " onclick=\"", " style=\"", "\r\n",
    ]
  ) { input in
    var input = input
    let hostile = input.choice(of: FuzzBook.hostile)
    var library = TemplateLibrary()
    var diagnostics = Diagnostics()
    var files: [String: TextLines] = [:]
    for (name, text) in zip(["page", "part", "paper", "cloth", "author", "editor"], input.texts("\u{1E}")) {
      let source = TemplateSource(path: "\(name).mustache", text: text)
      files[source.path] = TextLines(text)
      library.add(source, as: name, &diagnostics)
    }
    var problems = Diagnostics()
    let template = TemplateCompiler.compile(
      "page", at: SourceLocation(file: "page.mustache"), against: FuzzBook.scope.shape, from: library,
      by: TemplateCompiler.Rules(.html), &problems)
    lawOfPlaces(diagnostics, in: files)
    lawOfPlaces(problems, in: files)
    law(template != nil || problems.hasErrors || diagnostics.hasErrors, "a template that does not compile has an error")
    law(template == nil || !problems.hasErrors, "a template that compiles has no error")
    guard let template else { return }
    let projection = FuzzBook.scope.projection(template.layout)
    let pages = [FuzzBook.harmless, hostile].map { book in
      var buffer = ByteBuffer()
      template.render(projection.frame(of: book), into: &buffer)
      return buffer.bytes
    }
    for readsMarkup in [false, true] {
      let tags = pages.map { ReferenceTokenizer($0, readsMarkupInContainers: readsMarkup).tags }
      law(
        tags[0].map(\.bare) == tags[1].map(\.bare),
        "\(hostile.title) changes \(tags[0].map(\.bare)) to \(tags[1].map(\.bare))")
      let schemes = tags.map { Browser.links(in: $0).map(Browser.scheme) }
      law(schemes[0] == schemes[1], "\(hostile.title) changes \(schemes[0]) to \(schemes[1])")
      let loaded = tags.map(Browser.loaded)
      law(loaded[0] == loaded[1], "\(hostile.link) changes what is loaded: \(loaded[0]) to \(loaded[1])")
    }
  }
}

/// The pages of fuzzed templates: one of everything that a name can lead to.
struct FuzzBook: Sendable {
  let title: String
  let link: String

  static let harmless = FuzzBook(title: "x", link: "/x")

  static let hostile = [
    FuzzBook(title: "\"><script>alert(1)</script>", link: "/?a&b=\"><i>'"),
    FuzzBook(title: "'><img src=x onerror=alert(1)>", link: "#'><b>"),
    FuzzBook(title: "javascript:alert(1)", link: "//e.org/"),
    FuzzBook(title: "--></title></textarea></style></script><b>", link: "/&quot;&lt;"),
    FuzzBook(title: " x=y /", link: "?a=b/"), FuzzBook(title: "&#58;:/<!--", link: "a:b".replacing(":", with: "%3A")),
  ]

  /// Itself and whatever is in it, in a list.
  struct Person: Sendable {
    let name: String
    let isEditor: Bool
  }

  private var people: [Person] { [Person(name: title, isEditor: false), Person(name: title, isEditor: true)] }

  static let scope: Scope<FuzzBook> = named(depth: 2)

  /// The names of a book; of the book in it, as far as they go.
  private static func named(depth: Int) -> Scope<FuzzBook> {
    var scope: Scope<FuzzBook> = [
      "title": .text(\.title), "slug": .text(\.title), "subtitle": .optionalText(\.title),
      "none": .optionalText { _ in nil },
      "link": .url(\.link), "notes": .optionalHTML { _ in "<p>Six of <em>them</em>.</p>" }, "new": .flag { _ in true },
      "old": .flag { _ in false },
      "binding": .text(choices: [Shape.Choice("paper"), Shape.Choice("cloth")]) { _ in "cloth" },
      "tags": .list(Scope(own: .text { $0 })) { [$0.title, $0.title] },
      "people": .list(
        [
          (
            name: "author",
            scope: ["name": .text(\.name), "@variant": .text(choices: [Shape.Choice("author")]) { _ in "author" }]
          ),
          (
            name: "editor",
            scope: ["name": .text(\.name), "@variant": .text(choices: [Shape.Choice("editor")]) { _ in "editor" }]
          ),
        ], variant: { $0.isEditor ? 1 : 0 }, { $0.people }),
      "publisher": .optionalObject(["name": .text(\.title)]) { $0 },
    ]
    if depth > 0 { scope["book"] = .object(named(depth: depth - 1)) { $0 } }
    return scope
  }
}
