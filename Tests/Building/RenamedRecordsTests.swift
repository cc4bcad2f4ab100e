import Testing

@testable import CellistBuilding

/// Which of the records that are gone came back under another id.
@Suite struct RenamedRecordsTests {
  /// Records written as `id:value:value`, where a `-` is no value.
  private func items(_ texts: [String]) -> [RenamedRecords.Said] {
    texts.map { text in
      let parts = text.split(separator: ":").map(String.init)
      return RenamedRecords.Said(
        id: parts[0], said: parts.dropFirst().map { $0 == "-" ? 0 : UInt64($0, radix: 36) ?? 0 })
    }
  }

  private func renamed(
    _ gone: [String], _ came: [String], _ others: [String] = [], idFields: Set<Int> = [0], telling: Set<Int>? = nil
  ) -> [String: String] {
    let renamed = RenamedRecords(
      gone: items(gone), came: items(came), others: items(others), idFields: idFields, tellingFields: telling)
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

  @Test func `a third of the values may differ where two are the same`() {
    #expect(renamed(["a:x:y:z"], ["b:w:y:z"], idFields: []) == ["a": "b"])
    #expect(renamed(["a:x:y"], ["b:w:y"], idFields: []) == [:])
    #expect(renamed(["a:a:x:y:z"], ["b:b:x:y:w"]) == ["a": "b"])
    #expect(renamed(["a:a:x:y:z:q"], ["b:b:x:y:w:v"]) == [:])
    #expect(renamed(["a:a:x:y:z:q:1:2"], ["b:b:x:y:z:q:3:4"]) == ["a": "b"])
    // A value that one of them lacks is different.
    #expect(renamed(["a:a:x:y:z:-"], ["b:b:x:y:-:q"]) == [:])
    #expect(renamed(["a:a:x:y:-:-"], ["b:b:x:y:-:q"]) == ["a": "b"])
  }

  @Test func `the most alike of several is the one`() {
    #expect(renamed(["a:a:x:y:z:q"], ["b:b:x:y:z:p", "c:c:1:2:3:q"]) == ["a": "b"])
    #expect(renamed(["a:a:x:y:z:1:2:3"], ["b:b:x:y:q:1:5:5", "c:c:6:6:z:1:2:3"]) == ["a": "c"])
    // One that is the same wins, and the other is as new as it was.
    #expect(renamed(["a:a:x:y:z", "b:b:x:y:q"], ["c:c:x:y:z"]) == ["a": "c"])
    #expect(renamed(["a:a:x:y:z"], ["b:b:x:y:w", "c:c:x:y:z"]) == ["a": "c"])
    // As alike as another.
    #expect(renamed(["a:a:x:y:z:q"], ["b:b:x:y:z:1", "c:c:x:2:z:q"]) == [:])
  }

  @Test func `what others have, too, tells no record from another`() {
    #expect(renamed(["a:a:x"], ["b:b:x"], ["c:c:x"]) == [:])
    #expect(renamed(["a:a:x:y:z"], ["b:b:x:y:w"], ["c:c:x:y:1", "d:d:2:y:w"]) == [:])
    #expect(renamed(["a:a:x:y:z"], ["b:b:x:y:w"], ["c:c:x:1:1", "d:d:2:2:2"]) == ["a": "b"])
    // A day or a room that two events share does not make them one; all of their values together do.
    #expect(renamed(["a:a:x:y:z:1"], ["b:b:x:y:z:2"], telling: [0, 4]) == [:])
    #expect(renamed(["a:a:x:y:z:1"], ["b:b:x:y:q:1"], telling: [0, 4]) == ["a": "b"])
    #expect(renamed(["a:a:x:y:z"], ["b:b:x:y:z"], telling: [0]) == ["a": "b"])
    // Together the values are those of no other.
    #expect(renamed(["a:a:x:y"], ["b:b:x:y"], ["c:c:x:1", "d:d:1:y"]) == ["a": "b"])
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
