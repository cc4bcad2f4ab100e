import CellistRecords

/// The pages of one list's records.
package struct RecordPages: PageFamily {
  /// Which list of the site it is.
  private let number: Int
  private let list: ListPlan

  package init(_ number: Int, of site: RoutedSite) {
    self.number = number
    list = site.lists[number]
  }

  package var routes: [Route] { [] }
  package var block: PageBlock? { .records(number) }

  package var claims: PageClaims.Records? {
    // Where values make the paths, two records may have one, so each claims its own.
    guard list.settings.hasRecordPages, list.settings.hasPlainPlaces else { return nil }
    return PageClaims.Records(prefix: list.prefix, record: { [list] in list.shownRecord($0) })
  }

  package func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    guard list.settings.hasRecordPages else { return }
    let subjects = RecordSubjects(
      records: list.records, list: site.sources[number], site: site.tree(ofList: number).summary, base: site.base,
      parents: site.parents(of: list.path, in: list.settings.folder.tree),
      translations: RecordTranslations(site.translations, of: list, among: site.lists))
    let templates = site.templates(ofList: number, &diagnostics)?.records ?? []
    site.add(
      RecordPageMaker(subjects, ofList: list.settings.folder.name, below: list.recordPrefix, templates: templates))
  }
}
