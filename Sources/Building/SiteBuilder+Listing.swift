import CellistLists
import CellistRecords
import CellistSettings
import CellistSites
import CellistWriting

/// Records of a list in its sections and its order, to be looked at.
package struct ListedRecords: Sendable {
  package struct Column: Sendable {
    /// A field or a part of one, as settings name it.
    package let name: String
    package let type: FieldType
  }

  package struct Section: Sendable {
    /// The titles of its groups, from the outermost in, and its own.
    package let titles: [String]
    /// A value per column.
    package let rows: [[Value]]
  }

  package let columns: [Column]
  package let sections: [Section]
  /// How many records the list shows.
  package let count: Int
}

extension SiteBuilder {
  /// The records that a list shows, as far as they fit.
  ///
  /// - Parameters:
  ///   - name: the path of the list below `content`.
  ///   - conditions: mappings as in `where`; records for which all of them hold are listed.
  ///   - columns: the fields, or parts of fields, that are listed; nil for the id and all fields that have values.
  /// - Returns: the records; nil, with errors in the outcome, where a condition or a column is none.
  package func listing(
    _ name: String, where conditions: [Node] = [], columns: [String]? = nil
  ) throws(EditRefusal) -> (records: ListedRecords?, outcome: Outcome) {
    var diagnostics = Diagnostics()
    let content = SiteContent(tree, options, &diagnostics)
    let list = try Self.list(name, in: content, diagnostics)
    let settings = list.settings
    let scope = settings.arrangement.scope(settings.decoder.values)
    let read = conditions.map { Condition($0, in: scope, &diagnostics) }
    let asked = columns.map { names in
      names.map { Self.column($0, of: settings.type, at: SourceLocation(file: "--columns"), &diagnostics) }
    }
    let filter = read.compactMap(\.self)
    guard let content, filter.count == read.count, asked?.allSatisfy({ $0 != nil }) ?? true else {
      return (nil, Outcome(diagnostics: located(diagnostics, in: content?.encodings ?? [:])))
    }
    let language = settings.arrangement.language
    let shown = list.arranged.sections.map { section in
      section.items.compactMap { item -> (id: String, record: Record)? in
        let record = item.record
        var clock = settings.arrangement.clock(at: content.instant)
        let isShown = filter.allSatisfy { $0.holds(of: record, flags: item.row.flags, language: language, &clock) }
        return isShown ? (item.id, record) : nil
      }
    }
    let chosen = asked?.compactMap(\.self) ?? Self.columns(of: settings, for: shown.lazy.joined().map(\.record))
    let sections = zip(list.arranged.sections, shown).compactMap { section, items -> ListedRecords.Section? in
      guard !items.isEmpty else { return nil }
      let rows = items.map { item in
        chosen.map { $0.path?.value(in: item.record, language: language) ?? .text(item.id) }
      }
      return ListedRecords.Section(titles: section.groups.map(\.title) + [section.title].compactMap(\.self), rows: rows)
    }
    let records = ListedRecords(
      columns: chosen.map { ListedRecords.Column(name: $0.name, type: $0.path?.type ?? .text) }, sections: sections,
      count: list.arranged.sections.reduce(0) { $0 + $1.items.count })
    return (records, Outcome(diagnostics: located(diagnostics, in: content.encodings)))
  }

  /// A column of listed records: a field, or without a path their ids.
  private struct ChosenColumn {
    let name: String
    let path: FieldPath?
  }

  private static func column(
    _ name: String, of type: RecordType, at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> ChosenColumn? {
    if name == "id", type.index(of: name) == nil { return ChosenColumn(name: name, path: nil) }
    return type.path(name, at: location, others: ["id"], &diagnostics).map { ChosenColumn(name: name, path: $0) }
  }

  /// The id, where no field is it, and the fields that have a value in one of some records.
  private static func columns(
    of settings: ListSettings, for records: some Sequence<Record>
  ) -> [ChosenColumn] {
    let type = settings.type
    var unused = Set((0..<type.ownCount).filter { !type.fields[$0].type.isComputed && type.fields[$0].isKnown })
    let fields = unused.sorted()
    for record in records where !unused.isEmpty {
      unused = unused.filter { record.values[$0].isMissing }
    }
    let named = type.index(of: "id") == nil && settings.decoder.idFields.count != 1
    return (named ? [ChosenColumn(name: "id", path: nil)] : [])
      + fields.filter { !unused.contains($0) }.map { field in
        ChosenColumn(name: type.fields[field].name, path: FieldPath(field: field, type: type.fields[field].type))
      }
  }
}
