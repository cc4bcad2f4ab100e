import CellistTemplates
import Testing

struct EscapingTests {
  @Test func `the five characters that mean something in HTML are escaped`() {
    #expect(
      TestPage("{{title}}").html(of: Book(title: #"<a href="x" b='y'>&amp;"#))
        == "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;")
    #expect(ByteBuffer.escaped("") == "")
    #expect(ByteBuffer.escaped("å\u{0}\u{301}&") == "å\u{0}\u{301}&amp;")
  }

  @Test func `a carriage return or a base letter does not hide what follows it`() {
    #expect(ByteBuffer.escaped("\"\u{301}<\u{338}\r\n>") == "&quot;\u{301}&lt;\u{338}\r\n&gt;")
  }

  @Test func `HTML by type is printed as it stands, raw or not`() {
    let book = Book(notes: "<p>&amp;</p>")
    #expect(TestPage("{{notes}}{{{notes}}}{{&notes}}").html(of: book) == "<p>&amp;</p><p>&amp;</p><p>&amp;</p>")
  }

  @Test func `tags in a value are text`() {
    #expect(TestPage("{{title}}").html(of: Book(title: "{{link}}")) == "{{link}}")
  }

  /// A law: whatever a value is, its attribute and its element read back as the value, and nothing is added to the page.
  @Test(arguments: 0..<300)
  func `no value breaks out of its place`(_ seed: Int) throws {
    var random = SplitMix(state: UInt64(seed))
    let pieces = [
      "\"", "'", "<", ">", "&", "&quot;", "&#39;", "</title>", "-->", "]]>", " ", "\n", "\r\n", "=", "/", "`", "a",
      "é", "e\u{301}", "\u{338}", "\u{0}", "{{", "}}", "onclick=", "javascript:", "<script>", "👩‍👩‍👧", "\u{2028}", ";",
    ]
    let value = (0..<random.next(30)).map { _ in pieces[random.next(pieces.count)] }.joined()
    let text = #"<title>{{title}}</title><a title="{{title}}" rel='{{title}}' href="/{{title}}">{{title}}</a>"#
    let html = TestPage(text).html(of: Book(title: value))

    let parts = try Self.literals.reduce(into: (rest: html[...].utf8[...], values: [String]())) { state, literal in
      let end = try #require(Self.firstIndex(of: literal, in: state.rest))
      state.values.append(Self.unescaped(String(decoding: state.rest[..<end.lowerBound], as: UTF8.self)))
      state.rest = state.rest[end.upperBound...]
    }
    #expect(parts.values == ["", value, value, value, value, value])
    #expect(parts.rest.isEmpty)
    // Between the template's own marks nothing stands that could end a value.
    #expect(html.utf8.count { $0 == UInt8(ascii: "<") } == 4)
    #expect(html.utf8.count { $0 == UInt8(ascii: "\"") } == 4)
    #expect(html.utf8.count { $0 == UInt8(ascii: "'") } == 2)
  }

  private static let literals = ["<title>", "</title><a title=\"", "\" rel='", "' href=\"/", "\">", "</a>"]

  private static func firstIndex(of literal: String, in text: Substring.UTF8View) -> Range<Substring.UTF8View.Index>? {
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].starts(with: literal.utf8),
        let end = text.index(start, offsetBy: literal.utf8.count, limitedBy: text.endIndex)
      {
        return start..<end
      }
      start = text.index(after: start)
    }
    return nil
  }

  private static func unescaped(_ text: String) -> String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    var bytes = Array(text.utf8)
    for (entity, character) in entities {
      var result: [UInt8] = []
      var index = 0
      while index < bytes.count {
        if bytes[index...].starts(with: entity.utf8) {
          result += Array(character.utf8)
          index += entity.utf8.count
        } else {
          result.append(bytes[index])
          index += 1
        }
      }
      bytes = result
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Numbers that are the same in each run.
struct SplitMix {
  var state: UInt64

  mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
