import CellistRecords
import Testing

@testable import CellistTemplates

/// Elements end in the template that begins them, and links in a template's own text are looked up.
struct ElementTests {
  @Test(arguments: [
    "<ul>{{#tags}}<li>{{.}}{{/tags}}</ul>", "<div><p>a<p>b</div>", "<div><p>a</div>", "<br><img src='/x'><input>",
    "<svg><path d=''/><g><use href='#a'/></g></svg>", "<svg/>", "<math><mi>x</mi><mspace/></math>", "<b><i></b></i>",
    "<p>a</p><p>b<ul><li>c<li>d</ul>", "<dl><dt>a<dd>b<dt>c<dd>d</dl>", "<p>a<div>b</div>",
    "<select><optgroup><option>a<option>b<optgroup><option>c</select>", "<ruby>a<rp>(<rt>b<rp>)</ruby>",
    "<ul><li>a{{#new}}<li>b{{/new}}<li>c</ul>", "<ul><li>a<ul><li>b</ul><li>c</ul>",
    "<table><caption>a<colgroup><col><thead><tr><th>a<tbody><tr><td>b<tr><td>c<tfoot><tr><td>d</table>",
    "<table><tr><td><table><tr><td>a</table><td>b</table>", "<li><b>a</b></li>", "<p><b>a<i>b</b>c</i></p>",
    "{{#new}}<a href='/'>{{/new}}x{{#new}}</a>{{/new}}",
    "{{#new}}<div class='a'>{{/new}}{{^new}}<div>{{/new}}x</div>", "<title>a</title><script></script>",
    "<html><body>{{>cell}}</body></html>", "<table><tr><td>a<td>b<tr><td>c</table>",
    "<div>{{<layout}}{{$a}}<p>x</p>{{/a}}{{/layout}}</div>",
  ])
  func `elements that end in their template are fine`(_ text: String) {
    #expect(TestPage(text, partials: ["cell": "<p>x</p>", "layout": "<i>{{$a}}{{/a}}</i>"]).messages == "")
  }

  @Test(arguments: [
    "b", "a", "div", "table", "svg", "math", "select", "template", "span", "em", "li", "p", "td", "option",
  ])
  func `whatever element a template leaves open is an error`(_ name: String) {
    let message = """
      cell.mustache:1:\(name == "li" ? 1 : 9): error [unbalanced-html]: '\(name)' begins here and does not end in this template
        an element ends in the template that begins it; a block can put something around others
      """
    let cell = name == "li" ? "<li>x" : "<!-- --><\(name)>x"
    #expect(TestPage("<ul>{{>cell}}</ul>", partials: ["cell": cell]).messages.contains(message))
    guard !["li", "p", "td", "option"].contains(name) else { return }
    let closed = TestPage("<ul>{{>cell}}</ul>", partials: ["cell": "<li><\(name)>x</li>"]).messages
    #expect(closed.contains("cell.mustache:1:5: error [unbalanced-html]: '\(name)' begins here"), "\(closed)")
  }

  @Test(arguments: ["<textarea>", "<title>", "<script>", "<!-- ", "<a href=\"/", "<b "])
  func `a template that ends within a tag, a comment or a text without markup is an error`(_ end: String) {
    let messages = TestPage("<ul>{{>cell}}</ul>", partials: ["cell": "<li>x</li>\(end)"]).messages
    #expect(messages.hasPrefix("cell.mustache:1:11: error [unbalanced-html]: the template ends inside "), "\(messages)")
  }

  @Test(arguments: [
    "{{#new}}<a href='/'>{{/new}}x{{#new}}</a>{{/new}}",
    "{{#new}}<b>{{/new}}{{^new}}<i>{{/new}}x{{#new}}</b>{{/new}}{{^new}}</i>{{/new}}",
    "{{#new}}<div class='a'>{{/new}}{{^new}}<div>{{/new}}x{{#new}}</div>{{/new}}{{^new}}</div>{{/new}}",
    "<div>x{{#new}}</div><div>{{/new}}y</div>", "{{#tags}}<i>{{/tags}}x{{#tags}}</i>{{/tags}}",
    "{{#new}}{{#title}}<i>{{/title}}{{/new}}x{{#title}}{{#new}}</i>{{/new}}{{/title}}",
    "{{#new}}<a href='/'>{{/new}}x{{#title}}</a>{{/title}}",
  ])
  func `an element may begin and end in sections under one condition`(_ text: String) {
    #expect(TestPage(text).messages == "")
  }

  @Test(arguments: [
    ("{{#new}}<b>{{/new}}x", "b"), ("{{^new}}<div>{{/new}}x", "div"), ("{{#tags}}<li>{{.}}{{/tags}}", "li"),
    ("{{#new}}<a href='/'>{{/new}}x{{^new}}</a>{{/new}}", "a"), ("<i>x{{#new}}</i>{{/new}}", "i"),
  ])
  func `an element that only some pages close is an error`(_ text: String, _ name: String) {
    #expect(
      TestPage(text).messages.contains("'\(name)' begins here and does not end in this template"),
      "\(TestPage(text).messages)")
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
      cell.mustache:1:6: error [unbalanced-html]: 'li' begins here and does not end in this template
        an element ends in the template that begins it; a block can put something around others
      """, partials: ["cell": "</li><li>{{.}}"]),
    Wrong(
      "{{>head}}<p>x</p>{{>foot}}",
      """
      head.mustache:2:2: error [unbalanced-html]: 'div' begins here and does not end in this template
        an element ends in the template that begins it; a block can put something around others
      """, partials: ["head": "<b>a</b>\n <div class=\"a\">", "foot": "</div>"]),
    Wrong(
      "<ul><li>a</li></li></ul>",
      "page.mustache:1:15: error [unbalanced-html]: '</li>' ends no element"
    ),
    Wrong(
      "<p>a<ul></ul></p>",
      """
      page.mustache:1:14: error [unbalanced-html]: '</p>' ends no element
        a paragraph ends where a block such as a list begins in it
      """),
    Wrong("</b>", "page.mustache:1:1: error [unbalanced-html]: '</b>' ends no element"),
    Wrong(
      "<table><tr><td><table></table></td></tr></table><div><tr><td>a</td></tr></div>",
      "page.mustache:1:54: error [unbalanced-html]: a 'tr' can only be in a table: browsers leave its tag out"),
    Wrong(
      "{{>cell}}<table>{{>cell}}</table>",
      "cell.mustache:1:1: error [unbalanced-html]: a 'td' can only be in a table: browsers leave its tag out",
      partials: ["cell": "<td>a</td>"]),
    Wrong("<br></br>", "page.mustache:1:5: error [unbalanced-html]: '</br>' ends no element"),
    Wrong(
      "<div><span>a</div>",
      """
      page.mustache:1:6: error [unbalanced-html]: 'span' begins here and does not end in this template
        the element around it ends at page.mustache:1:13
      """),
    Wrong(
      "<p><span>a<div></div></p>",
      """
      page.mustache:1:4: error [unbalanced-html]: 'span' begins here and does not end in this template
        the element around it ends at page.mustache:1:11
      page.mustache:1:22: error [unbalanced-html]: '</p>' ends no element
        a paragraph ends where a block such as a list begins in it
      """),
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
    let rules = TemplateCompiler.Rules(.html) { target, _, location, _ in
      links.append("\(location.line):\(location.column) \(target)")
      return target.hasPrefix("/") ? "/base\(target)?a&b" : nil
    }
    let template = TemplateCompiler.compile(
      "page", against: Book.scope.shape, from: library, by: rules, &diagnostics)
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
    let end = text.contains("<a") ? "</a>" : ""
    let found = Self.linked("\(text)\(end)")
    #expect(found.links == links)
    #expect(found.html == "\(html)\(end)")
  }
}
