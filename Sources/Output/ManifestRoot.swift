import CellistBase
import CellistFormats
import CellistRecords

/// The root of a published manifest: which shards there are, and which generation of the site it is.
package struct ManifestRoot: Hashable, Sendable {
  /// The name of its file.
  package static let path = "\(Manifest.folder)/manifest.json"

  /// A file that no page uses any more, and that visitors with an older page may still ask for.
  package struct Retired: Hashable, Sendable {
    package let path: String
    /// The first generation that did not use it, and when that was published.
    package let generation: Int
    package let time: Int

    package init(path: String, generation: Int, time: Int) {
      self.path = path
      self.generation = generation
      self.time = time
    }
  }

  /// The address of the site.
  package var base: String
  /// The digest of each shard's text by its bits.
  package var shards: [String: String]
  /// How many files there are.
  package var files: Int
  /// The number of publications there, from 1.
  package var generation: Int
  /// The digest of the generation before; nil for the first.
  package var parent: String?
  /// When it was published, in seconds since 1970-01-01T00:00:00Z; never earlier than its parent.
  package var time: Int
  package var retired: [Retired]
  /// The endings of the compressed copies beside files, in byte order.
  package var compressed: [String] = []
  /// The digest of the feed of changes; nil where there is none.
  package var changes: FileDigest?
  /// A signature of `statement`, as `ssh-keygen -Y sign` makes it.
  package var signature: String?

  package init(
    base: String, shards: [String: String], files: Int, generation: Int, parent: String?, time: Int,
    retired: [Retired] = [], signature: String? = nil
  ) {
    self.base = base
    self.shards = shards
    self.files = files
    self.generation = generation
    self.parent = parent
    self.time = time
    self.retired = retired
    self.signature = signature
  }

  /// The digest of the site, independent of its generation.
  package var digest: String { Manifest.digest(of: shards) }

  /// The text that a signature signs.
  package var statement: String { "cellist\nbase: \(base)\ngeneration: \(generation)\ndigest: \(digest)\n" }

  /// The root as JSON, the same text for the same root.
  package var text: String {
    var text = "{\"cellist\":1,\"base\":\(JSONText.quoted(base)),\"digest\":\"\(digest)\",\"files\":\(files),"
    text += "\"generation\":\(generation),"
    if let parent { text += "\"parent\":\"\(parent)\"," }
    text += "\"time\":\(time),\n\"retired\":["
    text += retired.map { "\n[\(JSONText.quoted($0.path)),\($0.generation),\($0.time)]" }.joined(separator: ",")
    text += "],\n"
    if !compressed.isEmpty {
      text += "\"compressed\":[\(compressed.map(JSONText.quoted).joined(separator: ","))],\n"
    }
    if let changes { text += "\"changes\":\"\(changes.hexadecimal)\",\n" }
    if let signature { text += "\"signature\":\(JSONText.quoted(signature)),\n" }
    text += "\"shards\":{"
    text += shards.keys.sorted().map { "\n\"\($0)\":\"\(shards[$0] ?? "")\"" }.joined(separator: ",")
    return text + "\n}}\n"
  }

  /// Reads a root; nil if the text is not a root, or its digest is not that of its shards.
  package init?(_ text: String) {
    var diagnostics = Diagnostics()
    guard let node = JSONReader.read(text, file: "", &diagnostics), node["cellist"]?.text == "1",
      let base = node["base"]?.text, let files = node["files"]?.text.flatMap({ Int($0) }),
      let generation = node["generation"]?.text.flatMap({ Int($0) }), generation > 0,
      let time = node["time"]?.text.flatMap({ Int($0) }), let entries = node["shards"]?.entries,
      let retired = node["retired"]?.items
    else { return nil }
    var shards: [String: String] = [:]
    for entry in entries {
      guard let digest = entry.value.text, entry.key.utf8.allSatisfy({ $0 == 0x30 || $0 == 0x31 }) else { return nil }
      shards[entry.key] = digest
    }
    let known = retired.compactMap { Retired($0) }
    guard known.count == retired.count else { return nil }
    self.init(
      base: base, shards: shards, files: files, generation: generation, parent: node["parent"]?.text, time: time,
      retired: known, signature: node["signature"]?.text)
    compressed = node["compressed"]?.items?.compactMap(\.text) ?? []
    changes = node["changes"]?.text.flatMap { FileDigest(hexadecimal: $0) }
    guard node["digest"]?.text == digest else { return nil }
  }
}

extension ManifestRoot.Retired {
  fileprivate init?(_ node: Node) {
    guard let items = node.items, items.count == 3, let path = items[0].text, ManifestEntry.isPath(path),
      let generation = items[1].text.flatMap({ Int($0) }), let time = items[2].text.flatMap({ Int($0) })
    else { return nil }
    self.init(path: path, generation: generation, time: time)
  }
}
