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
    "interpolation: Ampersand Context Miss Interpolation":
      "page.mustache:1:7: error [unknown-name]: there is no name 'cannot' here",
    "interpolation: Basic Context Miss Interpolation":
      "page.mustache:1:6: error [unknown-name]: there is no name 'cannot' here",
    "interpolation: Dotted Names - Broken Chain Resolution":
      "page.mustache:1:4: error [unknown-name]: 'a.b' has no part 'c'",
    "interpolation: Dotted Names - Broken Chains": "page.mustache:1:4: error [unknown-name]: 'a' has no part 'b'",
    "interpolation: Dotted Names - Context Precedence": "page.mustache:1:9: error [unknown-name]: 'b' has no part 'c'",
    "interpolation: Triple Mustache Context Miss Interpolation":
      "page.mustache:1:7: error [unknown-name]: there is no name 'cannot' here",
    "inverted: Context Misses": "page.mustache:1:5: error [unknown-name]: there is no name 'missing' here",
    "inverted: Dotted Names - Broken Chains": "page.mustache:1:5: error [unknown-name]: 'a' has no part 'b'",
    "inverted: List": "page.mustache:1:13: error [unknown-name]: there is no name 'n' here\n  known here: list",
    "partials: Failed Lookup":
      "page.mustache:1:5: error [unknown-template]: there is no template 'text'\n  known here: page",
    "sections: Context Misses": "page.mustache:1:5: error [unknown-name]: there is no name 'missing' here",
    "sections: Dotted Names - Broken Chains": "page.mustache:1:5: error [unknown-name]: 'a' has no part 'b'",
    "~inheritance: Negative Sections":
      "page.mustache:1:20: error [unknown-name]: there is no name 'bar' here\n  did you mean 'baz'?",
    "~dynamic-names: Context Misses - Partial":
      "page.mustache:1:6: error [unknown-name]: there is no name 'missing' here",
    "~dynamic-names: Dotted Names - Failed Lookup":
      "partial.mustache:1:4: error [unknown-name]: there is no name 'text' here\n  known here: foo",
    "~dynamic-names: Dotted Names - Operator Precedence":
      "page.mustache:1:6: error [unknown-name]: 'foo' has no part 'bar'",
    "~dynamic-names: Dotted names - Context Stacking Failed Lookup":
      "partial.mustache:1:4: error [unknown-name]: there is no name 'value' here\n  known here: section1, section2",
    "~dynamic-names: Dynamic Names - Composed Dereferencing":
      "page.mustache:1:6: error [unknown-name]: 'foo' has no part '*bar'",
    "~dynamic-names: Dynamic Names - Double Dereferencing":
      "page.mustache:1:6: error [unknown-name]: there is no name '*dynamic' here\n  did you mean 'dynamic'?",
    "~dynamic-names: Failed Lookup - Partial":
      "page.mustache:1:6: error [unknown-template]: there is no template 'content'\n  known here: foobar, page",
    "interpolation: Dotted Names are never single keys":
      "page.mustache:1:3: error [unknown-name]: there is no name 'a.b' here\n  known here: a.b",
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
