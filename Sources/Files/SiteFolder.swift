import CellistBase
import CellistText

/// The names of the entries at the top of a site's folder.
package enum SiteFolder {
  package static let content = "content"
  package static let themes = "themes"
  /// Where builds keep what they know of the site.
  package static let state = ".cellist"
  /// The path of the site's own settings.
  package static let settings = "\(content)/site.yml"
  /// The folder of files that programs look for at fixed addresses (RFC 8615). It is published though its name begins with a
  /// dot.
  package static let wellKnown = "\(content)/.well-known"
  /// The files that `cellist update` has fetched, and the file that describes them.
  package static let lock = "content.lock"
  package static let lockFile = "cellist.lock"
  /// The folders that a site is read from.
  package static let sources = [content, themes, lock]
  /// The folders that only the site's author and the state of its builds write to.
  package static let all = sources + [state]

  /// Whether a site is read from a file, by its path from the site's root.
  package static func holds(_ path: String) -> Bool {
    guard !path.hasPrefix("/"), let path = path.normalizedPath else { return false }
    return path == lockFile || sources.contains { path.hasPrefix("\($0)/") }
  }

  /// Whether editors leave files of such a name: `a.md~` of an earlier version, `~$a.xlsx` beside a file that is open.
  static func isLeftover(_ name: String) -> Bool {
    name.utf8.last == UInt8(ascii: "~") || name.utf8.starts(with: "~$".utf8)
  }

  /// Whether a site may use the file or the folder at a path: any but leftovers, and those whose names begin with `.`. The
  /// well-known files are used all the same, and so are files of the content that `sources` may name.
  package static func isListed(_ path: String, isFolder: Bool) -> Bool {
    let name = path.fileName
    guard !isLeftover(name) else { return false }
    guard name.utf8.first == UInt8(ascii: "."), path != wellKnown else { return true }
    // Editors lock a file by one of this name.
    guard !name.utf8.starts(with: ".#".utf8) else { return false }
    return !isFolder && path.utf8.starts(with: "\(content)/".utf8) && SourceFormat(path: name) != nil
  }

  /// The path of what a link leads to that is written in a file, without what follows `?` or `#`; nil where it leads out of
  /// the content.
  package static func place(ofLink link: String, in file: String) -> String? {
    place(of: PercentCoding.decoded(link.prefix { $0 != "?" && $0 != "#" }), in: file)
  }

  /// The path of what a decoded path leads to that is written in a file; nil where that lies out of the content, as
  /// everything does to which a fetched file leads.
  package static func place(of path: String, in file: String) -> String? {
    guard !file.utf8.starts(with: "\(lock)/".utf8) else { return nil }
    let folder = path.hasPrefix("/") ? content : file.folder
    guard let place = joined(folder, path).normalizedPath,
      place == content || place.utf8.starts(with: "\(content)/".utf8)
    else { return nil }
    return place
  }
}
