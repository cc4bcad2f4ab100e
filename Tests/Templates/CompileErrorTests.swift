import CellistTemplates
import Testing

/// The compiler's messages about templates that do not fit: the whole text, with its place and its hint.
struct CompileErrorTests {
  @Test(arguments: [
    Wrong(
      "<p>{{titel}}</p>",
      "page.mustache:1:6: error [unknown-name]: there is no name 'titel' here\n  did you mean 'title'?"),
    Wrong(
      "é{{\n  nothing-like-it}}",
      """
      page.mustache:2:3: error [unknown-name]: there is no name 'nothing-like-it' here
        known here: title, subtitle, link, notes, new, binding, tags, people, publisher, assets
      """),
    Wrong("{{title.initial}}", "page.mustache:1:3: error [unknown-name]: 'title' has no part 'initial'"),
    Wrong(
      "{{#people}}{{count}}{{/people}}{{people.cuont}}",
      """
      page.mustache:1:14: error [unknown-name]: there is no name 'count' here
        known here: name, title, subtitle, link, notes, new, binding, tags, people, publisher, assets
      page.mustache:1:34: error [unknown-name]: 'people' has no part 'cuont'
        did you mean 'count'?
      """),
    Wrong(
      "{{assets.styl.css}}",
      "page.mustache:1:3: error [unknown-name]: 'assets' has no part 'styl.css'\n  did you mean 'style.css'?"),
    Wrong(
      "{{publisher.name.first}}", "page.mustache:1:3: error [unknown-name]: 'publisher.name' has no part 'first'"),
    Wrong("{{title..x}}", "page.mustache:1:3: error [unknown-name]: 'title' has no part ''"),
    Wrong(
      "{{^titel}}{{/titel}}",
      "page.mustache:1:4: error [unknown-name]: there is no name 'titel' here\n  did you mean 'title'?"),
  ])
  func `a name that does not exist is an error with a suggestion`(_ wrong: Wrong) { wrong.check() }

  @Test(arguments: [
    Wrong(
      "{{> cel}}", "page.mustache:1:5: error [unknown-template]: there is no template 'cel'\n  did you mean 'cell'?",
      partials: ["cell": ""]),
    Wrong(
      "\n {{<layuot}}{{/layuot}}",
      "page.mustache:2:5: error [unknown-template]: there is no template 'layuot'\n  did you mean 'layout'?",
      partials: ["layout": ""]),
    Wrong(
      "{{>cell}}", "cell.mustache:1:8: error [unknown-name]: there is no name 'titel' here\n  did you mean 'title'?",
      partials: ["cell": "<b>{{{ titel }}}</b>"]),
    Wrong(
      "{{>*binding}}",
      "page.mustache:1:5: error [unknown-template]: there is no template 'cloth'\n  known here: page, paper",
      partials: ["paper": ""]),
    Wrong(
      "{{>*title}}",
      """
      page.mustache:1:5: error [open-dynamic-name]: 'title' can be anything, so it cannot name a template
        a dynamic name is @cell or a field of the type {choice: […]}
      """),
    Wrong(
      "{{>page}}",
      "page.mustache:1:4: error [recursive-partial]: the template 'page' includes itself, and does not end within 64 levels"
    ),
    Wrong(
      "{{>a}}",
      "b.mustache:1:4: error [recursive-partial]: the template 'a' includes itself, and does not end within 64 levels",
      partials: ["a": "{{#people}}{{> b}}{{> b}}{{/people}}", "b": "{{>a}}{{>a}}"]),
  ])
  func `a template that cannot be included is an error`(_ wrong: Wrong) { wrong.check() }

  @Test(arguments: [
    Wrong(
      "{{{title}}}",
      """
      page.mustache:1:4: error [raw-text]: 'title' is text and cannot be printed raw
        write {{title}}; only Markdown is HTML by type
      """),
    Wrong(
      "{{& link}}",
      """
      page.mustache:1:5: error [raw-text]: 'link' is a URL and cannot be printed raw
        write {{link}}; only Markdown is HTML by type
      """),
    Wrong(
      "{{tags}}",
      "page.mustache:1:3: error [invalid-tag]: 'tags' is a list and cannot be printed\n  open it as a section: {{#tags}}…{{/tags}}"
    ),
    Wrong(
      "{{publisher}}",
      """
      page.mustache:1:3: error [invalid-tag]: 'publisher' is a group of names and cannot be printed
        open it as a section: {{#publisher}}…{{/publisher}}
      """),
    Wrong(
      #"<a title="{{notes}}">x</a>"#,
      "page.mustache:1:13: error [unsafe-place]: 'notes' is HTML, which can stand only between elements"),
    Wrong(
      "<title>{{notes}}</title>",
      "page.mustache:1:10: error [unsafe-place]: 'notes' is HTML, which can stand only between elements"),
  ])
  func `a value is printed only as its type allows`(_ wrong: Wrong) { wrong.check() }

  @Test(arguments: [
    ("<a title={{title}}>", "in an attribute without quotes\n  put the attribute's value in quotes"),
    ("<a title=x{{title}}>", "in an attribute without quotes\n  put the attribute's value in quotes"),
    ("<a title='x' {{title}}>", "inside a tag"),
    ("<a data-{{title}}='x'>", "inside a tag"),
    ("<{{title}}>", "inside a tag"),
    ("</{{title}}>", "inside a tag"),
    ("<h{{title}}>", "inside a tag"),
    ("<script>{{title}}</script>", "in a 'script' element"),
    ("<style>{{title}}</style>", "in a 'style' element"),
    ("<plaintext></plaintext>{{title}}", "in a 'plaintext' element"),
    (#"<p onclick="{{title}}">"#, "in the event handler 'onclick'"),
    (#"<p ONCLICK = '{{title}}'>"#, "in the event handler 'onclick'"),
    (#"<p style="{{title}}">"#, "in a 'style' attribute"),
    (#"<iframe srcdoc="{{title}}">"#, "in a 'srcdoc' attribute"),
    ("<!-- {{title}} -->", "in a comment"),
    ("<!doctype {{title}}>", "in a declaration"),
    ("<?php {{title}}>", "in a declaration"),
    ("<![CDATA[>]]>{{title}}", "after a CDATA section"),
    ("<svg><title><b>{{title}}</b></title></svg>", "after a 'title' element with markup inside 'svg'"),
    (#"<a href="javascript:{{title}}">"#, "in a link with a scheme that is not one of http, https, mailto, tel"),
    (#"<a href=" JavaScript&colon;{{title}}">"#, "in a link with a scheme that is not one of http, https, mailto, tel"),
    (#"<a href="java\#nscript:{{link}}">"#, "in a link with a scheme that is not one of http, https, mailto, tel"),
    (#"<a href="&#106;avascript:{{link}}">"#, "in a link with a scheme that is not one of http, https, mailto, tel"),
    (
      #"<img src="data:image/png;base64,{{title}}">"#,
      "in a link with a scheme that is not one of http, https, mailto, tel"
    ),
  ])
  func `a value cannot stand where it could become markup or code`(_ text: String, _ reason: String) {
    let messages = TestPage(text).messages
    let first = messages.split(separator: "error [unsafe-place]: ").last.map(String.init)
    let name = text.contains("{{link}}") ? "link" : "title"
    #expect(first == "'\(name)' cannot be printed \(reason)")
  }

  @Test(arguments: [
    #"<a href="{{title}}">"#, #"<a href=" {{title}}">"#, #"<a href="x{{title}}">"#, #"<a href="{{link}}{{title}}">"#,
    #"<a href="{{#new}}/{{/new}}{{title}}">"#, #"<a href="{{#tags}}/{{/tags}}{{title}}">"#,
    #"<a HREF='{{title}}'>"#,
  ])
  func `text cannot begin a link`(_ text: String) {
    #expect(
      TestPage("\(text)</a>").messages.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "" == """
        error [unsafe-place]: 'title' is text and cannot begin the link in 'href'
          a field of the type url is checked to be safe here
        """)
  }

  @Test(arguments: [
    #"<a href="{{link}}">"#, "<a href='#{{title}}'>", #"<a href="/tags/{{title}}/{{title}}">"#,
    #"<a href="?q={{title}}">"#, #"<a href="mailto:{{title}}">"#, "<a href='{{link}}#{{title}}'>",
    #"<a href="https://example.org/{{title}}">"#, #"<a href="./{{title}}">"#, #"<a title="{{title}}">"#,
    #"<a href="{{#new}}{{link}}{{/new}}{{^new}}{{assets.icon}}{{/new}}">"#,
    #"<img srcset="{{link}} 1x, {{assets.icon}} 2x">"#,
  ])
  func `links begin with a URL or with the template's own text`(_ text: String) {
    #expect(TestPage(text.contains("<a") ? "\(text)</a>" : text).messages == "")
  }

  @Test(arguments: [
    Wrong(
      "{{#new}}<b{{/new}}>",
      """
      page.mustache:1:4: error [unbalanced-html]: 'new' begins in text and ends in a tag
        a tag, an attribute or a comment that opens in a section must close in it
      """),
    Wrong(
      #"<a title="{{^new}}">{{/new}}"></a>"#,
      """
      page.mustache:1:14: error [unbalanced-html]: 'new' begins in the attribute 'title' and ends in text
        a tag, an attribute or a comment that opens in a section must close in it
      """),
    Wrong(
      "{{#tags}}<!--{{/tags}}",
      """
      page.mustache:1:4: error [unbalanced-html]: 'tags' begins in text and ends in a comment
        a tag, an attribute or a comment that opens in a section must close in it
      """),
    Wrong(
      "{{>*binding}}",
      """
      cloth.mustache:1:1: error [unbalanced-html]: the template ends inside a 'script' element
        an element ends in the template that begins it; a block can put something around others
      """, partials: ["paper": "", "cloth": "<script>"]),
    Wrong(
      #"<p on{{#new}}click{{/new}}="{{title}}"></p>"#,
      """
      page.mustache:1:9: error [unbalanced-html]: the HTML cannot be followed after a tag whose attributes run together in 'new'
        a tag, an attribute or a comment that opens in a section must close in it
      page.mustache:1:31: error [unsafe-place]: 'title' cannot be printed in the event handler 'on'
      """),
    Wrong("<a href='/'", "page.mustache:1:1: error [unbalanced-html]: the template ends inside a tag"),
    Wrong("<a href='/", "page.mustache:1:1: error [unbalanced-html]: the template ends inside the attribute 'href'"),
    Wrong("<!-- -- >", "page.mustache:1:1: error [unbalanced-html]: the template ends inside a comment"),
    Wrong("<style>", "page.mustache:1:1: error [unbalanced-html]: the template ends inside a 'style' element"),
    Wrong(
      "<a {{#new}}checked{{/new}}title='x'>",
      "page.mustache:1:1: error [unbalanced-html]: the HTML cannot be followed after a tag whose attributes run together"
    ),
  ])
  func `sections and pages close the markup that they open`(_ wrong: Wrong) { wrong.check() }

  @Test(arguments: [
    Wrong(
      "a\n{{title",
      "page.mustache:2:1: error [template-syntax]: the tag that opens here is never closed\n  a tag ends with }}"),
    Wrong(
      "{{{title}}",
      "page.mustache:1:1: error [template-syntax]: the tag that opens here is never closed\n  a tag ends with }}}"),
    Wrong(
      "{{title <b>{{link}}",
      "page.mustache:1:1: error [template-syntax]: the tag that opens here is never closed\n  a tag ends with }}"),
    Wrong(
      "{{! x",
      "page.mustache:1:1: error [template-syntax]: the tag that opens here is never closed\n  a tag ends with }}"),
    Wrong(
      "<p>\n {{# new}}",
      "page.mustache:2:6: error [template-syntax]: 'new' is opened here and never closed\n  close it with {{/new}}"),
    Wrong("{{#new}}{{/tags}}", "page.mustache:1:12: error [template-syntax]: 'tags' is closed where 'new' is open"),
    Wrong("{{/tags}}", "page.mustache:1:4: error [template-syntax]: 'tags' is closed, but nothing is open"),
    Wrong("{{ }}", "page.mustache:1:4: error [template-syntax]: the tag has no name"),
    Wrong("{{#}}{{/}}", "page.mustache:1:4: error [template-syntax]: the tag has no name"),
    Wrong("{{one two}}", "page.mustache:1:3: error [template-syntax]: 'one two' is not a name"),
    Wrong(
      "{{=<%=}}",
      "page.mustache:1:1: error [template-syntax]: a tag that sets delimiters needs two of them\n  for example {{=<% %>=}}"
    ),
    Wrong(
      "{{=a b c=}}",
      "page.mustache:1:1: error [template-syntax]: a tag that sets delimiters needs two of them\n  for example {{=<% %>=}}"
    ),
    Wrong(
      "{{== ===}}",
      "page.mustache:1:1: error [template-syntax]: a tag that sets delimiters needs two of them\n  for example {{=<% %>=}}"
    ),
    Wrong(
      "{{==}}",
      "page.mustache:1:1: error [template-syntax]: a tag that sets delimiters needs two of them\n  for example {{=<% %>=}}"
    ),
    Wrong(
      "{{=<% %>}}",
      "page.mustache:1:1: error [template-syntax]: the tag that opens here is never closed\n  a tag ends with =}}"),
    Wrong(
      "{{>page}}{{>part}}",
      "part.mustache:1:1: error [template-syntax]: the tag that opens here is never closed\n  a tag ends with }}",
      partials: ["page": "", "part": "{{"]),
  ])
  func `broken tags are errors where they stand`(_ wrong: Wrong) { wrong.check() }

  @Test func `all that is wrong is said at once`() {
    #expect(
      TestPage("{{a}}\n{{b}}").messages.split(separator: "\n").filter { $0.contains("error") } == [
        "page.mustache:1:3: error [unknown-name]: there is no name 'a' here",
        "page.mustache:2:3: error [unknown-name]: there is no name 'b' here",
      ])
  }
}

/// A template that does not compile, and what is said about it.
struct Wrong: Sendable, CustomTestStringConvertible {
  let page: TestPage
  let messages: String

  init(_ text: String, _ messages: String, partials: [String: String] = [:]) {
    page = TestPage(text, partials: partials)
    self.messages = messages
  }

  var testDescription: String { page.text }

  func check(_ location: Testing.SourceLocation = #_sourceLocation) {
    #expect(page.messages == messages, sourceLocation: location)
  }
}
