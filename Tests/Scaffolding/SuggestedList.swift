import CellistRecords
import CellistScaffolding
import CellistText
import Testing

/// The lists that `cellist new list --from` makes.
enum SuggestedList {
  /// The files of the list that a text suggests, or the problems with the text.
  static func files(_ path: String, _ text: String) throws -> (files: [String: String], problems: String) {
    let (scaffold, problems) = try list(path, Array(text.utf8))
    let copies = scaffold?.copies.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) } ?? []
    return (
      Dictionary(uniqueKeysWithValues: (scaffold?.files.map { ($0.path, $0.text) } ?? []) + copies), problems
    )
  }

  static func list(_ path: String, _ bytes: [UInt8]) throws -> (scaffold: Scaffold?, problems: String) {
    try list(ListMaterial(file: path, bytes), at: path)
  }

  static func list(
    _ material: ListMaterial, at path: String
  ) throws -> (scaffold: Scaffold?, problems: String) {
    var diagnostics = Diagnostics()
    let values = ValueReader(
      language: try #require(Language(tag: "en")), zone: try #require(TimeZoneRules("Europe/Zurich")), decimal: .point)
    let scaffold = Scaffold.list(
      "things", title: "Things", from: material, at: path, values, &diagnostics)
    return (
      scaffold, diagnostics.all.map { "\($0.location.map { "\($0)" } ?? ""): \($0.message)" }.joined(separator: "\n")
    )
  }
}
