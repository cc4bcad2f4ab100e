import CellistBase
import CellistFiles
import CellistRecords

/// `cellist.lock`: the digests of the fetched files, and how to ask whether they have changed.
package struct RemoteLock: Hashable, Sendable {
  /// A fetched file.
  package struct Entry: Hashable, Sendable {
    /// The address, without what is secret.
    package var url: String
    package var sha256: String
    /// The validators of the answer (RFC 9110), as it had them.
    package var etag: String?
    package var lastModified: String?

    package init(url: String, sha256: String, etag: String? = nil, lastModified: String? = nil) {
      self.url = url
      self.sha256 = sha256
      self.etag = etag
      self.lastModified = lastModified
    }
  }

  /// The fetched files by their names.
  package var entries: [String: Entry] = [:]

  package init() {}

  /// The lock of a site; empty where it has none, and, with a diagnostic, where it is broken.
  package init(_ tree: SourceTree, _ diagnostics: inout Diagnostics) {
    guard let bytes = try? tree.read(SiteFolder.lockFile),
      let text = SourceTree.text(of: bytes, SiteFolder.lockFile, &diagnostics),
      let root = SettingsFile.read(text, path: SiteFolder.lockFile, &diagnostics)
    else { return }
    for file in root.entries ?? [] {
      guard let sha256 = file.value["sha256"]?.text, let url = file.value["url"]?.text, !file.key.contains("/"),
        !file.key.hasPrefix(".")
      else {
        diagnostics.error(
          .invalidSetting, "a fetched file has a name, a 'url' and a 'sha256'", at: file.keyLocation,
          hint: "'cellist update' writes the file anew")
        continue
      }
      entries[file.key] = Entry(
        url: url, sha256: sha256, etag: file.value["etag"]?.text, lastModified: file.value["last-modified"]?.text)
    }
  }

  /// How each lock begins.
  package static let beginning = "# The files in content.lock, as 'cellist update' fetched them."

  package var text: String {
    let lines = entries.sorted { inByteOrder($0.key, $1.key) }.map { name, entry in
      let values = [
        ("url", entry.url), ("sha256", entry.sha256), ("etag", entry.etag), ("last-modified", entry.lastModified),
      ]
      return "\(JSONText.quoted(name)):\n"
        + values.compactMap { key, value in value.map { "  \(key): \(JSONText.quoted($0))\n" } }.joined()
    }
    return "\(Self.beginning)\n# Commit both.\n\(lines.joined())"
  }
}
