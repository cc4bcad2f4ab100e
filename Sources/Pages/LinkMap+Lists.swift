import CellistContent
import CellistLists
import CellistRecords

extension LinkMap {
  /// Where links to records and their files lead: to the lists that have them.
  static func records(of lists: [ListPlan]) -> @Sendable () -> Records {
    let lists = lists.filter { $0.settings.recordsOf == nil }.map { list in
      (
        folder: list.settings.folder, prefix: list.recordPrefix, records: list.records,
        hasPages: list.settings.hasRecordPages, url: list.recordURL,
        unfit: list.content.unfit.map { list.settings.place(of: $0) ?? Permalink.folder($0.slug) }
      )
    }
    return {
      var records = Records()
      for list in lists {
        for cell in list.records {
          records.add(
            cell.item, of: list.folder, below: list.hasPages ? list.prefix : nil, url: list.url(cell.item))
        }
        for place in list.unfit { records.outputs.insert(Routes.record(place, below: list.prefix)) }
      }
      return records
    }
  }
}

extension LinkMap.Records {
  /// Adds a record of the list in a folder.
  ///
  /// - Parameter prefix: the beginning of the paths of records' pages; nil where they have none.
  mutating func add(_ item: RecordItem, of folder: ListFolder, below prefix: String?, url: String) {
    for file in item.files
    where SourceFormat(path: file) == .markdown && !folder.collections.contains(file) {
      // A file that several lists read belongs to the list in whose folder it lies, else to the first one.
      guard urls[file] == nil || folder.holds(file) else { continue }
      urls[file] = url
      if file.fileStem == "index" { urls[file.folder] = url }
    }
    if let prefix { outputs.insert(Routes.record(item.place, below: prefix)) }
  }
}
