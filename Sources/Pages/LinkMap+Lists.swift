import CellistContent

extension LinkMap {
  /// Where links to records and their files lead: to the lists that have them.
  static func records(of lists: [ListPlan]) -> @Sendable () -> Records {
    let lists = lists.filter { $0.settings.recordsOf == nil }.map { list in
      (
        folder: list.settings.folder, prefix: list.recordPrefix, records: list.records,
        hasPages: list.settings.hasRecordPages, url: list.recordURL,
        unfit: list.content.unfit.map { list.settings.place(of: $0) ?? $0.slug }
      )
    }
    return {
      var records = Records()
      for list in lists {
        for cell in list.records {
          for file in cell.item.files where SourceFormat(path: file) == .markdown {
            // A file that several lists read belongs to the list in whose folder it lies, else to the first one.
            guard records.urls[file] == nil || list.folder.holds(file) else { continue }
            let url = list.url(cell.item)
            records.urls[file] = url
            if file.fileStem == "index" { records.urls[file.folder] = url }
          }
          if list.hasPages { records.outputs.insert(Routes.record(cell.item.place, below: list.prefix)) }
        }
        for place in list.unfit { records.outputs.insert(Routes.record(place, below: list.prefix)) }
      }
      return records
    }
  }
}
