import CellistLists
import CellistRecords

/// Where the references of a site's records lead: to the records that its lists show, and back from them.
package struct References: Sendable {
  /// A list that records may refer to, or that refers to others, with its records in order, each once.
  package typealias List = (name: String, source: ListSource, records: any Sequence<RecordCell>)

  private struct Back: Hashable {
    let list: String
    let field: String
  }

  private var sources: [String: ListSource] = [:]
  /// The records of each list that something refers to, by id.
  private var shown: [String: [String: RecordCell]] = [:]
  /// The records that refer to another by a field, by the other's id.
  private var back: [Back: [String: [RecordCell]]] = [:]

  package init(_ lists: [List] = []) {
    var wanted: Set<String> = []
    var wantedBack: Set<Back> = []
    let types = lists.flatMap { [$0.source.type] + $0.source.rules.contents }
    for field in types.flatMap(\.fields) where field.isKnown {
      if case .recordsFrom(let list, let field) = field.type {
        wantedBack.insert(Back(list: list, field: field))
      } else if let target = field.type.target {
        wanted.insert(target)
      }
    }
    for list in lists {
      sources[list.name] = list.source
      let type = list.source.type
      // Columns that settings join to the type may be called as the reference that they lead through.
      let fields = type.references.map { (index: $0.field, name: type.fields[$0.field].name) }
        .filter { wantedBack.contains(Back(list: list.name, field: $0.name)) }
      guard wanted.contains(list.name) || !fields.isEmpty else { continue }
      let records = Array(list.records)
      if wanted.contains(list.name) {
        shown[list.name] = Dictionary(records.map { ($0.item.id, $0) }, uniquingKeysWith: { first, _ in first })
      }
      for (index, name) in fields {
        back[Back(list: list.name, field: name)] = Self.byTarget(records, field: index)
      }
    }
  }

  private static func byTarget(_ records: [RecordCell], field: Int) -> [String: [RecordCell]] {
    var byTarget: [String: [RecordCell]] = [:]
    for record in records {
      var seen: Set<String> = []
      for id in record.item.references[field] ?? [] where seen.insert(id).inserted {
        byTarget[id, default: []].append(record)
      }
    }
    return byTarget
  }

  /// The titles of what a field of a record mentions, with the addresses of records: those that it refers to, and the
  /// texts that no record answers to.
  func mentions(_ field: Int, of item: RecordItem, in list: ListSource) -> [Mention] {
    let type = list.type.fields[field].type
    guard let target = type.target, let source = sources[target] else { return [] }
    let texts = item.foundReferences?.texts ?? []
    guard !texts.isEmpty, !type.isComputed else {
      return records(field, of: item, in: list).map { Mention($0.item, in: source) }
    }
    return (item.references[field] ?? []).compactMap { id in
      if let found = shown[target]?[id] { return Mention(found.item, in: source) }
      return texts.contains(id) ? Mention(title: id, url: nil) : nil
    }
  }

  /// The same titles alone.
  package func titles(_ field: Int, of item: RecordItem, in list: ListSource) -> [String] {
    mentions(field, of: item, in: list).map(\.title)
  }

  /// The list of a name.
  func source(_ list: String) -> ListSource? { sources[list] }

  /// The records that a field of a record leads to, in order, without those that their list does not show.
  func records(_ field: Int, of item: RecordItem, in list: ListSource) -> [RecordCell] {
    switch list.type.fields[field].type {
    case .recordsFrom(let list, let field): back[Back(list: list, field: field)]?[item.id] ?? []
    case .record(let list), .list(.record(let list)): records(item.references[field] ?? [], in: list)
    default: []
    }
  }

  /// The records of a list that have some ids, without those that it does not show.
  func records(_ ids: [String], in list: String) -> [RecordCell] { ids.compactMap { shown[list]?[$0] } }
}
