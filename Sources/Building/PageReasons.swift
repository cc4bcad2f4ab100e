import CellistContent
import CellistOutput
import CellistPages
import CellistRecords
import CellistTemplates
import CellistText

/// Says why files of the output change: what of that which goes into them is not as it was in the last build.
///
/// Reasons are found by comparing both builds, and only those are told that the file's template reads. What cannot be
/// told is said to be so: a page never changes without a reason, but not every reason can be had from what is kept.
struct PageReasons: Sendable {
  let old: PublishedSite
  let new: PublishedSite
  let lists: [String: RecordChanges]
  let templates: [TemplateUse: TemplateReads]
  /// The files of the site that are not as they were.
  let files: [String: FileChange]
  /// For each field that is computed from references, the changed records that refer to a record by it.
  let referring: [Reference: [String: [RecordChange]]]
  /// For each page of the new site that shows no list and no record, the file of the site that it comes from.
  private let origins: [Identifier: String]

  /// What is told of a page for which nothing was found.
  private static let untold = "something else that it shows changed"

  enum FileChange: String, Sendable {
    case new, changed, gone

    func text(_ path: String) -> String {
      switch self {
      case .new: "\(path) is new"
      case .changed: "\(path) changed"
      case .gone: "\(path) is gone"
      }
    }
  }

  struct Reference: Hashable, Sendable {
    let list: String
    let field: String
  }

  init(
    from old: PublishedSite, to new: PublishedSite, _ comparison: SiteComparison,
    _ plan: SitePlan
  ) {
    self.old = old
    self.new = new
    lists = comparison.lists
    templates = plan.templates.mapValues { TemplateReads($0) }
    origins = Dictionary(
      plan.pages.lazy.filter { $0.kind != .page }.map { (Identifier($0.path), $0.origin.file) },
      uniquingKeysWith: { first, _ in first })
    var files: [String: FileChange] = [:]
    for (path, digest) in new.files {
      guard let before = old.files[path] else {
        files[path] = .new
        continue
      }
      if let before, let digest, before != digest { files[path] = .changed }
    }
    for path in old.files.keys where new.files[path] == nil { files[path] = .gone }
    self.files = files
    referring = Self.referring(comparison.lists, old, new)
  }

  /// Why a file changes; never nothing.
  func reasons(for change: OutputChange) -> [String] {
    var reasons: [String] =
      switch change.kind {
      case .created: coming(change.path)
      case .deleted: going(change.path)
      case .updated: updating(change.path)
      }
    if reasons.isEmpty { reasons = loose(change, use(change.path).map(reads)) }
    if reasons.isEmpty { reasons = origin(of: change) }
    var seen: Set<String> = []
    return reasons.filter { seen.insert($0).inserted }
  }

  /// Where a page comes from for which nothing else is known.
  private func origin(of change: OutputChange) -> [String] {
    guard change.kind != .deleted else { return ["nothing of the site lies there any more"] }
    guard let file = origins[change.path] else { return [Self.untold] }
    return files[file].map { [$0.text(file)] } ?? [change.kind == .created ? "\(file) asks for it now" : Self.untold]
  }

  private func coming(_ path: String) -> [String] {
    switch new.places[path] {
    case .record(let list, let place):
      let list = new.lists[list]
      let name = list.settings.folder.name
      let id = list.records[place].item.id
      if let reason = arrival(of: id, in: name) { return [reason] }
      return settings(of: list)
    case .list(let index, let page):
      let list = new.lists[index]
      guard let before = old.list(list.settings.folder.name) else {
        return fileReason(list.settings.folder.settings)
      }
      guard list.settings.arrangement.paging == .bySection, page > 0 || before.pages.isEmpty else {
        return settings(of: list) + pageCount(from: before, to: list)
      }
      return settings(of: list) + [section(list.pages[page].table.sections.first?.id ?? "", of: list) + " is new"]
    case nil: return fileReasons(path, in: new)
    }
  }

  private func going(_ path: String) -> [String] {
    switch old.places[path] {
    case .record(let list, let place):
      let list = old.lists[list]
      let name = list.settings.folder.name
      if let reason = departure(of: list.records[place].item.id, from: name) { return [reason] }
      return new.list(name).map { settings(of: $0) } ?? []
    case .list(let index, let page):
      let list = old.lists[index]
      guard let after = new.list(list.settings.folder.name) else {
        return fileReason(list.settings.folder.settings)
      }
      guard list.settings.arrangement.paging == .bySection, page > 0 else {
        return settings(of: after) + pageCount(from: list, to: after)
      }
      return settings(of: after) + [section(list.pages[page].table.sections.first?.id ?? "", of: list) + " is gone"]
    case nil: return fileReasons(path, in: old)
    }
  }

  private func updating(_ path: String) -> [String] {
    switch (old.places[path], new.places[path]) {
    case (.list(let before, let oldPage)?, .list(let after, let newPage)?):
      let reads = reads(of: .list(new.lists[after].settings.folder.name))
      return settings(of: new.lists[after], reads) + common(reads, of: new.lists[after])
        + page(oldPage, of: old.lists[before], newPage, of: new.lists[after], reads)
    case (.record(let before, let oldPlace)?, .record(let after, let newPlace)?):
      let list = new.lists[after]
      let variant = list.records[newPlace].item.variant ?? 0
      let reads = reads(of: .record(list.settings.folder.name, variant: variant))
      return settings(of: list, reads) + common(reads, of: list)
        + record(oldPlace, of: old.lists[before], newPlace, of: list, reads)
    case (nil, nil):
      let own = fileReasons(path, in: new.sources[path] == nil ? old : new)
      return own + common(reads(of: plainUse(path)), of: nil)
    default: return coming(path)
    }
  }

  /// The template of a page; nil for a file without one.
  private func use(_ path: String) -> TemplateUse? {
    switch new.places[path] {
    case .list(let list, _): return .list(new.lists[list].settings.folder.name)
    case .record(let list, let place):
      let list = new.lists[list]
      return .record(list.settings.folder.name, variant: list.records[place].item.variant ?? 0)
    case nil: return path.fileExtension == "html" ? plainUse(path) : nil
    }
  }

  private func plainUse(_ path: String) -> TemplateUse {
    .plain(path == Routes.home ? "home" : path == Routes.notFound ? "404" : "plain")
  }

  func reads(of use: TemplateUse) -> TemplateReads { templates[use] ?? TemplateReads(paths: []) }

  /// A section as a reason names it.
  func section(_ slug: String, of list: ListPlan) -> String {
    let title = list.content.arranged.sections.first { $0.slug == slug }?.title ?? slug
    return "the section '\(title)' of \(list.settings.folder.name)"
  }
}
