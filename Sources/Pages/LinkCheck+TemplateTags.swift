import CellistMarkup
import CellistRecords

/// Tags of templates in texts: where a paragraph names a view of its page, the view stands in its place, and all others
/// are seen by readers.
extension LinkCheck {
  func check(
    _ tags: [MarkdownRenderer.TemplateTag], views: [String], at location: SourceLocation,
    _ diagnostics: inout Diagnostics
  ) {
    var shown: Set<String> = []
    var hasWarned = false
    for tag in tags {
      let place = location.advanced(line: tag.position.line, column: tag.position.column)
      if let name = tag.name, tag.isParagraph, !views.isEmpty {
        if !views.contains(name) {
          diagnostics.error(
            .unknownName, "the page has no view '\(name.shortened)'", at: place,
            hint: diagnostics.hint(for: name, in: views))
        } else if !shown.insert(name).inserted {
          diagnostics.error(
            .unknownName, "the view '\(name.shortened)' is named a second time", at: place,
            hint: "declare a second view of the same list, under another name")
        }
      } else if !hasWarned {
        // One warning for a text is enough to find the others.
        hasWarned = true
        let text = tag.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isView = tag.name.map(views.contains) ?? false
        diagnostics.warning(
          .templateTag, "the text has a tag of a template, which readers see as it is: \(text.shortened)", at: place,
          hint: isView
            ? "a view needs a paragraph of its own, outside of lists without blank lines"
            : "templates are files of a theme; in a text, code between backticks keeps such a tag", about: "")
      }
    }
  }
}
