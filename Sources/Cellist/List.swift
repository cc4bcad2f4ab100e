import CellistRecords
import CellistSettings
import CellistTables
import CellistThemes
import CellistTyped

/// A list that is declared in Swift: the type of its records, and where wanted its cells, its sections, where its records
/// come from, and its settings.
///
/// ```swift
/// List("concerts", of: Concert.self)
///   .title("Concerts")
///   .sorted(by: \.day, order: .descending)
///   .sections(by: \.day, part: .year)
///   .view(.table, columns: \.title, \.hall)
/// ```
///
/// The list is a folder of the content as any other, with the files that its records are read from, and perhaps a
/// `list.yml`. A setting must be in one of the two: a setting in both is an error that names both places. `record` and
/// `id` follow from the type, `cells` from a decorator, `sections` from a provider. A provider is given the records
/// that `where` keeps, in the order of `sort`, and at most `limit`.
///
/// To declare a list takes O(1), since a build fetches and sorts. Each setting takes O(*s*), where *s* is the number of
/// settings that the list has.
public struct List<Item: ListRecord>: Sendable {
  var typed: TypedList

  /// A list of records whose cells a decorator makes.
  ///
  /// - Parameters:
  ///   - path: the list's folder below `content`, such as "programme"; "." for a list at the site's root.
  ///   - decorator: makes a cell of each record that is shown.
  ///   - provider: cuts the records into sections; without one, `sections` in the settings do.
  ///   - fetch: where the records come from, for a list without files of its own. It is called in each build, together
  ///     with those of other lists; what it throws is an error of the site. It is cancelled after two minutes.
  ///   - file: where the list is declared, for messages.
  ///   - line: the line of it.
  public init<Decorator: CellDecorator<Item, Cell>, Cell: CellModel>(
    _ path: String, _ decorator: Decorator, provider: DataProvider<[Item], Item>? = nil,
    fetch: (@Sendable () async throws -> [Item])? = nil, file: String = #filePath, line: Int = #line
  ) {
    typed = TypedList(
      path, of: Item.self, decorator: TypedDecorator(decorator), provider: provider, fetch: fetch,
      at: SourceLocation(swift: file, line: line))
  }

  /// A list of records that a presenter shows: it makes their cells, and the headers and footers of sections.
  ///
  /// ```swift
  /// List(
  ///   "books",
  ///   presenter: DataPresenter(
  ///     header: { section, _ in .title(section.title ?? "") },
  ///     footer: { section, _ in .figures(["pages": "\(section.items.reduce(0) { $0 + $1.pages })"]) },
  ///     decorator: BookDecorator()), provider: .grouped(by: \.shelf))
  /// ```
  ///
  /// - Parameters:
  ///   - path: the list's folder below `content`.
  ///   - presenter: makes the cells, and the titles of sections and the figures below them where it has them. They are
  ///     made of whole sections, also where these go on on another page.
  ///   - provider: cuts the records into sections; without one, the settings do.
  ///   - fetch: where the records come from, for a list without files of its own.
  ///   - file: where the list is declared, for messages.
  ///   - line: the line of it.
  public init<Cell: CellModel>(
    _ path: String, presenter: DataPresenter<Item, SectionNote, Cell>, provider: DataProvider<[Item], Item>? = nil,
    fetch: (@Sendable () async throws -> [Item])? = nil, file: String = #filePath, line: Int = #line
  ) {
    typed = TypedList(
      path, of: Item.self, decorator: TypedDecorator(presenter), provider: provider, fetch: fetch,
      at: SourceLocation(swift: file, line: line))
  }

  /// A list of records whose cells a closure makes, without a decorator type.
  ///
  /// ```swift
  /// List("talks", of: Talk.self, provider: .grouped(by: \.day)) { talk, path in
  ///   if talk.isKeynote { KeynoteCell(title: talk.title) } else { TalkCell(title: talk.title, room: talk.room) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: the list's folder below `content`.
  ///   - type: the type of the records.
  ///   - provider: cuts the records into sections; without one, `sections` in the settings do.
  ///   - fetch: where the records come from, for a list without files of its own.
  ///   - file: where the list is declared, for messages.
  ///   - line: the line of it.
  ///   - cell: the cell of the record at a path: one of the kinds of ``CellContent`` that its branches give.
  public init<Cell: CellChoice>(
    _ path: String, of type: Item.Type, provider: DataProvider<[Item], Item>? = nil,
    fetch: (@Sendable () async throws -> [Item])? = nil, file: String = #filePath, line: Int = #line,
    @CellBuilder cell: @escaping @Sendable (Item, TablePath) -> Cell
  ) {
    typed = TypedList(
      path, of: type, decorator: TypedDecorator(cell), provider: provider, fetch: fetch,
      at: SourceLocation(swift: file, line: line))
  }

  /// A list of records whose cells show the records themselves, by the templates that `cells` in the settings names.
  ///
  /// - Parameters:
  ///   - path: the list's folder below `content`, such as "people"; "." for a list at the site's root.
  ///   - type: the type of the records.
  ///   - provider: cuts the records into sections; without one, `sections` in the settings do.
  ///   - fetch: where the records come from, for a list without files of its own.
  ///   - file: where the list is declared, for messages.
  ///   - line: the line of it.
  public init(
    _ path: String, of type: Item.Type, provider: DataProvider<[Item], Item>? = nil,
    fetch: (@Sendable () async throws -> [Item])? = nil, file: String = #filePath, line: Int = #line
  ) {
    typed = TypedList(
      path, of: type, decorator: nil, provider: provider, fetch: fetch, at: SourceLocation(swift: file, line: line))
  }

  /// A list of the items of a ``FetchedList``, which is fetched anew in each build, in its own sections and its own
  /// order.
  ///
  /// ```swift
  /// List("books", ShelfDecorator(), fetched: FetchedList(database: "books.sqlite", query: "select * from book"))
  /// ```
  ///
  /// - Parameters:
  ///   - path: the list's folder below `content`.
  ///   - decorator: makes a cell of each record that is shown.
  ///   - list: the records. Of the list's settings, `where` and `limit` apply.
  ///   - file: where the list is declared, for messages.
  ///   - line: the line of it.
  /// - Complexity: O(1). A build takes what ``FetchedList/refetch()`` takes, and O(*n*), where *n* is the number of
  ///   items and sections.
  public init<Decorator: CellDecorator<Item, Cell>, Cell: CellModel>(
    _ path: String, _ decorator: Decorator, fetched list: FetchedList<Item>, file: String = #filePath, line: Int = #line
  ) {
    let provider = DataProvider<[Item], Item> { kept in
      let ids = Set(kept.map(\.id))
      return StaticList(
        sections: list.snapshot.sections.compactMap { section in
          var shown = section
          shown.items.removeAll { !ids.contains($0.id) }
          return shown.items.isEmpty && !section.items.isEmpty ? nil : shown
        })
    }
    self.init(
      path, decorator, provider: provider,
      fetch: {
        try await list.refetch()
        // A record in several sections counts once.
        var seen: Set<Item.ID> = []
        return list.items.filter { seen.insert($0.id).inserted }
      }, file: file, line: line)
  }
}

extension List where Item: CellNaming {
  /// A list of records that provide their own cells.
  ///
  /// - Parameters:
  ///   - path: the list's folder below `content`.
  ///   - type: the type of the records.
  ///   - provider: cuts the records into sections; without one, `sections` in the settings do.
  ///   - fetch: where the records come from, for a list without files of its own.
  ///   - file: where the list is declared, for messages.
  ///   - line: the line of it.
  public init(
    _ path: String, of type: Item.Type, provider: DataProvider<[Item], Item>? = nil,
    fetch: (@Sendable () async throws -> [Item])? = nil, file: String = #filePath, line: Int = #line
  ) {
    self.init(path, OwnCells<Item>(), provider: provider, fetch: fetch, file: file, line: line)
  }
}
