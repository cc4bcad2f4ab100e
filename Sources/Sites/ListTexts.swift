import CellistBase
import CellistContent
import CellistRecords
import CellistSettings

/// The texts of a list that are no records.
package struct ListTexts: Sendable {
  /// The text above its first page.
  let introduction: SiteContent.Plain?
  /// The texts about its terms, by field and slug.
  let ofTerms: [String: SiteContent.Plain]
  /// The texts above its sections, by slug.
  let ofSections: [String: SiteContent.Plain]
  /// When they are published, by their files.
  let schedules: [(path: String, schedule: Schedule)]
  private let instant: Int

  init(of settings: ListSettings, _ reader: PublishedReader, _ diagnostics: inout Diagnostics) {
    instant = reader.options.now
    var (ofTerms, ofSections): ([String: SiteContent.Plain], [String: SiteContent.Plain]) = ([:], [:])
    var schedules: [(path: String, schedule: Schedule)] = []
    let (folder, languages) = (settings.folder, reader.site.languages)
    for (original, path) in languages.translated(settings.termTexts, into: folder.tree) {
      let text = reader.plain(PlainFile(path, of: original, in: folder.tree, for: folder), &schedules, &diagnostics)
      guard let text else { continue }
      let name = original.below(folder.termTexts)
      ofTerms[joined(name.folder, name.fileStem)] = text
    }
    for (original, path) in languages.translated(settings.sectionTexts, into: folder.tree) {
      let file = PlainFile(path, of: original, in: folder.tree, for: folder, isOfSection: true)
      let text = reader.plain(file, &schedules, &diagnostics)
      guard let text else { continue }
      let name = original.below(folder.sectionTexts)
      ofSections[joined(name.folder, name.fileStem).pathParts.joined(separator: "--")] = text
    }
    introduction = folder.introduction.flatMap { path in
      let file = PlainFile(path, of: languages.translation(path)?.original ?? path, in: folder.tree, for: folder)
      return reader.plain(file, &schedules, &diagnostics)
    }
    (self.ofTerms, self.ofSections, self.schedules) = (ofTerms, ofSections, schedules)
  }

  /// Whether the same files have the same meaning at a later instant.
  func holds(with options: BuildOptions) -> Bool {
    schedules.allSatisfy { options.now < $0.schedule.next(after: instant) ?? .max }
  }
}
