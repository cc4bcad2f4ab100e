import CellistRecords
import Testing

@testable import CellistBuilding
@testable import CellistLists
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// Lists written as sections of records: `"a": "1:x 2:y"` is a section a with the records 1 and 2, which have one field.
private func list(_ sections: KeyValuePairs<String, String>, fields: [String] = ["name"]) -> ShownList {
  ShownList(
    name: "items", fields: fields,
    arranged: ArrangedList(
      sections: sections.map { slug, records in
        ArrangedSection(
          value: nil, title: slug, slug: slug, items: records.split(separator: " ").map(item), aggregates: [])
      }))
}

private final class NoRecords: RecordStore {
  func record(at index: Int) -> Record { fatalError("no record is read") }
}

private func item(_ text: Substring) -> RecordItem {
  let parts = text.split(separator: ":").map(String.init)
  let location = SourceLocation(file: "x.csv")
  return RecordItem(
    id: parts[0], slug: parts[0], variant: nil, title: "The \(parts[0])", location: location,
    row: RecordItem.Row(), fingerprints: parts.dropFirst().map { UInt64($0, radix: 36) ?? 0 },
    in: NoRecords())
}

private func changes(_ old: ShownList?, _ new: ShownList?) -> [String] {
  RecordChanges(from: old, to: new).all.map { change in
    "\(change.kind.rawValue) \(change.id)" + (change.fields.isEmpty ? "" : " \(change.fields.joined(separator: ","))")
  }
}

@Suite struct RecordChangesTests {
  @Test func `equal lists have no changes`() {
    #expect(changes(list(["": "1:a 2:b"]), list(["": "1:a 2:b"])) == [])
    #expect(changes(nil, nil) == [])
  }

  @Test func `a record that is inserted or deleted moves no other`() {
    #expect(changes(list(["": "1:a 2:b 3:c"]), list(["": "9:z 1:a 2:b 3:c"])) == ["inserted 9"])
    #expect(changes(list(["": "1:a 2:b 3:c"]), list(["": "2:b 3:c"])) == ["deleted 1"])
  }

  @Test func `a list that is new or gone inserts or deletes all its records`() {
    #expect(changes(nil, list(["": "1:a 2:b"])) == ["inserted 1", "inserted 2"])
    #expect(changes(list(["": "1:a 2:b"]), nil) == ["deleted 1", "deleted 2"])
  }

  @Test func `changes come by kind, each in the order of the list`() {
    #expect(
      changes(list(["": "1:a 2:b 3:c 4:d 5:e"]), list(["": "7:g 5:e 6:f 2:x 1:y"]))
        == ["inserted 7", "inserted 6", "deleted 3", "deleted 4", "updated 2 name", "updated 1 name"])
    #expect(changes(list(["": "1:a 2:b 3:c"]), list(["": "3:c 1:x 2:b"])) == ["updated 1 name", "moved 3"])
  }

  @Test func `the fewest records move`() {
    #expect(changes(list(["": "1:a 2:b 3:c 4:d"]), list(["": "4:d 1:a 2:b 3:c"])) == ["moved 4"])
  }

  @Test func `a record that changed and stands elsewhere was updated`() {
    let all = RecordChanges(from: list(["": "1:a 2:b 3:c"]), to: list(["": "3:x 1:a 2:b"]))
    #expect(all.all.map(\.kind) == [.updated])
    #expect(all.moved == ["3"])
    #expect(all["3"]?.fields == ["name"])
    #expect(all["1"] == nil)
  }

  @Test func `a record that was updated and stands elsewhere moves no other`() {
    let all = RecordChanges(from: list(["": "1:a 2:b"]), to: list(["": "2:b 1:x"]))
    #expect(all.all.map(\.id) == ["1"])
    #expect(all.moved == ["1"])
    #expect(RecordChanges(from: list(["": "1:a 2:b"]), to: list(["": "2:y 1:x"])).moved.count == 1)
    #expect(RecordChanges(from: list(["": "1:a 2:b"]), to: list(["": "1:x 2:y"])).moved == [])
  }

  @Test func `a record in another section moved, and so did one in one section more`() {
    #expect(changes(list(["a": "1:a 2:b", "b": "3:c"]), list(["a": "1:a", "b": "2:b 3:c"])) == ["moved 2"])
    #expect(changes(list(["a": "1:a 2:b", "b": "3:c"]), list(["a": "1:a 2:b", "b": "2:b 3:c"])) == ["moved 2"])
    #expect(changes(list(["a": "1:a", "b": "1:a 2:b"]), list(["b": "1:a 2:b"])) == ["moved 1"])
  }

  @Test func `a section that moves takes its records along`() {
    #expect(changes(list(["a": "1:a", "b": "2:b"]), list(["b": "2:b", "a": "1:a"])) == [])
  }

  @Test func `fields are told apart by name, whatever their order`() {
    let old = list(["": "1:a:b 2:c:d"], fields: ["name", "year"])
    #expect(changes(old, list(["": "1:b:a 2:d:c"], fields: ["year", "name"])) == [])
    #expect(changes(old, list(["": "1:b:x 2:d:c"], fields: ["year", "name"])) == ["updated 1 name"])
  }

  @Test func `a field that is new or gone is a change where it has a value`() {
    let old = list(["": "1:a:0 2:c:d"], fields: ["name", "year"])
    #expect(changes(old, list(["": "1:a 2:c"], fields: ["name"])) == ["updated 2 year"])
    #expect(changes(list(["": "1:a 2:c"], fields: ["name"]), old) == ["updated 2 year"])
  }

  @Test func `a change has the title of the record`() {
    let change = RecordChanges(from: nil, to: list(["": "1:a"])).all.first
    #expect(change?.title == "The 1")
    #expect(change?.list == "items")
  }
}
