import CellistLists
import CellistRecords
import CellistTemplates
import CellistText

/// A change of a record, as pages show it.
package struct ShownChange: Sendable {
  package let change: HistoryChange
  let list: ListSource
  /// The URL of the record; nil for one that the list does not show.
  package let url: String?

  package init(_ change: HistoryChange, of list: ListSource, url: String?) {
    (self.change, self.list, self.url) = (change, list, url)
  }

  /// When it was made, by the clocks of the list.
  package var moment: Moment {
    let moment = Moment(instant: change.time)
    return list.changes.map { moment.shown(in: $0.all.zone) } ?? moment
  }
}

/// The changes of a day, the newest first.
package struct ChangedDay: Sendable {
  package let day: Day
  package let changes: [ShownChange]

  /// The days of some changes in a row.
  package static func all(_ changes: [ShownChange]) -> [ChangedDay] {
    var days: [ChangedDay] = []
    for change in changes {
      let day = change.moment.day
      if let last = days.last, last.day == day {
        days[days.count - 1] = ChangedDay(day: day, changes: last.changes + [change])
      } else {
        days.append(ChangedDay(day: day, changes: [change]))
      }
    }
    return days
  }
}

/// A page of the changes of a list's records.
package final class ChangesPage: PageSource {
  package let site: SiteSummary
  package let page: PageSummary
  package let list: ListSource
  package var language: Language? { list.language }
  let days: [ChangedDay]
  /// The URLs of the pages with newer and with older changes.
  let newer: String?
  let older: String?
  let feed: FeedLinks?

  package init(
    site: SiteSummary, page: PageSummary, list: ListSource, days: [ChangedDay], newer: String?, older: String?,
    feed: FeedLinks?
  ) {
    self.site = site
    self.page = page
    self.list = list
    self.days = days
    self.newer = newer
    self.older = older
    self.feed = feed
  }
}

extension PageScopes {
  /// The names of a page of changes.
  func changesPage(_ list: ListDesign) -> Scope<ChangesPage> {
    let day: Scope<ChangedDay> = [
      "date": .text { $0.day.iso }, "title": .text { [printer] in printer.language.format($0.day, skeleton: "yMMMMd") },
      "changes": .list(changeScope) { $0.changes },
    ]
    let feed: Scope<FeedLinks> = ["atom": .url { $0.atom }.own, "json": .url { $0.json }.own]
    var page: Scope<ChangesPage> = page()
    page["days"] = .list(day) { $0.days }
    page["newer"] = .optionalURL { $0.newer }.own
    page["older"] = .optionalURL { $0.older }.own
    page["feed"] = .optionalObject(feed) { $0.feed }
    var scope = common(page)
    scope["@list"] = .object(listScope(list).settled) { $0.list }.varying(by: .list)
    return scope
  }

  /// The names of a change of a record.
  var changeScope: Scope<ShownChange> {
    let field: Scope<(field: Field, change: HistoryChange.FieldChange)> = [
      "name": .text { $0.field.name }, "label": .text { label(of: $0.field) },
      "old": .optionalText { text($0.change.old, of: $0.field) },
      "new": .optionalText { text($0.change.new, of: $0.field) },
      "long": .flag { isLong($0.change, of: $0.field) },
    ]
    return [
      "title": .text { $0.change.title }, "url": .optionalURL { $0.url }.own, "date": .text { $0.moment.iso },
      "day": .text { [printer] in printer.language.format($0.moment.day, skeleton: "yMMMMd") },
      "added": .flag { $0.change.kind == .added }, "removed": .flag { $0.change.kind == .removed },
      "renamed": .flag { $0.change.kind == .renamed }, "id": .text { $0.change.id },
      "former": .optionalText { $0.change.former },
      "fields": .list(field) { shown in
        shown.change.fields.compactMap { change in
          let fields = shown.list.type.fields
          return fields.indices.contains(change.field) ? (fields[change.field], change) : nil
        }
      },
    ]
  }

  /// A change as a short line of text, such as "Emma: year", and with the values: "Emma: year 1815 → 1816".
  func line(of shown: ShownChange, hasValues: Bool) -> String {
    let change = shown.change
    let parts = change.fields.compactMap { change -> String? in
      guard shown.list.type.fields.indices.contains(change.field) else { return nil }
      let field = shown.list.type.fields[change.field]
      guard hasValues, !isLong(change, of: field) else { return label(of: field) }
      let values = [change.old, change.new].map { text($0, of: field) ?? "–" }
      return "\(label(of: field)) \(values.joined(separator: " → "))"
    }
    let word: String? =
      switch change.kind {
      case .added: theme.word("added")
      case .removed: theme.word("removed")
      case .renamed: theme.word("renamed")
      case .changed: theme.word("changed")
      }
    let isTold = change.kind == .changed && !parts.isEmpty
    return "\(change.title): \(((isTold ? [] : [word ?? ""]) + parts).joined(separator: hasValues ? "; " : ", "))"
  }

  private func label(of field: Field) -> String {
    field.name == RecordType.bodyName ? theme.word("text") ?? field.label : field.label
  }

  /// Whether no line of text has the values.
  private func isLong(_ change: HistoryChange.FieldChange, of field: Field) -> Bool {
    change.old == nil || field.type.innermost == .markdown
  }

  /// A value in a line of text; nil for none.
  private func text(_ value: Value?, of field: Field) -> String? {
    guard let value, !value.isMissing, field.type.innermost != .markdown else { return nil }
    var field = field
    if field.type.innermost == .boolean, field.words.isEmpty { field.words = theme.booleans }
    let texts = value.items.map { item in
      switch item {
      case .integer, .number: printer.figure(item, of: field)
      default: field.title(of: item, in: printer.language)
      }
    }
    return texts.joined(separator: ", ")
  }
}
