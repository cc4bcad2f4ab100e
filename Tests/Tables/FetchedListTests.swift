import CellistTables
import Synchronization
import Testing

private struct Entry: Equatable, Identifiable, Sendable {
  let id: Int
  var text = 0
}

private typealias Sections = [ItemSection<Entry>]

/// The items of a list's next fetch, which tests set.
private final class Source: Sendable {
  let sections = Mutex<Result<Sections, Offline>>(.success([]))
  struct Offline: Error, Equatable {}

  func set(_ sections: Sections) { self.sections.withLock { $0 = .success(sections) } }
  func fail() { sections.withLock { $0 = .failure(Offline()) } }
  func fetch() throws -> Sections { try sections.withLock { $0 }.get() }
}

/// A view that knows of a list only what its events say, and asks it for content where they tell it to.
private final class View: Sendable {
  private struct Shown {
    var table: TableViewModel<String, Entry>
    var change: TableDiff?
    var faults: [String] = []
  }

  private let list: FetchedList<Entry>
  private let shown: Mutex<Shown>

  var table: TableViewModel<String, Entry> { shown.withLock { $0.table } }
  var faults: [String] { shown.withLock { $0.faults } }

  init(_ list: FetchedList<Entry>) {
    self.list = list
    shown = Mutex(Shown(table: Self.content(list)))
  }

  static func content(_ list: some SectionedList<Entry>) -> TableViewModel<String, Entry> {
    TableViewModel {
      for index in 0..<list.sectionCount {
        list.section(at: index).map { .init(id: $0.id, header: $0.title, cells: $0.items) }
      }
    }
  }

  func follow(_ event: ListChange) {
    let content = Self.content(list)
    shown.withLock { shown in
      guard event != .willChange else {
        if shown.change != nil { shown.faults.append("a change in a change") }
        shown.change = TableDiff()
        return
      }
      guard var change = shown.change else {
        shown.faults.append("\(event) outside a change")
        return
      }
      switch event {
      case .willChange: break
      case .sectionDeleted(let index): change.deletedSections.append(index)
      case .sectionInserted(let index): change.insertedSections.append(index)
      case .sectionMoved(let from, let to): change.movedSections.append(.init(from: from, to: to))
      case .sectionUpdated(let index): change.updatedSections.append(index)
      case .rowDeleted(let path): change.deletedRows.append(path)
      case .rowInserted(let path): change.insertedRows.append(path)
      case .rowMoved(let from, let to): change.movedRows.append(.init(from: from, to: to))
      case .rowUpdated(let path): change.updatedRows.append(path)
      case .didChange:
        shown.table = shown.table.applying(change, towards: content)
        shown.change = nil
        return
      }
      shown.change = change
    }
  }
}

@Suite struct FetchedListTests {
  private let source = Source()

  private func list() -> FetchedList<Entry> { FetchedList(fetch: source.fetch) }

  private func section(_ id: String, _ ids: Int...) -> ItemSection<Entry> {
    ItemSection(id: id, title: id.uppercased(), items: ids.map { Entry(id: $0) })
  }

  @Test func `a list has what was fetched last`() async throws {
    let list = list()
    source.set([section("a", 1, 2), section("b")])
    #expect(list.sectionCount == 0 && list.isEmpty)
    try await list.refetch()
    #expect(list.indexTitles == ["A", "B"] && list.sectionID(of: 1) == "b")
    #expect(list.items.map(\.id) == [1, 2])
    #expect(list.path(of: Entry(id: 2)) == TablePath(section: 0, row: 1))
    for path in [(-1, 0), (2, 0), (0, -1), (0, 2), (1, 0)].map(TablePath.init) { #expect(list.item(at: path) == nil) }
    expectLaws(.fetched, list, items: [Entry(id: 1), Entry(id: 2)])
    expectLaws(.multiSection, list, items: [Entry(id: 1), Entry(id: 2)])
  }

  @Test func `a list that can be fetched at once has its items from the start`() async throws {
    source.set([section("a", 1)])
    let list = try FetchedList(fetchingNow: source.fetch)
    #expect(list.items.map(\.id) == [1])
    #expect(try await list.refetch().isEmpty)
    source.fail()
    #expect(throws: Source.Offline()) { try FetchedList(fetchingNow: source.fetch) }
    source.set([section("a", 1, 1)])
    #expect(throws: DuplicateIdentity(id: "1", path: TablePath(section: 0, row: 1))) {
      try FetchedList(fetchingNow: source.fetch)
    }
  }

  @Test func `observers hear what a fetch changed, in order, until they are cancelled`() async throws {
    let list = list()
    let heard = Mutex<[ListChange]>([])
    let observation = list.observe { change in
      // Between the two ends of a change the list is as it will be.
      #expect(list.items.map(\.id) == [2, 3])
      heard.withLock { $0.append(change) }
    }
    source.set([section("a", 2, 3)])
    try await list.refetch()
    #expect(heard.withLock { $0 } == [.willChange, .sectionInserted(0), .didChange])
    try await list.refetch()
    #expect(heard.withLock { $0 }.count == 3)
    observation.cancel()
    observation.cancel()
    source.set([])
    try await list.refetch()
    #expect(heard.withLock { $0 }.count == 3)
  }

  @Test func `an observer that is cancelled in a change hears no more of it`() async throws {
    let list = list()
    let heard = Mutex<[ListChange]>([])
    let observation = Mutex<ListObservation?>(nil)
    let mine = list.observe { change in
      heard.withLock { $0.append(change) }
      observation.withLock { $0 }?.cancel()
    }
    observation.withLock { $0 = mine }
    source.set([section("a", 1)])
    try await list.refetch()
    #expect(heard.withLock { $0 } == [.willChange])
  }

  @Test func `a fetch that fails leaves the list as it was`() async throws {
    let list = list()
    source.set([section("a", 1)])
    try await list.refetch()
    let before = list.snapshot
    let observation = list.observe { Issue.record("\($0)") }
    source.fail()
    await #expect(throws: Source.Offline()) { try await list.refetch() }
    source.set([section("a", 1, 2, 1)])
    await #expect(throws: DuplicateIdentity(id: "1", path: TablePath(section: 0, row: 2))) { try await list.refetch() }
    source.set([section("a"), section("a")])
    await #expect(throws: DuplicateIdentity(id: "a", path: TablePath(section: 1, row: -1))) { try await list.refetch() }
    source.set([])
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await list.refetch()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(list.snapshot == before)
    observation.cancel()
  }

  @Test func `a view that follows the events agrees with the list after each of a thousand changes`() async throws {
    var random = Generator(seed: 12)
    let list = list()
    let view = View(list)
    let observation = list.observe { view.follow($0) }
    for _ in 0..<1_000 {
      let sections = random.sections().map { section in
        ItemSection(
          id: section.id, title: Bool.random(using: &random) ? section.title : "Another",
          items: section.items.map { Entry(id: $0, text: Int.random(in: 0...2, using: &random)) })
      }
      source.set(sections.shuffled(using: &random))
      try await list.refetch()
      #expect(view.table == View.content(list))
      expectLaws(.fetched, list, items: view.table.items)
    }
    #expect(view.faults == [])
    observation.cancel()
  }

  @Test func `what comes of a fetch is left when a later one has come before it`() async throws {
    let fetches = Mutex(0)
    let (hasBegun, begin) = AsyncStream.makeStream(of: Void.self)
    let (mayEnd, end) = AsyncStream.makeStream(of: Void.self)
    let list = FetchedList<Entry> {
      let number = fetches.withLock { count in
        count += 1
        return count
      }
      if number == 1 {
        begin.finish()
        for await _ in mayEnd {}
      }
      return [ItemSection(id: "a", items: [Entry(id: number)])]
    }
    let slow = Task { try await list.refetch() }
    for await _ in hasBegun {}
    try await list.refetch()
    end.finish()
    #expect(try await slow.value.isEmpty)
    #expect(list.items.map(\.id) == [2])
  }

  @Test func `fetches at the same time are told one after the other`() async throws {
    let fetches = Mutex(0)
    let list = FetchedList<Entry> {
      let number = fetches.withLock { count in
        count += 1
        return count
      }
      await Task.yield()
      return [ItemSection(id: "a", items: (number % 7..<number % 7 + 5).map { Entry(id: $0, text: number) })]
    }
    let view = View(list)
    let observation = list.observe { view.follow($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask { try await list.refetch() }
        group.addTask { for path in list.paths { _ = list.item(at: path) } }
      }
      try await group.waitForAll()
    }
    #expect(view.faults == [])
    #expect(view.table == View.content(list))
    #expect(list.itemCount == 5)
    observation.cancel()
  }
}
