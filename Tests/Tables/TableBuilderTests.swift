import CellistTables
import Testing

private enum Cell: Equatable {
  case talk(String)
  case pause(minutes: Int)
  case note(String)
}

@Suite struct TableBuilderTests {
  private func day(_ talks: [String], note: String? = nil, pause: Int = 0) -> TableSectionViewModel<String, Cell> {
    TableSectionViewModel(id: "day", header: "Day", footer: "End") {
      if talks.isEmpty {
        .note("Nothing today")
      } else {
        for talk in talks { .talk(talk) }
      }
      note.map { .note($0) }
      switch pause {
      case 0: []
      case ..<10: .pause(minutes: pause)
      default: [.pause(minutes: pause), .note("Coffee")]
      }
    }
  }

  @Test func `cells come from branches, loops, arrays, and parts that may not be there`() {
    #expect(day([]).cells == [.note("Nothing today")])
    #expect(day(["Bow", "Rosin"]).cells == [.talk("Bow"), .talk("Rosin")])
    #expect(day(["Bow"], note: "New").cells == [.talk("Bow"), .note("New")])
    #expect(day(["Bow"], pause: 5).cells == [.talk("Bow"), .pause(minutes: 5)])
    #expect(day(["Bow"], pause: 30).cells == [.talk("Bow"), .pause(minutes: 30), .note("Coffee")])
    #expect(day([]).header == "Day" && day([]).footer == "End")
  }

  private func table(days: Int, isOpen: Bool, extra: TableSectionViewModel<Never, Cell>?) -> TableViewModel<Never, Cell>
  {
    TableViewModel {
      if isOpen { .init(id: "open") { .note("Doors are open") } }
      for number in 0..<days {
        .init(id: "\(number)") {
          Cell.talk("Morning \(number)")
          Cell.talk("Evening \(number)")
        }
      }
      extra
      if days > 1 { .init(id: "many") } else { .init(id: "few") }
    }
  }

  @Test func `sections come from branches, loops, and parts that may not be there`() {
    #expect(table(days: 0, isOpen: false, extra: nil).sections.map(\.id) == ["few"])
    let full = table(days: 2, isOpen: true, extra: .init(id: "extra"))
    #expect(full.sections.map(\.id) == ["open", "0", "1", "extra", "many"])
    #expect(full[TablePath(section: 2, row: 1)] == .talk("Evening 1"))
    #expect(TableViewModel<Never, Cell> {}.sections.isEmpty)
  }

  @Test func `what a part throws is thrown`() {
    struct Broken: Error, Equatable {}
    func title() throws -> String { throw Broken() }
    #expect(throws: Broken()) {
      try TableViewModel<Never, Cell> { try .init(id: "a") { .talk(try title()) } }
    }
  }
}
