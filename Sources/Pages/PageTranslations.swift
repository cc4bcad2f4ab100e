import CellistContent
import CellistLists
import CellistRecords
import CellistSettings
import CellistText
import CellistThemes

/// Where the pages of a site are in each of its languages: the same path in each tree, as far as it is there.
struct PageTranslations: Sendable {
  private let base: SiteBase
  /// Each language, with the folder of its pages and the URL of that.
  private let trees: [(tree: String, language: Language, url: String)]
  private let isThere: @Sendable (_ path: String) -> Bool

  init(_ base: SiteBase, _ languages: SiteLanguages, isThere: @escaping @Sendable (String) -> Bool) {
    self.base = base
    trees = zip(languages.trees, languages.all).map { tree, language in
      (tree, language, base.url(of: tree.isEmpty ? "" : "\(tree)/"))
    }
    self.isThere = isThere
  }

  var isEmpty: Bool { trees.isEmpty }

  /// The languages that each page names.
  fileprivate var tags: String { trees.map { "\($0.language.tag)\n" }.joined() }

  /// A page in each language. Where a language does not have it, the nearest page above it counts.
  ///
  /// - Parameters:
  ///   - path: the page's path in its own tree.
  ///   - tree: the folder of the pages of its language.
  ///   - places: the page's path in the tree of another language, nil where it has none; nil where routes decide.
  func page(
    _ path: String, in tree: String, places: ((_ tree: String) -> String?)? = nil
  ) -> [PageTranslation] {
    guard !trees.isEmpty else { return [] }
    let address = PercentCoding.encoded(PagePath.address(of: path))
    let own = trees.map { other, _, _ -> String? in
      if other == tree {
        path
      } else if let places {
        places(other)
      } else {
        isThere(joined(other, path)) ? path : nil
      }
    }
    // A page in one language is the other of none.
    let isAlone = own.count(where: { $0 != nil }) == 1
    return zip(trees, own).map { known, own in
      let (other, language, root) = known
      let url =
        own == path
        ? root + address : root + PercentCoding.encoded(PagePath.address(of: own ?? nearest(path, in: other)))
      return PageTranslation(
        language: language, url: url, alternate: own == nil || isAlone ? nil : base.canonical(url),
        isCurrent: other == tree,
        isFirst: other.isEmpty)
    }
  }

  /// The nearest page above one that a language has: at the last its home page.
  private func nearest(_ path: String, in tree: String) -> String {
    let folders = sequence(first: path.folder) { $0.isEmpty ? nil : $0.folder }
    return folders.map { PagePath.page(in: $0) }.first { isThere(joined(tree, $0)) } ?? PagePath.index
  }
}

/// Where the pages of a list's records are in the other languages of the site.
struct RecordTranslations: Sendable {
  /// The folder of the pages of the list's language.
  let tree: String
  private let pages: PageTranslations
  /// The beginning of the paths of its records' pages in any tree.
  private let prefix: String
  /// For each other language, the records whose pages are elsewhere in its tree or not there, by their ids.
  private let exceptions: [String: [String: String?]]

  /// - Parameters:
  ///   - list: the list.
  ///   - lists: all lists of the site.
  init(_ pages: PageTranslations, of list: ListPlan, among lists: [ListPlan]) {
    self.pages = pages
    tree = list.settings.folder.tree
    prefix = list.prefixInTree
    guard !pages.isEmpty else {
      exceptions = [:]
      return
    }
    var exceptions: [String: [String: String?]] = [:]
    for other in lists where other.settings.folder.folder == list.settings.folder.folder {
      guard other.settings.folder.tree != tree else { continue }
      let places = Dictionary(
        other.records.lazy.map { ($0.item.id, $0.item.place) }, uniquingKeysWith: { first, _ in first })
      var own: [String: String?] = [:]
      for item in list.records.lazy.map(\.item) where places[item.id] != item.place {
        own[item.id] = .some(places[item.id].map { Routes.record($0, below: list.prefixInTree) })
      }
      exceptions[other.settings.folder.tree] = own
    }
    self.exceptions = exceptions
  }

  /// The page of a record in each language.
  func page(of item: RecordItem) -> [PageTranslation] {
    guard !pages.isEmpty else { return [] }
    let path = Routes.record(item.place, below: prefix)
    return pages.page(path, in: tree) { tree in
      guard let exceptions = exceptions[tree] else { return nil }
      return exceptions[item.id] ?? path
    }
  }

  /// All that the addresses of records in other languages depend on besides their own.
  var text: String {
    pages.tags
      + exceptions.sorted { inByteOrder($0.key, $1.key) }.map { tree, records in
        let records = records.sorted { inByteOrder($0.key, $1.key) }.map { "\($0.key)\t\($0.value ?? "")\n" }
        return "\(tree)\n\(records.joined())"
      }.joined()
  }
}
