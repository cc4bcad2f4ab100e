import CellistRecords
import CellistText
import Testing

@testable import CellistTemplates

/// Elements end in the template that begins them, and links in a template's own text are looked up.
struct ElementTests {
  @Test(arguments: [
    "<ul>{{#tags}}<li>{{.}}{{/tags}}</ul>", "<p>a<p>b", "<div><p>a</div>", "<br><img src='/x'><input>",
    "<svg><path d=''/><g><use href='#a'/></g></svg>", "<svg/>", "<b><i></b></i>", "</b>",
    "{{#new}}<a href='/'>{{/new}}x{{#new}}</a>{{/new}}",
    "{{#new}}<div class='a'>{{/new}}{{^new}}<div>{{/new}}x</div>", "<title>a</title><script></script>",
    "<html><body>{{>cell}}</body></html>", "<table><tr><td>a<td>b<tr><td>c</table>",
    "<div>{{<layout}}{{$a}}<p>x</p>{{/a}}{{/layout}}</div>",
  ])
  func `elements that end in their template are fine`(_ text: String) {
    #expect(TestPage(text, partials: ["cell": "<p>x", "layout": "<i>{{$a}}{{/a}}</i>"]).messages == "")
  }

  @Test(arguments: [
    Wrong(
      "<ul>\n{{>cell}}\n</ul>",
      """
      cell.mustache:1:3: error [unbalanced-html]: '</ul>' ends an element that another template began
        it begins at page.mustache:1:1
      """, partials: ["cell": "x </ul>"]),
    Wrong(
      "<ul><li>{{#tags}}{{>cell}}{{/tags}}</ul>",
      """
      cell.mustache:1:1: error [unbalanced-html]: '</li>' ends an element that another template began
        it begins at page.mustache:1:5
      """, partials: ["cell": "</li><li>{{.}}"]),
    Wrong(
      "{{>head}}<p>x</p>{{>foot}}",
      """
      head.mustache:2:2: error [unbalanced-html]: 'div' begins here and does not end in this template
        an element ends in the template that begins it; a block can put something around others
      """, partials: ["head": "<b>a</b>\n <div class=\"a\">", "foot": "</div>"]),
    Wrong(
      "a\rb\r <em>",
      """
      page.mustache:3:2: error [unbalanced-html]: 'em' begins here and does not end in this template
        an element ends in the template that begins it; a block can put something around others
      """),
    Wrong(
      "é<em>",
      """
      page.mustache:1:2: error [unbalanced-html]: 'em' begins here and does not end in this template
        an element ends in the template that begins it; a block can put something around others
      """),
  ])
  func `an element that another template ends is an error`(_ wrong: Wrong) { wrong.check() }

  private static func linked(_ text: String) -> (links: [String], html: String) {
    var diagnostics = Diagnostics()
    var links: [String] = []
    var library = TemplateLibrary()
    library.add(TemplateSource(path: "page.mustache", text: text), as: "page", &diagnostics)
    let template = TemplateCompiler.compile(
      "page", against: Book.scope.shape, mode: .html, from: library,
      links: { target, _, location, _ in
        links.append("\(location.line):\(location.column) \(target)")
        return target.hasPrefix("/") ? "/base\(target)?a&b" : nil
      }, &diagnostics)
    var buffer = ByteBuffer()
    template?.render(Book.scope.projection(template?.layout ?? Layout(slots: [])).frame(of: Book()), into: &buffer)
    return (links, String(decoding: buffer.bytes, as: UTF8.self) + diagnostics.lines)
  }

  @Test(arguments: [
    ("<a href=\"/x/\">", ["1:10 /x/"], "<a href=\"/base/x/?a&amp;b\">"),
    ("é\n <img alt='' src='/x&#47;y'>", ["2:19 /x/y"], "é\n <img alt='' src='/base/x/y?a&amp;b'>"),
    ("<a href=/x>", ["1:9 /x"], "<a href=\"/base/x?a&amp;b\">"),
    ("<img srcset=\"/a 1x, b 2x\">", ["1:14 /a", "1:14 b"], "<img srcset=\"/base/a?a&amp;b 1x, b 2x\">"),
    ("<a href=\"/x/{{title}}\">", [], "<a href=\"/x/Suites\">"),
    ("<a href=\"{{#new}}/x{{/new}}/y\">", [], "<a href=\"/y\">"),
    ("<a data-href=\"/x\" title='/y'>", [], "<a data-href=\"/x\" title='/y'>"),
    ("<!-- <a href=\"/x\"> --><a href=\"\">", [], "<!-- <a href=\"/x\"> --><a href=\"\">"),
    ("<a\n  href=\"/x\n\">", ["2:9 /x"], "<a\n  href=\"/base/x?a&amp;b\n\">"),
  ])
  func `links in a template's text are handed over and replaced`(_ text: String, _ links: [String], _ html: String) {
    let found = Self.linked("\(text)</a>")
    #expect(found.links == links)
    #expect(found.html == "\(html)</a>")
  }
}
