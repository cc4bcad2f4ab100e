import CellistBase
import CellistFiles
import CellistRecords

/// The files of `content/` by the folder rules: settings, plain pages, lists and assets.
package struct ContentMap: Sendable {
  /// The path of `site.yml`, when there is one.
  package private(set) var settings: String?
  /// The plain pages' Markdown files.
  package private(set) var plainPages: [String] = []
  package private(set) var lists: [ListFolder] = []
  /// Files outside lists that are published as they are.
  package private(set) var assets: [String] = []

  /// Files outside lists that are used only where a list's `sources` name them, since their names begin with a dot.
  private var hidden: [String] = []

  /// The folders that are lists without a `list.yml`.
  private let declared: Set<String>

  /// Finds out what each file of a site is. All lists of paths are in byte order.
  ///
  /// - Parameters:
  ///   - declared: the paths of lists that are declared in Swift, and need no `list.yml`.
  ///   - fetched: those among them that need no folder either.
  package init(
    _ tree: SourceTree, declared: [String] = [], fetched: [String] = [], _ diagnostics: inout Diagnostics
  ) {
    func folder(_ path: String) -> String { path == "." ? SiteFolder.content : joined(SiteFolder.content, path) }
    self.declared = Set(declared.map(folder))
    walk(SiteFolder.content, tree, &diagnostics)
    let found = Set(lists.map(\.folder))
    lists += Set(fetched.filter(ListFolder.isPath).map(folder)).subtracting(found).map {
      ListFolder(folder: $0, hasSettings: false)
    }
    lists.sort { inByteOrder($0.folder, $1.folder) }
    plainPages.sort(by: inByteOrder)
    assets.sort(by: inByteOrder)
  }

  /// All files that lists may read records from, in byte order: any but settings and the texts above lists.
  package var recordFiles: [String] {
    let ofLists = lists.flatMap { $0.files + $0.assets + $0.hidden + $0.recordFiles.values.joined() }
    return (plainPages + assets + hidden + ofLists).sorted(by: inByteOrder)
  }

  private mutating func walk(_ folder: String, _ tree: SourceTree, _ diagnostics: inout Diagnostics) {
    let entries = tree.listed(in: folder, &diagnostics)
    if let hasSettings = hasSettings(folder, entries) {
      var list = ListFolder(folder: folder, hasSettings: hasSettings)
      walk(folder, entries, into: &list, tree, &diagnostics)
      list.sort()
      lists.append(list)
      return
    }
    for entry in entries {
      let path = joined(folder, entry.name)
      switch entry.kind {
      case .folder where path == SiteFolder.wellKnown: addWellKnown(tree, &diagnostics)
      case .folder: walk(path, tree, &diagnostics)
      case .file where entry.isHidden: hidden.append(path)
      case .file where entry.name == "site.yml" && folder == SiteFolder.content: settings = path
      case .file where Self.pageEndings.contains(where: entry.name.hasSuffix): plainPages.append(path)
      case .file: assets.append(path)
      }
    }
  }

  private static let pageEndings = [".md", ".markdown"]
  /// The file of a folder that is about the folder.
  private static let indexes = ["index.md", "index.markdown"]

  /// Files the entries of a list's folder, or of a folder in it; folders that are lists of their own become so.
  private mutating func walk(
    _ folder: String, _ entries: [SourceTree.Entry], into list: inout ListFolder, _ tree: SourceTree,
    _ diagnostics: inout Diagnostics
  ) {
    for entry in entries {
      let path = joined(folder, entry.name)
      switch entry.kind {
      case .folder where path == SiteFolder.wellKnown: addWellKnown(tree, &diagnostics)
      case .folder:
        let inside = tree.listed(in: path, &diagnostics)
        let names = Set(inside.lazy.filter { $0.kind == .file }.map(\.name))
        if hasSettings(path, inside) != nil {
          walk(path, tree, &diagnostics)
        } else if let index = Self.indexes.first(where: names.contains).map({ joined(path, $0) }) {
          list.files.append(index)
          var own: [String] = []
          collect(path, tree, into: &own, &diagnostics)
          list.recordFiles[index] = own.filter { $0 != index }
        } else {
          walk(path, inside, into: &list, tree, &diagnostics)
        }
      case .file where entry.isHidden: list.hidden.append(path)
      case .file:
        switch entry.name {
        case "site.yml" where folder == SiteFolder.content: settings = path
        case ListFolder.settingsName where folder == list.folder: break
        case let name where folder == list.folder && list.introduction == nil && Self.indexes.contains(name):
          list.introduction = path
        // The log of a database that is being written is no content.
        case let name where SQLiteReader.isLog(name): break
        default:
          let holdsRecords = SourceFormat(path: entry.name).map { !$0.isByNameOnly } ?? false
          if holdsRecords { list.files.append(path) } else { list.assets.append(path) }
        }
      }
    }
  }

  /// Whether a list's folder has a `list.yml`; nil for a folder that is no list.
  private func hasSettings(_ folder: String, _ entries: [SourceTree.Entry]) -> Bool? {
    if entries.contains(where: { $0.name == ListFolder.settingsName && $0.kind == .file }) { return true }
    return declared.contains(folder) ? false : nil
  }

  /// Adds the well-known files of all kinds.
  private mutating func addWellKnown(_ tree: SourceTree, _ diagnostics: inout Diagnostics) {
    var files: [String] = []
    collect(SiteFolder.wellKnown, tree, into: &files, &diagnostics)
    let manifest = joined(SiteFolder.wellKnown, "cellist")
    for file in files where file == manifest || file.utf8.starts(with: "\(manifest)/".utf8) {
      diagnostics.error(
        .pathCollision, "'publish' keeps the site's manifest in '\(manifest.below(SiteFolder.content))'",
        at: SourceLocation(file: file), hint: "rename the file")
    }
    assets += files
  }

  private func collect(
    _ folder: String, _ tree: SourceTree, into paths: inout [String], _ diagnostics: inout Diagnostics
  ) {
    for entry in tree.visible(in: folder, &diagnostics) {
      let path = joined(folder, entry.name)
      if entry.kind == .folder { collect(path, tree, into: &paths, &diagnostics) } else { paths.append(path) }
    }
  }
}

extension ContentMap {
  /// The map of a site whose lists are in several languages: those of the first language come first.
  ///
  /// Reports files in folders that have the names of languages, below which the pages of those are.
  ///
  /// - Parameter tree: has the settings of the lists, where 'language' means a list in one language.
  package func translated(
    into languages: SiteLanguages, from tree: SourceTree, _ diagnostics: inout Diagnostics
  ) -> ContentMap {
    guard !languages.isEmpty else { return self }
    var map = self
    var reported: Set<Substring> = []
    for file in (plainPages + assets + lists.map(\.settings)).sorted(by: inByteOrder) {
      let folder = file.below(SiteFolder.content).prefix { $0 != "/" }
      if let tree = languages.folders.first(where: { ["\($0).md", "\($0).markdown"].contains(folder) }) {
        diagnostics.error(
          .pathCollision, "the page would be at '/\(tree)/', where the pages of a language are",
          at: SourceLocation(file: file), hint: "give the file another name")
        continue
      }
      guard languages.folders.contains(String(folder)), reported.insert(folder).inserted else { continue }
      diagnostics.error(
        .pathCollision, "the folder '\(folder)' has the name of a language, and its pages are at '/\(folder)/'",
        at: SourceLocation(file: file),
        hint: "a translation is beside its original, as in about.md and about.\(folder).md")
    }
    // Mistakes in the settings are reported later, when they are read as such.
    var unheard = Diagnostics()
    let own = lists.map { list in
      list.hasSettings ? SettingsFile.read(list.settings, from: tree, &unheard)?["language"]?.text : nil
    }
    let names = Set(zip(lists, own).filter { $1 != nil }.map(\.0.ownName))
    let lists = zip(lists, own).map { list, tag in
      var list = list
      list.ownLanguage = tag
      list.tree = tag.map(languages.tree(speaking:)) ?? ""
      list.listsInOneLanguage = names
      return list.isInOneLanguage ? [list] : list.translated(into: languages)
    }
    map.lists = languages.trees.indices.flatMap { tree in
      lists.compactMap { $0.indices.contains(tree) ? $0[tree] : nil }
    }
    return map
  }
}
