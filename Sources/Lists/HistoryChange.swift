import CellistRecords

/// A change of one record, made by a commit of the site's repository.
package struct HistoryChange: Hashable, Sendable {
  package enum Kind: Int, Sendable { case added, removed, renamed, changed }

  /// The change of a field's value. Long texts are not kept: then neither value is known.
  package struct FieldChange: Hashable, Sendable {
    package let field: Int
    package let old: Value?
    package let new: Value?

    package init(field: Int, old: Value?, new: Value?) {
      self.field = field
      self.old = old
      self.new = new
    }
  }

  /// When it was committed, in seconds since 1970-01-01T00:00:00Z.
  package let time: Int
  package let id: String
  /// The id that it had, where it was renamed.
  package let former: String?
  /// The title of the record after the change, or before it was removed.
  package let title: String
  package let kind: Kind
  /// The fields whose values changed, in declared order.
  package let fields: [FieldChange]

  package init(
    time: Int, id: String, former: String? = nil, title: String, kind: Kind, fields: [FieldChange] = []
  ) {
    self.time = time
    self.id = id
    self.former = former
    self.title = title
    self.kind = kind
    self.fields = fields
  }
}

extension [HistoryChange] {
  /// Changes from the oldest on, by the ids that their records have in the end.
  package var byRecord: [String: [HistoryChange]] {
    var all: [String: [HistoryChange]] = [:]
    for change in self {
      let before = change.former.flatMap { all.removeValue(forKey: $0) } ?? []
      all[change.id, default: []] += before + [change]
    }
    return all
  }
}
