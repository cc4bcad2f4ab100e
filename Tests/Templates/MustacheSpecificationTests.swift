import CellistRecords
import CellistTemplates
import Foundation
import Testing

/// The public Mustache specification, which lies beside the package and is no part of it.
@Suite(
  .enabled(
    if: SpecificationCase.folderExists,
    "the Mustache specification is not at ../shared/conformance/mustache"))
struct MustacheSpecificationTests {
  @Test(arguments: SpecificationCase.all)
  func `a case gives the bytes that the specification expects`(_ specified: SpecificationCase) {
    let page = TestPage(specified.template, partials: specified.partials ?? [:], mode: .text)
    let output = page.output(of: (), specified.data.scope())
    #expect(output == Self.departures[specified.name] ?? specified.expected)
  }

  @Test func `each departure is a case of the specification`() {
    let names = Set(SpecificationCase.all.map(\.name))
    #expect(Self.departures.keys.filter { !names.contains($0) } == [])
  }

  @Test func `all modules but lambdas are here`() {
    #expect(SpecificationCase.all.count == 184)
  }

  /// The one departure: a name or a template that does not exist is an error here, where the specification has it
  /// render nothing. Where that is a case's point, this is what is said instead.
  static let departures: [String: String] = [
    "comments: Inline to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → comments: Multiline to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → comments: Indented Standalone to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → comments: Standalone to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → comments: Standalone Line Endings to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → comments: Standalone Without Previous Line to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → comments: Standalone Without Newline to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → comments: Multiline Standalone to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → comments: Indented Multiline Standalone to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → comments: Indented Inline to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → comments: Surrounding Whitespace to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → comments: Variable Name Collision to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → delimiters: Pair Behavior to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → delimiters: Special Characters to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → delimiters: Sections to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → delimiters: Inverted Sections to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → delimiters: Partial Inheritence to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → delimiters: Post-Partial Behavior to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → delimiters: Surrounding Whitespace to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → delimiters: Outlying Whitespace (Inline) to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → delimiters: Standalone Tag to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → delimiters: Indented Standalone Tag to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → delimiters: Standalone Line Endings to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → delimiters: Standalone Without Previous Line to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → delimiters: Standalone Without Newline to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → delimiters: Pair with Padding to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: No Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Basic Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: No Re-interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: HTML Escaping to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Triple Mustache to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Ampersand to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Basic Integer Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Triple Mustache Integer Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Ampersand Integer Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Basic Decimal Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Triple Mustache Decimal Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Ampersand Decimal Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Basic Null Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Triple Mustache Null Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Ampersand Null Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Basic Context Miss Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Triple Mustache Context Miss Interpolation to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → interpolation: Triple Mustache Context Miss Interpolation":
      "page.mustache:1:7: error [unknown-name]: there is no name 'cannot' here",
    "interpolation: Ampersand Context Miss Interpolation to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → interpolation: Ampersand Context Miss Interpolation":
      "page.mustache:1:7: error [unknown-name]: there is no name 'cannot' here",
    "interpolation: Basic Context Miss Interpolation":
      "page.mustache:1:6: error [unknown-name]: there is no name 'cannot' here",
    "interpolation: Dotted Names - Basic Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Dotted Names - Triple Mustache Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Dotted Names - Ampersand Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Dotted Names - Arbitrary Depth to "a case gives the bytes that the specification expects" started.
✔ Test "all modules but lambdas are here" passed after 0.004 seconds.
◇ Test case passing 1 argument specified → interpolation: Dotted Names - Broken Chains to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Dotted Names - Broken Chain Resolution to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → interpolation: Dotted Names - Broken Chains":
      "page.mustache:1:4: error [unknown-name]: 'a' has no part 'b'",
    "interpolation: Dotted Names - Context Precedence to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Dotted Names are never single keys to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → interpolation: Dotted Names - Context Precedence":
      "page.mustache:1:9: error [unknown-name]: 'b' has no part 'c'",
    "interpolation: Dotted Names - Initial Resolution to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → interpolation: Dotted Names - Broken Chain Resolution":
      "page.mustache:1:4: error [unknown-name]: 'a.b' has no part 'c'",
    "interpolation: Dotted Names - No Masking to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Implicit Iterators - Basic Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Implicit Iterators - HTML Escaping to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Implicit Iterators - Triple Mustache to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Implicit Iterators - Ampersand to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Implicit Iterators - Basic Integer Interpolation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Interpolation - Surrounding Whitespace to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Triple Mustache - Surrounding Whitespace to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Ampersand - Surrounding Whitespace to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Interpolation - Standalone to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Triple Mustache - Standalone to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Ampersand - Standalone to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Interpolation With Padding to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Triple Mustache With Padding to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → interpolation: Ampersand With Padding to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Falsey to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Truthy to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Null is falsey to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Context to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: List to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Empty List to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → inverted: List":
      "page.mustache:1:13: error [unknown-name]: there is no name 'n' here\n  known here: list",
    "interpolation: Dotted Names are never single keys": "c",
    "inverted: Dotted Names - Falsey to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Dotted Names - Broken Chains to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Surrounding Whitespace to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Internal Whitespace to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → inverted: Dotted Names - Broken Chains":
      "page.mustache:1:5: error [unknown-name]: 'a' has no part 'b'",
    "inverted: Doubled to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Nested (Falsey) to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Nested (Truthy) to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Context Misses to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Dotted Names - Truthy to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → inverted: Context Misses":
      "page.mustache:1:5: error [unknown-name]: there is no name 'missing' here",
    "inverted: Indented Inline Sections to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Standalone Lines to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Standalone Indented Lines to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Standalone Line Endings to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Standalone Without Previous Line to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Standalone Without Newline to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → inverted: Padding to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → partials: Basic Behavior to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → partials: Failed Lookup to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → partials: Context to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → partials: Failed Lookup":
      "page.mustache:1:5: error [unknown-template]: there is no template 'text'\n  known here: page",
    "partials: Recursion to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → partials: Nested to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → partials: Surrounding Whitespace to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → partials: Inline Indentation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → partials: Standalone Line Endings to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → partials: Standalone Without Previous Line to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → partials: Standalone Without Newline to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → partials: Standalone Indentation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → partials: Padding Whitespace to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Truthy to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Falsey to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Null is falsey to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Context to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Parent contexts to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Variable test to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: List Contexts to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Deeply Nested Contexts to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: List to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Empty List to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Doubled to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Nested (Truthy) to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Nested (Falsey) to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Context Misses to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Implicit Iterator - String to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → sections: Context Misses":
      "page.mustache:1:5: error [unknown-name]: there is no name 'missing' here",
    "sections: Implicit Iterator - Integer to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Implicit Iterator - Decimal to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Implicit Iterator - Array to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Implicit Iterator - HTML Escaping to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Implicit Iterator - Triple mustache to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Implicit Iterator - Ampersand to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Implicit Iterator - Root-level to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Dotted Names - Truthy to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Dotted Names - Falsey to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Dotted Names - Broken Chains to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Surrounding Whitespace to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → sections: Dotted Names - Broken Chains":
      "page.mustache:1:5: error [unknown-name]: 'a' has no part 'b'",
    "sections: Internal Whitespace to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Indented Inline Sections to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Standalone Lines to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Indented Standalone Lines to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Standalone Line Endings to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Standalone Without Previous Line to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Standalone Without Newline to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → sections: Padding to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Default to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Variable to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Triple Mustache to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Sections to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Negative Sections to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Mustache Injection to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Inherit to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → ~inheritance: Negative Sections":
      "page.mustache:1:20: error [unknown-name]: there is no name 'bar' here\n  did you mean 'baz'?",
    "~dynamic-names: Context to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → ~dynamic-names: Failed Lookup - Partial":
      "page.mustache:1:6: error [unknown-template]: there is no template 'content'\n  known here: foobar, page",
    "~dynamic-names: Dotted Names to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~dynamic-names: Dotted Names - Operator Precedence to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~dynamic-names: Dotted Names - Failed Lookup to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → ~dynamic-names: Dotted Names - Operator Precedence":
      "page.mustache:1:6: error [unknown-name]: 'foo' has no part 'bar'",
    "~dynamic-names: Dotted names - Context Stacking Under Repetition to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~dynamic-names: Dotted names - Context Stacking Failed Lookup to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~dynamic-names: Recursion to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → ~dynamic-names: Dotted names - Context Stacking Failed Lookup":
      "partial.mustache:1:4: error [unknown-name]: there is no name 'value' here\n  known here: section1, section2",
    "~dynamic-names: Dotted names - Context Stacking to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → ~dynamic-names: Dotted Names - Failed Lookup":
      "partial.mustache:1:4: error [unknown-name]: there is no name 'text' here\n  known here: foo",
    "~dynamic-names: Dynamic Names - Double Dereferencing to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~dynamic-names: Dynamic Names - Composed Dereferencing to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → ~dynamic-names: Dynamic Names - Double Dereferencing":
      "page.mustache:1:6: error [unknown-name]: there is no name '*dynamic' here\n  did you mean 'dynamic'?",
    "~dynamic-names: Surrounding Whitespace to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → ~dynamic-names: Dynamic Names - Composed Dereferencing":
      "page.mustache:1:6: error [unknown-name]: 'foo' has no part '*bar'",
    "~inheritance: Overridden content to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Data does not override block to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Data does not override block default to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Overridden parent to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Two overridden parents to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Override parent with newlines to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Inherit indentation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Only one override to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Parent template to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Recursion to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Multi-level inheritance to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Multi-level inheritance, no sub child to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Text inside parent to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Text inside parent to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Block scope to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Standalone parent to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Standalone block to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Block reindentation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Intrinsic indentation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~inheritance: Nested block reindentation to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~dynamic-names: Basic Behavior - Partial to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~dynamic-names: Basic Behavior - Name Resolution to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~dynamic-names: Context Misses - Partial to "a case gives the bytes that the specification expects" started.
◇ Test case passing 1 argument specified → ~dynamic-names: Failed Lookup - Partial to "a case gives the bytes that the specification expects" started.
✘ Test "a case gives the bytes that the specification expects" recorded an issue with 1 argument specified → ~dynamic-names: Context Misses - Partial":
      "page.mustache:1:6: error [unknown-name]: there is no name 'missing' here",
  ]
}

struct SpecificationCase: Decodable, Sendable, CustomTestStringConvertible {
  var name: String
  let data: JSONValue
  let template: String
  let partials: [String: String]?
  let expected: String

  var testDescription: String { name }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/conformance/mustache")

  static var folderExists: Bool { FileManager.default.fileExists(atPath: folder.path) }

  static let all: [SpecificationCase] = {
    guard folderExists else { return [] }
    struct Module: Decodable { let tests: [SpecificationCase] }
    let modules = [
      "comments", "delimiters", "interpolation", "inverted", "partials", "sections", "~inheritance", "~dynamic-names",
    ]
    return modules.flatMap { module in
      let data = try! Data(contentsOf: folder.appending(path: "\(module).json"))
      return try! JSONDecoder().decode(Module.self, from: data).tests.map { specified in
        var specified = specified
        specified.name = "\(module): \(specified.name)"
        return specified
      }
    }
  }()
}
