import CellistTestSupport
import Testing

/// Pages for the values of a field.
@Suite struct TermTests {
  private static let settings = """
    record: {title: text, tags: {type: [text], split: ";", default: []}, published: date?, by: {record: people, optional: true}}
    id: title
    sort: title
    terms: [tags, {by: published.year, title: Years, order: descending}, by]
    """

  private static func site(_ settings: String = settings, _ files: [String: String] = [:]) -> TestSite {
    var site = TestSite.list(
      settings,
      [
        "x.csv": """
        title,tags,published,by
        One,a;b,2001-02-03,ada
        Two,b,2001-04-05,
        Three,,1999-01-01,bo
        Four,b;c#;b,,ada

        """, "content/people/list.yml": "record: {name: text, key: text}\nid: key\n",
        "content/people/x.csv": "key,name\nada,Ada\nbo,Bo & Co\n",
        "themes/plain/pages/term.mustache": """
        {{@term.field}}: {{@term.title}} {{@term.slug}} {{@page.total}} {{@page.number}}/{{@page.count}}{{@page.content}}\
        {{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}\
        {{#@page.next}} > {{url}}{{/@page.next}}
        """,
        "themes/plain/pages/terms.mustache":
          "{{@page.title}}{{#@page.terms}} <a href=\"{{url}}\">{{title}}</a> {{count}}{{/@page.terms}}",
      ].merging(files) { _, new in new }, cell: " {{@record.title}}")
    site.files["content/items/list.yml"] = Array(settings.utf8)
    return site
  }

  @Test func `each value has a page of the records that have it, and each field a page of its values`() {
    let site = Self.site()
    #expect(site.diagnostics() == "")
    let files = site.render().filter { $0.key.hasPrefix("items/") && $0.key != "items/index.html" }
    #expect(
      files == [
        "items/tags/index.html":
          "tags <a href=\"/items/tags/a/\">a</a> 1 <a href=\"/items/tags/b/\">b</a> 3 <a href=\"/items/tags/c/\">c#</a> 1",
        "items/tags/a/index.html": "tags: a a 1 1/1 One", "items/tags/b/index.html": "tags: b b 3 1/1 Four One Two",
        "items/tags/c/index.html": "tags: c# c 1 1/1 Four",
        "items/published-year/index.html":
          "Years <a href=\"/items/published-year/2001/\">2001</a> 2 <a href=\"/items/published-year/1999/\">1999</a> 1",
        "items/published-year/2001/index.html": "Years: 2001 2001 2 1/1 One Two",
        "items/published-year/1999/index.html": "Years: 1999 1999 1 1/1 Three",
        "items/by/index.html":
          "by <a href=\"/items/by/ada/\">Ada</a> 2 <a href=\"/items/by/bo-co/\">Bo &amp; Co</a> 1",
        "items/by/ada/index.html": "by: Ada ada 2 1/1 Four One",
        "items/by/bo-co/index.html": "by: Bo &amp; Co bo-co 1 1/1 Three",
      ])
  }

  @Test func `the pages of a term are cut as its own setting says, or as the list's`() throws {
    let own = Self.site(try Self.settings.replacing(present: "[tags", with: "[{by: tags, pages: 2}")).render()
    #expect(own["items/tags/b/index.html"] == "tags: b b 3 1/2 Four One > /items/tags/b/page/2/")
    #expect(own["items/tags/b/page/2/index.html"] == "tags: b b  2/2 Two")
    let list = Self.site("\(Self.settings)\npages: 1").render()
    #expect(list["items/tags/b/page/3/index.html"] == "tags: b b  3/3 Two")
  }

  @Test func `records that the list does not show are under no term`() {
    let site = Self.site("\(Self.settings)\nwhere: {tags.count: {below: 2}}\nlimit: 1")
    let files = site.render()
    #expect(files["items/tags/b/index.html"] == nil)
    #expect(files["items/published-year/index.html"] == "Years <a href=\"/items/published-year/1999/\">1999</a> 1")
  }

  @Test func `a text beside the list stands above the records of its term`() {
    let site = Self.site(
      Self.settings,
      ["terms/tags/b.md": "---\ntitle: Bee\n---\nSee [one](../../x.csv) and [c](c.md)\n", "terms/tags/c.md": "See\n"])
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(
      files["items/tags/b/index.html"]
        == """
        tags: Bee b 3 1/1<p>See <a href="/items/">one</a> and <a href="/items/tags/c/">c</a></p>
         Four One Two
        """)
    #expect(files["items/tags/index.html"]?.contains(">Bee</a>") == true)
  }

  @Test func `ranges of numbers have pages, and fields show the numbers`() {
    let site = Self.site(
      "record: {title: text, size: number?}\nid: title\nterms: {by: size, ranges: {small: 1.5, large: ~}}\n",
      [
        "x.csv": "title,size\nOne,1.5\nTwo,1.49\nThree,\n",
        "themes/plain/cells/cell.mustache":
          "<li>{{#@record.fields}}{{name}}={{html}}{{/@record.fields}}{{#@record.terms}} {{title}} {{url}}{{/@record.terms}}</li>",
      ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(
      files["items/size/index.html"]
        == "size <a href=\"/items/size/under-1-5/\">small</a> 1 <a href=\"/items/size/from-1-5/\">large</a> 1")
    #expect(
      files["items/size/from-1-5/index.html"]?.contains("<li>size=1.5 large /items/size/from-1-5/</li>") == true)
  }

  @Test func `terms lead to their pages from a record's fields`() {
    var site = Self.site()
    site.files["themes/plain/cells/cell.mustache"] = Array(
      "{{#@record.fields}}{{name}}={{html}} {{/@record.fields}}|{{#@record.terms}}{{field}} {{url}} {{/@record.terms}}"
        .utf8)
    #expect(
      site.render()["items/tags/a/index.html"]?.hasSuffix(
        """
        tags=<ul><li><a href="/items/tags/a/">a</a></li><li><a href="/items/tags/b/">b</a></li></ul> \
        published=<time datetime="2001-02-03">February 3, 2001</time> by=<a href="/people/#ada">Ada</a> |\
        tags /items/tags/a/ tags /items/tags/b/ Years /items/published-year/2001/ by /items/by/ada/ 
        """) == true)
  }

  /// Books by people of whom two have one name, and one whose id is that name's slug.
  private static func people(_ terms: String, _ files: [String: String] = [:]) -> TestSite {
    site(
      """
      record: {title: text, by: {type: [{record: people}], split: ";", default: []}}
      terms: \(terms)
      id: title
      record-pages: true
      """,
      [
        "x.csv": "title,by\nOne,a;b\nTwo,b\nThree,ann-lee;z\nFour,hidden;z\n",
        "content/people/list.yml":
          "record: {name: text, key: text}\nid: key\nrecord-pages: true\nwhere: {not: {key: hidden}}\n",
        "content/people/x.csv": "key,name\na,Ann Lee\nb,Ann Lee\nann-lee,Zed\nz,Bo\nhidden,Hid\n",
        "themes/plain/pages/record.mustache":
          "{{@record.title}}{{#@record.fields}} {{html}}{{/@record.fields}}{{#@record.terms}} <a href=\"{{url}}\">{{title}}</a>{{/@record.terms}}",
      ].merging(files) { _, new in new })
  }

  @Test func `records that a value refers to are told apart by their ids, and so are their pages`() {
    let site = Self.people("by")
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(
      files["items/by/index.html"]
        == """
        by <a href="/items/by/a/">Ann Lee</a> 1 <a href="/items/by/b/">Ann Lee</a> 2 <a href="/items/by/bo/">Bo</a> 2 \
        <a href="/items/by/hid/">Hid</a> 1 <a href="/items/by/zed/">Zed</a> 1
        """)
    #expect(files["items/by/a/index.html"] == "by: Ann Lee a 1 1/1 One")
    #expect(files["items/by/b/index.html"] == "by: Ann Lee b 2 1/1 One Two")
    #expect(files["items/by/ann-lee/index.html"] == nil)
  }

  @Test(arguments: [
    // Of two records of one name, the settings name one, and the other has the address of the name.
    ("a: first", ["first", "ann-lee", "bo", "hid", "zed"]),
    // A title gives way to an address from the settings, and its record goes where its own slug leads.
    ("z: zed", ["a", "b", "zed", "hid", "ann-lee"]),
  ])
  func `settings name the pages of records, and others give way`(slugs: String, expected: [String]) {
    let site = Self.people("{by: by, slugs: {\(slugs)}}")
    #expect(site.diagnostics() == "")
    let index = site.render()["items/by/index.html"] ?? ""
    #expect(index.matches(of: /by\/([a-z-]+)/).map { String($0.1) } == expected)
  }

  @Test(arguments: [
    ("order: count", ["Ann Lee", "Bo", "Ann Lee", "Hid", "Zed"]),
    ("order: descending", ["Zed", "Hid", "Bo", "Ann Lee", "Ann Lee"]),
    ("order: [z, Zed, b]", ["Bo", "Zed", "Ann Lee", "Ann Lee", "Hid"]),
  ])
  func `records that values refer to stand in the order of their titles`(order: String, titles: [String]) {
    let index = Self.people("{by: by, \(order)}").render()["items/by/index.html"] ?? ""
    #expect(index.split(separator: ">").compactMap { $0.hasSuffix("</a") ? String($0.dropLast(3)) : nil } == titles)
  }

  @Test func `the pages of records stand for the values that refer to them`() {
    let site = Self.people("{by: by, pages: records}")
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files.keys.filter { $0.hasPrefix("items/by/") } == ["items/by/index.html"])
    #expect(
      files["items/by/index.html"]
        == """
        by <a href="/people/a/">Ann Lee</a> 1 <a href="/people/b/">Ann Lee</a> 2 <a href="/people/z/">Bo</a> 2 \
        <a href="/people/ann-lee/">Zed</a> 1
        """)
    #expect(
      files["items/four/index.html"]
        == "Four <ul><li><a href=\"/people/z/\">Bo</a></li></ul> <a href=\"/people/z/\">Bo</a>")
  }

  @Test func `a text about a record's page that stands for a value is shown by nothing`() {
    let site = Self.people("{by: by, pages: records}", ["terms/by/a.md": "Hello\n"])
    #expect(
      site.diagnostics() == """
        content/items/terms/by/a.md:1:1: warning: the terms of 'by' are pages of records, so nothing shows this text [unknown-term]
           1 | Hello
             | ^~~~~
             = a record's own text is on its page

        """)
  }

  @Test func `records without pages of their own stand for no value`() {
    let site = Self.people(
      "{by: by, pages: records}", ["content/people/list.yml": "record: {name: text, key: text}\nid: key\n"])
    #expect(
      site.diagnostics() == """
        content/items/list.yml:2:24: error: 'pages: records' has values lead to the pages of records, and those of 'people' have none [invalid-setting]
           2 | terms: {by: by, pages: records}
             |                        ^~~~~~~
             = add record-pages: true to content/people/list.yml

        """)
  }

  @Test(arguments: [
    (
      "{by: by.name, pages: records}", "'pages: records' is for references, and 'by.name' is list [invalid-setting]",
      "'by' is one"
    )
  ])
  func `terms of references are checked`(terms: String, message: String, hint: String) {
    let text = Self.people(terms).diagnostics()
    #expect(text.contains(message) && text.contains("     = \(hint)\n"), "\(text)")
  }

  @Test func `a value that is too long for a file's name has no page`() {
    let long = String(repeating: "a", count: 300)
    let site = TestSite.list(
      "record: {name: text, tag: text}\nid: name\nterms: tag\n", ["x.csv": "name,tag\nA,\(long)\n"])
    let text = site.diagnostics()
    #expect(text.contains("makes a slug of 300 bytes; 200 is the most [invalid-slug]"), "\(text)")
  }

  @Test(arguments: [
    ("terms: {title: x}", "'terms' needs 'by', the field that the terms come from"),
    ("terms: body", "terms cannot be made from 'body', which is markdown"),
    ("terms: [tags, tags]", "the terms of this field are declared twice"),
    ("terms: tgas", "there is no field 'tgas'"),
    (
      "terms: {by: tags, pages: records}",
      "'pages: records' is for references, and 'tags' is list [invalid-setting]"
    ),
    ("terms: {by: tags, pages: 0}", "'pages' must be a whole number of at least 1, found \"0\""),
    ("terms: {by: tags, size: 2}", "'terms' has no setting 'size'"),
    ("terms: title", "the terms \"A\" and \"a!\" both have the slug 'a'"),
  ])
  func `terms are checked`(setting: String, message: String) {
    let site = TestSite.list(
      "record: {n: text, title: text, tags: {type: [text], default: []}, body: \"markdown?\"}\nid: n\n\(setting)\n",
      ["x.csv": "n,title\n1,A\n2,a!\n"])
    #expect(site.diagnostics().contains(message), "\(site.diagnostics())")
  }
}
