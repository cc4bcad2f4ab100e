import CellistLists
import CellistPages
import CellistRecords
import CellistSettings
import CellistTemplates
import CellistThemes

/// All records that a list shows, as data for programs: in each of the formats that its settings ask for.
struct Exports: PageFamily {
  let routes: [Route]
  /// Which list of the site it is.
  private let number: Int

  init(_ number: Int, of site: RoutedSite) {
    self.number = number
    let list = site.lists[number]
    routes = list.settings.exports.map { export in
      Route(Routes.export(export.format, of: list.path), .data, from: list.settings.location)
    }
  }

  /// Warns of a feed of changes in a site that has none in JSON.
  static func check(_ site: RoutedSite, _ diagnostics: inout Diagnostics) {
    guard let location = site.content.settings.changes, !site.lists.contains(where: { $0.settings.exportsJSON })
    else { return }
    diagnostics.warning(
      .invalidSetting, "'changes' tells how exports in JSON change, and no list has one", at: location,
      hint: "'exports: json' in a list.yml adds one")
  }

  var block: PageBlock? { .exports(number) }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    guard !routes.isEmpty else { return }
    let maker: any PageMaker = ExportMaker(site.lists[number], site.sources[number], site)
    for (index, route) in routes.enumerated() { site.add(route, .made(maker, index)) }
  }
}

/// Makes the exports of one list.
private struct ExportMaker: PageMaker {
  private let records: RecordRow
  private let exports: [Export]
  private let list: ListSource
  private let name: String
  private let base: SiteBase
  private let resolve: @Sendable (String, String) -> String
  /// The fields that records have themselves.
  private let fields: [Int]

  init(_ list: ListPlan, _ source: ListSource, _ site: PageMaterials) {
    records = list.records
    exports = list.settings.exports
    self.list = source
    name = list.settings.folder.name
    base = site.base
    resolve = site.tree(list.settings.folder.tree).links.resolve
    let type = list.settings.type
    fields = type.fields.indices.filter { !type.fields[$0].type.isComputed && type.fields[$0].isKnown }
  }

  // MARK: Ingredients

  func parts(_ index: Int) -> [String] { ["@site.base", "the fields of '\(name)'", "the records of '\(name)'"] }

  func trace(_ index: Int, into buffer: inout ByteBuffer) {
    buffer.append(counted: base.text)
    buffer.endPart()
    buffer.append(counted: exports[index].format.rawValue)
    if let point = exports[index].point {
      for field in point.fields { buffer.append(number: UInt64(field)) }
    }
    buffer.append(counted: list.declarations)
    buffer.endPart()
    for item in records.lazy.map(\.item) {
      buffer.append(counted: item.id)
      buffer.append(counted: list.recordURL(item))
      for field in fields { buffer.append(fixed: item.fingerprints[field]) }
      item.forEachLink { buffer.append(counted: resolve($0, $1)) }
    }
    buffer.endPart()
  }

  // MARK: Formats

  func render(_ index: Int, into buffer: inout ByteBuffer) {
    let items = records.map(\.item)
    let point = exports[index].point
    // The records' own names win over ours.
    let own = ["id", "url"].filter { list.design.type.index(of: $0) == nil }
    switch exports[index].format {
    case .json:
      buffer.append("[")
      for (index, item) in items.enumerated() {
        buffer.append(index == 0 ? "\n" : ",\n")
        buffer.append(JSONText.object(members(of: item, own)).line)
      }
      buffer.append(items.isEmpty ? "]\n" : "\n]\n")
    case .geojson:
      buffer.append("{\"type\": \"FeatureCollection\", \"features\": [")
      for (index, item) in items.enumerated() {
        buffer.append(index == 0 ? "\n" : ",\n")
        buffer.append(feature(item, own, at: point).line)
      }
      buffer.append(items.isEmpty ? "]}\n" : "\n]}\n")
    case .csv:
      let rows = items.map { item in own.map { about(item, $0) } + values(of: item).map(\.cell) }
      let names = own + fields.map { list.design.type.fields[$0].name }
      // Every record may have a body, and in most tables none has.
      let columns = names.indices.filter { column in
        names[column] != RecordType.bodyName || rows.contains { !$0[column].isEmpty }
      }
      for cells in [names] + rows { buffer.append(CSVText.row(columns.map { cells[$0] })) }
    }
  }

  private func about(_ item: RecordItem, _ name: String) -> String {
    name == "id" ? item.id : base.canonical(list.recordURL(item))
  }

  private func values(of item: RecordItem) -> [Value] {
    let record = item.record
    return fields.map { field in
      record.values[field].linking(list.design.type.fields[field].type) { [base, resolve] link in
        base.absolute(resolve(link, record.locations[field].file))
      }
    }
  }

  private func members(of item: RecordItem, _ own: [String]) -> [(String, JSONText?)] {
    own.map { ($0, .text(about(item, $0))) }
      + zip(fields, values(of: item)).map { (list.design.type.fields[$0].name, $1.json) }
  }

  /// A record as RFC 7946 has it. One without coordinates has no geometry.
  private func feature(_ item: RecordItem, _ own: [String], at point: PointFields?) -> JSONText {
    let geometry = point?.coordinates(of: item.record).map { longitude, latitude in
      JSONText.object([
        ("type", .text("Point")), ("coordinates", .array([longitude, latitude].compactMap(\.json))),
      ])
    }
    return .object([
      ("type", .text("Feature")), ("id", .text(item.id)), ("geometry", geometry ?? .null),
      ("properties", .object(members(of: item, own))),
    ])
  }
}
