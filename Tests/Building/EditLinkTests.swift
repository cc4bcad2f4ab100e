import CellistTestSupport
import Testing

/// Where readers change records.
@Suite struct EditLinkTests {
  private static func site(_ edit: String, _ files: [String: String] = [:]) -> TestSite {
    TestSite.list(
      "record: {title: text}\nid: title\nextra-keys: ignore\nedit: \"\(edit)\"\n",
      ["x.csv": "title\nA\nB\n", "a b/c.md": "---\ntitle: C\n---\n"].merging(files) { $1 },
      cell: "{{#@record.edit}}{{@record.title}} {{@record.edit}};{{/@record.edit}}")
  }

  @Test func `addresses name the file of each record, and its line`() {
    let page = Self.site("https://example.org/edit/main/{file}#L{line}").render()["items/index.html"] ?? ""
    #expect(page.contains("A https://example.org/edit/main/content/items/x.csv#L2;"))
    #expect(page.contains("B https://example.org/edit/main/content/items/x.csv#L3;"))
    #expect(page.contains("C https://example.org/edit/main/content/items/a%20b/c.md#L2;"))
  }

  @Test func `records of another list are changed where they are`() {
    let pages = Self.site(
      "https://example.org/{file}",
      ["content/again/list.yml": "records-of: items\n"]
    ).render()
    #expect(pages["again/index.html"]?.contains("A https://example.org/content/items/x.csv;") == true)
  }

  @Test(arguments: ["/edit/{file}", "https://example.org/", "https://example.org/{file}/{row}", "javascript:{file}"])
  func `what makes no address is an error`(edit: String) {
    #expect(
      Self.site(edit).diagnostics().hasPrefix(
        "content/items/list.yml:4:7: error: 'edit' must be an address with {file}, and perhaps {line}, found \"\(edit)\""
      ))
  }
}
