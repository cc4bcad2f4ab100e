import CellistBase
import CellistContent
import CellistLists
import CellistSettings
import CellistText
import CellistThemes

/// Where the pages of a site are in each of its languages: the same path in each tree, as far as it is there.
struct PageTranslations: Sendable {
  private let base: SiteBase
  /// Each language, with the tree of its pages, the folder of that, and its URL.
  private let trees: [(tree: String, folder: String, language: Language, url: String)]
  private let isThere: @Sendable (_ path: String) -> Bool

  init(_ base: SiteBase, _ languages: SiteLanguages, isThere: @escaping @Sendable (String) -> Bool) {
    self.base = base
    trees = zip(languages.trees, languages.all).map { tree, language in
      let folder = languages.folder(of: tree)
      return (tree, folder, language, base.url(of: folder.isEmpty ? "" : "\(folder)/"))
    }
    self.isThere = isThere
  }

  var isEmpty: Bool { trees.isEmpty }

  /// The languages that each page names, and where their pages are.
  fileprivate var text: String { trees.map { "\($0.language.tag)\t\($0.folder)\n" }.joined() }

  /// A page in each language. Where a language does not have it, the nearest page above it counts, and the home page for one
  /// that is in one language alone.
  ///
  /// - Parameters:
  ///   - path: the page's path.
  ///   - tree: the tree of the pages of its language.
  ///   - places: the page's path in the tree of another language, nil where it has none; nil where routes decide.
  func page(
    _ path: String, in tree: String, places: ((_ tree: String) -> String?)? = nil
  ) -> [PageTranslation] {
    guard !trees.isEmpty else { return [] }
    let folder = trees.first { $0.tree == tree }?.folder ?? ""
    // A page in one language is in the folder of none.
    let isBelow = folder.isEmpty || path.utf8.starts(with: "\(folder)/".utf8)
    let url = base.url(of: PagePath.address(of: path))
    let path = isBelow && !folder.isEmpty ? path.below(folder) : path
    let own = trees.map { other, folder, _, _ -> String? in
      if other == tree {
        path
      } else if !isBelow {
        nil
      } else if let places {
        places(other)
      } else {
        isThere(joined(folder, path)) ? path : nil
      }
    }
    let isAlone = !isBelow || own.count(where: { $0 != nil }) == 1
    return zip(trees, own).map { known, own in
      let (other, folder, language, root) = known
      let place = own ?? (isBelow ? nearest(path, in: folder) : PagePath.index)
      let url = other == tree ? url : root + PercentCoding.encoded(PagePath.address(of: place))
      return PageTranslation(
        language: language, url: url, alternate: own == nil || isAlone ? nil : base.canonical(url),
        isCurrent: other == tree, isFirst: other.isEmpty)
    }
  }

  /// The home page of each language, for a page that is in none.
  var homes: [PageTranslation] {
    page(joined(trees.first?.folder ?? "", PagePath.index), in: "").map {
      PageTranslation(language: $0.language, url: $0.url, alternate: nil, isCurrent: false, isFirst: $0.isFirst)
    }
  }

  /// The path of the nearest page to one that a language does not have.
  fileprivate func nearest(_ path: String, inTree tree: String) -> String {
    nearest(path, in: trees.first { $0.tree == tree }?.folder ?? "")
  }

  /// The nearest page above one that a language has: at the last its home page.
  private func nearest(_ path: String, in folder: String) -> String {
    let folders = sequence(first: path.folder) { $0.isEmpty ? nil : $0.folder }
    return folders.map { PagePath.page(in: $0) }.first { isThere(joined(folder, $0)) } ?? PagePath.index
  }
}

/// Where the pages of a list's records are in the other languages of the site.
struct RecordTranslations: Sendable {
  /// The tree of the pages of the list's language.
  let tree: String
  private let pages: PageTranslations
  /// The beginning of the paths of its records' pages, and of the same in any tree.
  private let prefix: String
  private let prefixInTree: String
  /// For each other language, the records whose pages are elsewhere in its tree or not there, by their ids.
  private let exceptions: [String: [String: String?]]
  /// For each other language, the pages nearest to those of records that are not there, by the records' ids.
  private let nearest: [String: [String: String]]

  /// - Parameters:
  ///   - list: the list.
  ///   - lists: all lists of the site.
  init(_ pages: PageTranslations, of list: ListPlan, among lists: [ListPlan]) {
    self.pages = pages
    tree = list.settings.folder.tree
    (prefix, prefixInTree) = (list.recordPrefix, list.prefixInTree)
    guard !pages.isEmpty else {
      (exceptions, nearest) = ([:], [:])
      return
    }
    var exceptions: [String: [String: String?]] = [:]
    var nearest: [String: [String: String]] = [:]
    for other in lists where other.settings.folder.folder == list.settings.folder.folder {
      guard other.settings.folder.tree != tree else { continue }
      let places = Dictionary(
        other.records.lazy.map { ($0.item.id, $0.item.place) }, uniquingKeysWith: { first, _ in first })
      let tree = other.settings.folder.tree
      var own: [String: String?] = [:]
      for item in list.records.lazy.map(\.item) where places[item.id] != item.place {
        own[item.id] = .some(places[item.id].map { Routes.record($0, below: list.prefixInTree) })
        guard places[item.id] == nil else { continue }
        nearest[tree, default: [:]][item.id] = pages.nearest(
          Routes.record(item.place, below: list.prefixInTree), inTree: tree)
      }
      exceptions[tree] = own
    }
    (self.exceptions, self.nearest) = (exceptions, nearest)
  }

  /// The page of a record in each language.
  func page(of item: RecordItem) -> [PageTranslation] {
    pages.page(Routes.record(item.place, below: prefix), in: tree) { tree in
      guard let exceptions = exceptions[tree] else { return nil }
      return exceptions[item.id] ?? Routes.record(item.place, below: prefixInTree)
    }
  }

  /// All that the addresses of records in other languages depend on besides their own.
  var text: String {
    pages.text
      + exceptions.sorted { inByteOrder($0.key, $1.key) }.map { tree, records in
        let records = records.sorted { inByteOrder($0.key, $1.key) }.map { id, path in
          "\(id)\t\(path ?? "")\t\(path == nil ? nearest[tree]?[id] ?? "" : "")\n"
        }
        return "\(tree)\n\(records.joined())"
      }.joined()
  }
}
