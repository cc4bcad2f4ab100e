import CellistTestSupport
import Testing

/// Sections and terms of fields that are true or false.
@Suite struct BooleanTitleTests {
  private static func page(_ settings: String, open: String = "boolean", _ path: String) -> String? {
    TestSite.list(
      "record: {title: text, open: \(open), kind: text}\nid: title\n\(settings)",
      [
        "x.csv": "title,open,kind\nA,true,x\nB,false,x\nC,true,y\n",
        "content/site.yml": "title: T\nlanguage: de\ntheme: plain\n",
        "themes/plain/pages/list.mustache": """
        {{#@page.sections}}{{#@section.groups}}[{{title}}]{{/@section.groups}}({{@section.title}} {{@section.slug}})\
        {{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}
        """,
        "themes/plain/pages/term.mustache":
          "{{@term.title}}{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
        "themes/plain/pages/terms.mustache": "{{#@page.terms}}{{title}} {{slug}};{{/@page.terms}}",
      ], cell: " {{@record.title}}{{#@record.terms}} {{title}}{{/@record.terms}}"
    ).render()["items/\(path)index.html"]
  }

  @Test func `titles are words of the theme, in the site's language, and addresses are not`() {
    #expect(Self.page("sections: open\n", "") == "(Nein false) B(Ja true) A C")
    #expect(Self.page("sections: [open, kind]\n", "") == "[Nein](x false--x) B[Ja](x true--x) A(y true--y) C")
    #expect(Self.page("terms: open\n", "open/") == "Nein false;Ja true;")
    #expect(Self.page("terms: open\n", "") == "(items ) A Ja B Nein C Ja")
  }

  @Test func `a field's own words win`() {
    #expect(Self.page("sections: open\n", open: "{type: boolean, words: [on, off]}", "") == "(off off) B(on on) A C")
  }
}
