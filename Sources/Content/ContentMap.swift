import CellistRecords

/// What the files of `content/` are, by the folder rules: settings, plain pages, lists and assets.
package struct ContentMap: Sendable {
  /// The path of `site.yml`, when there is one.
  package private(set) var settings: String?
  /// The plain pages' Markdown files.
  package private(set) var plainPages: [String] = []
  package private(set) var lists: [ListFolder] = []
  /// Files outside lists that are published as they are.
  package private(set) var assets: [String] = []

  /// Finds out what each file of a site is. All lists of paths are in byte order.
  package init(_ tree: SourceTree, _ diagnostics: inout Diagnostics) {
    walk(SiteFolder.content, tree, &diagnostics)
    lists.sort { inByteOrder($0.folder, $1.folder) }
    plainPages.sort(by: inByteOrder)
    assets.sort(by: inByteOrder)
  }

  private mutating func walk(_ folder: String, _ tree: SourceTree, _ diagnostics: inout Diagnostics) {
    let entries = tree.visible(in: folder, &diagnostics)
    let isList = entries.contains { $0.name == ListFolder.settingsName && $0.kind == .file }
    if isList {
      var list = ListFolder(folder: folder)
      walk(folder, entries, into: &list, tree, &diagnostics)
      list.sort()
      lists.append(list)
      return
    }
    for entry in entries {
      let path = joined(folder, entry.name)
      switch entry.kind {
      case .folder: walk(path, tree, &diagnostics)
      case .file where entry.name == "site.yml" && folder == SiteFolder.content: settings = path
      case .file where entry.name.hasSuffix(".md"): plainPages.append(path)
      case .file: assets.append(path)
      }
    }
  }

  /// Files the entries of a list's folder, or of a folder in it; folders that are lists of their own become so.
  private mutating func walk(
    _ folder: String, _ entries: [SourceTree.Entry], into list: inout ListFolder, _ tree: SourceTree,
    _ diagnostics: inout Diagnostics
  ) {
    for entry in entries {
      let path = joined(folder, entry.name)
      switch entry.kind {
      case .folder:
        let inside = tree.visible(in: path, &diagnostics)
        let names = Set(inside.lazy.filter { $0.kind == .file }.map(\.name))
        if names.contains(ListFolder.settingsName) {
          walk(path, tree, &diagnostics)
        } else if names.contains("index.md") {
          list.files.append(joined(path, "index.md"))
          var own: [String] = []
          collect(path, tree, into: &own, &diagnostics)
          list.recordFiles[joined(path, "index.md")] = own.filter { $0 != joined(path, "index.md") }
        } else {
          walk(path, inside, into: &list, tree, &diagnostics)
        }
      case .file:
        switch entry.name {
        case "site.yml" where folder == SiteFolder.content: settings = path
        case ListFolder.settingsName where folder == list.folder: break
        case "index.md" where folder == list.folder: list.introduction = path
        // What is being written to a database is nobody's to see.
        case let name where SQLiteReader.isLog(name): break
        default:
          let holdsRecords = SourceFormat(path: entry.name).map { !$0.isByNameOnly } ?? false
          if holdsRecords { list.files.append(path) } else { list.assets.append(path) }
        }
      }
    }
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

/// A folder with a `list.yml`, and the files in it.
package struct ListFolder: Sendable {
  package static let settingsName = "list.yml"

  /// The path below the site folder, such as `content/elements`.
  package let folder: String
  /// The list's `index.md`, shown above its first page.
  package var introduction: String?
  /// Files in a format that records can be read from.
  package var files: [String] = []
  /// For the `index.md` of a record in a folder of its own, the other files in that folder.
  package var recordFiles: [String: [String]] = [:]
  /// All other files, those among them whose records are read where the settings name them.
  package var assets: [String] = []

  package var settings: String { joined(folder, Self.settingsName) }

  /// The folder as it stands in URLs: `elements`, or nothing for a list at the site's root.
  package var path: String { folder.below(SiteFolder.content) }

  /// What references call the list: its path, or a dot for a list at the site's root.
  package var name: String { path.isEmpty ? "." : path }

  /// The folder of the texts about the list's terms, where its settings name any.
  package var termTexts: String { joined(folder, "terms") }

  /// The assets that hold records where the settings name them.
  var nameable: [String] { assets.filter { SourceFormat(path: $0)?.isByNameOnly ?? false } }

  mutating func sort() {
    files.sort(by: inByteOrder)
    assets.sort(by: inByteOrder)
  }
}
