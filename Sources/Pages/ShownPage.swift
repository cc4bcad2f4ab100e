import CellistTables
import CellistTemplates
import CellistThemes

/// A page as a browser shows it: the rows of its table, and the frame around them.
package struct ShownPage: Sendable {
  /// The result of a cell template for a record.
  package struct Row: Sendable {
    package let id: String
    package let html: ArraySlice<UInt8>

    package init(id: String, html: ArraySlice<UInt8>) {
      self.id = id
      self.html = html
    }
  }

  /// The page without its rows.
  package let frame: [UInt8]
  /// The rows, by section.
  package let table: TableViewModel<Never, Row>

  package init(frame: [UInt8], table: TableViewModel<Never, Row>) {
    self.frame = frame
    self.table = table
  }
}

extension ShownPage {
  /// - Parameters:
  ///   - bytes: the page.
  ///   - places: the ranges of its rows, in the order in which they were rendered.
  ///   - table: the table that the page shows.
  init(_ bytes: [UInt8], rows places: [Range<Int>], of table: TableViewModel<SectionEdge, RecordCell>?) {
    // A template may show cells several times, some of them or none: then the page is nothing but a page.
    let isTable =
      places.count == table?.sections.reduce(0) { $0 + $1.count }
      && zip(places, places.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
    guard let table, isTable else {
      self.init(frame: bytes, table: TableViewModel())
      return
    }
    var frame: [UInt8] = []
    var end = 0
    for place in places {
      frame += bytes[end..<place.lowerBound]
      end = place.upperBound
    }
    frame += bytes[end...]
    var rest = places[...]
    let sections = table.sections.map { section in
      let rows = zip(section.cells, rest).map { Row(id: $0.item.id, html: bytes[$1]) }
      rest = rest.dropFirst(rows.count)
      return TableSectionViewModel<Never, Row>(id: section.id, cells: rows)
    }
    self.init(frame: frame, table: TableViewModel(sections: sections))
  }
}

extension SitePlan {
  /// A page of the site as browsers show it, by its path below the output folder; nil for anything else.
  ///
  /// Takes time in proportion to the number of pages, and makes one.
  package func shown(_ path: String) -> ShownPage? {
    guard path.hasSuffix(".html"), let page = pages.first(where: { $0.path == path }),
      case .made(let maker, let index) = page.content
    else { return nil }
    var buffer = ByteBuffer.notingRows
    maker.render(index, into: &buffer)
    let list = (maker as? TemplatePage<ListPage>)?.source
    return ShownPage(buffer.bytes, rows: buffer.rows ?? [], of: list?.table.table)
  }
}
