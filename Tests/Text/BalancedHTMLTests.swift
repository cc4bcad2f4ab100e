import CellistText
import Testing

@Suite struct BalancedHTMLTests {
  @Test(arguments: [
    "", "<p>a &lt; b</p>", "<div><p>a</div>", "<ul><li>a<li>b</ul>", "<img src=x><br/><hr>", "<b>a <i>b</i></b>",
    "<table><tr><td>a<td>b<tr><td>c</table>", "<script>if (a < b) '</div>'</script>", "<!-- <div> -->",
    "<svg><path d='M0'/></svg>", "<dl><dt>a<dd>b</dl>", "<textarea><b></textarea>", "<a title='<b>'>x</a>",
    "<DIV>x</div>", "<b>a<p>b</b>c</p>",
  ])
  func `HTML that closes what it opens stays as it is`(html: String) {
    #expect(BalancedHTML.balanced(html) == html)
  }

  @Test(arguments: [
    ("<div>a", "<div>a</div>"), ("<div><section>a", "<div><section>a</section></div>"), ("<b>a", "<b>a</b>"),
    ("<svg><g>", "<svg><g></g></svg>"), ("<select><option>a", "<select><option>a</option></select>"),
    ("<table><tr><td>a", "<table><tr><td>a</td></tr></table>"), ("a</div>b", "ab"), ("a</li></ul></main>b", "ab"),
    ("</p>a", "a"), ("<p><b>a</p>", "<p><b>a</p></b>"), ("<div><b></div>x</b>", "<div><b></div>x</b>"),
    ("<b><div></b>x", "<b><div></b>x</div>"), ("<div><table><td></div>", "<div><table><td></td></table></div>"),
    ("<li>a<li>b", "<li>a<li>b</li>"), ("<p>a<p>b", "<p>a<p>b</p>"), ("<textarea>a", "<textarea>a</textarea>"),
    ("<script>a", "<script>a</script>"), ("<script><!--<script>a", "<script><!--<script>a</script>"),
    ("a <div class='x", "a &lt;div class='x"), ("a <!-- b <i>", "a &lt;!-- b &lt;i>"),
    ("<i>a</i><plaintext>b</i>", "<i>a</i>&lt;plaintext>b&lt;/i>"), ("<<div>", "<<div></div>"),
    ("<body><div>x</body></html>", "<body><div>x</div>"),
    ("<details><summary>a", "<details><summary>a</summary></details>"),
  ])
  func `all that is left open is closed, and what closes nothing goes`(html: String, balanced: String) {
    #expect(BalancedHTML.balanced(html) == balanced)
    #expect(BalancedHTML.balanced(balanced) == balanced)
  }

  @Test func `a text cannot reach beyond its end`() {
    let renderer = MarkdownRenderer(MarkdownDialect(allowsHTML: true))
    #expect(renderer.html("<div>\n\n*a*\n") { $0 } == "<div>\n<p><em>a</em></p>\n</div>")
    #expect(renderer.html("a <b>b\n\n</main>\n") { $0 }.contains("</main>") == false)
  }
}
