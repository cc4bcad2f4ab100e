import CellistBase
import CellistLists
import CellistPages
import CellistSettings
import CellistSites

/// A site as one build published it: one of the two sides of a `SiteChange`.
struct SiteSnapshot: Sendable {
  /// A list, and all records that its sources hold.
  struct List: Sendable {
    let published: ListSnapshot
    /// The names of the fields with a value for each language, where the settings are at hand.
    let localized: Set<String>
    /// The records by their ids, whether they are published or not.
    let entries: [String: SourceRecords.Entry]
    /// The sections of each of its pages, by path.
    let pages: [String: [ListSnapshot.SectionIDs]]
    /// The paths of the pages of its own table.
    let ownPages: Set<String>
    /// The page on which each record stands, of those that show it the first.
    let places: [String: String]
    /// The records that it shows, in order.
    let shown: ShownList

    init(_ published: ListSnapshot, _ entries: [SourceRecords.Entry], localized: Set<String> = []) {
      self.published = published
      self.localized = localized
      let byID = Dictionary(entries.map { ($0.item.id, $0) }, uniquingKeysWith: { first, _ in first })
      self.entries = byID
      let pages = Dictionary(
        published.pages.map { ($0.path, published.sections(of: $0)) }, uniquingKeysWith: { first, _ in first })
      self.pages = pages
      ownPages = Set(published.pages.lazy.filter(\.isOwn).map(\.path))
      places = Dictionary(
        published.pages.lazy.filter(\.isOwn).flatMap { page in
          (pages[page.path] ?? []).lazy.flatMap(\.ids).map { ($0, page.path) }
        },
        uniquingKeysWith: { first, _ in first })
      let sections = published.wholeSections.map { section in
        ArrangedSection(
          value: nil, title: nil, slug: section.slug, items: section.ids.compactMap { byID[$0]?.item }, aggregates: [])
      }
      shown = ShownList(
        name: published.name, fields: published.fields, arranged: ArrangedList(sections: sections))
    }

    /// The page of a record's own; nil where records have none.
    func path(of item: RecordItem) -> String? { published.prefix.map { Routes.record(item.place, below: $0) } }

    /// The page that links to a record lead to; nil where it has none.
    func address(of id: String) -> String? { entries[id].flatMap { path(of: $0.item) ?? places[id] } }
  }

  let lists: [String: List]
  /// The digests of the site's files; nil for one that was not read.
  let files: [String: Digest?]
  /// The files that translate the texts of others, with the tags of their languages; none for a site that is known from its
  /// state.
  let translations: [(original: String, language: String, file: String)]
  /// The instant at which it was decided what is published, and whether drafts were.
  private let instant: Int
  let drafts: Bool
  /// The base that was asked for in place of the settings'.
  let base: String?

  /// The site that a build has planned to publish.
  init(_ plan: SitePlan, _ ledger: SourceLedger, _ options: BuildOptions) {
    let all = zip(plan.lists, plan.snapshots).map { list, snapshot in
      let settings = list.settings
      return List(
        snapshot, list.content.sources.flatMap(\.records.entries),
        localized: settings.recordsOf == nil ? Set(settings.type.localizedFields.map(\.name)) : [])
    }
    lists = Dictionary(all.map { ($0.published.name, $0) }, uniquingKeysWith: { first, _ in first })
    files = Dictionary(
      ledger.listing.files.map { ($0.path, ledger.digest(of: $0.path)) }, uniquingKeysWith: { first, _ in first })
    let texts = plan.content.plainPages + plan.lists.flatMap(\.texts)
    translations = texts.compactMap { text in
      plan.settings.languages.translation(text.path).map { ($0.original, $0.tag, text.path) }
    }
    (instant, drafts, base) = (plan.instant, options.drafts, options.base)
  }

  /// The site that the last build published, from its state. Without what the state does not say, changes have no
  /// reasons as near as they could be, and nothing else is wrong.
  init(_ state: BuildState) {
    var lists: [String: List] = [:]
    for name in state.lists.paths {
      guard let bytes = state.lists[name], let published = try? ListSnapshot(stateBytes: bytes) else { continue }
      let entries = published.sources.flatMap { source in
        SourceRecords.entries(
          state.sources.records, of: source.key, in: source.path, fields: published.fields.count,
          holdsRecords: published.holdsRecords) ?? []
      }
      lists[name] = List(published, entries)
    }
    self.lists = lists
    files = Dictionary(
      state.sources.files.paths.map { ($0, state.sources.files[$0]?.digest) }, uniquingKeysWith: { first, _ in first })
    translations = []
    (instant, drafts, base) = (state.build.now, state.build.drafts, state.build.base)
  }

  func publishes(_ entry: SourceRecords.Entry) -> Bool {
    entry.schedule.isPublished(at: instant, includingDrafts: drafts)
  }
}
