import CellistMarkup
import Testing

@Suite struct TemplateTagsTests {
  private func tags(_ source: String) -> [String] {
    MarkdownRenderer.templateTags(in: source).map { tag in
      let name = tag.name.map { " '\($0)'" } ?? ""
      return "\(tag.position.line):\(tag.position.column) \(tag.text)\(name)\(tag.isParagraph ? " alone" : "")"
    }
  }

  @Test(arguments: [
    ("{% include a.html %}", ["1:1 {% include a.html %} alone"]), ("{%include a%}", ["1:1 {%include a%} alone"]),
    ("see\n*x* {{< figure src=\"a\" >}} b", ["2:5 {{< figure src=\"a\" >}}"]),
    ("- {{ page.title }} {% x %}", ["1:3 {{ page.title }}", "1:20 {% x %}"]),
    ("{{- a -}}", ["1:1 {{- a -}} alone"]), ("{{% a %}}", ["1:1 {{% a %}} alone"]),
    ("{{page.x}}", ["1:1 {{page.x}} alone"]), ("x {{page.x}}, {{ page.y}}", ["1:3 {{page.x}}", "1:15 {{ page.y}}"]),
    ("{{newest}}", ["1:1 {{newest}} 'newest' alone"]), ("a\n\n{{ new_est }}\n", ["3:1 {{ new_est }} 'new_est' alone"]),
    ("a {{newest}}", ["1:3 {{newest}} 'newest'"]), ("- {{newest}}", ["1:3 {{newest}} 'newest'"]),
    ("- a\n\n- {{newest}}", ["3:3 {{newest}} 'newest' alone"]), ("> {{newest}}", ["1:3 {{newest}} 'newest' alone"]),
    ("**{{newest}}**", ["1:3 {{newest}} 'newest'"]), ("{%\n  a\n%}", ["1:1 {%\na\n%} alone"]),
    ("{{#each x}}y{{/each}}", ["1:1 {{#each x}}", "1:13 {{/each}}"]), ("{{{raw}}}", ["1:1 {{{raw}}} alone"]),
    ("{{> part }}", ["1:1 {{> part }} alone"]), ("# {{ title }}", ["1:3 {{ title }} 'title'"]),
    ("{{a}} 100 %}", ["1:1 {{a}} 'a'"]), ("{{ \"a\" | upper }}", ["1:1 {{ \"a\" | upper }} alone"]),
  ])
  func `tags of templates are found outside of code`(source: String, expected: [String]) {
    #expect(tags(source) == expected)
  }

  @Test(arguments: [
    "`{% a %}` and\n\n    {{ b }}\n\n```\n{% c %}\n```\n", "$x^{{2}}$ {%", "$x^{{a}}$", "\\\\frac{{a}}{{b}}",
    "{{ `a` }}",
    "{{\n\n}}", "{ { a } }", "{{}}", "{{ 1 + 2 }}", "{%", "a }} b %}", "<div>{{ a }}</div>",
  ])
  func `braces that are no tags are left alone`(source: String) {
    #expect(tags(source) == [])
  }

  @Test(arguments: ["{{", "{%", "{{a", "{{a}}", "{{{", "a}}{{`x`"])
  func `any text takes linear time`(piece: String) {
    let text = String(repeating: piece, count: 50_000)
    #expect(processorTime { _ = MarkdownRenderer.templateTags(in: text) } < .seconds(10))
  }
}
