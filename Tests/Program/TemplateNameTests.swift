import CellistRecords
import CellistTemplates
import CellistTestSupport
import Testing

@testable import CellistThemes

/// A name in the reference.
private struct DocumentedName: Equatable {
  var type: String
  var isOptional: Bool
  var pages: String
  var inside: Set<String>
}

@Suite struct TemplateNameTests {
  @Test func `template names are all that scopes declare`() throws {
    var documented: [String: DocumentedName] = [:]
    for record in OwnSite.records(of: "reference/template-names") {
      guard record.text("scope").hasPrefix("@"), record.text("id") != "theme.setting" else { continue }
      documented[record.text("name")] = DocumentedName(
        type: record.text("type"), isOptional: record["optional"] == .boolean(true), pages: record.text("pages"),
        inside: Set(record.texts("inside")))
    }
    let declared = try declared()
    for name in Set(documented.keys).union(declared.keys) {
      #expect(documented[name] == declared[name], "\(name)")
    }
  }

  private func declared() throws -> [String: DocumentedName] {
    var diagnostics = Diagnostics()
    let site = TestSite(["content/site.yml": "title: T\n", "content/books/list.yml": "record: {title: text}\n"])
    let settings = try #require(site.builder.lists().lists.first)
    let list = ListDesign(
      settings.arrangement, rules: settings.rules, titleField: settings.titleField, appearance: settings.appearance)
    let scopes = PageScopes(
      theme: Theme(layers: [], overrides: nil, &diagnostics),
      printer: ValuePrinter(language: settings.arrangement.language), assets: [:])
    let plain = scopes.plainPage().shape
    let listPage = scopes.listPage(list).shape
    let recordPage = scopes.recordPage(list, variant: nil).shape
    let section = try #require(listPage.member("@page")?.member("sections")?.element?.member("@section"))
    let cell = try #require(section.member("cells")?.element)

    var names: [String: DocumentedName] = [:]
    func add(_ scope: String, _ shape: Shape?, pages: String = "") {
      for member in shape?.members ?? [] where names["\(scope).\(member.name)"] == nil {
        names["\(scope).\(member.name)"] = member.shape.documented(pages: pages)
      }
    }
    for scope in ["@site", "@theme", "@page"] { add(scope, plain.member(scope)) }
    add("@page", listPage.member("@page"), pages: "lists")
    add("@page", scopes.termsPage(list).shape.member("@page"), pages: "terms")
    add("@page", scopes.changesPage(list).shape.member("@page"), pages: "changes")
    add("@list", listPage.member("@list"))
    add("@view", scopes.viewPage(list).shape.member("@view"), pages: "views")
    add("@term", scopes.termPage(list).shape.member("@term"), pages: "terms")
    add("@section", section)
    add("@record", cell.member("@record"))
    add("@record", recordPage.member("@record"), pages: "records")
    names["@cell"] = cell.member("@cell")?.documented(pages: "")
    return names
  }
}

extension Shape {
  /// The shape of a list's elements.
  fileprivate var element: Shape? { if case .list(let variants) = kind { variants.first?.shape } else { nil } }

  fileprivate func documented(pages: String) -> DocumentedName {
    let type =
      switch kind {
      case .text, .nothing: "text"
      case .url: "URL"
      case .html: "HTML"
      case .boolean: "true or false"
      case .list: "list"
      case .object: "group"
      }
    let inside = type == "list" ? element?.members ?? [] : members
    let names = inside.map(\.name)
    // The elements of a table offer scopes, and beside them the fields of whatever list it is.
    let scopes = names.filter { $0.hasPrefix("@") }
    return DocumentedName(
      type: type, isOptional: isOptional, pages: pages, inside: Set(scopes.isEmpty ? names : scopes))
  }
}
