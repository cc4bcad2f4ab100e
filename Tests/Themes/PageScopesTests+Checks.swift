import CellistTemplates
import Testing

@testable import CellistThemes

/// The faults that the compiler finds in a theme's templates when it checks them against a list.
extension PageScopesTests {
  @Test(arguments: [
    (
      "pages/list", "\n{{@page.titel}}", "2:3: error: '@page' has no part 'titel' [unknown-name]; did you mean 'title'?"
    ),
    (
      "pages/list", "{{@pgae.title}}",
      "1:3: error: there is no name '@pgae.title' here [unknown-name]; did you mean '@page'?"
    ),
    (
      "pages/list", "{{@record.title}}",
      "1:3: error: there is no name '@record.title' here [unknown-name]; known here: @site, @theme, @page, @list"
    ),
    (
      "pages/list", "{{#@page.sections}}\n  {{@section.tilte}}\n{{/@page.sections}}",
      "2:5: error: '@section' has no part 'tilte' [unknown-name]; did you mean 'title'?"
    ),
    (
      "pages/list", "{{@theme.acent}}",
      "1:3: error: '@theme' has no part 'acent' [unknown-name]; did you mean 'accent'?"
    ),
    (
      "pages/list", "{{@theme.assets.styl.css}}",
      "1:3: error: '@theme.assets' has no part 'styl.css' [unknown-name]; did you mean 'style.css'?"
    ),
    (
      "cells/cell", "<li>{{titel}}</li>",
      "1:7: error: there is no name 'titel' here [unknown-name]; did you mean 'title'?"
    ),
    (
      "cells/cell", "{{@record.fileds}}",
      "1:3: error: '@record' has no part 'fileds' [unknown-name]; did you mean 'fields'?"
    ),
    ("parts/row", "\n\n {{@record.ur}}", "3:4: error: '@record' has no part 'ur' [unknown-name]; did you mean 'url'?"),
    (
      "pages/list", "{{#@page.sections}}{{@section.footer.mass}}{{/@page.sections}}",
      "1:22: error: '@section.footer' has no part 'mass' [unknown-name]; known here: year, price, day, at, title"
    ),
  ])
  func `a misspelt name is an error where it stands, with a suggestion`(
    name: String, text: String, message: String
  ) throws {
    var templates = ["pages/list": ThemedList.cells, "cells/cell": "{{> row}}", "parts/row": ""]
    templates[name] = text
    #expect(
      try list().html(templates, settings: "settings: {accent: moss}", assets: ["style.css"])
        == "themes/plain/\(name).mustache:\(message)")
  }

  @Test func `a cell template that does not exist is an error at its rule, with a suggestion`() throws {
    let list = try ThemedList("record: {name: text}\ncells: nobel")
    #expect(
      list.html(["pages/list": ThemedList.cells, "cells/noble": "", "cells/things/own": "", "cells/others/x": ""])
        == "list.yml:2:8: error: there is no cell template 'nobel' [unknown-template]; did you mean 'noble'?")
    let unnamed = try ThemedList("record: {name: text}")
    #expect(
      unnamed.html(["pages/list": ThemedList.cells, "cells/noble": "", "cells/things/own": "", "cells/others/x": ""])
        == "content/things/list.yml:1:1: error: there is no cell template 'rows-cell' [unknown-template]; "
        + "known here: noble, own")
  }

  @Test(arguments: [
    ("{{title}}", ["title"]),
    ("{{day.year}} {{day.year}} {{day}}", ["day.year", "day"]),
    ("{{#old}}{{price.formatted}}{{/old}}", ["old", "price.formatted"]),
    ("{{@record.title}} {{> row}}", ["@record.title", "@record.url"]),
    ("{{#@record.fields}}{{label}}{{/@record.fields}}", ["@record.fields", "@record.fields/label"]),
    ("{{^@record.fields}}none{{/@record.fields}}", ["@record.fields"]),
    ("{{! nothing }}", []), ("{{@cell}}", ["@cell"]),
  ])
  func `what a cell template reads is known`(cell: String, reads: [String]) throws {
    let (templates, messages) = try list().templates([
      "pages/list": ThemedList.cells, "cells/cell": cell, "parts/row": "{{@record.url}}",
    ])
    #expect(messages == [])
    let prefix = "@page.sections/@section.cells"
    #expect(
      templates?.list.template.layout.reads == ["@page.sections", prefix] + reads.map { "\(prefix)/\($0)" })
  }

  @Test func `each cell template reads what it prints, and no other`() throws {
    let (templates, messages) = try variants().templates([
      "pages/list": ThemedList.cells, "cells/talk": "{{room}}", "cells/pause": "{{title.initial}}",
    ])
    #expect(messages == [])
    let cells = templates?.list.template.layout.slots[0].elements[0].slots[0]
    #expect(cells?.path == ["@section", "cells"])
    #expect(cells?.elements.map(\.reads) == [["room"], ["title.initial"]])
    #expect(
      templates?.list.template.sources == [
        "themes/plain/cells/pause.mustache", "themes/plain/cells/talk.mustache", "themes/plain/pages/list.mustache",
      ])
  }
}
