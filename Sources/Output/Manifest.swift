import CellistBase

/// Every file of a built site, with its digest and size: a pure function of the site.
package struct Manifest: Sendable {
  /// The folder of a published site for its manifest.
  package static let folder = ".well-known/cellist"

  package let shards: [ManifestShard]
  /// The text of each shard, in their order.
  package let texts: [String]
  /// The digest of each shard's text, in their order.
  package let digests: [String]

  package init(_ entries: [ManifestEntry]) {
    let shards = ManifestShard.all(of: entries)
    self.shards = shards
    let texts = parallelMap(shards.count) { shards[$0].text }
    self.texts = texts
    digests = parallelMap(texts.count) { Self.digest(of: texts[$0]) }
  }

  /// The digest that names a shard's text: the first half of its SHA-256.
  package static func digest(of text: String) -> String { String(FileDigest(text.utf8).hexadecimal.prefix(32)) }

  package var count: Int { shards.reduce(0) { $0 + $1.entries.count } }
  package var entries: [ManifestEntry] { shards.flatMap(\.entries) }

  /// The digests of all shards by their bits.
  package var digestsByBits: [String: String] {
    Dictionary(zip(shards.map(\.bits), digests)) { first, _ in first }
  }

  /// The digest of all shards: that of the site.
  package var digest: String { Self.digest(of: digestsByBits) }

  static func digest(of shards: [String: String]) -> String {
    let lines = shards.keys.sorted().map { "\($0) \(shards[$0] ?? "")\n" }
    return FileDigest(lines.joined().utf8).hexadecimal
  }

  /// The whole manifest as one document, for other programs.
  package var document: String {
    var text = "{\"cellist\":1,\"digest\":\"\(digest)\",\"files\":["
    for (index, entry) in entries.sorted(by: { inByteOrder($0.path, $1.path) }).enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += entry.line
    }
    return text + "\n]}\n"
  }
}

extension CommandFile.Form {
  /// A site's manifest as one document.
  package static let manifest = CommandFile.Form("the manifest", beginningWith: "{\"cellist\":1,\"digest\":\"")
}
