import CellistRecords
import Testing

@testable import CellistBuilding
@testable import CellistLists

/// Which of the records that are gone came back under another id.
@Suite struct RenamedRecordsTests {
  private final class NoRecords: RecordStore {
    func record(at index: Int) -> Record { fatalError("no record is read") }
  }

  /// Records written as `id:value:value`, where a `-` is no value.
  private func items(_ texts: [String]) -> [RecordItem] {
    texts.map { text in
      let parts = text.split(separator: ":").map(String.init)
      return RecordItem(
        id: parts[0], slug: parts[0], variant: nil, title: parts[0], location: SourceLocation(file: "x.csv"),
        row: RecordItem.Row(), fingerprints: parts.dropFirst().map { $0 == "-" ? 0 : UInt64($0, radix: 36) ?? 0 },
        in: NoRecords())
    }
  }

  private func renamed(_ gone: [String], _ came: [String], idFields: Set<Int> = [0]) -> [String: String] {
    let renamed = RenamedRecords(gone: items(gone), came: items(came), idFields: idFields)
    #expect(Dictionary(uniqueKeysWithValues: renamed.before.map { ($1, $0) }) == renamed.after)
    return renamed.after
  }

  @Test func `a record that says the same but for its id is the same record`() {
    #expect(renamed(["a:a:x"], ["b:b:x"]) == ["a": "b"])
    #expect(renamed(["a:a:x:y"], ["b:b:x:y", "c:c:x:z"]) == ["a": "b"])
    // A file that has another name.
    #expect(renamed(["a:x"], ["b:x"], idFields: []) == ["a": "b"])
    // An id of two fields.
    #expect(renamed(["a:a:1:x"], ["b:b:2:x"], idFields: [0, 1]) == ["a": "b"])
  }

  @Test func `one field may say something else where two say the same`() {
    #expect(renamed(["a:x:y:z"], ["b:w:y:z"], idFields: []) == ["a": "b"])
    #expect(renamed(["a:x:y"], ["b:w:y"], idFields: []) == [:])
    #expect(renamed(["a:a:x:y:z"], ["b:b:x:y:w"]) == [:])
  }

  @Test func `a record that says nothing, or what several say, is no other`() {
    #expect(renamed(["a:a:-"], ["b:b:-"]) == [:])
    #expect(renamed(["a:a:x"], ["b:b:x", "c:c:x"]) == [:])
    #expect(renamed(["a:a:x", "b:b:x"], ["c:c:x"]) == [:])
    #expect(renamed(["a:a:x", "b:b:y"], ["c:c:y", "d:d:x"]) == ["a": "d", "b": "c"])
    // Values that swap their fields are others.
    #expect(renamed(["a:a:x:y"], ["b:b:y:x"]) == [:])
  }
}
