import CellistTables

/// The differences of two exports as lines of a change feed, and back.
extension ExportedRecords {
  /// The changes that make these records of others, each as the end of a line: removed ones, then the others in their new order; nil
  /// where two records of an export have one id.
  ///
  /// - Complexity: O(n log n) in the records of both.
  func changes(since old: ExportedRecords) -> [String]? {
    func table(_ records: [Record]) -> TableViewModel<Never, Record> { TableViewModel(cells: records) }
    let diff: TableDiff
    do throws(DuplicateIdentity) {
      diff = try TableDiff(
        from: table(old.records), to: table(records), id: \.id, isSame: { $0.line == $1.line },
        isSameEdge: { _, _ in true })
    } catch {
      return nil
    }
    var lines = diff.deletedRows.map { path in
      let record = old.records[path.row]
      return "\"id\": \(record.id), \"change\": \"removed\", \"before\": \(record.text)}"
    }
    let inserted = Set(diff.insertedRows.map(\.row))
    let moved = Set(diff.movedRows.map(\.to.row))
    let updated = Set(diff.updatedRows.map(\.row))
    var before: [String: Record] = [:]
    for record in old.records { before[record.id] = record }
    for row in inserted.union(moved).union(updated).sorted() {
      let record = records[row]
      let place = inserted.contains(row) || moved.contains(row) ? ", \"at\": \(row)" : ""
      if inserted.contains(row) {
        lines.append("\"id\": \(record.id), \"change\": \"added\"\(place), \"after\": \(record.text)}")
      } else if updated.contains(row), let old = before[record.id] {
        guard let values = Self.values(from: old, to: record) else { return nil }
        lines.append("\"id\": \(record.id), \"change\": \"changed\"\(place), \(values)}")
      } else {
        lines.append("\"id\": \(record.id), \"change\": \"moved\"\(place)}")
      }
    }
    return lines
  }

  /// The values that differ, as they were and as they are; where the members are others or in another order, also the
  /// names of all.
  private static func values(from old: Record, to new: Record) -> String? {
    guard let before = old.members, let after = new.members else { return nil }
    func object(_ members: [JSONMembers.Member], besides others: [JSONMembers.Member]) -> String {
      let others = Set(others)
      return String(decoding: JSONMembers.line(members.filter { !others.contains($0) }), as: UTF8.self)
    }
    var text = "\"before\": \(object(before, besides: after)), \"after\": \(object(after, besides: before))"
    if before.map(\.name) != after.map(\.name) {
      text += ", \"fields\": [\(after.map(\.name).joined(separator: ", "))]"
    }
    return text
  }

  /// The records after the changes of lines; nil where a line does not fit them.
  ///
  /// - Complexity: O(n + m), where n is the number of records, and m the size of the lines.
  func applying(_ lines: some Sequence<ArraySlice<UInt8>>) -> ExportedRecords? {
    var places: [String: Int] = [:]
    for (place, record) in records.enumerated() { places[record.id] = place }
    guard places.count == records.count else { return nil }
    var staying: [Record?] = records
    var placed: [(row: Int, record: Record)] = []
    for line in lines {
      guard let members = JSONMembers.all(in: line) else { return nil }
      func value(_ name: String) -> String? { members.first { $0.name == "\"\(name)\"" }?.value }
      func object(_ name: String) -> [JSONMembers.Member]? {
        value(name).flatMap { JSONMembers.all(in: Array($0.utf8)[...]) }
      }
      guard let id = value("id"), let change = value("change") else { return nil }
      let place = places[id]
      var record = place.flatMap { staying[$0] }
      switch change {
      case "\"removed\"":
        guard let place, record != nil else { return nil }
        staying[place] = nil
        continue
      case "\"added\"": record = object("after").flatMap { Record($0) }
      case "\"changed\"":
        guard let old = record?.members, let after = object("after") else { return nil }
        let new = Dictionary((old + after).map { ($0.name, $0) }) { _, last in last }
        let gone = Set((object("before") ?? []).map(\.name)).subtracting(after.map(\.name))
        let names = value("fields").map { JSONMembers.names(in: $0) } ?? old.map(\.name)
        record = Record(names.filter { !gone.contains($0) }.compactMap { new[$0] })
      default: break
      }
      guard let record else { return nil }
      if let row = value("at").flatMap({ Int($0) }) {
        if let place { staying[place] = nil }
        placed.append((row, record))
      } else if let place {
        staying[place] = record
      } else {
        return nil
      }
    }
    var result = ExportedRecords()
    var rest = staying.compactMap(\.self).makeIterator()
    for (row, record) in placed {
      while result.records.count < row, let next = rest.next() { result.records.append(next) }
      guard result.records.count == row else { return nil }
      result.records.append(record)
    }
    while let next = rest.next() { result.records.append(next) }
    return result
  }
}

extension ExportedRecords.Record {
  fileprivate var text: String { String(decoding: line, as: UTF8.self) }
}
