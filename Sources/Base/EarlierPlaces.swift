/// Where the elements of a collection were in an earlier one, by their keys.
///
/// They are compared from both ends, and looked up in between: most edits leave one element in between. O(n).
public struct EarlierPlaces: Sendable {
  /// For each element, its place in the earlier collection; -1 where it was not there.
  public let places: [Int32]
  /// The places of the earlier elements that are gone.
  public let gone: [Int]
  /// Whether the order of elements differs, not counting added and removed ones.
  public let isReordered: Bool

  /// - Parameters:
  ///   - old: the earlier elements, no two of one key.
  ///   - isSame: whether two elements have one key, which is faster to tell than to make keys.
  @inlinable public init<Old: RandomAccessCollection<Element>, New: RandomAccessCollection, Element, Key: Hashable>(
    of new: New, in old: Old, isSame: (New.Element, Element) -> Bool, newKey: (New.Element) -> Key,
    oldKey: (Element) -> Key
  ) where Old.Index == Int, New.Index == Int {
    var places = [Int32](repeating: -1, count: new.count)
    var isReordered = false
    let most = min(old.count, new.count)
    let front = (0..<most).prefix { isSame(new[new.startIndex + $0], old[old.startIndex + $0]) }.count
    let end = (0..<most - front).prefix { isSame(new[new.endIndex - 1 - $0], old[old.endIndex - 1 - $0]) }.count
    for place in 0..<front { places[place] = Int32(clamping: place) }
    for place in 0..<end { places[new.count - 1 - place] = Int32(clamping: old.count - 1 - place) }
    var left: [Key: Int] = [:]
    for place in front..<old.count - end { left[oldKey(old[old.startIndex + place])] = place }
    var last = -1
    for place in front..<new.count - end {
      guard let then = left.removeValue(forKey: newKey(new[new.startIndex + place])) else { continue }
      places[place] = Int32(clamping: then)
      if then < last { isReordered = true }
      last = then
    }
    gone = left.values.sorted()
    (self.places, self.isReordered) = (places, isReordered)
  }

  /// Where an element stood; nil where it was not there.
  @inlinable public subscript(place: Int) -> Int? { places[place] < 0 ? nil : Int(places[place]) }
}
