import CellistPages
import CellistRecords

/// The files of the content that are published as they are.
struct CopiedFiles: PageFamily {
  let routes: [Route]

  init(_ site: RoutedSite) {
    var routes: [Route] = []
    func add(_ file: String, _ path: String) {
      routes.append(Route(path, .file, from: SourceLocation(file: file), sources: [file]))
    }
    for file in site.content.assets { add(file, Routes.file(file)) }
    for list in site.lists where !list.settings.isTranslation {
      let folder = list.settings.folder
      for file in folder.assets { add(file, Routes.file(file)) }
      guard !folder.recordFiles.isEmpty else { continue }
      for record in list.records {
        for source in record.item.files {
          for file in folder.recordFiles[source] ?? [] {
            add(file, Routes.file(file, beside: source, of: record.item.place, below: list.recordPrefix))
          }
        }
      }
    }
    self.routes = routes
  }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    for route in routes { site.add(route, .copy(route.origin.file)) }
  }
}
