import Testing

@testable import CellistTemplates

/// Where a template has got to in the HTML: what an HTML parser would say after the same text.
struct HTMLPlaceTests {
  @Test(arguments: [
    ("", "text"),
    ("a < b", "text"),
    ("a <3 b <", "a tag"),
    ("<<b>", "text"),
    ("<p", "a tag"),
    ("<p>", "text"),
    ("<P CLASS=x>", "text"),
    ("<br/>", "text"),
    ("<br / >", "text"),
    ("<>", "text"),
    ("</>", "text"),
    ("</p", "a tag"),
    ("</p >", "text"),
    (#"</p title=">"#, "the attribute 'title'"),
    ("</ title='>", "text"),
    ("<é", "text"),
  ])
  func `tags open at a letter and close at their end`(_ html: String, _ place: String) {
    #expect(Self.place(after: html) == place)
  }

  @Test(arguments: [
    (#"<a title="#, "the attribute 'title'"),
    (#"<a title = ""#, "the attribute 'title'"),
    (#"<a title='x">"#, "the attribute 'title'"),
    (#"<a title=">"#, "the attribute 'title'"),
    (#"<a title="<b>"#, "the attribute 'title'"),
    (#"<a title="x"href=""#, "the attribute 'href'"),
    (#"<a/href=""#, "the attribute 'href'"),
    (#"<a/ /href=""#, "the attribute 'href'"),
    (#"<a HREF=""#, "the attribute 'href'"),
    (#"<a b/href=""#, "the attribute 'href'"),
    (#"<a b href=""#, "the attribute 'href'"),
    ("<a b=c/>", "text"),
    ("<a b=c\"d>", "text"),
    ("<a b=>", "text"),
    ("<a b= >", "text"),
    ("<a b= \n'", "the attribute 'b'"),
    ("<a\u{C}href='", "the attribute 'href'"),
    ("<a\u{B}href='", "a tag"),
    ("<a b\u{0}='", "the attribute 'b\u{0}'"),
    ("<a =b='", "a '=' that no attribute's name precedes"),
    ("<a b='c'='", "a '=' that no attribute's name precedes"),
  ])
  func `attributes are read as an HTML parser reads them`(_ html: String, _ place: String) {
    #expect(Self.place(after: html) == place)
  }

  @Test(arguments: [
    ("<!-- x", "a comment"),
    ("<!-- > -- > ->", "a comment"),
    ("<!-- x -->", "text"),
    ("<!-->", "text"),
    ("<!--->", "text"),
    ("<!---->", "text"),
    ("<!----->", "text"),
    ("<!-- --!>", "text"),
    ("<!----!>", "text"),
    ("<!---!>", "a comment"),
    ("<!--!>", "a comment"),
    ("<!-- --!->", "a comment"),
    ("<!-- --!-->", "text"),
    ("<!-- <!-- -->", "text"),
    ("<!-x>", "text"),
    ("<!->", "text"),
    ("<!>", "text"),
    ("<!", "a declaration"),
    ("<!doctype html>", "text"),
    (#"<!DOCTYPE html PUBLIC "a>"#, "text"),
    ("<?xml version='1.0'?>", "text"),
    ("<?", "a declaration"),
    ("<![CDATA[ x ]]>", "a CDATA section"),
    ("<![cdata", "a declaration"),
    ("<![if x]>", "text"),
  ])
  func `comments and declarations end where a browser ends them`(_ html: String, _ place: String) {
    #expect(Self.place(after: html) == place)
  }

  @Test(arguments: [
    ("<script>if (a<b) '<p>'", "a 'script' element"),
    ("<script></SCRIPT >", "text"),
    ("<script></script\n", "a tag"),
    ("<script></script/>", "text"),
    (#"<script></script x=">"#, "the attribute 'x'"),
    ("<script></scriptx>", "a 'script' element"),
    ("<script></ script>", "a 'script' element"),
    ("<script/></p>", "a 'script' element"),
    ("<SCRIPT>", "a 'script' element"),
    ("<scrip\u{0}t>", "text"),
    ("<script><!--</script>", "text"),
    ("<script><!--<script></script>", "a 'script' element"),
    ("<script><!--<script></script></script>", "text"),
    ("<script><!--<script>--></script>", "text"),
    ("<script><!--<SCRIPT/</script </script>", "text"),
    ("<script><!--><script></script>", "text"),
    ("<script><!---><script></script>", "text"),
    ("<script><!- -<script></script>", "text"),
    ("<script><!--<scripty></script>", "text"),
    ("<script><<!--<<script></script>", "a 'script' element"),
    ("<style><!--</style>", "text"),
    ("<style><b></style>", "text"),
    ("<title><b", "a 'title' element"),
    ("<title></title", "a 'title' element"),
    ("<title></titlex>", "a 'title' element"),
    ("<title><</title>", "text"),
    ("<textarea></title></textarea>", "text"),
    ("<xmp><b title='</xmp>", "text"),
    ("<iframe><p></iframe>", "text"),
    ("<noscript><p></noscript>", "text"),
    ("<plaintext></plaintext>", "a 'plaintext' element"),
  ])
  func `raw elements end at their own end tag alone`(_ html: String, _ place: String) {
    #expect(Self.place(after: html) == place)
  }

  /// In SVG a style is parsed as markup, and in a `select` its tag may be ignored: the two readings part at the first
  /// `<` inside.
  @Test(arguments: [
    ("<svg><title>x</title></svg>", "text"),
    ("<svg><style>a > b</style>", "text"),
    ("<svg><style><a title='</style>", "a 'style' element with markup inside 'svg'"),
    ("<svg><title/><a href=", "a 'title' element with markup inside 'svg'"),
    ("<math><script><!--", "a 'script' element with markup inside 'math'"),
    ("<select><title><a href=", "a 'title' element with markup inside 'select'"),
    ("<svg></svg><style><a title='</style>", "text"),
    ("<svg><svg></svg><style><", "a 'style' element"),
    ("<svg><svg></svg><style><b", "a 'style' element with markup inside 'svg'"),
    ("<svg><foreignObject></svg><style><b", "a 'style' element with markup inside 'foreignobject'"),
  ])
  func `where browsers may differ the place is lost`(_ html: String, _ place: String) {
    #expect(Self.place(after: html) == place)
  }

  @Test(arguments: [
    #"<a{{#new}} href="{{link}}"{{/new}}>x</a>"#,
    #"<a {{#new}}href="{{link}}"{{/new}}>x</a>"#,
    #"<a {{#new}}href="{{link}}" {{/new}}class="b">x</a>"#,
    #"<a href="/"{{#new}} class="{{title}}"{{/new}}{{^new}} id='x'{{/new}} title="{{title}}">x</a>"#,
    "<input{{#new}} checked{{/new}}>",
    "<input {{#new}}checked{{/new}} name='{{title}}'>",
    "<input type=x {{#new}}checked{{/new}}/>",
    #"<p class="a{{#new}} b{{/new}}{{#tags}} {{.}}{{/tags}}">x</p>"#,
    "<p {{#people}}data-a='{{name}}' {{/people}}>x</p>",
    "<p{{#people}} data-a='{{name}}'{{/people}}>x</p>",
    "<!-- {{#new}}a{{/new}} -->",
    "{{#new}}<a href='/'>{{/new}}x{{#new}}</a>{{/new}}",
    "<title>{{#subtitle}}{{.}} - {{/subtitle}}{{title}}</title>",
    "<script>{{#new}}run(){{/new}}</script>",
    "{{#new}}<svg>{{/new}}x{{#new}}</svg>{{/new}}",
  ])
  func `attributes and parts of values may be conditional`(_ text: String) {
    #expect(TestPage(text).messages == "")
  }

  /// Each of these is safe in one of the two ways in which it can come out, and an attribute of the value's choice, or
  /// an event handler, in the other.
  @Test(arguments: [
    #"<a{{#new}} b="c"{{/new}}title="{{title}}">"#,
    #"<p onclick {{#new}}c{{/new}}="{{title}}">"#,
    #"<p on{{#new}} a="b"{{/new}}click="{{title}}">"#,
    #"<p b{{#tags}}="{{.}}" onclick{{/tags}}>"#,
    #"<p {{#tags}}click="{{.}}" on{{/tags}}>"#,
    #"<p {{#tags}}click="{{.}}" {{#new}}on{{/new}}{{/tags}}>"#,
    #"<p onclick={{#new}}c d={{/new}}"{{title}}">"#,
    "<!--{{#new}}-{{/new}}-> {{title}}",
    "<!--{{#new}}--{{/new}}> {{title}}",
    "<title>{{#new}}<{{/new}}/title>{{title}}",
    #"<a href="{{#tags}}a:{{/tags}}x">"#,
    "<script>{{#new}}<!--{{/new}}</script>",
  ])
  func `what follows a section means the same with it and without it`(_ text: String) {
    let messages = TestPage(text).messages
    #expect(messages.contains("[unbalanced-html]") || messages.contains("[unsafe-place]"))
  }

  private static func place(after html: String) -> String {
    var place = HTMLPlace()
    for byte in html.utf8 { _ = place.follow(byte) }
    return place.description
  }
}
