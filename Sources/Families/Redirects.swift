import CellistBase
import CellistLists
import CellistPages
import CellistRecords
import CellistTemplates
import CellistText

/// Pages at the addresses that records, pages and the settings call former ones, which send browsers to where things are
/// now; and, for hosts that read it, a file that lists them.
struct Redirects: PageFamily {
  let routes: [Route]
  private let targets: [Target]

  /// Where a redirect leads.
  private enum Target: Sendable {
    case record(RecordItem, list: Int)
    case plain(String)
    case link(Node, tree: String)
  }

  init(_ site: RoutedSite, _ diagnostics: inout Diagnostics) {
    var routes: [Route] = []
    var targets: [Target] = []
    func add(_ address: String, _ target: Target, at location: SourceLocation) {
      guard let path = FormerAddress.path(address, at: location, &diagnostics) else { return }
      routes.append(Route(path, .unlisted, from: location))
      targets.append(target)
    }
    let languages = site.content.settings.languages
    /// A former address of a page in the folder of a language.
    func former(_ address: String, in folder: String) -> String {
      folder.isEmpty || address.hasPrefix("/\(folder)/") || !address.hasPrefix("/") ? address : "/\(folder)\(address)"
    }
    for (number, list) in site.lists.enumerated() {
      guard let field = list.settings.formerAddresses else { continue }
      let folder = list.settings.folder.treeFolder
      for record in list.records.lazy.map(\.item) {
        for address in record.formerAddresses.map({ former($0, in: folder) }) {
          let path = FormerAddress.path(address)
          // The address may well be the one that the record has.
          if list.settings.hasRecordPages, path == Routes.record(record.place, below: list.recordPrefix) { continue }
          let location = path == nil ? record.record.locations[field] : record.location
          add(address, .record(record, list: number), at: location)
        }
      }
    }
    let texts = site.lists.flatMap { list in
      list.runs.map { ($0.introduction, PagePath.page(in: list.folder(page: $0.pages.lowerBound))) }
    }
    for (plain, path) in site.content.plainPages.map({ ($0, Routes.plain($0)) }) + texts {
      // The file of a translation has addresses of its own.
      let folder = plain.map { $0.path == $0.original ? $0.treeFolder : "" } ?? ""
      let own = (plain?.formerAddresses ?? []).map { (former($0.text ?? "", in: folder), $0.location) }
      let known = Set(own.map { FormerAddress.path($0.0) })
      let inherited = (plain?.formerInOriginal ?? []).map {
        (former($0.text ?? "", in: plain?.treeFolder ?? ""), $0.location)
      }
      for (address, location) in own + inherited.filter({ !known.contains(FormerAddress.path($0.0)) }) {
        add(address, .plain(path), at: location)
      }
    }
    let settings = site.content.settings
    for entry in settings.redirects {
      // A redirect that names no language holds in all.
      let named = languages.tree(of: String(entry.key.dropFirst()))
      for tree in named.map({ [$0] }) ?? languages.trees {
        let address = former(entry.key, in: languages.folder(of: tree))
        add(address, .link(entry.value, tree: tree), at: entry.keyLocation)
      }
    }
    if let location = settings.redirectFile { routes.append(Route(Routes.redirects, .data, from: location)) }
    self.routes = routes
    self.targets = targets
  }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    var urls: [String: String] = [:]
    var all: [(route: Route, url: String)] = []
    for (route, target) in zip(routes, targets) {
      guard let url = url(of: target, site, &diagnostics) else { continue }
      urls[site.base.url(of: PagePath.address(of: route.path))] = url
      all.append((route, url))
    }
    var lines = ""
    for (route, first) in all {
      let address = site.base.url(of: PagePath.address(of: route.path))
      guard let url = Self.end(of: first, from: address, urls) else {
        diagnostics.error(.invalidSetting, "the redirect leads back to where it begins", at: route.origin)
        continue
      }
      site.add(route, .bytes(Self.page(leadingTo: url, site), of: "the address that it leads to"))
      lines += "\(Self.field(address, isSource: true)) \(Self.field(url, isSource: false)) 301\n"
    }
    for node in site.content.settings.gone {
      guard let path = FormerAddress.path(node.text ?? "") else { continue }
      let address = Self.field(site.base.url(of: PagePath.address(of: path)), isSource: true)
      lines += "\(address) \(address) 410\n"
    }
    if let file = routes.last, file.path == Routes.redirects {
      site.add(file, .bytes(Array(lines.utf8), of: "the list of redirects"))
    }
  }

  /// Where a chain of redirects ends; nil where it does not.
  private static func end(of first: String, from start: String, _ urls: [String: String]) -> String? {
    var url = first
    var seen: Set<String> = [start]
    while let next = urls[url] {
      guard seen.insert(url).inserted else { return nil }
      url = next
    }
    return url
  }

  private func url(of target: Target, _ site: PageMaterials, _ diagnostics: inout Diagnostics) -> String? {
    switch target {
    case .record(let item, let list): return site.lists[list].recordURL(item)
    case .plain(let path): return site.base.url(of: PagePath.address(of: path))
    case .link(let node, let tree):
      return diagnostics.reading(tree) { site.links.url(ofSetting: node, called: "the redirect", in: tree, &$0) }
    }
  }

  /// An address as a field of a line of redirects: nothing of it ends the field or the line, or is a pattern.
  private static func field(_ address: String, isSource: Bool) -> String {
    let patterns = isSource ? "*:" : ""
    return PercentCoding.encoded(address) { byte in
      byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte) && !patterns.utf8.contains(byte)
    }
  }

  private static func page(leadingTo url: String, _ site: PageMaterials) -> [UInt8] {
    var page = ByteBuffer()
    func append(_ text: String, _ value: String) {
      page.append(text)
      page.append(escaping: value)
    }
    append("<!DOCTYPE html>\n<html lang=\"", site.tree("").summary.language)
    append("\">\n<head>\n<meta charset=\"utf-8\">\n<title>", url)
    append("</title>\n<link rel=\"canonical\" href=\"", site.base.absolute(url))
    append("\">\n<meta name=\"robots\" content=\"noindex\">\n<meta http-equiv=\"refresh\" content=\"0; url=", url)
    append("\">\n</head>\n<body>\n<p><a href=\"", url)
    append("\">", url)
    page.append("</a></p>\n</body>\n</html>\n")
    return page.bytes
  }
}
