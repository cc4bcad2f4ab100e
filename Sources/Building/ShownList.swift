import CellistLists

/// A list as one build shows it: its records in their places, and what their fields are called.
struct ShownList: Sendable {
  let name: String
  let fields: [String]
  let arranged: ArrangedList

  /// Whether a record may be in several sections.
  private let mayRepeat: Bool

  init(name: String, fields: [String], arranged: ArrangedList, mayRepeat: Bool = true) {
    self.name = name
    self.fields = fields
    self.arranged = arranged
    self.mayRepeat = mayRepeat
  }

  /// Two lists without the records that both begin and end with, section by section. They have not moved, whichever of the
  /// others is said to have done so.
  static func withoutEnds(_ old: ShownList, _ new: ShownList) -> (old: ShownList, new: ShownList) {
    let (before, after) = (old.arranged.sections, new.arranged.sections)
    guard !old.mayRepeat, !new.mayRepeat, old.fields == new.fields, before.map(\.slug) == after.map(\.slug) else {
      return (old, new)
    }
    var (one, other) = (old.arranged, new.arranged)
    for section in before.indices {
      let (items, others) = (before[section].items, after[section].items)
      let count = min(items.count, others.count)
      let front = (0..<count).prefix { items[$0].says(likeThat: others[$0]) }.count
      let end = (0..<count - front).prefix { items[items.count - 1 - $0].says(likeThat: others[others.count - 1 - $0]) }
        .count
      one.sections[section].items = Array(items[front..<items.count - end])
      other.sections[section].items = Array(others[front..<others.count - end])
    }
    return (
      ShownList(name: old.name, fields: old.fields, arranged: one, mayRepeat: false),
      ShownList(name: new.name, fields: new.fields, arranged: other, mayRepeat: false)
    )
  }

  /// The records in the order of the list, each once.
  var items: [RecordItem] { arranged.records }
}

extension RecordItem {
  /// Whether it is the item of the same record, which says the same.
  fileprivate func says(likeThat other: RecordItem) -> Bool {
    self === other || id == other.id && fingerprints == other.fingerprints
  }
}
