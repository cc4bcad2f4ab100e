import CellistContent
import CellistRecords
import CellistTables
import CellistText
import CellistTyped

/// The errors in fetched data: every row that is no item, with its place.
public struct FetchFailure: Error, CustomStringConvertible {
  package let diagnostics: [Diagnostic]

  /// A line for each row: its place, and what is wrong with it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of rows that are no items.
  public var description: String {
    diagnostics.map { "\($0.location.map { "\($0): " } ?? "")\($0.message)" }.joined(separator: "\n")
  }
}

extension FetchedList where Item: ListRecord {
  /// A list of what a query finds in an SQLite database: one item per row, whose columns are the item's properties.
  ///
  /// ```swift
  /// let books = FetchedList<Book>(database: "books.sqlite", query: "select * from book", provider: .grouped(by: \.shelf))
  /// let observation = books.observe { change in print(change) }
  /// try await books.refetch()
  /// ```
  ///
  /// The list has nothing until it is fetched. Each fetch reads the database as it is then, and never changes it. A fetch
  /// throws ``FetchFailure`` where the query or a row does not fit; the list then stays as it was.
  ///
  /// - Parameters:
  ///   - path: the database's file, as ``SiteFile`` takes it: from the folder of the site that the list is fetched for.
  ///   - query: one `select`, whose columns are called as the properties.
  ///   - provider: the sections of the list.
  ///   - file: where the list is declared, for messages.
  ///   - line: the line of it.
  /// - Complexity: O(1). Each fetch takes what the query takes, that of the provider's list, and O(*b* + *r*), where
  ///   *b* is the size of the database and *r* that of the rows.
  public convenience init(
    database path: String, query: String, provider: DataProvider<[Item], Item> = .singleSection,
    file: String = #filePath, line: Int = #line
  ) {
    let place = SourceLocation(swift: file, line: line)
    self.init(fetch: {
      let list = provider.list(try Self.items(path, query, at: place))
      return (0..<list.sectionCount).compactMap { list.section(at: $0) }
    })
  }

  private static func items(_ path: String, _ query: String, at place: SourceLocation) throws -> [Item] {
    let form = Item.form
    var diagnostics = Diagnostics()
    let type = form.type(place, &diagnostics)
    let source = RecordSource(
      path: path, format: .sqlite, RecordSource.Details(query: query, queryLocation: place))
    var items: [Item] = []
    if let language = Language(tag: "en"), let zone = TimeZoneRules("UTC") {
      let values = ValueReader(language: language, zone: zone)
      var decoder = RecordDecoder(type: type, values: values, idFields: [], ignoresExtraKeys: false)
      decoder.identify = { record throws(RecordMisfit) in try form.item(of: record, type).id }
      RawRecord.readAll(in: source, from: SiteFile(path).read(), &diagnostics) { raw, diagnostics in
        guard let record = decoder.decode(raw, &diagnostics)?.record else { return }
        do throws(RecordMisfit) { items.append(try form.item(of: record, type)) } catch {
          diagnostics.error(.invalidValue, error.message, at: record.location)
        }
      }
    }
    guard !diagnostics.hasErrors else { throw FetchFailure(diagnostics: diagnostics.sorted) }
    return items
  }
}
