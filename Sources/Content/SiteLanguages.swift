import CellistBase
import CellistRecords
import CellistText

/// The languages of a site that has its pages in several. Those of each language are a tree, which its tag names; an empty
/// text names that of the first language. A tree is in a folder: the first at the site's root or below its tag, as the
/// settings say, each other below its tag.
package struct SiteLanguages: Sendable {
  /// The key of the setting that names them.
  package static let key = "languages"
  /// The key of the setting for the language at the site's root.
  package static let rootKey = "root"

  /// In the order of the settings; none for a site that names no languages.
  package let all: [Language]
  /// Whether the site's root is no language's: the pages of the first are below its tag as well.
  package let isRootShared: Bool

  package init(_ all: [Language] = [], isRootShared: Bool = false) {
    self.all = all
    self.isRootShared = isRootShared && !all.isEmpty
  }

  package var isEmpty: Bool { all.isEmpty }

  /// The tree of each language's pages.
  package var trees: [String] { all.isEmpty ? [""] : [""] + all.dropFirst().map(\.tag) }

  /// The folder of a tree below the site's root.
  package func folder(of tree: String) -> String { tree.isEmpty && isRootShared ? all[0].tag : tree }

  /// The folders of all trees but of one at the site's root.
  package var folders: [String] { trees.map(folder).filter { !$0.isEmpty } }

  /// The tree in whose folder a path is; nil where it is in none but one at the site's root.
  package func tree(of path: String) -> String? {
    guard !all.isEmpty else { return nil }
    let first = path.prefix { $0 != "/" }
    return trees.first { tree in first == folder(of: tree) && !first.isEmpty }
  }

  /// The language of the pages in a tree; nil for a site that names no languages.
  package func language(of tree: String) -> Language? { tree.isEmpty ? all.first : all.first { $0.tag == tree } }

  /// The language of a tag, or one with the same first part: Swiss German is German.
  private func nearest(_ tag: String) -> Language? {
    all.first { $0.tag == tag } ?? all.first { $0.tag.prefix { $0 != "-" } == tag.prefix { $0 != "-" } }
  }

  /// The tree of what says that it is in a language; that of the first for one that the site does not have.
  package func tree(speaking tag: String) -> String {
    nearest(tag).flatMap { own in zip(trees, all).first { $1.tag == own.tag }?.0 } ?? ""
  }

  /// The tags in the order in which a page looks for a text: its own language, the first, and the others.
  ///
  /// - Parameters:
  ///   - tree: the tree of the pages of its language.
  ///   - tag: the language that it says, if any, which counts as far as it is one of the site's.
  package func order(from tree: String, speaking tag: String? = nil) -> [String] {
    let tags = all.map(\.tag)
    guard let own = tag.flatMap(nearest)?.tag ?? language(of: tree)?.tag else { return [] }
    return [own] + tags.filter { $0 != own }
  }

  /// The same for the texts of a list.
  package func order(of list: ListFolder) -> [String] { order(from: list.tree, speaking: list.ownLanguage) }

  /// A file's path without the tag of a language before its ending, and that tag: `about.de.md` is `about.md` in German.
  package func translation(_ path: String) -> (original: String, tag: String)? {
    guard !all.isEmpty else { return nil }
    let (stem, tag) = (path.fileStem.fileStem, path.fileStem.fileExtension)
    guard !stem.isEmpty, all.contains(where: { $0.tag == tag }) else { return nil }
    return (joined(path.folder, "\(stem).\(path.fileExtension)"), tag)
  }

  /// The files of texts that each exist in the language of a tree or in another, by the originals.
  package func translated(_ files: [String], into tree: String) -> [(original: String, file: String)] {
    guard !all.isEmpty else { return files.map { ($0, $0) } }
    let tag = language(of: tree)?.tag
    var translations: [String: String] = [:]
    for file in files {
      if let found = translation(file), found.tag == tag { translations[found.original] = file }
    }
    return files.filter { translation($0) == nil }.map { ($0, translations[$0] ?? $0) }
  }

  /// The files of plain pages in each language, by their trees. Reports translations of what does not exist.
  package func pages(
    _ files: [String], _ diagnostics: inout Diagnostics
  ) -> [(tree: String, original: String, file: String)] {
    let originals = Set(files.lazy.filter { translation($0) == nil })
    for file in files {
      if let original = translation(file)?.original {
        if !originals.contains(original) { report(translation: file, of: original, &diagnostics) }
      } else {
        reportUnknownLanguage(of: file, among: originals, &diagnostics)
      }
    }
    return trees.flatMap { tree in translated(files, into: tree).map { (tree, $0.original, $0.file) } }
  }

  /// Reports a file that looks like a translation of another into a language that the site does not have.
  package func reportUnknownLanguage(of file: String, among files: Set<String>, _ diagnostics: inout Diagnostics) {
    let (stem, tag) = (file.fileStem.fileStem, file.fileStem.fileExtension)
    guard !all.isEmpty, tag.prefix(while: { $0 != "-" }).utf8.count == 2, Language.isTag(tag[...]),
      files.contains(joined(file.folder, "\(stem).\(file.fileExtension)"))
    else { return }
    diagnostics.error(
      .missingSource, "this is a translation into '\(tag)', which is none of the site's languages",
      at: SourceLocation(file: file), hint: "name it in 'languages' in site.yml, or give the file another name")
  }

  /// Reports a translation whose original does not exist.
  package func report(translation file: String, of original: String, _ diagnostics: inout Diagnostics) {
    diagnostics.error(
      .missingSource, "this is a translation of '\(original.fileName)', which does not exist",
      at: SourceLocation(file: file),
      hint: "the text in the first language, '\(all.first?.tag ?? "")', is in the file without a tag")
  }

  /// The language of a file's text, where a page in another language shows it.
  package func textLanguage(of file: String, in tree: String) -> Language? {
    guard let own = language(of: tree) else { return nil }
    let text = translation(file).flatMap { found in all.first { $0.tag == found.tag } } ?? all.first
    return text?.tag == own.tag ? nil : text
  }

  /// Reads `languages`, a list of tags, and `root`, which says whether the first of them is at the site's root.
  package init(_ node: Node?, root: Node? = nil, _ diagnostics: inout Diagnostics) {
    var all: [Language] = []
    for node in node.map({ $0.items ?? [$0] }) ?? [] {
      guard let tag = node.text, let language = Language(tag: tag) else {
        diagnostics.error(
          .invalidSetting, "'\(Self.key)' are BCP 47 tags, found \(node.summary)", at: node.location,
          hint: "for example languages: [en, de-CH]")
        continue
      }
      guard !all.contains(where: { $0.tag.lowercased() == tag.lowercased() }) else {
        diagnostics.error(.invalidSetting, "the language '\(tag)' is named twice", at: node.location)
        continue
      }
      all.append(language)
    }
    if let root, !["first", "none"].contains(root.text) {
      diagnostics.error(
        .invalidSetting, "'\(Self.rootKey)' must be first or none, found \(root.summary)", at: root.location)
    } else if let root, node == nil {
      diagnostics.error(
        .invalidSetting, "'\(Self.rootKey)' is for sites in several languages, and this one has one", at: root.location,
        hint: "'\(Self.key)' names them: \(Self.key): [en, de]")
    }
    self.init(all, isRootShared: root?.text == "none")
  }
}

extension Node {
  /// The settings as a page in one language reads them: a mapping whose keys are languages becomes its nearest value.
  ///
  /// - Parameters:
  ///   - order: the tags of all languages, the nearest first.
  ///   - key: the key under which the node is.
  package func spoken(_ order: [String], under key: String = "") -> Node {
    guard !order.isEmpty else { return self }
    switch content {
    case .null, .scalar: return self
    case .sequence(let items): return Node(.sequence(items.map { $0.spoken(order, under: key) }), at: location)
    case .mapping(let entries):
      guard !Self.namingKeys.contains(key), let nearest = nearest(order) else {
        let entries = entries.map {
          Entry(key: $0.key, keyLocation: $0.keyLocation, value: $0.value.spoken(order, under: $0.key))
        }
        return Node(.mapping(entries), at: location)
      }
      return nearest
    }
  }

  /// The texts by language among the settings, each with its key and the languages that it has.
  ///
  /// - Parameters:
  ///   - tags: those of all languages of the site.
  ///   - key: the key under which the node is.
  package func translations(
    into tags: [String], under key: String = ""
  ) -> [(key: String, tags: [String], node: Node)] {
    if !Self.namingKeys.contains(key), nearest(tags) != nil { return [(key, entries?.map(\.key) ?? [], self)] }
    switch content {
    case .null, .scalar: return []
    case .sequence(let items): return items.flatMap { $0.translations(into: tags, under: key) }
    case .mapping(let entries): return entries.flatMap { $0.value.translations(into: tags, under: $0.key) }
    }
  }

  /// The texts among the settings that a page in one language shows in another.
  ///
  /// - Parameter order: the tags of all languages, the nearest first.
  package func foreignTexts(_ order: [String]) -> ForeignTexts {
    var texts = ForeignTexts()
    guard let own = order.first else { return texts }
    for found in translations(into: order) {
      let tag = order.first(where: found.tags.contains)
      let values = tag.flatMap { found.node[$0] }.map { $0.items ?? [$0] } ?? []
      for text in values.compactMap(\.text) { texts.note(text, in: tag == own ? nil : tag) }
    }
    return texts
  }

  /// The nearest value of a mapping whose keys are all languages, and whose values are texts; nil for others.
  private func nearest(_ order: [String]) -> Node? {
    guard let entries, !entries.isEmpty,
      entries.allSatisfy({ order.contains($0.key) && ($0.value.items ?? [$0.value]).allSatisfy { $0.text != nil } })
    else { return nil }
    return order.lazy.compactMap { self[$0] }.first
  }

  /// The settings whose keys are names, of fields, ids, choices, addresses, or that read mappings by language themselves.
  private static let namingKeys: Set<String> = [
    "any", "badge", "choice", "flags", "from", "map", "not", "record", "redirects", "slugs", "spellings", "tables",
    "where",
  ]
}
