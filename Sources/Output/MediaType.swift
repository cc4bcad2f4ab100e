import CellistBase

/// The media types of files, by the endings of their names.
package enum MediaType {
  package static let html = "text/html"
  package static let atom = "application/atom+xml"
  package static let rss = "application/rss+xml"
  package static let text = "text/plain"
  package static let csv = "text/csv"
  package static let calendar = "text/calendar"
  /// The type of a file with an unknown ending.
  package static let unknown = "application/octet-stream"

  package static func of(_ path: String) -> String {
    let ending = path.fileExtension.lowercased()
    if path.fileName == "feed.xml" { return atom }
    return byEnding[ending] ?? unknown
  }

  private static let byEnding = [
    "html": html, "htm": html, "atom": atom, "rss": rss, "ics": calendar, "css": "text/css", "js": "text/javascript",
    "mjs": "text/javascript", "json": "application/json", "geojson": "application/geo+json", "xml": "application/xml",
    "txt": text, "md": "text/markdown", "csv": csv, "svg": "image/svg+xml", "png": "image/png",
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
    "ico": "image/vnd.microsoft.icon", "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
    "pdf": "application/pdf", "epub": "application/epub+zip", "zip": "application/zip", "gz": "application/gzip",
    "mp3": "audio/mpeg", "ogg": "audio/ogg", "mp4": "video/mp4", "webm": "video/webm", "wasm": "application/wasm",
  ]
}
