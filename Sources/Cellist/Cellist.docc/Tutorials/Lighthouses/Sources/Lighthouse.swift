import Cellist

enum Sea: String, Choice {
  case atlantic = "Atlantic"
  case northSea = "North Sea"
  case mediterranean = "Mediterranean"
}

struct Lighthouse: ListRecord, Codable {
  var name: String
  var sea: Sea
  var lit: Int
  var height: Double?
  var story: Markdown

  var id: String { name }

  static var fields: [FieldNote] {
    [FieldNote("lit", label: "First lit"), FieldNote("height", unit: "m")]
  }
}
