import CellistTestSupport
import Foundation
import Testing

/// The library as an author of a Swift site sees it, which the compiler lists.
@Suite struct PublicInterfaceTests {
  /// As much of a symbol graph as the tests look at.
  private struct Graph: Decodable {
    struct Text: Decodable { var spelling: String }
    struct Symbol: Decodable {
      struct Comment: Decodable {}
      var pathComponents: [String]
      var declarationFragments: [Text]?
      var docComment: Comment?

      var name: String { pathComponents.joined(separator: ".") }

      var line: String {
        let declaration = (declarationFragments ?? []).map(\.spelling).joined()
        return "\(name): \(declaration.replacing(/\s+/, with: " "))"
      }
    }

    var symbols: [Symbol]
  }

  private static let symbols = Result { () throws -> [Graph.Symbol] in
    let folder = try TemporaryFolder()
    try #require(try Compiler.writeSymbols(into: folder.path) == "")
    return try folder.tree("").keys.filter { $0.hasSuffix(".symbols.json") }.sorted().flatMap { file in
      try JSONDecoder().decode(Graph.self, from: Data((folder.read(file) ?? "").utf8)).symbols
    }
  }

  /// A change of this list is a change for those who write sites in Swift. `CELLIST_RECORD=1` writes it anew.
  @Test func `what is public stands in a list`() throws {
    let lines = try Self.symbols.get().map(\.line).sorted()
    try Catalogue.expect(lines.joined(separator: "\n") + "\n", in: "Tests/Cellist/public-api.txt")
  }

  @Test func `what is public is documented`() throws {
    #expect(try Self.symbols.get().filter { $0.docComment == nil }.map(\.line).sorted() == [])
  }

  @Test func `what is public stands in a topic`() throws {
    let page = try Catalogue.text("Cellist.md")
    let types = try Self.symbols.get().filter { $0.pathComponents.count == 1 }.map(\.name)
    #expect(types.filter { !page.contains("\n- ``\($0)``\n") }.sorted() == [])
  }
}
