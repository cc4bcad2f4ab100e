import Synchronization

/// A list of the items of the last fetch, which sends its observers the changes of each new fetch.
///
/// ```swift
/// let talks = FetchedList { try await server.talks() }
/// let observation = talks.observe { change in print(change) }
/// try await talks.refetch()
/// observation.cancel()
/// ```
///
/// It may be used from any thread at any time. For more than one question, take a `snapshot`, which does not change. A
/// count, a title, an item at a path and the items of a section take O(1), as in a `StaticList`.
public final class FetchedList<Item: Identifiable & Equatable & Sendable>: Sendable
where Item.ID: CustomStringConvertible {
  private typealias Observer = @Sendable (ListChange) -> Void

  private struct State {
    var list = StaticList<Item>()
    /// How many fetches have begun, and which of them the list shows.
    var begun = 0
    var shown = 0
    var observers: [Int: Observer] = [:]
    var followers: [Int: AsyncStream<TableDiff>.Continuation] = [:]
    var nextObserver = 0
  }

  private let fetch: @Sendable () async throws -> [ItemSection<Item>]
  private let state: Mutex<State>
  /// Held while the list changes and notifies observers, so that they receive one change after the other.
  private let turn = Mutex(())

  /// A list that is empty until it is fetched.
  ///
  /// A closure that awaits nothing needs the label `fetch:`. As a trailing closure without a label, it means a list
  /// that is fetched at once.
  ///
  /// - Complexity: O(1), since nothing is fetched.
  public init(fetch: @escaping @Sendable () async throws -> [ItemSection<Item>]) {
    self.fetch = fetch
    state = Mutex(State())
  }

  /// A list that has been fetched once.
  ///
  /// - Throws: what `fetch` throws; `DuplicateIdentity` when ids are not unique.
  /// - Complexity: O(*n*), where *n* is the number of items and sections, in addition to the fetch.
  public init(fetchingNow fetch: @escaping @Sendable () throws -> [ItemSection<Item>]) throws {
    self.fetch = fetch
    var state = State()
    state.list = StaticList(sections: try fetch())
    _ = try TableDiff(from: StaticList(), to: state.list)
    self.state = Mutex(state)
  }

  /// A copy of the current list, which no fetch changes.
  ///
  /// - Complexity: O(1).
  public var snapshot: StaticList<Item> { state.withLock { $0.list } }

  /// Fetches anew, shows the result and notifies the observers of the changes. If several fetches overlap, the one that
  /// began last wins; results of the others are dropped.
  ///
  /// - Returns: what changed.
  /// - Throws: what `fetch` throws; `CancellationError` when the task was cancelled; `DuplicateIdentity` when two
  ///   sections, or two items of a section, share an id. The list is then unchanged.
  /// - Complexity: that of the fetch and of `TableDiff.init(from:to:)`, O(*n* log *n*), where *n* is the number of
  ///   items and sections before and after. Then each observer is called once for each change.
  @discardableResult public func refetch() async throws -> TableDiff {
    let number = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    let list = StaticList(sections: try await fetch())
    try Task.checkCancellation()
    return try show(list, number)
  }

  /// Calls a function for every later change, until the observation is cancelled. Between `willChange` and `didChange`
  /// the list already has its new state. The function is called on the thread that fetched, and must not wait for a
  /// fetch.
  ///
  /// - Complexity: O(1).
  public func observe(_ observer: @escaping @Sendable (ListChange) -> Void) -> ListObservation {
    let number = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = observer
      return state.nextObserver
    }
    return ListObservation { [weak self] in self?.state.withLock { _ = $0.observers.removeValue(forKey: number) } }
  }

  /// The changes of each later fetch, until the iteration ends. None is dropped: changes wait in a buffer.
  ///
  /// - Complexity: O(1).
  public var changes: AsyncStream<TableDiff> {
    AsyncStream { continuation in
      let number = state.withLock { state in
        state.nextObserver += 1
        state.followers[state.nextObserver] = continuation
        return state.nextObserver
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.followers.removeValue(forKey: number) }
      }
    }
  }

  private func show(_ list: StaticList<Item>, _ number: Int) throws(DuplicateIdentity) -> TableDiff {
    try turn.withLock { _ throws(DuplicateIdentity) in
      let (old, shown) = state.withLock { ($0.list, $0.shown) }
      guard number > shown else { return TableDiff() }
      let diff = try TableDiff(from: old, to: list)
      let (observers, followers) = state.withLock { state in
        state.list = list
        state.shown = number
        return (state.observers.keys.sorted(), state.followers)
      }
      if !diff.isEmpty { for follower in followers.values { follower.yield(diff) } }
      let events = diff.events
      for number in observers {
        // An observer that was cancelled in the middle of a change gets no more of it.
        for event in events { state.withLock { $0.observers[number] }?(event) }
      }
      return diff
    }
  }
}

extension FetchedList: SectionedList {
  public var sectionCount: Int { snapshot.sectionCount }
  public func itemCount(inExisting section: Int) -> Int { snapshot.itemCount(in: section) }
  public func item(atExisting path: TablePath) -> Item { snapshot.item(atExisting: path) }
  public func headerTitle(ofExisting section: Int) -> String? { snapshot.headerTitle(of: section) }
  public func sectionID(ofExisting section: Int) -> String { snapshot.sectionID(of: section) ?? String(section) }
  public func items(inExisting section: Int) -> [Item] { snapshot.items(in: section) }
  public func item(at path: TablePath) -> Item? { snapshot.item(at: path) }
  public var indexTitles: [String] { snapshot.indexTitles }
}

extension DataProvider
where Item: Identifiable & Equatable & Sendable, Item.ID: CustomStringConvertible, Store == FetchedList<Item> {
  /// The items that a list has fetched when the table is made.
  ///
  /// - Complexity: O(1) for each list.
  public static var fetched: Self { Self { $0.snapshot } }
}
