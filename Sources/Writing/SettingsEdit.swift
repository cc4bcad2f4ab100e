import CellistContent
import CellistFiles
import CellistRecords

/// A settings file in which entries of mappings are edited, and nothing else is changed.
///
/// As with records, each guess of how a change may be written is read again, and taken only if nothing else differs.
package struct SettingsEdit {
  private let path: String
  private let mark: [UInt8]
  private var text: SourceText
  private var root: Node

  /// - Parameter bytes: those of the file; none for a new one.
  package init(_ path: String, _ bytes: [UInt8]) throws(EditRefusal) {
    self.path = path
    mark = bytes.starts(with: SourceTree.mark) ? SourceTree.mark : []
    text = SourceText(Array(bytes.dropFirst(mark.count)))
    guard let root = Self.read(text.bytes, path), root.entries != nil || root.isNull else {
      throw EditRefusal("\(path) cannot be read", at: SourceLocation(file: path))
    }
    self.root = root
  }

  package var bytes: [UInt8] { mark + text.bytes }

  /// The entries of a mapping at the top of the file.
  package func entries(of name: String) -> [(key: String, value: String)] {
    (root[name]?.entries ?? []).compactMap { entry in entry.value.text.map { (entry.key, $0) } }
  }

  /// Sets an entry of a mapping at the top of the file, which is added where it is not there, or takes the entry away.
  package mutating func set(_ key: String, of name: String, to value: String?) throws(EditRefusal) {
    var wanted = (root[name]?.entries ?? []).map { ($0.key, $0.value.text) }
    let index = wanted.firstIndex { $0.0 == key }
    switch (index, value) {
    case (let index?, let value?): wanted[index].1 = value
    case (let index?, nil): wanted.remove(at: index)
    case (nil, let value?): wanted.append((key, value))
    case (nil, nil): return
    }
    let rest = root.isNull ? "{}" : root.without(name)?.words
    for candidate in candidates(key, value, of: name, isNew: index == nil) {
      guard let read = Self.read(candidate, path), read.without(name)?.words == rest,
        (read[name]?.entries ?? []).elementsEqual(wanted, by: { $0.key == $1.0 && $0.value.text == $1.1 })
      else { continue }
      (text, root) = (SourceText(candidate), read)
      return
    }
    throw EditRefusal(
      "the entry '\(key)' of '\(name)' cannot be written without changing more than that",
      at: root[name]?.location ?? SourceLocation(file: path))
  }

  private func candidates(_ key: String, _ value: String?, of name: String, isNew: Bool) -> [[UInt8]] {
    let tree = TreeText(text, .yaml, isFrontMatter: false)
    if let mapping = root[name], !(mapping.entries ?? []).isEmpty {
      guard let value else { return tree.removing(key, from: mapping) }
      return isNew
        ? tree.adding(key, .text(value), to: mapping, order: []) : tree.setting(key, to: .text(value), in: mapping)
    }
    guard root[name] == nil, let value else { return [] }
    let end = text.lineEnd
    let start = (text.isOpen ? end : "") + name + ":" + end + "  "
    return ["\(key): \(value)", "\(JSONText.quoted(key)): \(JSONText.quoted(value))"].map { entry in
      text.bytes + Array((start + entry + end).utf8)
    }
  }

  private static func read(_ bytes: [UInt8], _ path: String) -> Node? {
    var diagnostics = Diagnostics()
    return SettingsFile.read(String(decoding: bytes, as: UTF8.self), path: path, &diagnostics)
  }
}
