import CellistRecords
import Testing

@testable import CellistTemplates

struct TemplateSemanticsTests {
  // MARK: Names

  @Test func `a name belongs to the innermost scope that declares it`() {
    let page = TestPage("{{#publisher}}{{name}} {{title}}{{/publisher}}{{#people}}, {{name}} {{title}}{{/people}}")
    let book = Book(people: [.author(name: "Anna Magdalena")], publisher: Book.Publisher())
    #expect(page.html(of: book) == "Bärenreiter Suites, Anna Magdalena Suites")
  }

  @Test func `the innermost scope decides even where an outer one has the part`() {
    let scope: Scope<Void> = [
      "a": .object(["b": .object(["c": .text { "inner" }]) { _ in () } as Member<Void>]) { _ in () },
      "b": .object(["d": .text { "outer" }] as Scope<Void>) { _ in () },
    ]
    #expect(
      TestPage("{{#a}}{{b.d}}{{/a}}").output(of: (), scope)
        == "page.mustache:1:9: error [unknown-name]: 'b' has no part 'd'\n  did you mean 'c'?")
  }

  @Test func `a name may have dots of its own`() {
    #expect(TestPage("{{assets.style.css}} {{assets.icon}}").html() == "/assets/style.1.css /icon")
    #expect(TestPage("{{#assets}}{{style.css}}{{/assets}}").html() == "/assets/style.1.css")
  }

  @Test func `parts one by one win over a name with dots`() {
    let scope: Scope<Void> = [
      "a.b": .text { "whole" },
      "a": .object(["b": .text { "parts" }] as Scope<Void>) { _ in () },
    ]
    #expect(TestPage("{{a.b}}").output(of: (), scope) == "parts")
  }

  @Test func `the dot is the value of the innermost section`() {
    let page = TestPage("{{#tags}}[{{.}}]{{/tags}}{{#subtitle}}({{.}}){{/subtitle}}")
    #expect(page.html(of: Book(subtitle: "for cello", tags: ["a", "b"])) == "[a][b](for cello)")
  }

  // MARK: Sections

  @Test func `a list shows the body of each element's variant`() {
    let page = TestPage("{{#people}}<i>{{name}}</i>{{/people}}{{^people}}nobody{{/people}}")
    let people = [Book.Person.author(name: "A"), .editor(name: "E", house: "H")]
    #expect(page.html(of: Book(people: people)) == "<i>A</i><i>E</i>")
    #expect(page.html() == "nobody")
  }

  @Test func `a list's body is checked for every variant`() {
    #expect(
      TestPage("{{#people}}{{name}}{{house}}{{/people}}").messages == """
        page.mustache:1:22: error [unknown-name]: there is no name 'house' here
          known here: name, title, subtitle, link, notes, new, binding, tags, people, publisher, assets
        """)
  }

  @Test func `a dynamic name chooses the partial that the value names`() {
    let page = TestPage("<p>{{>*binding}}</p>", partials: ["paper": "soft {{title}}", "cloth": "hard"])
    #expect(page.html() == "<p>soft Suites</p>")
    #expect(page.html(of: Book(binding: "cloth")) == "<p>hard</p>")
    #expect(page.reads == ["binding", "title"])
  }

  @Test func `elements of a list may choose their own partial`() {
    let cells: [(name: String, scope: Scope<Book.Person>)] = ["author", "editor"].enumerated().map { index, kind in
      var scope = Book.people[index].scope
      scope["cell"] = .text(choices: [Shape.Choice(kind, template: "cells/\(kind)")]) { _ in kind }
      return (name: kind, scope: scope)
    }
    let scope: Scope<[Book.Person]> = [
      "cells": .list(cells, variant: { if case .author = $0 { 0 } else { 1 } }) { $0 }
    ]
    let page = TestPage(
      "{{#cells}}{{>*cell}}{{/cells}}",
      partials: ["cells/author": "<b>{{name}}</b>", "cells/editor": "<i>{{name}}, {{house}}</i>"])
    #expect(
      page.output(of: [.editor(name: "E", house: "H"), .author(name: "A")], scope) == "<i>E, H</i><b>A</b>")
  }

  @Test func `what is absent prints nothing and is false`() {
    let page = TestPage(
      "{{subtitle}}{{notes}}{{publisher.name}}{{#subtitle}}1{{/subtitle}}{{#publisher}}2{{/publisher}}{{^subtitle}}3{{/subtitle}}{{^publisher}}4{{/publisher}}"
    )
    #expect(page.html(of: Book(notes: nil)) == "34")
    #expect(
      page.html(of: Book(subtitle: "s", notes: "<p>n</p>", publisher: Book.Publisher(name: "p"))) == "s<p>n</p>p12")
  }

  @Test func `empty text is false, and zero is not`() {
    let page = TestPage("{{#title}}{{title}} {{/title}}{{^title}}none{{/title}}")
    #expect(page.html(of: Book(title: "")) == "none")
    #expect(page.html(of: Book(title: "0")) == "0 ")
  }

  @Test func `a list has a count, and knows whether there is any`() {
    let page = TestPage("{{tags.count}}{{#tags.any}}!{{/tags.any}}{{^tags.any}}?{{/tags.any}}{{tags.any}}")
    #expect(page.html() == "0?false")
    #expect(page.html(of: Book(tags: ["a", "b"])) == "2!true")
  }

  @Test func `a flag's section opens no scope`() {
    #expect(
      TestPage("{{#subtitle}}{{#new}}{{.}}{{/new}}{{/subtitle}}").html(of: Book(subtitle: "s", isNew: true)) == "s")
  }

  // MARK: Reads

  @Test(arguments: [
    ("<p>text</p>{{! title }}", []),
    ("{{title}}{{title}}{{#title}}{{.}}{{/title}}", ["title"]),
    ("{{#new}}{{subtitle}}{{/new}}", ["new", "subtitle"]),
    ("{{^people}}x{{/people}}", ["people"]),
    ("{{#people}}{{title}}{{/people}}", ["people", "title"]),
    ("{{#people}}{{name}}{{/people}}", ["people", "people/name", "people/name"]),
    ("{{people.count}}", ["people.count"]),
    ("{{#publisher}}{{name}}{{/publisher}}", ["publisher", "publisher.name"]),
    ("{{publisher.name}}", ["publisher.name"]),
    ("{{#assets}}{{icon}}{{/assets}}", ["assets.icon"]),
    ("{{^assets}}{{title}}{{/assets}}", []),
    ("{{#tags}}{{.}}{{/tags}}", ["tags", "tags/"]),
  ])
  func `the layout holds what a template reads and no more`(_ text: String, _ reads: [String]) {
    #expect(TestPage(text).reads == reads)
  }

  @Test func `a layout's slots are all that is read from a source`() {
    var diagnostics = Diagnostics()
    let template = TestPage("{{title}}").compiled(&diagnostics)
    let frame = template.map { Book.scope.projection($0.layout).frame(of: Book(subtitle: "unread")) }
    #expect(frame == Frame(slots: [.text("Suites")]))
  }

  @Test func `sources name every file that a template was compiled from`() {
    var diagnostics = Diagnostics()
    let page = TestPage(
      "{{<layout}}{{$main}}{{>*binding}}{{/main}}{{/layout}}",
      partials: [
        "layout": "{{$main}}{{>unused}}{{/main}}", "unused": "", "paper": "", "cloth": "{{>part}}", "part": "",
      ])
    #expect(
      page.compiled(&diagnostics)?.sources == [
        "cloth.mustache", "layout.mustache", "page.mustache", "paper.mustache", "part.mustache",
      ])
  }

  @Test func `the same template compiles to the same layout and the same bytes`() {
    let text = "{{#people}}{{>*binding}}{{name}}{{/people}}{{notes}}{{#publisher}}{{name}}{{/publisher}}{{title}}"
    let page = TestPage(text, partials: ["paper": "{{link}}", "cloth": "{{subtitle}}"])
    let book = Book(people: [.editor(name: "E", house: "H"), .author(name: "A")], publisher: Book.Publisher())
    var diagnostics = Diagnostics()
    let layouts = Set((0..<20).map { _ in page.compiled(&diagnostics)?.layout })
    #expect(layouts.count == 1)
    #expect(Set((0..<20).map { _ in page.html(of: book) }).count == 1)
  }

  // MARK: Library

  @Test func `names lead to a folder's templates, and to preferred ones first`() {
    var diagnostics = Diagnostics()
    var library = TemplateLibrary()
    for name in ["parts/head", "cells/talk", "cells/programme/talk", "cells/pause"] {
      library.add(TemplateSource(path: name, text: ""), as: name, &diagnostics)
    }
    library.folders = ["parts"]
    library.preferred = ["cells/": ["cells/programme/"]]
    #expect(library.resolve("head") == "parts/head")
    #expect(library.resolve("cells/talk") == "cells/programme/talk")
    #expect(library.resolve("cells/pause") == "cells/pause")
    #expect(library.resolve("talk") == nil)
    #expect(library.names == ["cells/pause", "cells/programme/talk", "cells/talk", "head"])
  }
}
