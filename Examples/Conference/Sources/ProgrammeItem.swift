import Cellist

/// Where something takes place; all meet in the hall.
enum Room: String, Choice {
  case hall = "Hall"
  case library = "Library"
}

struct Talk: ListRecord, Codable {
  var title: String
  var start: Time
  var end: Time
  var room: Room
  var authors: [Reference<Person>]
  var year: Int
  var abstract: Markdown

  var id: String { title }

  static var fields: [FieldNote] { Time.notes + [FieldNote("year", label: "Published")] }
}

struct Pause: ListRecord, Codable {
  var title: String
  var start: Time
  var end: Time
  var refreshment: String?

  var id: String { title }

  static var fields: [FieldNote] { Time.notes }
}

enum ProgrammeItem: ListRecord {
  case talk(Talk)
  case pause(Pause)

  static var form: RecordForm<Self> {
    .variants(by: "kind", .variant("talk", Self.talk), .variant("pause", Self.pause))
  }

  var id: String {
    switch self {
    case .talk(let talk): talk.id
    case .pause(let pause): pause.id
    }
  }

  var room: Room {
    switch self {
    case .talk(let talk): talk.room
    case .pause: .hall
    }
  }

  /// How long a paper is read; nothing for a pause.
  var minutes: Int {
    switch self {
    case .talk(let talk): talk.start.minutes(to: talk.end)
    case .pause: 0
    }
  }
}
