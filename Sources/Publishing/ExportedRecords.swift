/// The records of a list as its export in JSON has them: a line of text for each.
struct ExportedRecords: Equatable {
  /// A record: its id, and the object in which it is exported, both as JSON.
  struct Record: Hashable, Sendable {
    let id: String
    let line: ArraySlice<UInt8>

    init(id: String, line: ArraySlice<UInt8>) {
      self.id = id
      self.line = line
    }

    /// A record of members; nil where none of them is an id.
    init?(_ members: [JSONMembers.Member]) {
      guard let id = members.first(where: { $0.name == "\"id\"" })?.value else { return nil }
      self.init(id: id, line: JSONMembers.line(members)[...])
    }

    var members: [JSONMembers.Member]? { JSONMembers.all(in: line) }
  }

  var records: [Record]

  init(_ records: [Record] = []) { self.records = records }

  /// Reads the file of an export; nil if it has another form, or a record without an id. O(n) in its bytes.
  init?(_ bytes: [UInt8]) {
    let text = bytes[...]
    guard text.starts(with: "[".utf8), text.suffix(2).elementsEqual("]\n".utf8) else { return nil }
    records = []
    for line in text.dropFirst().dropLast(2).split(separator: UInt8(ascii: "\n")) {
      let line = line.last == UInt8(ascii: ",") ? line.dropLast() : line
      guard var members = JSONMembers(line) else { return nil }
      var member = members.next()
      while let other = member, other.name != "\"id\"" { member = members.next() }
      guard let id = member?.value else { return nil }
      records.append(Record(id: id, line: line))
    }
  }

  /// The file: a line for each record.
  var bytes: [UInt8] {
    guard !records.isEmpty else { return Array("[]\n".utf8) }
    var bytes = Array("[\n".utf8)
    for (index, record) in records.enumerated() {
      if index > 0 { bytes += ",\n".utf8 }
      bytes += record.line
    }
    return bytes + "\n]\n".utf8
  }
}
