import CellistContent
import CellistOutput
import CellistPages

/// Reasons that are files: settings, templates, assets, texts.
extension PageReasons {
  func fileReason(_ path: String) -> [String] { files[path].map { [$0.text(path)] } ?? [] }

  /// Why a file of the output that shows no list and no record comes, goes or changes.
  func fileReasons(_ path: String, in site: PublishedSite) -> [String] {
    if let source = site.sources[path] {
      if let change = files[source] { return [change.text(source)] }
      guard path.fileExtension != "html" || source.fileExtension != "md" else { return [] }
      // The files beside a record come and go with it.
      let owner = new.owners[source] ?? old.owners[source]
      return [owner.flatMap { arrival(of: $0.id, in: $0.list) ?? departure(of: $0.id, from: $0.list) }].compactMap(
        \.self)
    }
    if path == Routes.siteMap {
      return base + (site.places.isEmpty ? [] : ["pages came or went"])
    }
    guard path.hasPrefix("assets/") else { return [] }
    let name = Self.withoutFingerprint(path.below("assets"))
    return themeFiles { $0 == "assets/\(name)" }
  }

  private static func withoutFingerprint(_ path: String) -> String {
    let stem = path.fileStem
    let plain = stem.lastIndex(of: "-").map { String(stem[..<$0]) } ?? stem
    let ending = path.fileExtension
    return joined(path.folder, ending.isEmpty ? plain : "\(plain).\(ending)")
  }

  /// The changed files of themes whose paths below their theme are wanted.
  func themeFiles(_ isWanted: (String) -> Bool) -> [String] {
    files.filter { path, _ in
      path.hasPrefix("\(SiteFolder.themes)/") && isWanted(Self.placeInTheme(path))
    }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { $1.text($0) }
  }

  /// What all pages may show, as far as a template reads it: itself, the theme, the site, and other lists.
  func common(_ reads: TemplateReads, of list: ListPlan?) -> [String] {
    template(reads, of: list) + assets(reads) + base + site(reads) + menu(reads) + otherLists(reads, but: list)
  }

  private func template(_ reads: TemplateReads, of list: ListPlan?) -> [String] {
    let own = Set(reads.sources)
    // What took the place of a file that is gone was not read before; a list's own cell comes before that of all lists.
    var places = Set(reads.sources.map(Self.placeInTheme))
    if let folder = list?.settings.folder.path {
      places.formUnion(places.filter { $0.hasPrefix("cells/") }.map { joined("cells", folder, $0.below("cells")) })
    }
    return files.filter { path, change in
      guard path.hasPrefix("\(SiteFolder.themes)/") else { return false }
      return own.contains(path) || change == .gone && places.contains(Self.placeInTheme(path))
    }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { $1.text($0) }
  }

  /// The path of a theme's file below the theme.
  private static func placeInTheme(_ path: String) -> String {
    String(path.below(SiteFolder.themes).drop { $0 != "/" }.dropFirst())
  }

  private func assets(_ reads: TemplateReads) -> [String] {
    let names = Set(reads.below("@theme", "assets").compactMap { $0.first })
    return themeFiles { $0.hasPrefix("assets/") && names.contains($0.below("assets")) }
      + (reads.below("@theme").contains { $0.first != "assets" } ? themeFiles { $0 == "theme.yml" } : [])
  }

  var base: [String] {
    let (before, after) = (old.settings.base.text, new.settings.base.text)
    return before == after ? [] : ["the base is \(after), and was \(before)"]
  }

  /// The keys of a settings file that say something else than before, those that are new or gone among them.
  func changedKeys(of file: String) -> [String] {
    let (before, after) = (old.keys[file] ?? [:], new.keys[file] ?? [:])
    return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func site(_ reads: TemplateReads) -> [String] {
    let file = SiteFolder.settings
    let keys = changedKeys(of: file).filter { key in
      switch key {
      case "keep": false
      // The base that counts may be another than the one of the settings.
      case "base": false
      case "author", "menu": reads.reads("@site", key)
      case "title", "description": reads.reads("@site", key) || reads.reads("@page", key)
      default: true
      }
    }
    return keys.isEmpty ? [] : ["\(file) changed: \(keys.joined(separator: ", "))"]
  }

  /// The pages whose titles stand in the menu.
  private func menu(_ reads: TemplateReads) -> [String] {
    guard reads.reads("@site", "menu") else { return [] }
    return new.settings.menu.filter { $0.title == nil }.flatMap { entry -> [String] in
      let path = joined(SiteFolder.content, (entry.target.text ?? "").pathParts.joined(separator: "/"))
      if files[path] != nil { return fileReason(path) }
      let settings = joined(path, ListFolder.settingsName)
      return changedKeys(of: settings).contains("title") ? ["\(settings) changed: title"] : []
    }
  }

  /// What a list's settings say of one of its pages.
  ///
  /// - Parameters:
  ///   - reads: what the page's template reads; nil for a page that comes or goes.
  ///   - addresses: whether only that is told which gives records another address.
  func settings(of list: ListPlan, _ reads: TemplateReads? = nil, addresses: Bool = false) -> [String] {
    let file = list.settings.folder.settings
    guard files[file] == .changed else { return fileReason(file) }
    let keys = changedKeys(of: file).filter { key in
      if addresses { return ["record-pages", "pages", "sections", "sort", "limit", "where"].contains(key) }
      // The title stands for much else: the section of a list without sections, the pages before and after.
      guard let reads, key == "description" else { return true }
      return reads.reads("@list", key) || reads.reads("@page", key) || reads.reads("@site", "lists", key)
    }
    return keys.isEmpty ? [] : ["\(file) changed: \(keys.joined(separator: ", "))"]
  }

  /// What pages show of lists that are not theirs.
  private func otherLists(_ reads: TemplateReads, but list: ListPlan?) -> [String] {
    guard reads.reads("@site", "lists") else { return [] }
    var reasons: [String] = []
    let own = list?.settings.folder.name
    for after in new.lists where after.settings.folder.name != own {
      guard let before = old.list(after.settings.folder.name) else {
        reasons += fileReason(after.settings.folder.settings)
        continue
      }
      if reads.reads("@site", "lists", "count") { reasons += count(from: before, to: after) }
      let named = changedKeys(of: after.settings.folder.settings)
        .filter { ["title", "description"].contains($0) && reads.reads("@site", "lists", $0) }
      if !named.isEmpty {
        reasons.append("\(after.settings.folder.settings) changed: \(named.joined(separator: ", "))")
      }
    }
    for before in old.lists where new.list(before.settings.folder.name) == nil {
      reasons += fileReason(before.settings.folder.settings)
    }
    return reasons
  }

  /// How many records a list has.
  func count(from old: ListPlan, to new: ListPlan) -> [String] {
    let (before, after) = (old.records.count, new.records.count)
    guard before != after else { return [] }
    return ["\(new.settings.folder.name) has \(after) \(after == 1 ? "record" : "records"), and had \(before)"]
  }

  func pageCount(from old: ListPlan, to new: ListPlan) -> [String] {
    let (before, after) = (old.pages.count, new.pages.count)
    guard before != after else { return [] }
    return ["\(new.settings.folder.name) has \(after) \(after == 1 ? "page" : "pages"), and had \(before)"]
  }

  /// What may have changed a page for which no reason was found, though not every such page.
  func loose(_ change: OutputChange, _ reads: TemplateReads?) -> [String] {
    if let source = new.sources[change.path], source.fileExtension == "md", files[source] == nil {
      // What is written in it is not kept, and so neither is when it is published.
      switch change.kind {
      case .created: return ["\(source) is published now"]
      case .deleted: return ["\(source) is not published any more"]
      case .updated: break
      }
    }
    // A style sheet is called otherwise when an asset is that it names.
    let showsAssets = change.path.hasPrefix("assets/") || reads?.reads("@theme", "assets") == true
    var reasons = themeFiles { $0 == "theme.yml" || showsAssets && $0.hasPrefix("assets/") }
    let site = SiteFolder.settings
    let keys = changedKeys(of: site).filter { $0 != "keep" }
    if !keys.isEmpty { reasons.append("\(site) changed: \(keys.joined(separator: ", "))") }
    return reasons
  }
}
