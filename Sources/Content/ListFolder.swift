import CellistBase
import CellistFiles

/// A folder that is a list, by its `list.yml` or by declaration in Swift, and the files in it.
package struct ListFolder: Sendable {
  package static let settingsName = "list.yml"

  /// The path below the site folder, such as `content/elements`.
  package let folder: String
  /// Whether it has a `list.yml`.
  package let hasSettings: Bool
  /// The tree of its language, to whose pages its links lead; empty for the site's first language, and for one that the site
  /// does not have.
  package internal(set) var tree = ""
  /// The folder below the site's root in which its pages are: that of the tree, or empty where it is in one language.
  package internal(set) var treeFolder = ""
  /// The tag of its language, where it is in one alone of a site that has several.
  package internal(set) var ownLanguage: String?
  /// The names of the site's lists in one language.
  var listsInOneLanguage: Set<String> = []
  /// The list's `index.md`, shown above its first page.
  package var introduction: String?
  /// Files in a format that records can be read from.
  package var files: [String] = []
  /// For the `index.md` of a record in a folder of its own, the other files in that folder.
  package var recordFiles: [String: [String]] = [:]
  /// Markdown files that hold several records in their front matter, so that a link to one leads to none of them.
  package var collections: Set<String> = []
  /// All other files, those among them whose records are read where the settings name them.
  package var assets: [String] = []
  /// Files that are used only where `sources` name them, since their names begin with a dot.
  package var hidden: [String] = []

  package var settings: String { joined(folder, Self.settingsName) }

  /// Whether a path can be that of a list's folder below `content`.
  static func isPath(_ path: String) -> Bool {
    path == "."
      || path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
  }

  /// The folder in URLs: `elements`, or empty for a list at the site's root.
  package var path: String { folder.below(SiteFolder.content) }

  /// The name of the list in settings: its path, or a dot for a list at the site's root.
  package var ownName: String { path.isEmpty ? "." : path }

  /// The name of the list in its language, which tells it from the same list in others.
  package var name: String { name(of: ownName) }

  /// The name of another list in the language of this one, as far as it is in that.
  package func name(of list: String) -> String {
    tree.isEmpty || listsInOneLanguage.contains(list) ? list : "\(tree):\(list)"
  }

  /// Whether it is in one language of a site that has several.
  package var isInOneLanguage: Bool { ownLanguage != nil }

  /// Whether it shows, in another language, the records of the list in the site's first language.
  package var isTranslation: Bool { !tree.isEmpty && !isInOneLanguage }

  /// Whether it is the list that a text in a language means by a name.
  ///
  /// - Parameter tree: the tree of that language.
  package func isFound(as name: String, in tree: String) -> Bool {
    ownName == name && (isInOneLanguage || self.tree == tree)
  }

  /// The folder of the texts about the list's terms, where its settings name any.
  package var termTexts: String { joined(folder, "terms") }

  /// The folder of the texts about the list's sections, where its settings name any.
  package var sectionTexts: String { joined(folder, "sections") }

  /// The assets that hold records where the settings name them.
  var nameable: [String] {
    assets.filter { SourceFormat(path: $0).map { $0.isByNameOnly && !$0.isPublished } ?? false }
  }

  /// Whether a file is in the list's folder or below it.
  package func holds(_ path: String) -> Bool {
    path.utf8.starts(with: folder.utf8) && path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/")
  }

  mutating func sort() {
    files.sort(by: inByteOrder)
    assets.sort(by: inByteOrder)
  }

  /// The list in each language of a site.
  func translated(into languages: SiteLanguages) -> [ListFolder] {
    var list = self
    // Beside the text of a record in a folder of its own are those in other languages.
    for (index, others) in recordFiles {
      let translations = Set(others.filter { languages.translation($0)?.original == index })
      guard !translations.isEmpty else { continue }
      list.files += translations
      list.recordFiles[index] = others.filter { !translations.contains($0) }
    }
    let introductions = introduction.map { own in files.filter { languages.translation($0)?.original == own } } ?? []
    list.files.removeAll { introductions.contains($0) }
    list.sort()
    return languages.trees.map { tree in
      let tag = languages.language(of: tree)?.tag
      var own = list
      own.tree = tree
      own.treeFolder = languages.folder(of: tree)
      own.introduction = introductions.first { languages.translation($0)?.tag == tag } ?? introduction
      return own
    }
  }
}
