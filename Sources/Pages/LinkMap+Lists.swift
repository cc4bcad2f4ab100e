import CellistBase
import CellistContent
import CellistFiles
import CellistLists
import CellistMarkup
import CellistRecords

extension LinkMap {
  /// Where links to records and their files lead: to the lists that have them.
  static func records(of lists: [ListPlan], _ dialect: MarkdownDialect) -> @Sendable (_ folder: String) -> Records {
    let lists = lists.filter { $0.settings.recordsOf == nil }.map { list in
      (
        folder: list.settings.folder, prefix: list.recordPrefix, records: list.records,
        hasPages: list.settings.hasRecordPages, url: list.recordURL,
        type: list.settings.type,
        unfit: list.content.unfit.map { list.settings.place(of: $0) ?? Permalink.folder($0.slug) }
      )
    }
    return { folder in
      var records = Records()
      for list in lists where list.folder.treeFolder == folder {
        for cell in list.records {
          records.add(
            cell.item, of: list.folder, below: list.hasPages ? list.prefix : nil, url: list.url(cell.item),
            parts: .of(cell.item, list.type, dialect))
        }
        for place in list.unfit { records.outputs.insert(Routes.record(place, below: list.prefix)) }
      }
      return records
    }
  }
}

extension LinkMap {
  /// Says which parts the pages of lists and the plain pages have.
  mutating func addParts(of site: RoutedSite) {
    let dialect = site.content.settings.dialect
    let anchors: [@Sendable (String) -> Bool] = site.lists.map { $0.isAnchor }
    let isOnList: @Sendable (String) -> Bool = { id in anchors.contains { $0(id) } }
    for plain in site.content.plainPages {
      let isAnchor = plain.views.isEmpty ? PageParts.noAnchors : isOnList
      add(
        .of([plain.body], dialect, isAnchor: isAnchor), of: Routes.plain(plain), sources: [plain.original],
        in: plain.treeFolder)
    }
    for list in site.lists {
      let parts = PageParts.of(list.texts.map(\.body), dialect, isAnchor: list.isAnchor)
      add(
        parts, of: PagePath.page(in: list.path), sources: list.texts.map(\.original),
        in: list.settings.folder.treeFolder)
    }
    templateIDs = site.theme?.ids ?? []
  }
}

extension LinkMap.Records {
  /// Adds a record of the list in a folder.
  ///
  /// - Parameter prefix: the beginning of the paths of records' pages; nil where they have none.
  mutating func add(_ item: RecordItem, of folder: ListFolder, below prefix: String?, url: String, parts: PageParts) {
    for file in item.files
    where SourceFormat(path: file) == .markdown && !folder.collections.contains(file) {
      // A file that several lists read belongs to the list in whose folder it lies, else to the first one.
      guard urls[file] == nil || folder.holds(file) else { continue }
      urls[file] = url
      self.parts[file] = parts
      if file.fileStem == "index" { urls[file.folder] = url }
    }
    guard let prefix else { return }
    let path = Routes.record(item.place, below: prefix)
    outputs.insert(path)
    self.parts[path] = parts
  }
}
