import CellistTestSupport
import Glibc
import Testing

/// `cellist set`, `add` and `remove`, as somebody in a shell meets them.
@Suite struct EditTests {
  private static let table = "title,year,author,tags\r\nEmma,1815,austen,\"a; b\"\r\n\"Flatland, a Romance\",1885,,\r\n"

  private static func site() throws -> TemporaryFolder {
    let site = try TemporaryFolder()
    for (path, text) in [
      "content/site.yml": "title: T\n",
      "content/books/list.yml": """
      record:
        title: text
        year: {type: integer, from: year}
        author: {record: people, optional: true}
        tags: {type: [text], split: ";"}
      id: title

      """,
      "content/books/books.csv": table,
      "content/people/list.yml": "record: {name: text, born: \"date?\", body: \"markdown?\"}\n",
      "content/people/austen.md": "---\nname: Jane Austen   # née\nborn: 1775-12-16\n---\nWrote.\n",
    ] { try site.write(text, to: path) }
    return site
  }

  @Test func `a value is set, and nothing else is changed`() throws {
    let site = try Self.site()
    let dry = try Program.run(["set", "books/Emma", "year=1816", "tags+=c", "--dry-run"], in: site.path)
    #expect(
      dry.output == """
        books: 1 updated
          ~ Emma: year 1815 → 1816, tags

        files: 1 updated, 4 unchanged
          ~ books/index.html

        """)
    #expect(dry.errors == "" && dry.status == 0 && site.read("content/books/books.csv") == Self.table)
    let done = try Program.run(["set", "books/emma", "year=1816", "tags+=c"], in: site.path)
    #expect(done.output == dry.output && done.errors == "written: content/books/books.csv\n" && done.status == 0)
    #expect(
      site.read("content/books/books.csv")
        == Self.table.replacing("1815", with: "1816").replacing("a; b", with: "a; b; c"))
    #expect(try Program.run(["set", "books/Emma", "year=1815", "tags-=c"], in: site.path).status == 0)
    #expect(site.read("content/books/books.csv") == Self.table)
    let person = try Program.run(
      ["set", "people/austen", "name=J. Austen", "born=", "body=-"], in: site.path,
      through: ["sh", "-c", "printf New. | \"$0\" \"$@\""])
    #expect(person.status == 0)
    #expect(site.read("content/people/austen.md") == "---\nname: J. Austen   # née\n---\nNew.\n")
  }

  @Test func `a file may have the records of several lists`() throws {
    let site = try TemporaryFolder()
    let list = "record: {name: text, kind: {choice: [a, b]}, n: integer?}\nid: name\nsources: [{file: "
    for (path, text) in [
      "content/site.yml": "title: T\n", "content/birds/list.yml": "\(list)all.csv, where: {kind: a}}]\n",
      "content/rare/list.yml": "\(list)../birds/all.csv, where: {kind: b}}]\n",
      "content/birds/all.csv": "name,kind,n\nRobin,a,1\nRook,b,2\n",
    ] { try site.write(text, to: path) }
    #expect(try Program.run(["add", "rare/Jay", "n=3"], in: site.path).status == 0)
    #expect(try Program.run(["set", "rare/Rook", "n=4"], in: site.path).status == 0)
    let wrong = try Program.run(["add", "rare/Owl", "kind=a"], in: site.path)
    #expect(
      wrong.errors
        == "error: 'rare' takes only records of content/birds/all.csv for which its 'where' holds: {\"kind\": b}\n")
    #expect(wrong.status == 64)
    let moved = try Program.run(["set", "birds/Robin", "kind=b"], in: site.path)
    #expect(moved.output.contains("  - Robin\n") && moved.output.contains("  + Robin\n"), "\(moved)")
    #expect(site.read("content/birds/all.csv") == "name,kind,n\nRobin,b,1\nRook,b,4\nJay,b,3\n")
    #expect(try Program.run(["remove", "rare/Rook"], in: site.path).status == 0)
    #expect(site.read("content/birds/all.csv") == "name,kind,n\nRobin,b,1\nJay,b,3\n")
  }

  @Test func `a new file has a text in the first language, or in the one that is named`() throws {
    let site = try TemporaryFolder()
    for (path, text) in [
      "content/site.yml": "title: T\nlanguages: [en, de]\n",
      "content/talks/list.yml": "record: {title: {type: text, localized: true}}\n",
    ] { try site.write(text, to: path) }
    let added = try Program.run(["add", "talks/new", "title=New", "title.de=Neu"], in: site.path)
    #expect(added.status == 0, "\(added)")
    let page = try Program.run(["set", "talks/new", "title=Newer"], in: site.path)
    #expect(page.status == 0 && page.output.contains("title New → Newer"), "\(page)")
    let file = site.read("content/talks/new.md") ?? ""
    #expect(file.contains("Newer") && file.contains("Neu\n"), "\(file)")
  }

  @Test func `TOML has dates and numbers without quotes`() throws {
    let site = try TemporaryFolder()
    for (path, text) in [
      "content/site.yml": "title: T\n",
      "content/a/list.yml": """
      record: {name: text, day: date, at: datetime?, n: integer, w: text?, days: {type: [date], optional: true}}
      id: name
      sources: [{file: rows.toml, items: record, where: {n: 3}}]

      """,
      "content/a/rows.toml": "[[record]]\nname = \"A\"\nday = 2024-05-01\nn = 3\ndays = [2024-05-02]\n",
    ] { try site.write(text, to: path) }
    let added = try Program.run(
      ["add", "a/B", "day=2024-06-01", "at=2024-06-01T10:00:00Z", "w=2024-06-01", "days=2024-06-02;2024-06-03"],
      in: site.path)
    #expect(added.status == 0, "\(added)")
    let set = try Program.run(
      ["set", "a/A", "at=2024-06-01T10:00", "day=2024-07-01", "days+=2024-05-03"], in: site.path)
    #expect(set.status == 0, "\(set)")
    #expect(
      site.read("content/a/rows.toml") == """
        [[record]]
        name = "A"
        day = 2024-07-01
        at = "2024-06-01T10:00"
        n = 3
        days = [2024-05-02, 2024-05-03]

        [[record]]
        name = "B"
        day = 2024-06-01
        at = 2024-06-01T10:00:00Z
        w = "2024-06-01"
        days = [2024-06-02, 2024-06-03]
        n = 3

        """)
  }

  @Test func `records come and go`() throws {
    let site = try Self.site()
    #expect(try Program.run(["add", "people/abbott", "name=Edwin Abbott"], in: site.path).status == 0)
    #expect(site.read("content/people/abbott.md") == "---\nname: \"Edwin Abbott\"\n---\n")
    #expect(
      try Program.run(["add", "books/", "title=Persuasion", "year=1817", "author=austen"], in: site.path).status == 0)
    #expect(site.read("content/books/books.csv") == Self.table + "Persuasion,1817,austen,\r\n")
    let kept = try Program.run(["remove", "people/austen"], in: site.path)
    #expect(kept.status == 1 && kept.errors.contains("content/books/books.csv:2:11: error: "))
    #expect(kept.errors.hasSuffix("nothing was written\n") && site.read("content/people/austen.md") != nil)
    #expect(try Program.run(["remove", "people/abbott"], in: site.path).status == 0)
    #expect(site.read("content/people/abbott.md") == nil)
    #expect(try Program.run(["remove", "books/Persuasion"], in: site.path).status == 0)
    #expect(site.read("content/books/books.csv") == Self.table)
  }

  @Test func `values may come as JSON`() throws {
    let site = try Self.site()
    let result = try Program.run(
      ["set", "books/Emma", "--json"], in: site.path,
      through: ["sh", "-c", #"echo '{"year": 1816, "tags": ["x", "y"], "author": null}' | "$0" "$@""#])
    #expect(result.status == 0, "\(result.errors)")
    #expect(site.read("content/books/books.csv")?.contains("\r\nEmma,1816,,\"x; y\"\r\n") == true)
    for (text, message) in [
      ("[1]", "must be a JSON object"), ("{", "standard input:"), ("{\"year\": {}}", "neither a value nor a list"),
      ("{\"tags\": [\"a;b\", \"c\"]}", "'a;b' has a ';'"),
    ] {
      let result = try Program.run(
        ["set", "books/Emma", "--json"], in: site.path, environment: ["TEXT": text],
        through: ["sh", "-c", #"printf %s "$TEXT" | "$0" "$@""#])
      #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test func `a value is written where it is asked to be`() throws {
    let site = try Self.site()
    try site.write(
      """
      record: {title: text, year: integer, note: text?}
      id: title
      sources: [books.csv, {file: more.csv, merge: update}]

      """, to: "content/books/list.yml")
    try site.write("title,year,note\nEmma,1815,old\n", to: "content/books/books.csv")
    try site.write("title,year,note\nEmma,1816,new\n", to: "content/books/more.csv")
    #expect(try Program.run(["check"], in: site.path).errors.hasSuffix("no errors\n"))
    #expect(try Program.run(["set", "books/Emma", "note=newer"], in: site.path).status == 0)
    #expect(site.read("content/books/more.csv") == "title,year,note\nEmma,1816,newer\n")
    let first = try Program.run(["set", "books/Emma", "note=x", "--source", "content/books/books.csv"], in: site.path)
    #expect(
      first.status == 0 && site.read("content/books/books.csv") == "title,year,note\nEmma,1815,x\n", "\(first.errors)")
    let other = try Program.run(["set", "books/Emma", "note=x", "--source", "x.csv"], in: site.path)
    #expect(other.status == 64 && other.errors.contains("no value of 'Emma' is in x.csv"))
    let added = try Program.run(
      ["add", "books/", "title=New", "year=1", "--source", "content/books/books.csv"], in: site.path)
    #expect(
      added.status == 0 && site.read("content/books/books.csv")?.hasSuffix("\nNew,1,\n") == true, "\(added.errors)")
  }

  @Test(
    arguments: [
      (["set", "books/Emma", "year=soon"], 1, "content/books/books.csv:2:6: error: 'year' must be an integer"),
      (["set", "books/Ema", "year=1"], 64, "there is no record 'Ema' in 'books'; did you mean 'Emma'?"),
      (["set", "boks/Emma", "year=1"], 64, "there is no list 'boks'; did you mean 'books'?"),
      (["set", "books/Emma", "yaer=1"], 64, "there is no field 'yaer'; did you mean 'year'?"),
      (["set", "books/Emma", "year=1", "year=2"], 64, "The field 'year' is given twice."),
      (["set", "books/Emma", "tags-=z"], 64, "'tags' has no 'z'"),
      (["set", "books/Emma", "tags+=a"], 64, "'tags' has 'a' already"),
      (["set", "books/Emma", "year+=1"], 64, "'year' is no list"),
      (["add", "books/Emma", "year=1"], 64, "there is a record 'Emma' in 'books' already"),
      (["add", "books/New", "title=Old"], 64, "the record is called 'New', and its 'title', which is its id, 'Old'"),
      (["add", "people/", "name=X"], 64, "a new file needs a name"),
      (["add", "people/../x", "name=X"], 64, "no list 'people/..'"),
      (["add", "people/index", "name=X"], 64, "a file cannot be called 'index'"),
      (["add", "books/New", "author=nobody"], 1, "error: "),
    ] as [([String], Int32, String)])
  func `what cannot be is told, and nothing is written`(arguments: [String], status: Int32, message: String) throws {
    let site = try Self.site()
    let before = site.tree()
    let result = try Program.run(arguments, in: site.path)
    #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
    #expect(site.tree() == before && result.output == "")
  }

  @Test func `a file that is a link is left to hands`() throws {
    let site = try Self.site()
    try site.write(Self.table, to: "content/.shared/books.csv")
    try site.remove("content/books/books.csv")
    try site.link("content/books/books.csv", to: site.place("content/.shared/books.csv"))
    let result = try Program.run(["set", "books/Emma", "year=1816"], in: site.path)
    #expect(result.status != 0 && result.errors.contains("is a link"), "\(result.errors)")
    #expect(site.read("content/.shared/books.csv") == Self.table)
  }
}
