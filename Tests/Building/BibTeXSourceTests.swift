import CellistTestSupport
import Testing

/// A bibliography as a source of a list, from the file to the page.
@Suite struct BibTeXSourceTests {
  private static let library = """
    @string{lab = "Analytical Press"}
    @article{ada1843,
      author = {Lovelace, Ada and {\\'E}lie, C. and others},
      title = {Notes on the {Analytical} Engine},
      publisher = lab, year = 1843, month = oct,
      url = {https://example.org/notes}
    }
    @inproceedings{babbage1830, author = {Charles Babbage}, title = {On Decline}, crossref = {proc}}
    @proceedings{proc, title = {Proceedings}, year = 1830}

    """

  private static let settings = """
    record:
      title: text
      authors: {type: [text], from: author.*.text}
      families: {type: [text], from: author.*.family}
      venue: {type: "text?", from: booktitle}
      publisher: text?
      year: integer
      kind: {type: text, from: $type}
      entry: {type: text, from: $entry}
      url: url?
    sort: year
    sources: [{file: library.bib, where: {$type: [article, inproceedings]}}]

    """

  private static let cell =
    "{{@record.id}}: {{title}} ({{year}}, {{kind}}) {{#authors}}{{.}}|{{/authors}} {{#families}}{{.}}|{{/families}} {{venue}}{{publisher}};"

  @Test func `entries are records, which are called as their keys`() {
    let site = TestSite.list(Self.settings, ["library.bib": Self.library], cell: Self.cell)
    #expect(
      site.render()["items/index.html"]?.replacing(/<[^>]*>/, with: "") ?? site.diagnostics()
        == "itemsbabbage1830: On Decline (1830, inproceedings) Charles Babbage| Babbage| Proceedings;"
        + "ada1843: Notes on the Analytical Engine (1843, article) Ada Lovelace|C. Élie|et al.| Lovelace|Élie| Analytical Press;"
    )
    #expect(site.render()["items/library.bib"] == nil)
  }

  @Test func `the entry is there as it was written`() {
    let site = TestSite.list(Self.settings, ["library.bib": Self.library], cell: "<pre>{{entry}}</pre>")
    #expect(
      site.render()["items/index.html"]?.contains("author = {Lovelace, Ada and {\\&#39;E}lie, C. and others},") ?? false
    )
  }

  @Test func `what does not fit is reported at its place`() {
    let site = TestSite.list(
      Self.settings, ["library.bib": "@article{a,\n  title = {A}, year = {soon},\n  url = {javascript:x}\n}\n"],
      cell: Self.cell)
    #expect(
      site.diagnostics() == """
        content/items/library.bib:2:24: error: 'year' must be an integer, found "soon" [invalid-value]
           2 |   title = {A}, year = {soon},
             |                        ^~~~
        content/items/library.bib:3:10: error: 'url' has a link with the scheme 'javascript' [unsafe-link]
           3 |   url = {javascript:x}
             |          ^~~~~~~~~~
             = links may be relative or begin with http, https, mailto, tel

        """)
  }
}
