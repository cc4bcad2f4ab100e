import CellistPages
import CellistRecords

/// `robots.txt`, which tells search engines whether they may read the site and where its site map lies: for a site whose
/// settings say `robots`.
struct Robots: PageFamily {
  let routes: [Route]

  init(_ site: RoutedSite) {
    routes = site.content.settings.robots.map { [Route(Routes.robots, .data, from: $0.location)] } ?? []
  }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    guard let robots = site.content.settings.robots else { return }
    var text = "User-agent: *\n\(robots.isAllowed ? "Allow" : "Disallow"): /\n"
    if robots.isAllowed, !site.base.origin.isEmpty {
      text += "Sitemap: \(site.base.canonical(site.base.url(of: Routes.siteMap)))\n"
    }
    for route in routes { site.add(route, .bytes(Array(text.utf8), of: "@site.base")) }
  }
}
