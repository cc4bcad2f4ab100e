import CellistTestSupport
import Testing

@testable import CellistContent
@testable import CellistFormats
@testable import CellistRecords

@Suite struct BibTeXReaderTests {
  private func read(_ text: String) -> (records: [RawRecord], messages: [String]) {
    var diagnostics = Diagnostics()
    var records: [RawRecord] = []
    Bibliography.read(text, file: "a.bib", &diagnostics) { record, _ in records.append(record) }
    return (records, lines(diagnostics))
  }

  /// The fields of the first entry, without what every entry has.
  private func fields(_ text: String) -> [String: String] {
    let entries = read(text).records.first?.node.entries ?? []
    return Dictionary(
      uniqueKeysWithValues: entries.filter { !$0.key.hasPrefix("$") }.map { ($0.key, outline($0.value)) })
  }

  @Test func `a field cannot take the place of what the reader says of an entry`() {
    let (records, messages) = read("@misc{a, $entry = {x}, $type = {y}, $other = {z}}\n")
    #expect(messages == [])
    #expect(
      outline(records[0].node)
        == "{$other: \"z\", $type: \"misc\", $key: \"a\", $entry: \"@misc{a, $entry = {x}, $type = {y}, $other = {z}}\"}"
    )
  }

  @Test func `entries have keys, types and fields, whose values keep their places`() throws {
    let text = """
      Some words @ the top, % @article{no,
      @Article {ada:1843 ,
        Title = "Notes on {the} Engine",
        year = 1843, month = "8~" # oct # {},
      }
      @book(b, title = {A (short) book})

      """
    let (records, messages) = read(text)
    #expect(messages == [])
    #expect(records.map(\.name) == ["ada:1843", "b"])
    #expect(
      outline(records[0].node).hasPrefix(
        "{title: \"Notes on the Engine\", year: \"1843\", month: \"8\u{A0}10\", $type: \"article\", $key: \"ada:1843\", $entry: \"@Article {ada:1843 ,"
      ))
    #expect(records[0].node["title"]?.location == Place(file: "a.bib", line: 3, column: 12))
    #expect(records[0].node["year"]?.location == Place(file: "a.bib", line: 4, column: 10))
    #expect(records[0].node["$key"]?.location == Place(file: "a.bib", line: 2, column: 11))
    #expect(outline(records[1].node["title"]) == "\"A (short) book\"")
    #expect(records[1].node["$entry"]?.text == "@book(b, title = {A (short) book})")
  }

  @Test func `texts have names, and months are numbers`() {
    let fields = fields("@string{acm = \"ACM\" # { Press}}\n@misc{a, publisher = ACM # \", NY\", month = jan}\n")
    #expect(fields == ["publisher": "\"ACM Press, NY\"", "month": "\"1\""])
    #expect(self.fields("@misc{a, month = {September}}")["month"] == "\"9\"")
    #expect(self.fields("@misc{a, month = {Sept.}}")["month"] == "\"9\"")
    #expect(self.fields("@misc{a, month = {Spring}}")["month"] == "\"Spring\"")
  }

  @Test(arguments: [
    ("year = 2020, month = may", "2020-05"), ("year = {2020}", "2020"),
    ("date = {2020-05-01/2020-06-01}", "2020-05-01"),
    ("year = {in press}", nil), ("year = 2020, month = {Spring}", "2020"),
  ])
  func `the date is that of the entry, as far as it says one`(fields: String, date: String?) {
    #expect(read("@misc{a, \(fields)}").records[0].node["$date"]?.text == date)
  }

  @Test(arguments: [
    (#"G{\"o}del, Erd\H{o}s, {\'E}lie, \'{\i}, \'\i x"#, "Gödel, Erdős, Élie, í, íx"),
    (#"\ss\ \o{} {\AA}ngstr{\"{o}}m"#, "ß ø Ångström"),
    (#"\v{S}koda \c c \r{u} \~n \=a \.z \k{e} \d{s}"#, "Škoda ç ů ñ ā ż ę ṣ"),
    ("1--10 --- ``a'' `b'", "1–10 — “a” `b'"),
    (##"R\&D 5\% \$3 \# a\_b \{x\}"##, "R&D 5% $3 # a_b {x}"), (#"\emph{a} \textbf {b} {\it c}"#, "a b c"),
    (#"$x_{1}^2$ {and} $5"#, "$x_{1}^2$ and $5"), (#"\unknown{x {y}} {z}"#, #"\unknown{x {y}} z"#),
    ("a\n  b\t c", "a b c"),
    ("A~B", "A\u{A0}B"), (#"\href{http://a}{b} \url{c~d\_e--f}"#, "b c~d_e--f"), (#"\noopsort{1973}1974"#, "1974"),
    (#"\^{} \~{}x \"#, #"^ ~x \"#),
    ("?`Que\\~na?", "¿Queña?"), (#"A\footnote{By {B}.} C\thanks{D}"#, "A C"), (#"\unknown{x"#, #"\unknown{x"#),
  ])
  func `text is what TeX would set`(written: String, plain: String) { #expect(TeXText.plain(written) == plain) }

  @Test func `an abstract keeps its paragraphs`() {
    let fields = fields("@misc{a, title = {A\n\n B}, abstract = {One\n two.\r\n \r\nThree.\\par Four \\partial.}}")
    #expect(fields["title"] == "\"A B\"")
    #expect(fields["abstract"] == "\"One two.\n\nThree.\n\nFour \\partial.\"")
  }

  @Test(arguments: [
    ("Ada Lovelace", ["Ada", "", "Lovelace", ""]), ("Lovelace, Ada", ["Ada", "", "Lovelace", ""]),
    ("Ludwig van Beethoven", ["Ludwig", "van", "Beethoven", ""]),
    ("van Beethoven, Ludwig", ["Ludwig", "van", "Beethoven", ""]),
    ("King, Jr., Martin Luther", ["Martin Luther", "", "King", "Jr."]),
    ("{Barnes and Noble, Inc.}", ["", "", "Barnes and Noble, Inc.", ""]),
    (
      "Charles Louis Xavier Joseph de la Vall{\\'e}e Poussin",
      ["Charles Louis Xavier Joseph", "de la", "Vallée Poussin", ""]
    ),
    ("Plato", ["", "", "Plato", ""]), ("jean", ["", "", "jean", ""]),
    ("Per Brinch Hansen", ["Per Brinch", "", "Hansen", ""]),
    ("Brinch Hansen, Per", ["Per", "", "Brinch Hansen", ""]), ("{\\'E}variste Galois", ["Évariste", "", "Galois", ""]),
    ("Jean-Paul Sartre", ["Jean-Paul", "", "Sartre", ""]), ("J. R. R. Tolkien", ["J. R. R.", "", "Tolkien", ""]),
    ("{\\relax van} der Berg, Jan", ["Jan", "van der", "Berg", ""]),
    ("family=Gogh, prefix=van, given=Vincent", ["Vincent", "van", "Gogh", ""]),
    ("Smith, John,", ["", "", "Smith", "John"]), ("Trevi\\~{n}o, Jeffrey~B.", ["Jeffrey B.", "", "Treviño", ""]),
    ("Luis Gir\\~ao", ["Luis", "", "Girão", ""]),
  ])
  func `names are taken apart by the rules of BibTeX`(written: String, parts: [String]) {
    let name = BibTeXName(written)
    #expect([name.given, name.particle, name.family, name.suffix] == parts)
  }

  @Test func `lists of names know where each stands`() {
    let text = "@misc{a, author = {Ada Lovelace and\n  {Barnes and Noble} AND others}}"
    let author = read(text).records[0].node["author"]
    #expect(
      outline(author)
        == "[{given: \"Ada\", family: \"Lovelace\", text: \"Ada Lovelace\"}, {family: \"Barnes and Noble\", text: \"Barnes and Noble\"}, {text: \"et al.\"}]"
    )
    #expect(author?.items?.map { "\($0.location.line):\($0.location.column)" } == ["1:20", "2:3", "2:26"])
  }

  @Test func `an entry takes from its crossref what it has not`() {
    let text = """
      @inproceedings{a, title = {A}, crossref = {P}}
      @misc{c, crossref = {a}}
      @proceedings{p, title = {Proceedings}, year = 2020, editor = {Ada Lovelace}, key = {x}, shorttitle = {P}}
      """
    let (records, messages) = read(text)
    #expect(messages == [])
    #expect(
      (records[0].node.entries ?? []).filter { !$0.key.hasPrefix("$") }.map { "\($0.key)=\(outline($0.value))" } == [
        "title=\"A\"", "crossref=\"P\"", "booktitle=\"Proceedings\"", "year=\"2020\"",
        "editor=[{given: \"Ada\", family: \"Lovelace\", text: \"Ada Lovelace\"}]", "key=\"x\"",
      ])
    #expect(records[1].node["year"]?.text == "2020")
    #expect(records[0].node["year"]?.location.line == 3)
  }

  @Test func `addresses are not text`() {
    #expect(
      fields(#"@misc{a, url = {https://a.b/c--d\_e%20~f}, doi = "10.1/x_y", url_pdf = {x.pdf}}"#) == [
        "url": "\"https://a.b/c--d_e%20~f\"", "doi": "\"10.1/x_y\"", "url_pdf": "\"x.pdf\"",
      ])
  }

  @Test(arguments: [
    ("@article{a, title = {x", "a.bib:1:21: error: the brace that opens here is never closed [bibtex-syntax]"),
    (
      "@article{a, title = \"x}\"}\n@misc{b}",
      "a.bib:1:23: error: a brace is closed here that was not opened [bibtex-syntax]"
    ),
    ("@article{a, title {x}}\n", "a.bib:1:19: error: expected '=' behind 'title' [bibtex-syntax]"),
    (
      "@article{a, title = {x} year = 3}",
      "a.bib:1:25: error: expected ',' or '}' [bibtex-syntax]; a comma stands between fields, and braces around a text with braces or quotes in it"
    ),
    (
      "@article{a, title = , }",
      "a.bib:1:21: error: expected a value in braces or quotes, a number or the name of a text [bibtex-syntax]"
    ),
    ("@comment{ x", "a.bib:1:9: error: the comment that opens here is never closed [bibtex-syntax]"),
    (
      "@misc{a, month = agu}",
      "a.bib:1:18: warning: there is no @string 'agu', so the word itself is taken [bibtex-syntax]; did you mean 'aug'?"
    ),
    (
      "@misc{a, x = 1, x = 2}",
      "a.bib:1:17: warning: the field 'x' stands in the entry twice, and the second is taken [bibtex-syntax]; the first stands in line 1"
    ),
    (
      "@misc{abc, crossref = {abd}}",
      "a.bib:1:24: warning: there is no entry 'abd' [bibtex-syntax]; did you mean 'abc'?"
    ),
    (
      "@misc{a, crossref = {a}}",
      "a.bib:1:22: warning: the entry 'a' takes its fields from this one [bibtex-syntax]"
    ),
  ])
  func `what is wrong is told with its place`(text: String, message: String) {
    #expect(read(text).messages == [message])
  }

  @Test func `reading goes on behind a broken entry`() {
    let (records, messages) = read("@misc{a, x = }\n@misc{b, x = {1}}\n@misc{c x = 1}\n @misc{d}\n")
    #expect(records.map(\.name) == ["b", "d"])
    #expect(messages.count == 2)
    #expect(read("@misc{a,\n% x = {1}\n\n@misc{b}\n").records.map(\.name) == ["b"])
  }

  @Test func `a few lines cannot say very much`() {
    var text = "@string{a = {xxxxxxxxxx}}\n"
    for _ in 0..<40 { text += "@string{a = a # a}\n" }
    #expect(read(text + "@misc{k, t = a}").messages.last?.contains("too long in all [too-complex]") ?? false)
    let many = (0..<3_000).map { "f\($0) = 1" }.joined(separator: ", ")
    let children = (0..<3_000).map { "@misc{c\($0), crossref = {p}}\n" }.joined()
    #expect(read("@misc{p, \(many)}\n\(children)").messages.last?.contains("too many fields") ?? false)
  }

  @Test func `what is never closed does not take long`() {
    let text = String(repeating: "@a{x, y = {\n", count: 100_000)
    #expect(read(text).messages.count <= 10)
  }
}
