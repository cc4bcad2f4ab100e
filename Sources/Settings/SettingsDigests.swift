import CellistBase
import CellistRecords

/// Two digests of a list's settings: what is kept of a record depends on the first, and only pages on the second.
package struct SettingsDigests: Hashable, Sendable {
  /// The keys that neither decode a record nor place it in the list. All other keys are taken to do so, so a new key is
  /// safe before it is listed here.
  static let framingKeys: Set<String> = ["title", "description", "limit", "pages", "edit"]

  /// Other keys that do not decode a record.
  private static let placingKeys: Set<String> = [
    "cells", "exports", "feed", "calendar", "flags", "record-pages", "sections", "show", "sort", "terms", "tools",
    "view",
    "where",
  ]

  /// The settings by which records are decoded, without their places in the file.
  package let decoding: Digest
  /// The settings by which records are decoded and placed, with their places in the file: diagnostics name those.
  package let reading: Digest
  /// The settings that only pages show. No record need be read again where they change.
  package let framing: Digest

  /// - Parameters:
  ///   - root: the settings, with those inherited from a list whose records are shown.
  ///   - order: the tags of the site's languages, the list's own first.
  init(_ root: Node, _ order: [String]) {
    var (decoding, reading, framing) = (StateWriter(), StateWriter(), StateWriter())
    for tag in order {
      reading.write(tag)
      decoding.write(tag)
    }
    guard let entries = root.entries else {
      reading.write(root.words)
      self.decoding = Digest(reading.bytes)
      self.reading = Digest(reading.bytes)
      self.framing = Digest(framing.bytes)
      return
    }
    for entry in entries {
      if !Self.framingKeys.contains(entry.key), !Self.placingKeys.contains(entry.key) {
        decoding.write(entry.key)
        decoding.write(entry.value.words)
      }
      if Self.framingKeys.contains(entry.key) {
        framing.write(entry.key)
        framing.write(entry.value.words)
      } else {
        reading.write(entry.key)
        reading.write(place: entry.keyLocation)
        reading.write(located: entry.value)
      }
    }
    self.decoding = Digest(decoding.bytes)
    self.reading = Digest(reading.bytes)
    self.framing = Digest(framing.bytes)
  }
}

extension StateWriter {
  fileprivate mutating func write(place location: SourceLocation) {
    write(location.file)
    write(location.line)
    write(location.column)
  }

  fileprivate mutating func write(located node: Node) {
    write(place: node.location)
    switch node.content {
    case .null, .scalar: write(node.words)
    case .sequence(let items):
      write(items.count)
      for item in items { write(located: item) }
    case .mapping(let entries):
      write(entries.count)
      for entry in entries {
        write(entry.key)
        write(place: entry.keyLocation)
        write(located: entry.value)
      }
    }
  }
}
