import CellistTestSupport
import Foundation

extension String {
  /// The text in Unicode's other form: composed, or taken apart into letters and marks.
  var inOtherForm: String {
    let composed = precomposedStringWithCanonicalMapping
    return utf8.elementsEqual(composed.utf8) ? decomposedStringWithCanonicalMapping : composed
  }
}

extension RandomSite {
  /// Writes an id, a title, a file's name or a link in Unicode's other form, which looks the same and is other bytes.
  mutating func editForm(_ random: inout SeededGenerator) -> String {
    let marked = keys.filter { !$0.key.utf8.allSatisfy { $0 < 0x80 } }
    guard let (list, key) = (random.happens(onceIn: 3) ? keys : marked).randomElement(using: &random),
      var item = lists[list]?.items[key]
    else { return "no record to write in another form" }
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      // The file's name alone; the id is a value of its own.
      lists[list]?.items[key] = nil
      lists[list]?.items[key.inOtherForm] = item
      return "the file of \(list)/\(key) is named in the other form"
    case 1:
      let id = item.values["key"] ?? key
      item.values["key"] = id.inOtherForm
      lists[list]?.items[key] = item
      guard random.happens(onceIn: 2) else { return "the id of \(list)/\(key) is in the other form" }
      replaceReferences(to: id, with: id.inOtherForm)
      return "the id of \(list)/\(key) and references to it are in the other form"
    case 2:
      item.body = item.body.inOtherForm
      lists[list]?.items[key] = item
      return "the text of \(list)/\(key) is in the other form"
    case 3:
      let path = random.pick(Self.markedFiles)
      guard let text = files.removeValue(forKey: path) else {
        files[path] = path.hasSuffix(".md") ? "---\ntitle: Ü\n---\n[ö](img/ö.svg) text\n" : "<svg/>"
        return "\(path) is new"
      }
      if random.happens(onceIn: 5) { return "\(path) is gone" }
      files[path.inOtherForm] = text.inOtherForm
      return "\(path) is named in the other form"
    default:
      let fields = item.values.filter { $0.key != "key" && !$0.value.utf8.allSatisfy { $0 < 0x80 } }.keys.sorted()
      guard let field = fields.randomElement(using: &random) else { return "no value to write in another form" }
      item.values[field] = item.values[field]?.inOtherForm
      lists[list]?.items[key] = item
      return "\(field) of \(list)/\(key) is in the other form"
    }
  }

  private static let markedFiles = ["ü.md", "img/ö.svg"]

  private mutating func replaceReferences(to id: String, with other: String) {
    for (list, key) in keys {
      for field in ["maker", "who", "also", "about", "next"] {
        let ids = lists[list]?.items[key]?.values[field]?.split(separator: ";").map(String.init)
        lists[list]?.items[key]?.values[field] = ids?.map { $0 == id ? other : $0 }.joined(separator: ";")
      }
    }
  }
}

extension RandomRun {
  /// Removes files that are now named in another form: the names are equal as texts, and the files are not.
  mutating func removeOtherForms(of content: [String: [UInt8]]) throws {
    for path in content.keys.sorted() {
      guard let index = written.index(forKey: path), !written[index].key.utf8.elementsEqual(path.utf8) else { continue }
      let old = written[index].key
      written.remove(at: index)
      try site.remove(old)
      // An empty folder in the old form would stand beside the new one, which is an error of its own.
      var folder = old.folder
      while !folder.isEmpty, rmdir(site.folder.place("site/\(folder)")) == 0 { folder = folder.folder }
    }
  }
}
