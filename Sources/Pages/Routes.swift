import CellistBase
import CellistFiles
import CellistLists
import CellistRecords
import CellistSites
import CellistText

/// The paths of a site's pages below its output folder: each path is computed here, and nowhere else.
package enum Routes {
  package static let home = PagePath.index
  package static let notFound = "404.html"
  package static let siteMap = "sitemap.xml"
  package static let robots = "robots.txt"
  /// The redirects as several hosts read them.
  package static let redirects = "_redirects"
  /// What several hosts send with each file.
  package static let headers = "_headers"

  /// The feeds of a list or of a term whose pages are in a folder.
  package static func feed(_ format: FeedFormat, in folder: String) -> String { "\(folder)feed.\(format.rawValue)" }

  /// The records of a list in a format for programs.
  package static func export(_ format: ExportFormat, of list: String) -> String {
    joined(list, "index.\(format.rawValue)")
  }

  /// The calendar of a list.
  package static func calendar(of list: String) -> String { joined(list, "index.ics") }

  /// The folder of the pages of a list's changes.
  package static func changes(of list: String) -> String { joined(list, "changes") }

  /// A part of what the tools of a list know; the first, which names the others, has no number.
  package static func tools(of list: String, part: Int? = nil) -> String {
    joined(list, part.map { "tools-\($0).json" } ?? "tools.json")
  }

  /// The page on which readers search all of a language, by the folder of that.
  package static func siteSearch(in folder: String) -> String { PagePath.page(in: joined(folder, "search")) }
  /// The folder of what it searches.
  package static func siteSearchData(in folder: String) -> String { joined(folder, "search/site") }

  /// The folder of what the tools of a long list search for words.
  package static func words(of list: String) -> String { joined(list, "search") }

  /// A shard of the site map.
  package static func siteMap(_ bits: String) -> String { "sitemap-\(bits).xml" }

  /// A content path in URLs: each folder's name as a slug.
  package static func folder(_ path: String) -> String {
    path.pathParts.map { Slug.make($0) }.joined(separator: "/")
  }

  /// The page of a Markdown file that is no record.
  package static func plain(_ file: String) -> String {
    file == "\(SiteFolder.content)/404.md" ? notFound : PagePath.page(in: folder(name(ofPlain: file)))
  }

  /// The path of a plain page below the content, without the index file's name.
  package static func name(ofPlain file: String) -> String {
    let path = file.below(SiteFolder.content)
    return path.fileStem == "index" ? path.folder : joined(path.folder, path.fileStem)
  }

  /// The page of a plain text, in the folder of its language.
  package static func plain(_ plain: SiteContent.Plain) -> String {
    joined(plain.treeFolder, self.plain(plain.original))
  }

  /// A file that is published as it is.
  package static func file(_ path: String) -> String { path.below(SiteFolder.content) }

  /// A smaller copy of a picture.
  static func thumbnail(_ thumbnail: Thumbnail) -> String { "assets/pictures/\(thumbnail.name).webp" }

  /// The folder of a page of a list, with a trailing slash unless it is the top.
  ///
  /// - Parameters:
  ///   - list: the list's path.
  ///   - name: what tells the page from the list's first one: its number, or its section; nil for the first page.
  package static func listFolder(_ list: String, page name: String?) -> String {
    let folder = joined(list, name ?? "")
    return folder.isEmpty ? "" : "\(folder)/"
  }

  /// The page of a record in a list whose records' paths begin with `prefix`.
  ///
  /// - Parameter place: the record's slug, or what the list's permalink makes of its values.
  package static func record(_ place: String, below prefix: String) -> String {
    isFile(place) ? prefix + place : PagePath.page(in: prefix + place)
  }

  /// The address of a record's page behind that of its list.
  static func address(ofRecord place: String) -> String {
    PercentCoding.encoded(place) + (isFile(place) || place.utf8.last == UInt8(ascii: "/") ? "" : "/")
  }

  /// Whether the page of a record is a file of that name. A folder whose name ends in the same way has a slash behind it.
  private static func isFile(_ place: String) -> Bool { place.hasSuffix(Permalink.fileEnding) }

  /// A file beside the Markdown file of a record.
  package static func file(_ path: String, beside source: String, of place: String, below prefix: String) -> String {
    let folder = isFile(place) ? String(place.dropLast(Permalink.fileEnding.utf8.count)) : place
    return joined(prefix + folder, path.below(source.folder))
  }
}
