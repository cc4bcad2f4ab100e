import CellistRecords
import CellistSites
import CellistTables
import CellistThemes

/// A list that is declared in Swift: the type of its records, and where wanted its cells, its sections and where its
/// records come from.
///
/// The list is a folder of the content with a `list.yml`, as any other. What is declared in Swift is left out there:
/// `record` and `id` always, `cells` where there is a decorator, `sections` where there is a provider. All other settings
/// hold as ever: a provider is given the records that `where` keeps, in the order of `sort`, and at most `limit`.
public struct List: Sendable {
  let typed: TypedList

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
  public init<Decorator: CellDecorator>(
    _ path: String, _ decorator: Decorator, provider: DataProvider<[Decorator.Item], Decorator.Item>? = nil,
    fetch: (@Sendable () async throws -> [Decorator.Item])? = nil, file: String = #fileID, line: Int = #line
  ) where Decorator.Item: ListRecord, Decorator.Cell: CellModel {
    typed = TypedList(
      path, of: Decorator.Item.self, decorator: TypedDecorator(decorator), provider: provider, fetch: fetch,
      at: SourceLocation(file: file, line: line))
  }

  /// A list of records whose cells a closure makes, where a decorator would be a type too many.
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
  ///   - cell: the cell of a record that stands at a path: one of the kinds of ``CellContent`` that its branches give.
  public init<Item: ListRecord, Cell: CellChoice>(
    _ path: String, of type: Item.Type, provider: DataProvider<[Item], Item>? = nil,
    fetch: (@Sendable () async throws -> [Item])? = nil, file: String = #fileID, line: Int = #line,
    @CellBuilder cell: @escaping @Sendable (Item, TablePath) -> Cell
  ) {
    typed = TypedList(
      path, of: type, decorator: TypedDecorator(cell), provider: provider, fetch: fetch,
      at: SourceLocation(file: file, line: line))
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
  public init<Item: ListRecord>(
    _ path: String, of type: Item.Type, provider: DataProvider<[Item], Item>? = nil,
    fetch: (@Sendable () async throws -> [Item])? = nil, file: String = #fileID, line: Int = #line
  ) {
    typed = TypedList(
      path, of: type, decorator: nil, provider: provider, fetch: fetch, at: SourceLocation(file: file, line: line))
  }

  /// A list of records that say themselves which cell shows them.
  ///
  /// - Parameters:
  ///   - path: the list's folder below `content`.
  ///   - type: the type of the records.
  ///   - provider: cuts the records into sections; without one, `sections` in the settings do.
  ///   - fetch: where the records come from, for a list without files of its own.
  ///   - file: where the list is declared, for messages.
  ///   - line: the line of it.
  public init<Item: CellNaming>(
    _ path: String, of type: Item.Type, provider: DataProvider<[Item], Item>? = nil,
    fetch: (@Sendable () async throws -> [Item])? = nil, file: String = #fileID, line: Int = #line
  ) {
    self.init(path, OwnCells<Item>(), provider: provider, fetch: fetch, file: file, line: line)
  }

  /// A list of what a ``FetchedList`` has, which is fetched anew in each build, in its own sections and its own order.
  ///
  /// ```swift
  /// List("books", ShelfDecorator(), fetched: FetchedList(database: "books.sqlite", query: "select * from book"))
  /// ```
  ///
  /// - Parameters:
  ///   - path: the list's folder below `content`.
  ///   - decorator: makes a cell of each record that is shown.
  ///   - list: the records. Of its settings, `where` and `limit` hold.
  ///   - file: where the list is declared, for messages.
  ///   - line: the line of it.
  public init<Decorator: CellDecorator>(
    _ path: String, _ decorator: Decorator, fetched list: FetchedList<Decorator.Item>, file: String = #fileID,
    line: Int = #line
  ) where Decorator.Item: ListRecord, Decorator.Cell: CellModel {
    let provider = DataProvider<[Decorator.Item], Decorator.Item> { kept in
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
        // What stands in several sections is one record.
        var seen: Set<Decorator.Item.ID> = []
        return list.items.filter { seen.insert($0.id).inserted }
      }, file: file, line: line)
  }
}
