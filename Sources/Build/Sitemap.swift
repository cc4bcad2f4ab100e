import CellistTemplates

/// The list of a site's pages for search engines, as sitemaps.org has it.
enum Sitemap {
  static func bytes(of urls: some Sequence<String>) -> [UInt8] {
    var buffer = ByteBuffer()
    buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    buffer.append("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
    for url in urls {
      buffer.append("<url><loc>")
      buffer.append(escaping: url)
      buffer.append("</loc></url>\n")
    }
    buffer.append("</urlset>\n")
    return buffer.bytes
  }
}
