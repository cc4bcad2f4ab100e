import CellistFamilies
import CellistPages
import CellistTestSupport
import Testing

@testable import CellistMarkup
@testable import CellistThemes

/// The list of the default theme's parts, blocks and classes against the files of the theme.
@Suite struct ThemePartTests {
  /// The theme's templates, by their path.
  private static let templates = DefaultTheme.files.filter { $0.path.hasSuffix(".mustache") }
    .map { (path: $0.path, text: String(decoding: $0.bytes, as: UTF8.self)) }

  /// The names of a kind in the list, each with the files that use it.
  private static func documented(_ kind: String) -> [String: String] {
    let records = OwnSite.records(of: "reference/theme-parts").filter { $0.text("kind") == kind }
    return Dictionary(records.map { ($0.text("name"), $0.text("file")) }) { "\($0) and \($1)" }
  }

  @Test func `parts are all that templates can include`() {
    let names = Self.templates.map(\.path).filter { $0.hasPrefix("parts/") || $0.hasPrefix("sections/") }
    let parts = names.map { path in
      let name = path.dropLast(".mustache".count)
      return (name.hasPrefix("parts/") ? String(name.dropFirst("parts/".count)) : String(name), path)
    }
    #expect(Self.documented("Parts") == Dictionary(uniqueKeysWithValues: parts))
  }

  @Test func `blocks are all that templates declare`() {
    var blocks: [String: String] = [:]
    for (path, text) in Self.templates where !path.hasPrefix("pages/") {
      for match in text.matches(of: /\{\{\$(\w+)\}\}/) { blocks[String(match.1)] = path }
    }
    #expect(Self.documented("Blocks") == blocks)
  }

  @Test func `classes are all that templates give to elements, and all of the style sheets`() throws {
    var files: [String: Set<String>] = [:]
    for (path, text) in Self.templates {
      for match in text.matches(of: /class="((?:\{\{[^}]*\}\}|[^"])*)"/) {
        let value = match.1.replacing(/\{\{[#^\/][^}]*\}\}/, with: "").replacing(/\{\{[^}]*\}\}/, with: "…")
        for name in value.split(separator: " ") { files[String(name), default: []].insert(path) }
      }
    }
    let documented = Self.documented("Classes")
    #expect(Set(documented.keys) == Set(files.keys))
    for (name, file) in documented { #expect(files[name]?.contains(file) == true, "\(name)") }
    let own = try #require(BuiltInThemes.bytes(of: "themes/default/assets/style.css"))
    let tools = try #require(ThemeAssets.tools.files.first { $0.name == "find.css" }).bytes
    for sheet in [own, tools] {
      let text = String(decoding: sheet, as: UTF8.self).replacing(/\/\*[^*]*\*\//, with: "")
      let styled = Set(text.matches(of: /\.([a-z][a-z-]*)/).map { String($0.1) })
      // The names that its script makes, and those of marks in code.
      let others =
        [
          "results", "bars", "star", "now", "clash", "beside", "differs", "spark", "markdown-table", "footnotes",
          "footnote-ref", "footnote-back",
        ] + CodeMarks.classes
      #expect(styled.subtracting(files.keys).subtracting(others) == [])
    }
  }
}
