import CellistFiles
import CellistRecords
import CellistSites

/// The smaller copies of pictures that lists ask for.
package struct Thumbnails: PageFamily {
  package let routes: [Route]
  private let thumbnails: [Thumbnail]
  /// The pictures that records may show, by their paths.
  let pictures: [String: Picture]

  init(of content: SiteContent) {
    // Pictures of equal bytes share their copies.
    var seen: Set<String> = []
    thumbnails = content.thumbnails.filter { seen.insert($0.name).inserted }
    routes = thumbnails.map { Route(Routes.thumbnail($0), .file, from: SourceLocation(file: $0.source)) }
    var copies: [String: [Picture.Copy]] = [:]
    for thumbnail in content.thumbnails {
      let url = content.settings.base.url(of: Routes.thumbnail(thumbnail))
      copies[thumbnail.source, default: []].append(Picture.Copy(width: thumbnail.width, url: url))
    }
    pictures = Dictionary(
      uniqueKeysWithValues: content.pictures.map { ($0, Picture($1, copies: copies[$0] ?? [])) })
  }

  package func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    for (route, thumbnail) in zip(routes, thumbnails) { site.add(route, .thumbnail(thumbnail)) }
  }
}
