import CellistTestSupport
import Foundation
import Testing

/// The paths, types and tests that CONTRIBUTING.md names, against the tree.
@Suite struct ContributingTests {
  /// The guide in one line, without its blocks of commands.
  private static func guide() throws -> String {
    try text(of: "CONTRIBUTING.md").replacing(/```[^`]*```/, with: "").replacing(/\s+/, with: " ")
  }

  private static func text(of file: String) throws -> String {
    try String(contentsOfFile: "\(Program.packageFolder)/\(file)", encoding: .utf8)
  }

  @Test func `its paths exist`() throws {
    let folders = ["Sources/", "Tests/", "content/", "themes/", ".ci/"]
    var paths: Set<String> = []
    for match in try Self.guide().matches(of: /`([^`]+)`/) {
      let name = String(match.1)
      let isTopLevel = name.wholeMatch(of: /Makefile|\.swift-format|[A-Z]\w*\.(md|swift)/) != nil
      if isTopLevel || folders.contains(where: { name.hasPrefix($0) }) { paths.insert(name) }
    }
    #expect(paths.isSuperset(of: ["ARCHITECTURE.md", "Sources/Records", "Package.swift"]))
    for path in paths.sorted() {
      #expect(FileManager.default.fileExists(atPath: "\(Program.packageFolder)/\(path)"), "\(path)")
    }
  }

  @Test func `its types are declared in the files beside them`() throws {
    let keywords: Set<Substring> = ["enum", "protocol", "struct"]
    var types: Set<String> = []
    for match in try Self.guide().matches(of: /`(\w+)` \(`([^`]+\.swift)`\)/) {
      types.insert(String(match.1))
      let words = try Self.text(of: String(match.2)).split { !$0.isLetter && !$0.isNumber }
      let isDeclared = zip(words, words.dropFirst()).contains { keywords.contains($0.0) && $0.1 == match.1 }
      #expect(isDeclared, "\(match.1) in \(match.2)")
    }
    #expect(types.isSuperset(of: ["DiagnosticCode", "FieldType", "PageFamilies", "PageFamily", "ValueReader"]))
  }

  @Test func `its tests stand in the files beside them`() throws {
    let matches = try Self.guide().matches(of: /\*([^*]+)\* \(`(Tests\/[^`]+)`\)/)
    #expect(matches.count > 10)
    for match in matches {
      #expect(try Self.text(of: String(match.2)).contains("func `\(match.1)`"), "\(match.1) in \(match.2)")
    }
  }
}
