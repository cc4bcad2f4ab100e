import CellistBase
import CellistLists
import CellistRecords
import CellistThemes

/// The differences between a list's records as they were published and in a plan, as far as pages can show them.
///
/// A record that was read again with equal values is the same.
struct ListDifference: Sendable {
  /// The former position of each record; nil where all stand where they stood.
  private let earlier: EarlierPlaces?
  /// How many records there were, and are.
  private let counts: (then: Int, now: Int)
  /// The positions of records that were added, have other values, or are shown or addressed differently; in ascending
  /// order.
  let touched: [Int]
  private let touchedPlaces: Set<Int>
  /// Whether each of those has an item that it did not have, so that pages which share their cells with the old plan show
  /// none of them.
  let areItemsNew: Bool
  /// The ids of those records, and of the ones that are gone.
  let ids: Set<String>
  /// The items of those, as they were and as they are.
  let items: [RecordItem]

  /// Whether the order of records differs, not counting added and removed ones.
  var isReordered: Bool { earlier?.isReordered ?? false }

  init(from old: PlanTables.List, to new: ListPlan) {
    let comparison = RecordComparison(old, new)
    let (before, now) = (old.records, new.records)
    counts = (before.count, now.count)
    var gone: [RecordItem] = []
    if let places = comparison.placesThatMayDiffer {
      earlier = nil
      touched = places.filter { !comparison.isSame(before[$0], now[$0]) }
    } else {
      let earlier = EarlierPlaces(
        of: now, in: before, isSame: { $0.item === $1.item || $0.item.id == $1.item.id }, newKey: \.item.id,
        oldKey: \.item.id)
      let isTouched = parallelMap(now.count) { place in
        earlier[place].map { !comparison.isSame(before[$0], now[place]) } ?? true
      }
      touched = isTouched.indices.filter { isTouched[$0] }
      gone = earlier.gone.map { before[$0].item }
      self.earlier = earlier
    }
    touchedPlaces = Set(touched)
    let then = { [earlier] place in earlier == nil ? place : earlier?[place] }
    areItemsNew = touched.allSatisfy { place in then(place).map { before[$0].item !== now[place].item } ?? true }
    ids = Set(gone.map(\.id)).union(touched.map { now[$0].item.id })
    items = gone + touched.flatMap { place in [now[place].item] + (then(place).map { [before[$0].item] } ?? []) }
  }

  /// The positions of the records that are touched, or beside which others stand than before or touched ones.
  var touchedOrBeside: [Int] {
    guard let earlier else {
      return Set(touched.flatMap { [$0 - 1, $0, $0 + 1] }).filter((0..<counts.now).contains).sorted()
    }
    return (0..<counts.now).filter { touchedPlaces.contains($0) || hasOtherNeighbours(at: $0, earlier) }
  }

  private func hasOtherNeighbours(at place: Int, _ earlier: EarlierPlaces) -> Bool {
    let last = counts.now - 1
    guard let then = earlier[place], (place == 0) == (then == 0), (place == last) == (then == counts.then - 1) else {
      return true
    }
    if place > 0, earlier[place - 1] != then - 1 || touchedPlaces.contains(place - 1) { return true }
    return place < last && (earlier[place + 1] != then + 1 || touchedPlaces.contains(place + 1))
  }
}

/// Tells whether a record of a list is shown as it was.
private struct RecordComparison {
  private let old: PlanTables.List
  private let new: ListPlan
  private let newURL: @Sendable (RecordItem) -> String
  /// The records that were read and have other values, that have a link that leads elsewhere, or whose cells were made
  /// anew.
  private let fresh: Set<ObjectIdentifier>
  /// Whether pages tell the lines of records.
  private let tellsLines: Bool
  /// Whether a record's address follows from more than its own values and those that all records share.
  private let isPlacedByPages: Bool
  /// For each of the list's terms, the values that are mentioned in another way.
  private let terms: [Set<Value>]

  init(_ old: PlanTables.List, _ new: ListPlan) {
    (self.old, self.new) = (old, new)
    newURL = new.recordURL
    fresh = new.freshItems
    tellsLines = new.settings.edit?.hasLines == true
    isPlacedByPages = new.home != nil || old.placesOnPages != new.placesOnPages
    terms =
      old.referred.count == new.referred.count
      ? zip(old.referred, new.referred).map { before, now in
        guard before != now else { return [] }
        return Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }
      } : []
  }

  /// The only places at which a record may not be shown as it was, where all stand where they stood; nil where all need
  /// be compared.
  var placesThatMayDiffer: [Int]? {
    guard !isPlacedByPages, terms.allSatisfy(\.isEmpty), let ranges = new.records.rangesNotShared(with: old.records)
    else { return nil }
    let places = ranges.flatMap(Array.init)
    guard places.allSatisfy({ new.records[$0].item.id == old.records[$0].item.id }) else { return nil }
    guard !fresh.isEmpty else { return places }
    // The links of a record may lead elsewhere while it stays what it is.
    return Set(places).union(new.records.indices.filter { fresh.contains(ObjectIdentifier(new.records[$0].item)) })
      .sorted()
  }

  func isSame(_ before: RecordCell, _ now: RecordCell) -> Bool {
    // Where several ids make one slug, a record's slug follows from the others as well.
    guard !fresh.contains(ObjectIdentifier(now.item)), now.variant == before.variant, now.anchor == before.anchor,
      now.item.slug == before.item.slug
    else { return false }
    if tellsLines, now.item.location != before.item.location { return false }
    if isPlacedByPages, newURL(now.item) != old.recordURL(before.item) { return false }
    return zip(terms, now.item.row.terms).allSatisfy { changed, values in
      changed.isEmpty || !values.contains(where: changed.contains)
    }
  }
}

extension ListPlan {
  /// The records with values that the last build did not know, or whose cells were made anew.
  var freshItems: Set<ObjectIdentifier> {
    var items: Set<ObjectIdentifier> = []
    for index in content.linked ?? Array(content.sources.indices) where content.sources[index].isFresh {
      for entry in content.sources[index].records.entries where entry.isFresh {
        items.insert(ObjectIdentifier(entry.item))
      }
    }
    for item in content.cells?.made ?? [] { items.insert(ObjectIdentifier(item)) }
    return items
  }
}
