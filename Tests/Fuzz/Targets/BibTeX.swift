import CellistRecords

@testable import CellistContent

extension FuzzTarget {
  /// The BibTeX reader: values stand at places in the file, an entry is there as it was written, and names have families.
  static let bibtex = FuzzTarget(
    "bibtex",
    seeds: [
      "@string{p = \"P\" # { q}}\n@article{a:1, author = {Ada {\\'E}lie and van der B, Jr., C and others},\n title = \"x {Y}\" # p, year = 1999, month = jan # {~1}}\n",
      "% c\n@comment{x {y}}@preamble{\"z\"}\n@inproceedings(k, crossref = {p}, title = {a--b $x^2$ ``q''})\n@proceedings{p, title={T}, editor={A B}, xdata={q}}\n@xdata{q, url={http://x/\\_}}",
      "@misc{a, author={family=Gogh, prefix=van, given=Vincent}, month={Sept.}, date={2020-01/2021}}\n",
    ],
    words: [
      "@article{", "@string{", "@comment", "crossref = {", "xdata = {", "author = {", " and ", "others", "month = ",
      " # ",
      "\\\"", "\\'{", "{\\", "\\v{", "\\ss", "\\emph{", "family=", "---", "``", "%", "@xdata{", "},\n", "year = 2020",
    ]
  ) { input in
    let text = input.text
    let lines = TextLines(text)
    var diagnostics = Diagnostics()
    Bibliography.read(text, file: "a.bib", &diagnostics) { record, _ in
      law(record.node.places.allSatisfy(lines.holds), "places lie in the file")
      let entry = record.node["$entry"]?.text ?? ""
      // Bytes, since a mark after the entry makes one character with its last brace.
      let isThere = Array(text.utf8).firstRange(of: Array(entry.utf8)) != nil
      law(entry.utf8.first == UInt8(ascii: "@") && isThere, "an entry is as it was written")
      law(
        lines.text(from: record.node.location).map { $0.utf8.starts(with: entry.utf8) } ?? false,
        "an entry stands where it says")
      for name in record.node["author"]?.items ?? [] {
        law(name["text"]?.text.map { !$0.isEmpty } ?? (name.entries ?? []).isEmpty, "a name has a text")
      }
    }
    lawOfPlaces(diagnostics, in: ["a.bib": lines])
  }
}
