import CellistBase
import CellistTemplates
import CellistTestSupport
import Testing

@testable import CellistBuilding
@testable import CellistPages

/// What pages show of other records reaches them by edges alone: without one kind of edge, a page that changed is missed.
@Suite struct LeftOutEdgeTests {
  enum Kind: CaseIterable {
    case neighbour, target, back

    func leavesOut(_ edge: Edge) -> Bool {
      switch (self, edge) {
      case (.neighbour, .neighbour), (.target, .target), (.back, .back): true
      default: false
      }
    }
  }

  private static let files = [
    "content/site.yml": "title: T\ntheme: plain\n",
    "content/people/list.yml": """
    record: {id: text, name: text, talks: {records-from: talks.speakers}}
    id: id
    sort: name
    record-pages: true

    """,
    "content/talks/list.yml": """
    record: {id: text, name: text, speakers: {type: [{record: people}], split: ";"}}
    id: id
    title-field: name
    record-pages: true

    """,
    "themes/plain/pages/home.mustache": "", "themes/plain/pages/404.mustache": "",
    "themes/plain/pages/list.mustache":
      "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
    "themes/plain/cells/cell.mustache": "{{@record.id}} {{name}}\n",
    "themes/plain/pages/record.mustache": "{{name}} {{#@record.next}}{{title}}{{/@record.next}}\n",
    "themes/plain/pages/people/record.mustache":
      "{{name}}{{#talks}} {{name}}{{/talks}} {{#@record.next}}{{title}}{{/@record.next}}\n",
    "themes/plain/pages/talks/record.mustache": "{{name}}{{#speakers}} {{name}}{{/speakers}}\n",
  ]

  @Test(arguments: Kind.allCases) func `a page that changed is missed without a kind of edge`(kind: Kind) throws {
    var random = SeededGenerator(seed: 1)
    var names = (0..<6).map { "Person \($0)" }
    var titles = (0..<6).map { "Talk \($0)" }
    var speakers = (0..<6).map { [$0] }
    let site = try BuiltSite(Self.files)
    site.keep()
    for number in 0..<200 {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: names[Int.random(in: 0..<6, using: &random)] = "Person \(Int.random(in: 0..<100, using: &random))"
      case 1: titles[Int.random(in: 0..<6, using: &random)] = "Talk \(number)"
      default: speakers[Int.random(in: 0..<6, using: &random)] = [Int.random(in: 0..<6, using: &random)]
      }
      try site.write(
        "id,name\n" + names.enumerated().map { "p\($0),\($1)\n" }.joined(), to: "content/people/all.csv")
      try site.write(
        "id,name,speakers\n"
          + titles.indices.map { i in
            "t\(i),\(titles[i]),\(speakers[i].map { "p\($0)" }.joined(separator: ";"))\n"
          }.joined(), to: "content/talks/all.csv")
      let before = site.kept?.plan
      #expect(try site.problems().found == [])
      guard let before, let plan = site.kept?.plan else { continue }
      let candidates = Set(
        plan.candidates(since: before.tables, crossing: { !kind.leavesOut($0) }).map { plan.pages[$0].path })
      let (old, new) = (before.traces, plan.traces)
      if new.contains(where: { old[$0.key] != $0.value && !candidates.contains($0.key) }) { return }
    }
    Issue.record("no page was missed")
  }
}

extension SitePlan {
  /// A digest of what each page is made of, by its path.
  var traces: [String: Digest] {
    var traces: [String: Digest] = [:]
    var buffer = ByteBuffer()
    for page in pages {
      guard case .made(let maker, let index) = page.content else { continue }
      buffer.removeAll()
      maker.trace(index, into: &buffer)
      traces[page.path] = Digest(buffer.bytes)
    }
    return traces
  }
}
