import Cellist

/// The data of `cells/talk.mustache`.
struct TalkCell: CellContent {
  var title: String
  var from: String
  var to: String
  var minutes: Int
  var year: Int
  var authors: [Reference<Person>]
  /// How old its youngest author was, when that is known.
  var age: String?
  var abstract: Markdown
}

/// The data of `cells/pause.mustache`.
struct PauseCell: CellContent {
  var title: String
  var from: String
  var minutes: Int
  var refreshment: String?
}

enum ProgrammeCell: CellModel {
  case talk(TalkCell)
  case pause(PauseCell)

  var content: some CellChoice {
    switch self {
    case .talk(let cell): cell
    case .pause(let cell): cell
    }
  }
}

struct ProgrammeDecorator: CellDecorator {
  func cell(for item: ProgrammeItem, at path: TablePath) -> ProgrammeCell {
    switch item {
    case .talk(let talk):
      // A reference leads to a record of another list, as a Swift value.
      let ages = talk.authors.compactMap { $0.record?.born }.map { talk.year - $0 }
      return .talk(
        TalkCell(
          title: talk.title, from: "\(talk.start)", to: "\(talk.end)", minutes: talk.start.minutes(to: talk.end),
          year: talk.year, authors: talk.authors,
          age: ages.min().map { "written at the age of \($0)" }, abstract: talk.abstract))
    case .pause(let pause):
      return .pause(
        PauseCell(
          title: pause.title, from: "\(pause.start)", minutes: pause.start.minutes(to: pause.end),
          refreshment: pause.refreshment))
    }
  }
}
