import CellistContent
import CellistRecords
import CellistTemplates
import CellistText
import Testing

@testable import CellistThemes

@Suite struct ThemeTests {
  private func layer(
    _ name: String, _ settings: String? = nil, templates: [String: String] = [:], assets: [String: String] = [:],
    _ diagnostics: inout Diagnostics
  ) -> ThemeLayer {
    ThemeLayer(
      name: name,
      settings: settings.flatMap { SettingsFile.read($0, path: "themes/\(name)/theme.yml", &diagnostics) },
      templates: .init(
        uniqueKeysWithValues: templates.map { path, text in
          (path, TemplateSource(path: "themes/\(name)/\(path).mustache", text: text))
        }), assets: assets.mapValues { Array($0.utf8) })
  }

  /// A theme whose layers have these settings, from its own to the one at the bottom.
  private func theme(_ settings: String?..., overrides: String? = nil) -> (theme: Theme, messages: [String]) {
    var diagnostics = Diagnostics()
    let layers = zip(["own", "middle", "bottom"], settings).map { layer($0, $1, &diagnostics) }
    let node = overrides.flatMap { SettingsFile.read($0, path: "content/site.yml", &diagnostics) }
    let theme = Theme(layers: layers, overrides: node, &diagnostics)
    return (theme, lines(diagnostics))
  }

  private func settings(_ theme: Theme) -> [String] { theme.settings.map { "\($0.name): \($0.value)" } }

  @Test func `settings are inherited, and a theme's own take the place of those it inherits`() {
    let (theme, messages) = theme(
      "extends: middle\nsettings: {accent: moss, own: \"true\"}", "settings: {accent: plum, middle: no}",
      "settings: {accent: ink, credit: true, empty: }", overrides: nil)
    #expect(messages == [])
    #expect(theme.name == "own")
    #expect(
      settings(theme) == [
        "accent: text(\"moss\")", "credit: boolean(true)", "empty: text(\"\")", "middle: text(\"no\")",
        "own: text(\"true\")",
      ])
  }

  @Test func `the site's settings take the place of the theme's`() {
    let (theme, messages) = theme(
      nil, "settings: {accent: ink, credit: true}", overrides: "{accent: 007, credit: false}")
    #expect(messages == [])
    #expect(settings(theme) == ["accent: text(\"007\")", "credit: boolean(false)"])
  }

  @Test(arguments: [
    (
      "", "{acent: moss}",
      "content/site.yml:1:2: error: the theme has no setting 'acent' [unknown-key]; did you mean 'accent'?"
    ),
    (
      "", "[moss]",
      "content/site.yml:1:1: error: the theme's settings must be a mapping, found a list [invalid-setting]"
    ),
    (
      "", "{accent: [a]}",
      "content/site.yml:1:10: error: the theme's setting 'accent' must be text, true or false, found a list [invalid-setting]"
    ),
    (
      "settings: [a]", "",
      "themes/own/theme.yml:1:11: error: 'settings' must be a mapping, found a list [invalid-setting]"
    ),
    (
      "settings: {own: {a: b}}", "",
      "themes/own/theme.yml:1:18: error: 'own' has a form 'a', which is no plural category [unknown-key]; known here: zero, one, two, few, many, other"
    ),
    (
      "settings: {accent: {a: b}}", "",
      "themes/own/theme.yml:1:20: error: the theme's setting 'accent' must be text, true or false, found a mapping [invalid-setting]"
    ),
    (
      "extend: default", "",
      "themes/own/theme.yml:1:1: error: theme.yml has no setting 'extend' [unknown-key]; did you mean 'extends'?"
    ),
    ("[a]", "", "themes/own/theme.yml:1:1: error: theme.yml must be a mapping, found a list [invalid-setting]"),
  ])
  func `settings that do not fit are reported`(own: String, overrides: String, message: String) {
    #expect(theme(own, "settings: {accent: ink}", overrides: overrides.isEmpty ? nil : overrides).messages == [message])
  }

  @Test func `a setting may choose among values, the first of which it has`() {
    let (chosen, messages) = theme("settings: {accent: plum}", "settings: {accent: [ink, moss, plum]}", overrides: nil)
    #expect(settings(chosen) == ["accent: text(\"plum\")"] && messages == [])
    #expect(settings(theme("settings: {accent: [ink, moss]}", overrides: nil).theme) == ["accent: text(\"ink\")"])
    // A theme that extends another may have style sheets for more.
    let own = theme("settings: {accent: red}", "settings: {accent: [ink, moss]}", overrides: "{accent: green}")
    #expect(settings(own.theme) == ["accent: text(\"green\")"] && own.messages == [])
    #expect(
      theme("settings: {accent: [ink, moss]}", overrides: "{accent: mos}").messages == [
        "content/site.yml:1:10: error: the theme's setting 'accent' must be one of ink, moss, found \"mos\" [invalid-setting]; did you mean 'moss'?"
      ])
    #expect(
      theme("settings: {accent: [ink, {a: b}]}", overrides: nil).messages == [
        "themes/own/theme.yml:1:20: error: the values of the theme's setting 'accent' must be texts, the default in front [invalid-setting]; for example accent: [narrow, medium, wide]"
      ])
  }

  @Test func `a word may have plural forms, which stand in counts`() throws {
    let (theme, messages) = theme(
      "settings: {papers: {one: '# paper', other: '# papers'}, records: {one: 'one record', other: '# records'}}",
      "settings: {accent: ink, records: {other: '#'}}", overrides: "{papers: '# of # works'}")
    #expect(messages == [])
    let english = try #require(Language(tag: "en"))
    #expect(theme.plurals.map(\.name) == ["records", "papers"])
    #expect([1, 1_204].map { theme.plurals[0].word.text(for: $0, in: english) } == ["one record", "1,204 records"])
    #expect(theme.plurals[1].word.text(for: 1, in: english) == "1 of 1 works")
  }

  @Test(arguments: [
    (
      "{records: {ones: '#', other: '#'}}",
      "1:12: error: 'records' has a form 'ones', which is no plural category [unknown-key]; did you mean 'one'?"
    ),
    ("{records: {one: '#'}}", "1:11: error: 'records' has no form 'other', for all other counts [invalid-setting]"),
    (
      "{records: {one: [a], other: '#'}}",
      "1:17: error: the form 'one' of 'records' must be text, found a list [invalid-setting]"
    ),
    (
      "{records: [a]}",
      "1:11: error: the theme's setting 'records' must be text or a mapping of plural forms, found a list [invalid-setting]"
    ),
  ])
  func `plural forms that do not fit are reported`(overrides: String, message: String) {
    #expect(
      theme("settings: {accent: ink, records: {one: '#', other: '#'}}", overrides: overrides).messages
        == ["content/site.yml:\(message)"])
  }

  @Test func `a theme extends the default theme unless it names another`() {
    var diagnostics = Diagnostics()
    #expect(layer("own", nil, &diagnostics).parent(&diagnostics).name == "default")
    let parent = layer("own", "\nextends: base", &diagnostics).parent(&diagnostics)
    #expect(parent.name == "base")
    #expect(parent.location?.description == "themes/own/theme.yml:2:10")
    #expect(lines(diagnostics) == [])
  }

  @Test func `assets and templates are inherited file by file`() {
    var diagnostics = Diagnostics()
    let theme = Theme(
      layers: [
        layer(
          "own", templates: ["pages/list": "own", "cells/a": ""], assets: ["style.css": "own", "own.svg": ""],
          &diagnostics),
        layer(
          "base", templates: ["pages/list": "{{broken", "parts/brand": ""],
          assets: ["style.css": "base", "img/logo.svg": ""], &diagnostics),
      ], overrides: nil, &diagnostics)
    #expect(lines(diagnostics) == [])
    #expect(
      theme.assets.mapValues { String(decoding: $0, as: UTF8.self) } == [
        "style.css": "own", "own.svg": "", "img/logo.svg": "",
      ])
    #expect(theme.templates.names == ["brand", "cells/a", "pages/list"])
  }

  @Test func `the ids in templates are those of attributes without a tag in them`() {
    var diagnostics = Diagnostics()
    let theme = Theme(
      layers: [
        layer(
          "own",
          templates: [
            "pages/list":
              #"<main class="a" id="main" data-id="no"><p {{#x}}id="some"{{/x}} id="{{no}}" id="">id="no</p>"#,
            "parts/brand": "<b\nid=\"brand\" title=\"id=\"></b>",
          ], &diagnostics)
      ], overrides: nil, &diagnostics)
    #expect(theme.ids == ["main", "some", "brand"])
  }

  @Test func `a cell of one list's own wins over the cell of all lists`() throws {
    let list = try ThemedList(
      "record: {name: text, kind: {choice: [a, b]}}\nid: name\ncells: {by: kind}",
      "[{name: x, kind: a}, {name: y, kind: b}]")
    #expect(
      list.html([
        "pages/list": ThemedList.cells, "cells/a": "all a;", "cells/b": "all b;", "cells/things/a": "own a;",
        "cells/others/b": "other b;",
      ]) == "own a;all b;")
    #expect(
      list.html([
        "pages/list": ThemedList.cells, "cells/things/a": "own a;", "cells/things/b": "{{> cells/others/b}}",
        "cells/others/b": "other b;",
      ]) == "own a;other b;")
  }

  @Test func `a part's name leads into the folder of parts first`() throws {
    let list = try ThemedList("record: {name: text}\nid: name", "[{name: x}]")
    #expect(
      list.html([
        "pages/list": "{{> row}} {{> sections/section}} {{> pages/row}}", "parts/row": "part",
        "sections/section": "section",
        "pages/row": "page", "cells/cell": "",
      ]) == "part section page")
  }

  @Test func `the default theme has each of its files once`() {
    let paths = DefaultTheme.files.map(\.path)
    #expect(Set(paths).count == paths.count)
    #expect(BuiltInThemes.bytes(of: "themes/default/theme.yml")?.isEmpty == false)
    #expect(BuiltInThemes.bytes(of: "themes/other/theme.yml") == nil)
  }
}
