import CellistMarkup
import Foundation

/// What Debian's `cmark-gfm` makes of Markdown, and what is to be compared of it.
enum MarkdownOracle {
  static let program = "/usr/bin/cmark-gfm"
  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }

  /// The HTML that the program gives.
  static func html(_ source: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["--unsafe"] + ["table", "strikethrough", "autolink", "tasklist"].flatMap { ["-e", $0] }
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(source.utf8))
    try input.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  static func ours(_ source: String) -> String {
    MarkdownRenderer(MarkdownDialect(allowsHTML: true, extensions: .all.subtracting(.footnotes))).html(source) { $0 }
  }

  /// HTML without white space between blocks, and without the labels that we put around tasks.
  static func normalized(_ html: String) -> String {
    html.replacing(/\u{20}style="text-align: (left|center|right)"/) { " align=\"\($0.1)\"" }.replacing(
      "</label>", with: ""
    ).replacing("<label>", with: "")
      .replacing(/<input (checked="" )?disabled="" type="checkbox">/) {
        "<input type=\"checkbox\" \($0.1 ?? "")disabled=\"\" />"
      }
      .replacing(/<li>\s*<(p|h[1-6])>(<input[^>]*> )/) { "<li>\($0.2)<\($0.1)>" }
      .replacing(/\s*(<\/?(?:table|thead|tbody|tr|th|td|p|ul|ol|li|blockquote|h[1-6]|hr)(?: [^>]*)?\/?>)\s*/) { $0.1 }
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The differences that are meant, each with its reason and with what makes both sides equal where it is the only one.
  static let differences: [(reason: String, level: @Sendable (String) -> String)] = [
    (
      """
      a task in a quotation or in another list is one, as on GitHub, and done if its own brackets say so; the program
      looks at the beginning of the line, and for brackets anywhere in it
      """,
      { html in
        html.replacing(/<input type="checkbox" (?:checked="" )?disabled="" \/>\u{20}?/, with: "[ ] ")
          .replacing(/\[[xX]\]/, with: "[ ]")
      }
    ),
    (
      "a box before a table in an item stands in its first heading, which the program shows behind it",
      { html in
        html.replacing(/<input type="checkbox" (?:checked="" )?disabled="" \/>\u{20}?/, with: "[ ] ")
          .replacing(/\[[xX]\]/, with: "[ ]")
          .replacing(/\[ \] (<table><thead><tr><th(?: [^>]*)?>)/) { "\($0.1)[ ] " }
      }
    ),
    (
      "an address does not go on behind an escaped pipe, which in a table would belong to the cell",
      { html in html.replacing(/<a href="[^"]*">|<\/a>|<\/?(?:del|em|strong)>|[*_~\\]/, with: "") }
    ),
    (
      "link references before a table are taken out of their paragraph, as before any other text",
      { html in
        html.replacing(
          /(?:<a href="\/ref[^"]*">r<\/a>|\[r\])(?:: \/ref(?:[^ \n<]|<\/?del>)*)?|<\/?p>|\s/, with: "")
      }
    ),
    (
      "'www.' alone is no address, and one in brackets that are no link is one, as on GitHub",
      { html in html.replacing(/<a href="[^"]*">((?:www|https?:|ftp:)[^<]*)<\/a>/) { $0.1 } }
    ),
    (
      "where strikethrough and emphasis overlap, emphasis wins here, and what closes first there",
      { html in html.replacing(/<\/?(?:del|em|strong)>|[*_~]/, with: "") }
    ),
    (
      "a line of one tag continues a paragraph that it stands in by laziness, as CommonMark 0.30 says",
      { html in html.replacing(/<\/?(?:p|blockquote|li|ul)>|\s/, with: "") }
    ),
  ]

  /// Whether two renderings are equal but for what is meant: one of the differences, or two.
  static func isEqual(_ one: String, _ other: String) -> Bool {
    let (one, other) = (normalized(one), normalized(other))
    if one == other { return true }
    for difference in differences {
      let (first, second) = (difference.level(one), difference.level(other))
      if first == second || differences.contains(where: { $0.level(first) == $0.level(second) }) { return true }
    }
    return false
  }
}
