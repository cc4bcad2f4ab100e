import CellistContent
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
    case link(Node)
  }

  init(_ site: RoutedSite, _ diagnostics: inout Diagnostics) {
    var routes: [Route] = []
    var targets: [Target] = []
    func add(_ address: String, _ target: Target, at location: SourceLocation) {
      guard let path = Self.path(address) else {
        diagnostics.error(
          .invalidSetting, "a former address is a path of the site, found \(quoted(address.shortened))", at: location,
          hint: "for example /old/path/, from the site's root; an address that ends in .html is a file")
        return
      }
      routes.append(Route(path, .unlisted, from: location))
      targets.append(target)
    }
    for (number, list) in site.lists.enumerated() {
      guard let field = list.settings.formerAddresses else { continue }
      for record in list.records.lazy.map(\.item) {
        for address in record.formerAddresses {
          let path = Self.path(address)
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
    for (plain, path) in site.content.plainPages.map({ ($0, Routes.plain($0.path)) }) + texts {
      for address in plain?.formerAddresses ?? [] { add(address.text ?? "", .plain(path), at: address.location) }
    }
    let settings = site.content.settings
    for entry in settings.redirects { add(entry.key, .link(entry.value), at: entry.keyLocation) }
    if let location = settings.redirectFile { routes.append(Route(Routes.redirects, .data, from: location)) }
    self.routes = routes
    self.targets = targets
  }

  /// The path of the page at an address; nil for what is no address of a page of the site.
  private static func path(_ address: String) -> String? {
    guard address.utf8.first == UInt8(ascii: "/"), !address.utf8.starts(with: "//".utf8),
      Link.check(address) == .allowed,
      !address.utf8.contains(where: { "?#\\".utf8.contains($0) })
    else { return nil }
    let path = PercentCoding.decoded(address[...])
    let parts = path.pathParts
    guard !parts.isEmpty,
      parts.allSatisfy({ part in
        part.utf8.count <= Slug.limit && part.utf8.first != UInt8(ascii: ".")
          && !part.unicodeScalars.contains { $0.value < 0x20 }
      })
    else { return nil }
    let isFile = ["html", "htm"].contains(path.fileExtension) && path.utf8.last != UInt8(ascii: "/")
    let joined = parts.joined(separator: "/")
    return isFile ? joined : PagePath.page(in: joined)
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
      lines += "\(address) \(url) 301\n"
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
    case .link(let node): return site.links.url(ofSetting: node, called: "the redirect", &diagnostics)
    }
  }

  private static func page(leadingTo url: String, _ site: PageMaterials) -> [UInt8] {
    var page = ByteBuffer()
    func append(_ text: String, _ value: String) {
      page.append(text)
      page.append(escaping: value)
    }
    append("<!DOCTYPE html>\n<html lang=\"", site.summary.language)
    append("\">\n<head>\n<meta charset=\"utf-8\">\n<title>", url)
    append("</title>\n<link rel=\"canonical\" href=\"", site.base.absolute(url))
    append("\">\n<meta name=\"robots\" content=\"noindex\">\n<meta http-equiv=\"refresh\" content=\"0; url=", url)
    append("\">\n</head>\n<body>\n<p><a href=\"", url)
    append("\">", url)
    page.append("</a></p>\n</body>\n</html>\n")
    return page.bytes
  }
}
