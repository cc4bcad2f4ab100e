import CellistMarkup
import Testing

@Suite struct StyleSheetLinksTests {
  private func targets(_ sheet: String) -> [String] {
    StyleSheetLinks.links(in: Array(sheet.utf8)).map { $0.isMalformed ? "malformed \($0.target)" : $0.target }
  }

  @Test(arguments: [
    ("a{b:url(x.png)}", ["x.png"]), ("a{b:URL( x.png )}", ["x.png"]), ("a{b:Url('x.png')}", ["x.png"]),
    ("a{b:url( \"x y.png\" )}", ["x y.png"]), ("a{b:u\\72 l(x.png)}", ["x.png"]), ("a{b:\\55RL(x.png)}", ["x.png"]),
    ("a{b:url(a\\20 b\\29.png)}", ["a b).png"]), ("a{b:url(x.png", ["x.png"]), ("a{b:url('x.png", ["x.png"]),
    ("a{b:url(\n\tx.png\r\n)}", ["x.png"]), ("a{b:url(é.png)}", ["é.png"]), ("a{b:url('x\\\ny.png')}", ["xy.png"]),
    ("a{b:url()}", [""]), ("a{b:url('')}", [""]), ("a{b:url(#id) url(data:,x)}", ["#id", "data:,x"]),
    ("a{b:src(\"x.png\")}", ["x.png"]), ("a{b:SRC( 'x.png' )}", ["x.png"]),
    ("a{b:image-set(\"a.png\" 1x, url(b.png) 2x)}", ["a.png", "b.png"]),
    ("a{b:-webkit-image-set('a.avif' type('image/avif') 1x, 'b.png' 2x)}", ["a.avif", "b.png"]),
    ("a{b:url('x.png' prefetch)}", ["x.png"]), ("\u{FEFF}@import 'x.css';", ["x.css"]),
    ("@import 'y.css';", ["y.css"]), ("@IMPORT\n\"y.css\" screen;", ["y.css"]), ("@im\\70ort url(y.css);", ["y.css"]),
    ("@import/**/url(\"y.css\") layer(a) supports(background: url(no.png)) print;a{b:url(z)}", ["y.css", "z"]),
    ("@import src('y.css');", ["y.css"]), ("@charset \"utf-8\";@import 'y.css'", ["y.css"]),
  ])
  func `an address that browsers load is found however it is written`(sheet: String, expected: [String]) {
    #expect(targets(sheet) == expected)
  }

  @Test(arguments: [
    "/* url(x) */", "/* @import 'x'; ", "a{content:'url(x)'}", "a{content:\"x.png\"}", "a:url (x)", "a{b:curl(x)}",
    "a{b:--url(x)}", "a{b:url-prefix(x)}", "a{b:#url(x)}", "a{b:1url(x)}", "a{b:.5url(x)}", "@url(x)",
    "@namespace svg url(http://www.w3.org/2000/svg);", "@namespace 'x';", "@supports (b: url(x)) {}",
    "@font-face{src:local('x')}", "a{b:attr(x 'y')}", "a{b:'x\n url'}", "@important 'x';", "@import;a{b:'x'}",
    "a{b:image-set(var(--x)} c{content:'x'}", "<!-- 'x' -->",
  ])
  func `what only looks like an address is none`(sheet: String) {
    #expect(targets(sheet) == [])
  }

  @Test(arguments: [
    ("a{b:url(a b.png)}c{d:url(x)}", ["malformed a b.png", "x"]),
    ("a{b:url(data:image/svg+xml,<svg a='b'>)}", ["malformed data:image/svg+xml,<svg a='b'>"]),
    ("a{b:url(a(b)}", ["malformed a(b"]), ("a{b:url(a\\)b c)}", ["malformed a\\)b c"]),
  ])
  func `an address that browsers drop is told`(sheet: String, expected: [String]) {
    #expect(targets(sheet) == expected)
  }

  @Test(arguments: [
    ("a{b:url(x)}", "y.png", "a{b:url(y.png)}"), ("a{b:URL( 'x' )}", "y.png", "a{b:URL( 'y.png' )}"),
    ("@import \"x\";", "a\"b.css", "@import \"a\\\"b.css\";"),
    ("a{b:url(x)}", "a (b).png", "a{b:url(a\\20 \\(b\\).png)}"),
    ("a{b:url(x", "y", "a{b:url(y"),
  ])
  func `another address stands for itself in place of one`(sheet: String, target: String, expected: String) {
    let bytes = Array(sheet.utf8)
    let links = StyleSheetLinks.links(in: bytes)
    let replaced = StyleSheetLinks.replacing(links, in: bytes, with: links.map { _ in target })
    #expect(String(decoding: replaced, as: UTF8.self) == expected)
    #expect(StyleSheetLinks.links(in: replaced).map(\.target) == [target])
  }

  @Test(arguments: ["url(", "\\", "image-set(", "'", "/*", "@import ", "url(\\", "((((", "a{", "url(a b"], [40_000])
  func `any sheet takes linear time`(piece: String, count: Int) {
    let text = Array(String(repeating: piece, count: count).utf8)
    #expect(processorTime { _ = StyleSheetLinks.links(in: text) } < .seconds(5))
  }
}
