import CellistBase
import CellistFormats
import CellistRecords

/// A part of a manifest: the files whose paths have a SHA-256 that begins with certain bits.
package struct ManifestShard: Hashable, Sendable {
  /// A shard with more entries than this is split.
  static let limit = 256

  /// The bits, each `0` or `1`.
  package let bits: String
  /// The files in byte order of their paths.
  package let entries: [ManifestEntry]

  package init(bits: String, entries: [ManifestEntry]) {
    self.bits = bits
    self.entries = entries
  }

  /// The shards of files: sites that differ in few files differ in few shards.
  static func all(of entries: [ManifestEntry]) -> [ManifestShard] {
    let keyed = parallelMap(entries.count) { index in
      (key: FileDigest(entries[index].path.utf8).head.first.byteSwapped, item: entries[index])
    }
    return sharded(keyed, limit: limit).map { bits, entries in
      ManifestShard(bits: bits, entries: entries.sorted { inByteOrder($0.path, $1.path) })
    }
  }

  /// The name of the shard's file beside the manifest's root.
  package var name: String { Self.name(bits) }

  package static func name(_ bits: String) -> String { bits.isEmpty ? "files.json" : "files-\(bits).json" }

  /// The shard as JSON: a line for each file, the same text for the same files.
  package var text: String {
    var text = "{\"cellist\":1,\"shard\":\"\(bits)\",\"files\":["
    for (index, entry) in entries.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += entry.line
    }
    return text + "\n]}\n"
  }

  /// Reads a shard; nil if the text is not one.
  package init?(_ text: String) {
    var diagnostics = Diagnostics()
    guard let node = JSONReader.read(text, file: "", &diagnostics), node["cellist"]?.text == "1",
      let bits = node["shard"]?.text, bits.utf8.allSatisfy({ $0 == 0x30 || $0 == 0x31 }),
      let items = node["files"]?.items
    else { return nil }
    let entries = items.compactMap { ManifestEntry($0) }
    guard entries.count == items.count else { return nil }
    self.init(bits: bits, entries: entries)
  }
}
