import Cellist

struct Person: ListRecord, Codable {
  var name: String
  var surname: String
  var born: Int?
  var died: Int?

  var id: String { name }
}
