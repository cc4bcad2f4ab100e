import CellistLists
import CellistRecords
import CellistThemes

/// The differences between a list's records in two plans of one process, as far as pages can show them.
///
/// Records are compared from both ends, and by their ids in between: most edits leave one record in between. A record that
/// was read again and says what it said is the same.
struct ListDifference: Sendable {
  /// For each record, where it stood before; -1 where it did not.
  let earlierPlaces: [Int32]
  /// How many records there were.
  let earlierCount: Int
  /// Whether each record came, says something else, or is shown or addressed in another way.
  let isTouched: [Bool]
  /// The ids of those records, and of the ones that are gone.
  let ids: Set<String>
  /// The items of those, as they were and as they are.
  let items: [RecordItem]
  /// Whether records stand in another order, not counting those that came and went.
  let isReordered: Bool

  /// Whether no page can tell the list's records from what they were.
  var isEmpty: Bool { ids.isEmpty && !isReordered }

  init(from old: ListPlan, to new: ListPlan) {
    let comparison = RecordComparison(old, new)
    let (before, now) = (old.records, new.records)
    var places = [Int32](repeating: -1, count: now.count)
    var front = 0
    while front < min(before.count, now.count), now[front].hasID(of: before[front]) {
      places[front] = Int32(clamping: front)
      front += 1
    }
    var end = 0
    while end < min(before.count, now.count) - front,
      now[now.count - 1 - end].hasID(of: before[before.count - 1 - end])
    {
      places[now.count - 1 - end] = Int32(clamping: before.count - 1 - end)
      end += 1
    }
    var left: [String: Int] = [:]
    for place in front..<before.count - end { left[before[place].item.id] = place }
    var (isReordered, last) = (false, -1)
    for place in front..<now.count - end {
      guard let then = left.removeValue(forKey: now[place].item.id) else { continue }
      places[place] = Int32(clamping: then)
      if then < last { isReordered = true }
      last = then
    }
    var ids = Set(left.keys)
    var items = left.values.map { before[$0].item }
    var isTouched = [Bool](repeating: false, count: now.count)
    for place in now.indices {
      let then = Int(places[place])
      if then >= 0, comparison.isSame(before[then], now[place]) { continue }
      isTouched[place] = true
      ids.insert(now[place].item.id)
      items.append(now[place].item)
      if then >= 0 { items.append(before[then].item) }
    }
    (earlierPlaces, earlierCount, self.isTouched) = (places, before.count, isTouched)
    (self.ids, self.items, self.isReordered) = (ids, items, isReordered)
  }

  /// Whether a record has other neighbours than before, or one that is touched.
  func hasOtherNeighbours(at place: Int) -> Bool {
    let then = Int(earlierPlaces[place])
    let last = earlierPlaces.count - 1
    guard then >= 0, (place == 0) == (then == 0), (place == last) == (then == earlierCount - 1) else { return true }
    if place > 0, Int(earlierPlaces[place - 1]) != then - 1 || isTouched[place - 1] { return true }
    return place < last && (Int(earlierPlaces[place + 1]) != then + 1 || isTouched[place + 1])
  }
}

/// Tells whether a record of a list is shown as it was.
private struct RecordComparison {
  private let old: ListPlan
  private let new: ListPlan
  /// The records that were read and say something else, that have a link that leads elsewhere, or whose cells were made
  /// anew.
  private let fresh: Set<ObjectIdentifier>
  /// Whether pages tell the lines of records.
  private let tellsLines: Bool
  /// Whether a record's address follows from more than its own values and those that all records share.
  private let isPlacedByPages: Bool
  /// For each of the list's terms, the values that are mentioned in another way.
  private let terms: [Set<Value>]

  init(_ old: ListPlan, _ new: ListPlan) {
    (self.old, self.new) = (old, new)
    fresh = new.freshItems
    tellsLines = new.settings.edit?.hasLines == true
    isPlacedByPages = [old, new].contains { $0.home != nil || !$0.settings.hasRecordPages }
    terms =
      old.referred.count == new.referred.count
      ? zip(old.referred, new.referred).map { before, now in
        guard before != now else { return [] }
        return Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }
      } : []
  }

  func isSame(_ before: RecordCell, _ now: RecordCell) -> Bool {
    // Where several ids make one slug, a record's slug follows from the others as well.
    guard !fresh.contains(ObjectIdentifier(now.item)), now.variant == before.variant, now.anchor == before.anchor,
      now.item.slug == before.item.slug
    else { return false }
    if tellsLines, now.item.location != before.item.location { return false }
    if isPlacedByPages, new.recordURL(now.item) != old.recordURL(before.item) { return false }
    return zip(terms, now.item.row.terms).allSatisfy { changed, values in
      changed.isEmpty || !values.contains(where: changed.contains)
    }
  }
}

extension ListPlan {
  /// The records that say something that the last build did not know, or whose cells were made anew.
  var freshItems: Set<ObjectIdentifier> {
    var items: Set<ObjectIdentifier> = []
    for source in content.sources where source.isFresh {
      for entry in source.records.entries where entry.isFresh { items.insert(ObjectIdentifier(entry.item)) }
    }
    for item in content.cells?.made ?? [] { items.insert(ObjectIdentifier(item)) }
    return items
  }
}

extension RecordCell {
  fileprivate func hasID(of other: RecordCell) -> Bool { item === other.item || item.id == other.item.id }
}
