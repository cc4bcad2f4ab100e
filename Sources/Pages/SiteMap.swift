import CellistContent
import CellistRecords
import CellistSites
import CellistTemplates

/// The list of a site's pages for search engines, as sitemaps.org has it: for a site whose host is known.
struct SiteMap: PageFamily {
  let routes: [Route]

  init(_ site: RoutedSite) {
    routes =
      site.base.origin.isEmpty ? [] : [Route(Routes.siteMap, .data, from: SourceLocation(file: SiteFolder.settings))]
  }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    for route in routes {
      let maker = Maker(pages: site.pages.lazy.filter { $0.kind == .page }.map(\.path), base: site.base)
      site.add(route, .made(maker, 0))
    }
  }

  private struct Maker: PageMaker {
    let pages: [String]
    let base: SiteBase

    func parts(_ index: Int) -> [String] { ["@site.base", "the list of pages"] }

    func trace(_ index: Int, into buffer: inout ByteBuffer) {
      buffer.append(counted: base.text)
      buffer.endPart()
      for page in pages { buffer.append(counted: page) }
      buffer.endPart()
    }

    func render(_ index: Int, into buffer: inout ByteBuffer) {
      buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
      buffer.append("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
      for url in pages.map({ base.canonical(base.url(of: PagePath.address(of: $0))) }).sorted() {
        buffer.append("<url><loc>")
        buffer.append(escaping: url)
        buffer.append("</loc></url>\n")
      }
      buffer.append("</urlset>\n")
    }
  }
}
