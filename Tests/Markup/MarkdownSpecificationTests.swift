import Foundation
import Testing

@testable import CellistBase
@testable import CellistMarkup

/// An example of a specification of Markdown.
struct MarkdownExample: CustomTestStringConvertible {
  let number: Int
  /// The extension that the example is for.
  let form: String
  let source: String
  let html: String

  var testDescription: String { "\(number)" }

  /// The folder of the specifications, which lie beside the package and are no part of it.
  static let folder =
    ProcessInfo.processInfo.environment["CELLIST_CONFORMANCE"].map { URL(filePath: $0) }
    ?? URL(filePath: #filePath).appending(path: "../../../../shared/conformance").standardized

  static func all(_ name: String) -> [MarkdownExample] {
    guard let text = try? String(contentsOf: folder.appending(path: "\(name)/spec.txt"), encoding: .utf8) else {
      return []
    }
    let fence = String(repeating: "`", count: 32)
    var examples: [MarkdownExample] = []
    var part: (form: String, source: [Substring], html: [Substring], isSource: Bool)?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("\(fence) example") {
        part = (line.dropFirst(fence.count + 8).trimmingCharacters(in: .whitespaces), [], [], true)
      } else if line == fence, let example = part {
        func joined(_ lines: [Substring]) -> String {
          lines.map { "\($0)\n" }.joined().replacing("→", with: "\t")
        }
        examples.append(
          MarkdownExample(
            number: examples.count + 1, form: example.form, source: joined(example.source), html: joined(example.html)))
        part = nil
      } else if line == ".", part?.isSource == true {
        part?.isSource = false
      } else if part?.isSource == true {
        part?.source.append(line)
      } else {
        part?.html.append(line)
      }
    }
    return examples
  }
}

@Suite(
  .enabled(
    if: !MarkdownExample.all("commonmark").isEmpty,
    "CommonMark's spec.txt is not at \(MarkdownExample.folder.path)/commonmark"))
struct CommonMarkSpecificationTests {
  /// The examples with addresses that CommonMark does not take for links.
  static let departures: Set = [
    "<http://foo.bar/baz bim>\n", "<foo\\+@bar.example.com>\n", "< http://foo.bar >\n", "http://example.com\n",
    "foo@bar.example.com\n",
  ]

  @Test func `every example holds with all extensions`() {
    let different = MarkdownExample.all("commonmark").filter { example in
      let html = MarkdownRenderer(MarkdownDialect(allowsHTML: true)).html(example.source) { $0 }
      return MarkdownOracle.normalized(html) != MarkdownOracle.normalized(example.html)
    }
    #expect(Set(different.map(\.source)) == Self.departures)
  }
}

@Suite(.enabled(if: !MarkdownExample.all("gfm").isEmpty, "GFM's spec.txt is not at \(MarkdownExample.folder.path)/gfm"))
struct GFMSpecificationTests {
  @Test func `the examples of the extensions hold`() {
    let examples = MarkdownExample.all("gfm").filter { !["", "tagfilter"].contains($0.form) }
    #expect(examples.count > 20)
    let different = examples.filter { example in
      let html = MarkdownRenderer(MarkdownDialect(allowsHTML: true)).html(example.source) { $0 }
      return !MarkdownOracle.isEqual(html, example.html)
    }
    #expect(different.map { "\($0.number): \($0.source)" } == [])
  }
}
