import CellistSites
import CellistTemplates

/// The list of a site's pages for search engines, as sitemaps.org has it.
struct Sitemap: PageMaker {
  /// The output paths of the pages, each an `index.html`.
  let pages: [String]
  let base: SiteBase

  func trace(_ index: Int, into buffer: inout ByteBuffer) {
    buffer.append(counted: base.text)
    for page in pages { buffer.append(counted: page) }
  }

  func render(_ index: Int, into buffer: inout ByteBuffer) {
    buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    buffer.append("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
    for url in pages.map({ base.canonical(base.url(of: String($0.dropLast("index.html".count)))) }).sorted() {
      buffer.append("<url><loc>")
      buffer.append(escaping: url)
      buffer.append("</loc></url>\n")
    }
    buffer.append("</urlset>\n")
  }
}
