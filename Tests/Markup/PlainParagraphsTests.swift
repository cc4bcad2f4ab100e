import Testing

@testable import CellistMarkup

@Suite struct PlainParagraphsTests {
  @Test(arguments: [
    ("One\ntwo.\n\nThree *four*.", "One two.\n\nThree four."),
    ("# Head\nText  \nnext", "Head\n\nText\nnext"),
    ("Before\n\n- a\n- b\n\n  c\n\nBehind", "Before\n\n- a\n- b\n\nc\n\nBehind"),
    ("3. a\n4. b\n   - c\n   - d\n5. e", "3. a\n4. b\n- c\n- d\n5. e"),
    ("> said\n> twice\n\n```\na\n  b\n```\n", "said twice\n\na\n  b"),
    ("![A mill](m.png) and [a link](x) with `code`", "A mill and a link with code"),
    ("<p>One</p><p>Two</p>\n", "One\n\nTwo"), ("-\n- a", "- - a"), ("", ""), ("---", ""),
  ])
  func `blocks stand apart, and items have a line each`(markdown: String, text: String) {
    #expect(MarkdownRenderer.paragraphs(markdown, .all) == text)
  }
}
