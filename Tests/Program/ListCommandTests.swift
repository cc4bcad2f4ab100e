import CellistTestSupport
import Testing

/// `cellist list`, as somebody in a shell meets it.
@Suite struct ListCommandTests {
  private static func site() throws -> TemporaryFolder {
    let site = try TemporaryFolder()
    for (path, text) in [
      "content/site.yml": "title: T\n",
      "content/books/list.yml": """
      record:
        title: text
        year: integer
        author: {record: people, optional: true}
        tags: {type: [text], split: ";", optional: true}
        isbn: text?
      id: title
      sort: year
      sections: author

      """,
      "content/books/books.csv":
        "title,year,author,tags\nEmma,1815,austen,\"a; b\"\n書物,985,,\n\"Fl\u{1B}[31m at\",1885,,c\n",
      "content/people/list.yml": "record: {name: text, body: \"markdown?\"}\n",
      "content/people/austen.md": "---\nname: Jane Austen\n---\nWrote\nnovels.\n",
    ] { try site.write(text, to: path) }
    return site
  }

  @Test func `records stand in their order and their sections`() throws {
    let site = try Self.site()
    let result = try Program.run(["list", "books"], in: site.path)
    #expect(result.status == 0 && result.errors == "3 records\n")
    #expect(
      result.output
        == """
        title       year  author  tags

        Jane Austen
        Emma        1815  austen  a, b

        Other
        書物         985
        Fl\u{FFFD}[31m at  1885          c

        """)
    let people = try Program.run(["list", "people"], in: site.path)
    #expect(people.output == "id      name         body\nausten  Jane Austen  Wrote novels.\n")
  }

  @Test func `conditions and columns are those of settings`() throws {
    let site = try Self.site()
    func list(_ arguments: String...) throws -> Program.Result {
      try Program.run(["list", "books"] + arguments, in: site.path)
    }
    let late = try list(
      "--where", "year: {above: 1000}", "--where", "{tags: {contains: a}}", "--columns", "id, title.initial")
    #expect(late.output.hasSuffix("id    title.initial\n\nJane Austen\nEmma  E\n") && late.errors == "1 of 3 records\n")
    let json = try list("--where", "year: 1815", "--format", "json")
    #expect(
      json.output == "[\n{\"title\": \"Emma\", \"year\": 1815, \"author\": \"austen\", \"tags\": [\"a\", \"b\"]}\n]\n")
    #expect(try list("--where", "year: 1", "--format", "json").output == "[]\n")
    let csv = try list("--where", "year: 1815", "--format", "csv", "--columns", "title,tags,isbn")
    #expect(csv.output == "title,tags,isbn\r\nEmma,a;b,\r\n" && csv.errors == "")
  }

  @Test(
    arguments: [
      (["books", "--where", "yaer: 1"], 1, "--where:1:1: error: there is no field 'yaer'"),
      (["books", "--where", "[1"], 1, "--where:1:1: error: the YAML is broken"),
      (["books", "--columns", "titel"], 1, "--columns:1:1: error: there is no field 'titel'"),
      (["boks"], 64, "there is no list 'boks'; did you mean 'books'?"),
    ] as [([String], Int32, String)])
  func `what is not there is told`(arguments: [String], status: Int32, message: String) throws {
    let site = try Self.site()
    let result = try Program.run(["list"] + arguments, in: site.path)
    #expect(result.status == status && result.errors.contains(message) && result.output == "", "\(result.errors)")
  }

  @Test func `records that fit are listed beside those that do not`() throws {
    let site = try Self.site()
    try site.write("title,year\nEmma,1815\nFlatland,soon\n", to: "content/books/books.csv")
    let result = try Program.run(["list", "books", "--columns", "title"], in: site.path)
    #expect(result.output.hasSuffix("Emma\n") && result.status == 1)
    #expect(result.errors.contains("content/books/books.csv:3:10: error: "))
  }

  @Test func `an error shows the line of a file in its own encoding`() throws {
    let site = try TemporaryFolder()
    try site.write("title: T\n", to: "content/site.yml")
    try site.write(
      "record: {title: text, year: integer}\nid: title\nsources: [{file: a.csv, encoding: windows-1252}]\n",
      to: "content/books/list.yml")
    try site.write(Array("title,year\nCaf".utf8) + [0xE9] + Array(",soon\n".utf8), to: "content/books/a.csv")
    for arguments in [["list", "books"], ["check"]] {
      let result = try Program.run(arguments, in: site.path)
      #expect(result.errors.contains("   2 | Café,soon\n"), "\(result.errors)")
    }
  }

  @Test func `a terminal gets as much as it has room for`() throws {
    let site = try Self.site()
    try site.write(
      "title,year,author,tags\n\(String(repeating: "long ", count: 30)),1815,,\n", to: "content/books/books.csv")
    func shown(_ columns: Int) throws -> String {
      let result = try Program.run(
        ["list", "books"], in: site.path,
        environment: ["TERM": "xterm", "PAGER": "cat", "CELLIST_COLUMNS": "\(columns)"],
        through: [
          "sh", "-c", "script -qec \"stty cols $CELLIST_COLUMNS rows 40; $0 $*\" /dev/null",
        ])
      return result.output.replacing("\r\n", with: "\n")
    }
    let wide = try shown(80)
    #expect(wide.contains("\u{1B}[1mtitle") && wide.contains("long…  1815\n"), "\(wide)")
    let narrow = try shown(16)
    #expect(narrow.contains("long long l…") && narrow.contains("1 more field by --columns: year"), "\(narrow)")
  }
}
