import CellistTestSupport
import Testing

/// Mistakes in a Swift site that the compiler finds.
@Suite struct CompileErrorTests {
  private static let site = """
    import Cellist

    struct Paper: ListRecord, Codable { var id: String; var title: String; var day: Day }
    struct Pause: ListRecord, Codable { var id: String; var minutes: Int }
    enum Item: ListRecord {
      case paper(Paper), pause(Pause)
      static var form: RecordForm<Self> {
        .variants(by: "kind", .variant("paper", Self.paper), .variant("pause", Self.pause))
      }
      var id: String { switch self { case .paper(let paper): paper.id; case .pause(let pause): pause.id } }
      var day: Day? { if case .paper(let paper) = self { paper.day } else { nil } }
    }
    struct PaperCell: CellContent { var title: String }
    struct PauseCell: CellContent { var minutes: Int }
    enum Cell: CellModel {
      case paper(PaperCell), pause(PauseCell)
      var content: some CellChoice {
        switch self {
        case .paper(let cell): cell
        case .pause(let cell): cell
        }
      }
    }
    struct Decorator: CellDecorator {
      func cell(for item: Item, at path: TablePath) -> Cell {
        switch item {
        case .paper(let paper): .paper(PaperCell(title: paper.title))
        case .pause(let pause): .pause(PauseCell(minutes: pause.minutes))
        }
      }
    }
    struct Conference: Site {
      var lists: Lists {
        List("papers", of: Paper.self)
        List("programme", Decorator(), provider: .grouped(by: \\.day))
      }
    }

    """

  /// The compiler's errors in the site after an edit, without their places.
  private static func errors(_ edits: [(String, String)]) throws -> [String] {
    let folder = try TemporaryFolder()
    var text = site
    for (old, new) in edits {
      text = try text.replacing(present: old, with: new)
    }
    try folder.write(text, to: "Conference.swift")
    let messages = try Compiler.complaints([folder.place("Conference.swift")])
    return messages.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("/") || line.hasPrefix("<"), let start = line.range(of: ": error: ") else { return nil }
      return String(line[start.upperBound...])
    }
  }

  @Test func `the site as it is has no errors`() throws {
    #expect(try Self.errors([]) == [])
  }

  @Test(arguments: [
    (
      "a decorator that returns another cell", ".paper(PaperCell(title: paper.title))", "PaperCell(title: paper.title)",
      "cannot convert value of type 'PaperCell' to specified type 'Cell'"
    ),
    (
      "a cell that holds what another one is made of", ".pause(PauseCell(minutes: pause.minutes))",
      ".pause(PaperCell(title: \"\"))", "cannot convert value of type 'PaperCell' to expected argument type 'PauseCell'"
    ),
    (
      "a kind of cell without a template", "case .pause(let cell): cell\n", "\n", "switch must be exhaustive"
    ),
    (
      "a kind of record without a cell", "case .pause(let pause): .pause(PauseCell(minutes: pause.minutes))\n", "\n",
      "switch must be exhaustive"
    ),
    ("a misspelt key path", "\\.day", "\\.dya", "value of type 'Item' has no member 'dya'"),
    ("a misspelt property", "paper.title)", "paper.titel)", "value of type 'Paper' has no member 'titel'"),
    (
      "cells that are no cells", "-> Cell {\n    switch",
      "-> [Int] {\n    []\n  }\n  func other(_ item: Item) -> Cell {\n    switch",
      "initializer 'init(_:_:provider:fetch:file:line:)' requires that '[Int]' conform to 'CellModel'"
    ),
    (
      "records that cannot be read", "Paper: ListRecord, Codable", "Paper: ListRecord",
      "type 'Paper' does not conform to protocol 'ListRecord'"
    ),
    (
      "what cannot be removed", "struct Conference",
      "func f(_ table: inout TableViewHandler<Decorator>, _ item: Item) { table.remove([item]) }\nstruct Conference",
      "'remove' is unavailable: items must be Equatable to be removed; or use remove(where:)"
    ),
    (
      "what cannot be updated", "struct Conference",
      "func f(_ table: inout TableViewHandler<Decorator>, _ item: Item) { table.upsert([item]) }\nstruct Conference",
      "'upsert' is unavailable: items must be Updatable to be upserted; or use append(_:toSection:)"
    ),
    (
      "a closure whose branches give something else than cells", "List(\"papers\", of: Paper.self)",
      "List(\"papers\", of: Paper.self) { paper, _ in paper.title }",
      "'buildExpression' is unavailable: a cell is a CellContent: a structure whose properties fill a template"
    ),
    (
      "a reference to what is no record", "var minutes: Int }\nenum",
      "var minutes: Int; var of: Reference<Day> }\nenum",
      "type 'Day' does not conform to protocol 'ListRecord'"
    ),
    (
      "a misspelt property in an order", "List(\"papers\", of: Paper.self)",
      "List(\"papers\", of: Paper.self).sorted(by: \\.titel)", "value of type 'Paper' has no member 'titel'"
    ),
    (
      "a misspelt property in an order with directions", "List(\"papers\", of: Paper.self)",
      "List(\"papers\", of: Paper.self).sorted(.descending(\\.titel))", "value of type 'Paper' has no member 'titel'"
    ),
    (
      "sections by what no date has", "List(\"papers\", of: Paper.self)",
      "List(\"papers\", of: Paper.self).sections(by: \\.day, part: .decade)",
      "type 'FieldPart?' has no member 'decade'"
    ),
    (
      "a view that there is not", "List(\"papers\", of: Paper.self)", "List(\"papers\", of: Paper.self).view(.tabel)",
      "type 'ListView' has no member 'tabel'"
    ),
    (
      "a column that is no property", "List(\"papers\", of: Paper.self)",
      "List(\"papers\", of: Paper.self).view(.table, columns: \"title\")",
      "cannot convert value of type 'String' to expected argument type 'PartialKeyPath<Paper>'"
    ),
    (
      "a feed without a date", "List(\"papers\", of: Paper.self)", "List(\"papers\", of: Paper.self).feed()",
      "missing argument for parameter 'date' in call"
    ),
    (
      "terms of nothing", "List(\"papers\", of: Paper.self)", "List(\"papers\", of: Paper.self).terms()",
      "missing argument for parameter #1 in call"
    ),
    (
      "a list of what is no record", "List(\"papers\", of: Paper.self)", "List(\"papers\", of: String.self)",
      "generic struct 'List' requires that 'String' conform to 'ListRecord'"
    ),
    (
      "what is no list", "List(\"papers\", of: Paper.self)", "\"papers\"",
      "'buildExpression' is unavailable: a site consists of lists: List(\"path\", of: Record.self)"
    ),
    (
      "a fetch of other records", "List(\"papers\", of: Paper.self)",
      "List(\"papers\", of: Paper.self, fetch: { [Pause(id: \"\", minutes: 1)] })",
      "cannot convert value of type 'Pause' to expected element type 'Paper'"
    ),
    (
      "a provider of other records", "provider: .grouped(by: \\.day)",
      "provider: DataProvider<[Paper], Paper>.singleSection",
      "initializer 'init(_:_:provider:fetch:file:line:)' requires the types 'Paper' and 'Item' be equivalent"
    ),
    (
      "a footer that is text", "struct Conference",
      "let footer = DataPresenter<Item, SectionNote, Cell>(footer: { _, _ in \"all\" }, decorator: Decorator())\nstruct Conference",
      "cannot convert value of type 'String' to closure result type 'SectionNote?'"
    ),
    (
      "a way back from what is no reference", "struct Conference",
      "func f(_ paper: Paper) -> [Pause] { paper.records(referringBy: \\Pause.minutes) }\nstruct Conference",
      "'records(referringBy:)' is unavailable: records are found by a property that refers to this type: a Reference, an "
        + "optional one, or an array of them"
    ),
    (
      "a note of a property that there is not", "struct Conference",
      "let note = FieldNote(\\Pause.minuets, unit: \"min\")\nstruct Conference",
      "value of type 'Pause' has no member 'minuets'"
    ),
    (
      "a field of a property that there is not", "struct Conference",
      "let note = FieldNote(\"pauses\", recordsFrom: \\Pause.papre)\nstruct Conference",
      "value of type 'Pause' has no member 'papre'"
    ),
  ])
  func `the compiler finds`(name: String, old: String, new: String, error: String) throws {
    let errors = try Self.errors([(old, new)])
    #expect(errors.contains(error), "\(name): \(errors)")
  }
}
