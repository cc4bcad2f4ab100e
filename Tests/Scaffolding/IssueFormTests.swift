import CellistTestSupport
import Testing

/// Issues that were made with the forms of `cellist new site --forms`, and `cellist submit`.
@Suite struct IssueFormTests {
  private static let table = "title,year,kind,authors,open\nEmma,1815,novel,ann; bob,\n"

  private static func site() throws -> TemporaryFolder {
    let site = try TemporaryFolder()
    for (path, text) in [
      "content/site.yml": "title: T\n",
      "content/books/list.yml": """
      title: Books
      record:
        title: {type: text, label: Title}
        year: {type: integer, label: Year, unit: AD}
        kind: {choice: {novel: A novel, play: A play}, label: Kind}
        authors: {type: [{record: people}], split: ";", label: Written by}
        open: {type: boolean?, label: Is it free}
      id: title

      """,
      "content/books/books.csv": table,
      "content/people/list.yml":
        "title: People\nrecord: {name: text, likes: {type: [text], optional: true}, body: markdown?}\n",
      "content/people/ann.md": "---\nname: Ann\n---\n", "content/people/bob.md": "---\nname: Bob\n---\n",
    ] { try site.write(text, to: path) }
    return site
  }

  private static func book(_ values: String...) -> String {
    zip(["About", "Title", "Year", "Kind", "Written by", "Is it free"], ["books: a new record"] + values)
      .map { "### \($0)\n\n\($1)\n" }.joined(separator: "\n")
  }

  private func submit(_ body: String, _ options: String..., in site: TemporaryFolder) throws -> Program.Result {
    try site.write(body, to: "issue.md")
    return try Program.run(["submit", "issue.md"] + options, in: site.path)
  }

  @Test func `a form asks for what the type has`() throws {
    let site = try Self.site()
    let made = try Program.run(["new", "site", ".", "--forms", "github"], in: site.path)
    #expect(made.status == 0, "\(made.errors)")
    let add = try #require(site.read(".github/ISSUE_TEMPLATE/books-add.yml"))
    #expect(add.contains("      label: Year\n      description: \"In AD.\"\n    validations:\n      required: true\n"))
    #expect(add.contains("options:\n        - A novel\n        - A play\n"))
    #expect(add.contains("options:\n        - ann\n        - bob\n      multiple: true\n"))
    #expect(add.contains("label: Is it free\n      options:\n        - \"yes\"\n        - \"no\"\n"), "\(add)")
    let correct = try #require(site.read(".github/ISSUE_TEMPLATE/people-correct.yml"))
    #expect(correct.contains("label: Record\n") && correct.components(separatedBy: "required: true").count == 3)
    #expect(site.read("content/site.yml") == "title: T\n")
    #expect(try Program.run(["new", "site", ".", "--forms", "github"], in: site.path).status != 0)
  }

  @Test func `an issue becomes a record`() throws {
    let site = try Self.site()
    let body = Self.book("A \"play\", new", "1900", "A play", "ann, bob", "_No response_").replacing("\n", with: "\r\n")
    let dry = try submit(body, "--dry-run", in: site)
    #expect(dry.status == 0 && dry.output.hasPrefix("books: 1 inserted\n"), "\(dry.errors)")
    #expect(site.read("content/books/books.csv") == Self.table)
    #expect(try submit(body, in: site).status == 0)
    #expect(site.read("content/books/books.csv") == Self.table + "\"A \"\"play\"\", new\",1900,play,ann;bob,\n")
    let person = """
      ### About

      people: a new record

      ### Name in its address

      cy

      ### name

      Cy `$(id)` ${{ github.token }}

      ### likes

      one
      two, three

      ### body

      Text of

      two paragraphs.
      """
    #expect(try submit(person, in: site).status == 0)
    #expect(
      site.read("content/people/cy.md")
        == "---\nname: \"Cy `$(id)` ${{ github.token }}\"\nlikes: [one, \"two, three\"]\n---\nText of\n\ntwo paragraphs.\n"
    )
    let correction = person.replacing("a new record", with: "a correction").replacing(
      "Name in its address", with: "Record"
    )
    .replacing("Cy `$(id)` ${{ github.token }}", with: "_No response_").replacing("one\ntwo, three", with: "four")
    #expect(try submit(correction, in: site).status == 0)
    #expect(site.read("content/people/cy.md")?.contains("likes: [four]") == true)
  }

  @Test(arguments: [
    ("", 66, "no form made this issue"), ("### About\n\nfilms: a new record\n", 64, "There is no list 'films'"),
    ("### About\n\nbooks: a new record\n", 64, "the heading '### Title' of the form is missing"),
    (
      book("X", "1\n### Kind\n\nA play", "A novel", "ann", "_No response_"), 64,
      "the heading '### Kind' is there 2 times"
    ),
    (
      book("X", "soon", "A novel", "ann", "_No response_"), 1, "Year: 'year' must be an integer"
    ),
    (book("Emma", "1", "A novel", "ann", "_No response_"), 1, "is used a second time"),
    (book("X", "1", "A poem", "ann", "_No response_"), 1, "Kind: "),
    (book("X", "1", "A novel", "../../etc", "_No response_"), 1, "Written by: "),
  ])
  func `what does not fit is told in the words of the form`(body: String, status: Int32, message: String) throws {
    let site = try Self.site()
    let result = try submit(body, in: site)
    #expect(result.status == status && result.errors.contains(message), "\(result.status) \(result.errors)")
    #expect(site.read("content/books/books.csv") == Self.table)
  }

  @Test(arguments: ["../x", "a/b", ".x", "index", "x~", "Ann\u{0}"])
  func `a name leads nowhere else`(name: String) throws {
    let site = try Self.site()
    let before = site.tree()
    let body =
      "### About\n\npeople: a new record\n\n### Name in its address\n\n\(name)\n\n### name\n\nX\n\n### likes\n\n\n### body\n\n"
    let result = try submit(body, in: site)
    #expect(result.status != 0, "\(result.output)")
    try site.remove("issue.md")
    #expect(site.tree() == before)
  }

  @Test func `editors in the browser get settings`() throws {
    let site = try Self.site()
    let decap = try Program.run(["schema", "--cms", "decap"], in: site.path)
    #expect(decap.errors == "left out: books, since its records are not in Markdown files\n" && decap.status == 0)
    #expect(decap.output.contains("    folder: content/people\n") && decap.output.contains("        widget: list\n"))
    #expect(try Program.run(["schema", "--cms", "sveltia"], in: site.path).output == decap.output)
    let pages = try Program.run(["schema", "--cms", "pages"], in: site.path)
    #expect(
      pages.output.contains("      - name: body\n        label: body\n        type: rich-text\n"), "\(pages.output)")
    #expect(try Program.run(["schema", "people", "--cms", "pages"], in: site.path).status == 64)
  }
}
