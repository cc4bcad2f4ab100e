import CellistBase
import CellistFiles
import CellistOutput
import CellistPages
import CellistSites
import CellistTemplates

/// Says why files of the output change: which of the named parts of their ingredients are not as in the last build, and
/// which records and files of the site account for that.
struct PageReasons: Sendable {
  let change: SiteChange
  let plan: SitePlan
  /// The files that the last build left, and what several of them depended on alike.
  private let outputs: Shelf<OutputState.File>
  private let shared: [[UInt8]: [UInt8]]
  /// The files that this build makes.
  private let written: [Identifier: OutputState.File]
  private let numbers: [Identifier: Int]
  /// The ids of the records that had pages, by path.
  private let recordPaths: [Identifier: (list: String, id: String)]
  /// The records that were added or removed with a folder of their own, by that.
  private let owners: [Identifier: RecordChange]
  /// For each field that is computed from references, the changed records that refer to a record by it.
  let referring: [Reference: [String: [RecordChange]]]

  struct Reference: Hashable, Sendable {
    let list: String
    let field: String
  }

  init(_ change: SiteChange, _ plan: SitePlan, _ making: PageMaking, since state: BuildState) {
    self.change = change
    self.plan = plan
    outputs = state.output.files
    shared = state.build.shared
    written = making.written
    numbers = Dictionary(
      plan.pages.enumerated().map { (Identifier($1.path), $0) }, uniquingKeysWith: { first, _ in first })
    var paths: [Identifier: (String, String)] = [:]
    for (name, list) in change.old.lists where list.published.prefix != nil {
      for (id, entry) in list.entries { if let path = list.path(of: entry.item) { paths[path] = (name, id) } }
    }
    recordPaths = paths
    owners = Self.owners(change)
    referring = Self.referring(change, plan)
  }

  /// Why a file changes; never nothing.
  func reasons(for output: OutputChange) -> [String] {
    var reasons: [String]
    switch (output.kind, numbers[output.path]) {
    case (.deleted, _), (_, nil): reasons = going(output.path)
    case (.created, let number?): reasons = coming(number)
    case (.updated, let number?): reasons = updating(number)
    }
    if reasons.isEmpty { reasons = ["its ingredients changed"] }
    var seen: Set<String> = []
    return reasons.filter { seen.insert($0).inserted }
  }

  // MARK: Added and removed pages

  private func coming(_ number: Int) -> [String] {
    let page = plan.pages[number]
    switch plan.block(of: number) {
    case (.records(let list), let place)?:
      let list = plan.lists[list]
      let name = list.settings.folder.name
      let id = list.records[place].item.id
      if let reason = change.arrival(of: id, in: name) { return [reason] }
      return [
        change.words(ofFile: list.settings.folder.settings) ?? "\(SiteChange.name(id, of: name)) has another address"
      ]
    case (.list(let list), let place)? where !plan.lists[list].isOwn(page: place):
      return rows(of: list, on: place, page)
    case (.list(let list), _)?:
      let settings = plan.lists[list].settings
      return pageCount(of: settings.folder.name, settings.folder.settings) ?? [
        "a section of '\(settings.folder.name)' has a page now"
      ]
    case (.feeds, _)?, (.exports, _)?, (.calendar, _)?:
      if let reason = besides(page.path, in: change.new, not: change.old) { return ["\(reason) is new"] }
    case (.tools(let list), _)?, (.words(let list), _)?:
      if let reason = besides(page.path, in: change.new, not: change.old) { return ["\(reason) is new"] }
      let settings = plan.lists[list].settings
      if let reasons = pageCount(of: settings.folder.name, settings.folder.settings) { return reasons }
    case (.search, _)?, (.siteMap, _)?, nil: break
    }
    let file = page.origin.file
    if let reason = change.words(ofFile: file) { return [reason] }
    if let reason = owner(of: file).flatMap({ change.arrival(of: $0.id, in: $0.list) }) { return [reason] }
    return [
      SourceFormat(path: file) == .markdown ? "\(file) is published now" : change.base ?? "\(file) asks for it now"
    ]
  }

  private func going(_ path: String) -> [String] {
    if let record = recordPaths[path] {
      if let reason = change.departure(of: record.id, from: record.list) { return [reason] }
      return [settings(of: record.list) ?? "\(SiteChange.name(record.id, of: record.list)) has no page here any more"]
    }
    if let (list, snapshot) = change.old.lists.first(where: { $0.value.pages[path] != nil }) {
      guard snapshot.ownPages.contains(path) else {
        return [settings(of: list) ?? "no record of '\(list)' is on it any more"]
      }
      return pageCount(of: list, outputs[path]?.origin) ?? ["a section of '\(list)' is gone"]
    }
    if let reason = besides(path, in: change.old, not: change.new) { return ["\(reason) is gone"] }
    guard let file = outputs[path]?.origin else { return ["nothing of the site is there any more"] }
    if let reason = change.words(ofFile: file) { return [reason] }
    if let reason = owner(of: file).flatMap({ change.departure(of: $0.id, from: $0.list) }) { return [reason] }
    return [
      SourceFormat(path: file) == .markdown
        ? "\(file) is not published any more" : change.base ?? "\(file) does not ask for it any more"
    ]
  }

  /// The list's page beside which a file lies, of a site that has it where another has none.
  private func besides(_ path: String, in site: SiteSnapshot, not other: SiteSnapshot) -> String? {
    let page = PagePath.page(in: path.folder)
    func has(_ site: SiteSnapshot) -> Bool { site.lists.values.contains { $0.pages[page] != nil } }
    return page != path && has(site) && !has(other) ? page : nil
  }

  private func pageCount(of list: String, _ settings: String?) -> [String]? {
    let reasons = [settings.flatMap(change.words), change.pageCount(of: list)]
    let told = reasons.compactMap(\.self)
    return told.isEmpty ? nil : told
  }

  private func settings(of list: String) -> String? {
    plan.lists.first { $0.settings.folder.name == list }.flatMap { change.words(ofFile: $0.settings.folder.settings) }
  }

  /// The record that was added or removed together with a file beside it.
  private func owner(of file: String) -> RecordChange? {
    guard !owners.isEmpty else { return nil }
    return sequence(first: file.folder) { $0.isEmpty ? nil : $0.folder }.lazy.compactMap { owners[$0] }.first
  }

  /// The added and removed records, by their own folders.
  private static func owners(_ change: SiteChange) -> [Identifier: RecordChange] {
    var owners: [Identifier: RecordChange] = [:]
    for record in change.records where record.kind == .inserted || record.kind == .deleted {
      let site = record.kind == .inserted ? change.new : change.old
      for file in site.lists[record.list]?.entries[record.id]?.item.files ?? [] where file.fileStem == "index" {
        owners[file.folder] = record
      }
    }
    return owners
  }

  // MARK: Pages that change

  private func updating(_ number: Int) -> [String] {
    let page = plan.pages[number]
    switch page.content {
    case .copy(let file): return [change.words(ofFile: file) ?? "\(file) is there now"]
    case .thumbnail(let thumbnail):
      return [change.words(ofFile: thumbnail.source) ?? "\(thumbnail.source) has a copy \(thumbnail.width) pixels wide"]
    case .bytes(_, let name): return [change.words(ofFile: page.origin.file) ?? "\(name) changed"]
    case .made: break
    }
    let names = changed(number)
    let block = plan.block(of: number)
    if block == nil, !names.isEmpty, names.allSatisfy({ $0.hasPrefix("@page.") }),
      let reason = change.words(ofFile: page.origin.file)
    {
      return [reason]
    }
    // Records first: their values are closest to what the author changed.
    var records: [String] = []
    var fields: [String] = []
    var others: [String] = []
    for name in names {
      switch (name, block) {
      case (CompiledTemplate.part, _): others += template(of: page)
      case ("@page.sections", (.list(let list), let place)?): records += rows(of: list, on: place, page)
      case (_, (.records, _)?) where !name.hasPrefix("@") || name.hasPrefix("@record."): fields.append(name)
      default: others.append("\(name) changed")
      }
    }
    if !fields.isEmpty, case (.records(let number), let place)? = block {
      let list = plan.lists[number]
      let found = record(
        list.records[place].item, of: list, reading: fields.map { $0.split(separator: ".").map(String.init) })
      records = found.isEmpty ? fields.map { "\($0) changed" } : found
    }
    return records + others
  }

  /// The names of the parts of a page's ingredients that are not as they were.
  private func changed(_ number: Int) -> [String] {
    let page = plan.pages[number]
    guard case .made(let maker, let index) = page.content, let old = outputs[page.path]?.ingredients,
      let new = written[page.path]?.ingredients
    else { return [] }
    return Self.changed(maker.parts(index), old.parts, new.parts).flatMap { name -> [String] in
      guard name == SharedIngredients.name, let before = shared[Array(old.parts.prefix(4))],
        let after = maker.shared.first(where: { $0.part.elementsEqual(new.parts.prefix(4)) })
      else { return [name] }
      return Self.changed(after.names, before[...], after.parts[...])
    }
  }

  /// The names whose parts differ. Another template may read other names: then only the template is named.
  private static func changed(_ names: [String], _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) -> [String] {
    func part(_ place: Int, of parts: ArraySlice<UInt8>) -> ArraySlice<UInt8> { parts.dropFirst(4 * place).prefix(4) }
    let differing = names.indices.filter { part($0, of: old) != part($0, of: new) }.map { names[$0] }
    guard !differing.contains(CompiledTemplate.part), old.count == new.count else { return [CompiledTemplate.part] }
    // Where a value came or went, so did all names below it.
    return differing.filter { name in !differing.contains { name.hasPrefix("\($0).") } }
  }

  /// The changed files of themes that a page's template comes from, or came from: a removed file had the name of its
  /// replacement.
  private func template(of page: Page) -> [String] {
    guard case .made(let maker, let index) = page.content, let template = maker.template(index) else { return [] }
    let own = Set(template.sources)
    let names = Set(template.sources.map(\.fileName))
    let files = change.files.filter { path, kind in
      path.hasPrefix("\(SiteFolder.themes)/")
        && (own.contains(path) || kind == .gone && names.contains(path.fileName))
    }
    let told = files.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap(change.words)
    return told.isEmpty ? ["\(CompiledTemplate.part) changed"] : told
  }
}
