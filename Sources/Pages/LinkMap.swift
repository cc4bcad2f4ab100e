import CellistBase
import CellistContent
import CellistFiles
import CellistRecords
import CellistSettings
import CellistText
import Synchronization

/// Where each link inside a site leads: from files of the content to the URLs of their pages, and among those URLs.
package struct LinkMap: Sendable {
  /// Where a link leads.
  package enum Target: Equatable, Sendable {
    /// Out of the site, or to a place on the same page: as it was written.
    case unchanged
    case url(String)
    /// To something that could not be read, which has been reported.
    case unread
    /// To a draft, or to something whose time has not come or is over.
    case unpublished
    case broken
  }

  /// The pages of records, of which there may be many: made out only when a link leads to one, if to anything.
  struct Records: Sendable {
    /// The URL of each source of records.
    var urls: [String: String] = [:]
    /// The output paths of their pages.
    var outputs: Set<String> = []
    /// The records behind sources and output paths, whose ids links may name.
    var parts: [String: PageParts] = [:]
  }

  /// The pages of a language in a folder of its own.
  private struct Tree: Sendable {
    /// The URL of each content file that has a page in the language.
    var urls: [String: String] = [:]
    let records: Deferred<Records>
  }

  private let base: SiteBase
  private let languages: SiteLanguages
  /// The addresses of the files that were fetched, by their paths.
  private let remotes: [String: RemoteAddress]
  private let records: Deferred<Records>
  /// The languages whose pages are not at the site's root, by the folders of those.
  private var trees: [String: Tree]
  /// The URL of each content file that has a page or is one.
  private var urls: [String: String] = [:]
  /// The parts of pages that links may lead to, by the pages' sources and output paths.
  private var parts: [String: PageParts] = [:]
  /// The ids in the theme's templates.
  var templateIDs: Set<String> = []
  /// All output paths.
  private var outputs: Set<String> = []
  /// The content files that are published as they are.
  private var files: Set<String> = []
  private var unpublished: Set<String> = []
  /// The pictures that records may show, by their paths.
  let pictures: [String: Picture]
  /// Files of data outside of lists, and those among them to which a link leads.
  private let data: Set<String>
  private let linked = LinkedFiles()
  /// Files and folders that could not be read: their content is unknown.
  private var unread: Set<String> = []

  /// - Parameter records: makes out the records whose pages are in the folder of a language, or at the site's root.
  init(
    base: SiteBase, _ languages: SiteLanguages = SiteLanguages(), pictures: [String: Picture] = [:],
    data: Set<String> = [], remotes: [String: RemoteAddress] = [:],
    records: @escaping @Sendable (_ folder: String) -> Records = { _ in Records() }
  ) {
    self.base = base
    self.remotes = remotes
    self.languages = languages
    trees = Dictionary(
      uniqueKeysWithValues: languages.folders.map { folder in
        (folder, Tree(records: Deferred { records(folder) }))
      })
    self.pictures = pictures
    self.data = data
    self.records = Deferred { records("") }
  }

  mutating func add(source path: String, url: String) { urls[path] = url }

  mutating func add(file path: String, url: String) {
    urls[path] = url
    files.insert(path)
  }

  mutating func add(output path: String) { outputs.insert(path) }

  /// Whether there is a page besides those of records.
  func has(page path: String) -> Bool { outputs.contains(path) }

  /// Makes links to a place, and to its other names, lead there.
  mutating func add(_ route: Route) {
    outputs.insert(route.path)
    let url = base.url(of: route.kind == .file ? route.path : PagePath.address(of: route.path))
    let tree = trees.isEmpty ? nil : String(route.path.prefix { $0 != "/" })
    for source in route.sources {
      if route.kind == .file {
        add(file: source, url: url)
      } else if let tree, trees[tree] != nil {
        trees[tree]?.urls[source] = url
      } else {
        add(source: source, url: url)
      }
    }
  }

  /// Says which parts a page has.
  ///
  /// - Parameter folder: that of the page's language; empty at the site's root.
  mutating func add(_ parts: PageParts, of route: String, sources: [String], in folder: String) {
    for path in [route] + sources.map({ Self.key($0, in: folder) }) { self.parts[path] = parts }
  }

  /// The key of the page of a source in the folder of a language.
  private static func key(_ source: String, in folder: String) -> String {
    folder.isEmpty ? source : "\(folder):\(source)"
  }

  mutating func add(unpublished path: String) { unpublished.insert(path) }

  mutating func add(unread path: String) { unread.insert(path) }

  /// The files of data to which no link has led.
  var unlinkedData: Set<String> { data.subtracting(linked.paths.withLock(\.self)) }

  /// Where a link leads that is written in `file`.
  ///
  /// - Parameter tree: the tree of the language in which it is shown: it leads to what is there, then to the site's first
  ///   language, then to what is in one language.
  package func target(of link: String, in file: String, _ tree: String = "") -> Target {
    guard Link.isInternal(link) else { return .unchanged }
    if let address = remotes[file] { return .url(address.resolved(link)) }
    let end = link.firstIndex { $0 == "?" || $0 == "#" } ?? link.endIndex
    let path = PercentCoding.decoded(link[..<end])
    let suffix = link[end...]
    if path.isEmpty { return .unchanged }
    guard let named = SiteFolder.place(of: path, in: file) else { return .broken }
    let (place, tree) = original(named, tree)
    if let url = url(of: place, in: tree) { return .url(Self.url(url, with: suffix)) }
    if let url = urls[place] {
      if data.contains(place) { linked.paths.withLock { _ = $0.insert(place) } }
      return .url(Self.url(url, with: suffix))
    }
    let output = place.below(SiteFolder.content)
    if outputs.contains(output), !output.isEmpty { return .url(base.url(of: output) + suffix) }
    let page = PagePath.page(in: output)
    if outputs.contains(page) { return .url(base.url(of: output.isEmpty ? "" : "\(output)/") + suffix) }
    let records = records.value
    if let url = records.urls[place] { return .url(Self.url(url, with: suffix)) }
    if records.outputs.contains(page) { return .url(base.url(of: "\(output)/") + suffix) }
    if records.outputs.contains(output) { return .url(base.url(of: output) + suffix) }
    if recordsNamed(by: output)?.outputs.contains(page) == true { return .url(base.url(of: "\(output)/") + suffix) }
    let way = sequence(first: place) { $0.isEmpty ? nil : $0.folder }
    if !unread.isEmpty, way.contains(where: unread.contains) { return .unread }
    return way.contains(where: unpublished.contains) ? .unpublished : .broken
  }

  /// The records of the language whose pages a path names outright; nil for a path in the site's first language.
  private func recordsNamed(by path: String) -> Records? {
    trees.isEmpty ? nil : trees[String(path.prefix { $0 != "/" })]?.records.value
  }

  /// The file of which one is a translation, and the tree of its language.
  private func original(_ place: String, _ tree: String) -> (place: String, tree: String) {
    guard let translation = languages.translation(place) else { return (place, tree) }
    return (translation.original, languages.trees.first { $0 == translation.tag } ?? "")
  }

  /// Where a place is looked for, apart from the site's root: in the folder of its language, then in that of the first.
  private func folders(_ tree: String) -> [(folder: String, pages: Tree)] {
    guard !trees.isEmpty else { return [] }
    let (own, first) = (languages.folder(of: tree), languages.folder(of: ""))
    return (own == first ? [own] : [own, first]).compactMap { folder in trees[folder].map { (folder, $0) } }
  }

  /// The URL of a place in the folders of languages; nil where nothing is there.
  private func url(of place: String, in tree: String) -> String? {
    for (folder, known) in folders(tree) {
      if let url = known.urls[place] { return url }
      let output = joined(folder, place.below(SiteFolder.content))
      let page = PagePath.page(in: output)
      if outputs.contains(page) { return base.url(of: "\(output)/") }
      if outputs.contains(output) { return base.url(of: output) }
      let records = known.records.value
      if let url = records.urls[place] { return url }
      if records.outputs.contains(page) { return base.url(of: "\(output)/") }
    }
    return nil
  }

  /// A URL with what a link has behind its path. A record without a page of its own has its parts behind its anchor.
  private static func url(_ url: String, with suffix: Substring) -> String {
    guard suffix.count > 1, suffix.hasPrefix("#"), url.contains("#") else { return url + suffix }
    return Link.toPart(of: url) + suffix.dropFirst()
  }

  /// The part that a link to another page lacks there; nil where the part is there, or nothing is known of the page.
  func missingPart(of link: String, in file: String, _ tree: String = "") -> PageParts.Missing? {
    guard let sign = link.firstIndex(of: "#"), sign > link.startIndex, Link.isInternal(link) else { return nil }
    let id = PercentCoding.decoded(link[sign...].dropFirst())
    let path = PercentCoding.decoded(link[..<(link.firstIndex { $0 == "?" || $0 == "#" } ?? sign)])
    guard !path.isEmpty, let named = SiteFolder.place(of: path, in: file) else { return nil }
    let (place, tree) = original(named, tree)
    let output = place.below(SiteFolder.content)
    for (folder, known) in folders(tree) {
      let page = PagePath.page(in: joined(folder, output))
      let parts =
        parts[Self.key(place, in: folder)] ?? parts[page] ?? known.records.value.parts[place]
        ?? known.records.value.parts[page]
      if let parts { return parts.missing(id, besides: templateIDs) }
    }
    if let known = parts[place] ?? parts[PagePath.page(in: output)] ?? parts[output] {
      return known.missing(id, besides: templateIDs)
    }
    let records = records.value
    guard
      let known = records.parts[place] ?? records.parts[PagePath.page(in: output)] ?? records.parts[output]
        ?? recordsNamed(by: output)?.parts[PagePath.page(in: output)]
    else { return nil }
    return known.missing(id, besides: templateIDs)
  }

  /// Whether a link that leads somewhere leads to a file of the site that is published as it is.
  func leadsToFile(_ link: String, in file: String) -> Bool {
    guard case .url = target(of: link, in: file) else { return false }
    return SiteFolder.place(ofLink: link, in: file).map(files.contains) ?? false
  }

  /// The picture that a link written in `file` leads to.
  func picture(_ link: String, in file: String) -> Picture? {
    guard !pictures.isEmpty, Link.isInternal(link) else { return nil }
    return SiteFolder.place(ofLink: link, in: file).flatMap { pictures[$0] }
  }

  /// The URL that a link becomes on a page; a broken one, which has been reported, stays as it is.
  package func resolved(_ link: String, in file: String, _ tree: String = "") -> String {
    if case .url(let url) = target(of: link, in: file, tree) { url } else { link }
  }

  /// The target of a link in the settings; nil, with a diagnostic, where there is none.
  ///
  /// - Parameter name: what the settings call it, for messages.
  package func url(
    ofSetting node: Node, called name: String, in tree: String = "", _ diagnostics: inout Diagnostics
  ) -> String? {
    let text = node.text ?? ""
    if let scheme = Link.scheme(of: text), !Link.schemes.contains(scheme.lowercased()) {
      diagnostics.error(.unsafeLink, "\(name) has the scheme '\(scheme.shortened)'", at: node.location)
      return nil
    }
    switch target(of: text, in: node.location.file, tree) {
    case .unchanged where Link.check(text) != .allowed:
      diagnostics.error(
        .invalidSetting, "\(name) leads to an address, found \(quoted(text.shortened))", at: node.location,
        hint: "in an address %20 is a space")
    case .unchanged, .unread: return text
    case .url(let url): return url
    case .unpublished:
      diagnostics.error(
        .brokenLink, "the target of \(name) is not published: \(text.shortened)", at: node.location)
    case .broken:
      diagnostics.error(
        .brokenLink, "the target of \(name) does not exist: \(text.shortened)", at: node.location,
        hint: "it is the path of a list, a page or a file below content, such as elements, about.md or icon.svg")
    }
    return nil
  }
}

/// The files of data to which links have led.
private final class LinkedFiles: Sendable {
  let paths = Mutex<Set<String>>([])
}
