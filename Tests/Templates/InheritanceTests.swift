import Testing

/// Pages that fill the blocks of a layout, as themes have them.
struct InheritanceTests {
  static let layout = """
    <!doctype html>
    <html>
      <head>
        <title>{{$title}}Cellist{{/title}}</title>
      </head>
      <body>
        <main>
          {{$main}}
          {{/main}}
        </main>
      </body>
    </html>

    """

  @Test func `a page fills the blocks of its layout, indented as the layout is`() {
    let page = TestPage(
      """
      {{<layout}}
      {{$title}}{{title}}{{/title}}
      {{$main}}
      <h1>{{title}}</h1>
      {{#tags}}
      <p>{{.}}</p>
      {{/tags}}
      {{/main}}
      {{/layout}}

      """, partials: ["layout": Self.layout])
    #expect(
      page.html(of: Book(title: "A & B", tags: ["x", "y"])) == """
        <!doctype html>
        <html>
          <head>
            <title>A &amp; B</title>
          </head>
          <body>
            <main>
              <h1>A &amp; B</h1>
              <p>x</p>
              <p>y</p>
            </main>
          </body>
        </html>

        """)
    #expect(page.reads == ["title", "tags", "tags/"])
  }

  @Test func `a block that is not filled keeps its default`() {
    let page = TestPage(
      "{{<layout}}{{$main}}x{{/main}}{{/layout}}",
      partials: ["layout": "{{$title}}Cellist{{/title}}|{{$main}}{{/main}}"])
    #expect(page.html() == "Cellist|x")
  }

  @Test func `a block may use the layout that it stands in`() {
    let page = TestPage(
      "{{<box}}{{$body}}a{{<box}}{{$body}}b{{/body}}{{/box}}{{/body}}{{/box}}",
      partials: ["box": "<div>{{$body}}{{/body}}</div>"])
    #expect(page.html() == "<div>a<div>b</div></div>")
  }

  @Test func `a block's place in the layout decides what may be printed in it`() {
    let page = TestPage(
      "{{<layout}}{{$title}}{{notes}}{{/title}}{{/layout}}", partials: ["layout": Self.layout])
    #expect(
      page.messages
        == "page.mustache:1:24: error [unsafe-place]: 'notes' is HTML, which can stand only between elements")
  }

  @Test func `a block's names are bound where the layout puts it`() {
    let page = TestPage(
      "{{<each}}{{$row}}<p>{{name}}</p>{{/row}}{{/each}}", partials: ["each": "{{#people}}{{$row}}{{/row}}{{/people}}"])
    #expect(page.html(of: Book(people: [.author(name: "A")])) == "<p>A</p>")
  }

  @Test func `a block that the layout does not have is an error`() {
    let page = TestPage(
      "{{<inner}}{{$mian}}x{{/mian}}{{$title}}y{{/title}}{{/inner}}",
      partials: ["inner": "{{<outer}}{{$main}}<p>{{$part}}{{/part}}</p>{{/main}}{{/outer}}", "outer": Self.layout])
    #expect(
      page.messages == """
        page.mustache:1:4: error [unknown-name]: the template 'inner' has no block 'mian'
          did you mean 'main'?
        """)
  }

  @Test func `where a dynamic name stands in the layout, any block may be filled`() {
    let page = TestPage(
      "{{<layout}}{{$cover}}{{title}}{{/cover}}{{/layout}}",
      partials: ["layout": "{{>*binding}}", "paper": "{{$cover}}{{/cover}}", "cloth": ""])
    #expect(page.html() == "Suites")
  }
}
