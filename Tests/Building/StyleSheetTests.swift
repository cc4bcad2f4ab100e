import CellistTestSupport
import Testing

/// Addresses in the style sheets of themes and of the content lead somewhere, or are errors where they stand.
@Suite struct StyleSheetTests {
  private func site(_ files: [String: String], base: String = "/") -> TestSite {
    TestSite(
      [
        "content/site.yml": "title: T\ntheme: plain\nbase: \(base)\n", "content/index.md": "x\n",
        "themes/plain/theme.yml": "", "content/img/a.png": "x",
      ].merging(files) { _, new in new })
  }

  @Test func `an address in a theme's style sheet that leads nowhere is an error at its place`() {
    let site = site([
      "themes/plain/assets/a.css": "/* é */ a { b: url(x.woff2) }\n@import 'y.css';\nc { d: URL( '/img/b.png' ) }\n",
      "themes/plain/assets/sub/b.css": "a { b: image-set('../none.png' 1x) url(a b.png) url(../../../../x) }\n",
    ])
    #expect(
      site.diagnostics() == """
        themes/plain/assets/a.css:1:20: error: the link target does not exist: x.woff2 [broken-link]
           1 | /* é */ a { b: url(x.woff2) }
             |                    ^~~~~~~
             = addresses in a theme's style sheet are relative to it, or begin with / at the site's root
        themes/plain/assets/a.css:2:10: error: the link target does not exist: y.css [broken-link]
           2 | @import 'y.css';
             |          ^~~~~
             = addresses in a theme's style sheet are relative to it, or begin with / at the site's root
        themes/plain/assets/a.css:3:14: error: the link target does not exist: /img/b.png [broken-link]
           3 | c { d: URL( '/img/b.png' ) }
             |              ^~~~~~~~~~
             = addresses in a theme's style sheet are relative to it, or begin with / at the site's root
        themes/plain/assets/sub/b.css:1:19: error: the link target does not exist: ../none.png [broken-link]
           1 | a { b: image-set('../none.png' 1x) url(a b.png) url(../../../../x) }
             |                   ^~~~~~~~~~~
             = addresses in a theme's style sheet are relative to it, or begin with / at the site's root
        themes/plain/assets/sub/b.css:1:40: error: browsers cannot read this address: a b.png [broken-link]
           1 | a { b: image-set('../none.png' 1x) url(a b.png) url(../../../../x) }
             |                                        ^
             = put an address with spaces, quotes or parentheses in quotes, as in url("a b.png")
        themes/plain/assets/sub/b.css:1:53: error: the link target does not exist: ../../../../x [broken-link]
           1 | a { b: image-set('../none.png' 1x) url(a b.png) url(../../../../x) }
             |                                                     ^~~~~~~~~~~~~
             = addresses in a theme's style sheet are relative to it, or begin with / at the site's root

        """)
  }

  @Test func `style sheets that import each other are an error`() {
    let site = site([
      "themes/plain/assets/a.css": "@import 'b.css';\n", "themes/plain/assets/b.css": "@import url(a.css);\n",
    ])
    #expect(
      site.diagnostics() == """
        themes/plain/assets/b.css:1:13: error: the style sheet 'a.css' leads back to itself [broken-link]
           1 | @import url(a.css);
             |             ^~~~~
             = each asset is named after its bytes, and those of a style sheet hold the names of the assets in it

        """)
  }

  @Test func `addresses of the content, of other sites and of the theme it extends are fine`() {
    let site = site(
      [
        "themes/plain/assets/a.css":
          "@import 'https://example.org/x.css'; a{b:url(/img/a.png) url(../img/a.png) url(#x) url(data:,x) url() url(style.css)}",
        "content/css/own.css": "a{b:url(../img/a.png) url(/img/a.png)} @import 'more.css';", "content/css/more.css": "",
      ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    let style = files.keys.first { $0.hasPrefix("assets/style-") } ?? ""
    let own = files.first { $0.key.hasPrefix("assets/a-") }?.value ?? ""
    #expect(own.contains("url(/img/a.png) url(../img/a.png)"))
    #expect(own.contains("url(\(style.split(separator: "/").last ?? ""))"))
  }

  @Test func `an address in a style sheet of the content that leads nowhere is an error at its place`() {
    let site = site(
      ["content/css/own.css": "@import url(more.css);\na{b:url(/none.png) url(/img/a.png)}\n"], base: "/shop/")
    #expect(
      site.diagnostics() == """
        content/css/own.css:1:13: error: the link target does not exist: more.css [broken-link]
           1 | @import url(more.css);
             |             ^~~~~~~~
             = addresses are relative to the style sheet, or begin with / at the site's root
        content/css/own.css:2:9: error: the link target does not exist: /none.png [broken-link]
           2 | a{b:url(/none.png) url(/img/a.png)}
             |         ^~~~~~~~~
             = addresses are relative to the style sheet, or begin with / at the site's root
        content/css/own.css:2:24: warning: the address begins at the host's root, and the site is at /shop/ [broken-link]
           2 | a{b:url(/none.png) url(/img/a.png)}
             |                        ^~~~~~~~~~
             = style sheets of the content are published as they are; an address that is relative to the file is right wherever the site is

        """)
  }
}
