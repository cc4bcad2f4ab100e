import CellistBase
import CellistContent
import CellistFiles
import CellistRecords
import CellistText

/// The records of another list, which `records-of` has a list show in its own way.
///
/// The list that has the records declares their type; the settings of the other say how they are arranged. Its sources
/// are read under both.
struct BorrowedRecords {
  static let key = "records-of"

  /// The list that has the records, with the files that they are read from.
  let folder: ListFolder
  /// The settings, with the other list's declaration of its records.
  let root: Node
  /// The texts of the other list's settings that are in other languages.
  let foreign: ForeignTexts
  /// The language of the list that has the records, where its settings name one.
  let language: Language?

  /// The settings that belong to the list that has the records.
  private static let ofRecords = [
    "record", "id", "slugs", "title-field", "time-zone", "extra-keys", "sources", "absent", "numbers", "permalink",
    "edit",
  ]
  /// The settings that are there once: those of the records' pages, and of links to them.
  private static let ofPages = ["record-pages", "redirect-from"]
  /// How records look, which is as in the other list unless `view` or `cells` says otherwise.
  private static let ofLooks = ["view", "cells", "columns"]

  /// - Parameters:
  ///   - node: the value of `records-of`.
  ///   - own: the settings that it stands in.
  init?(
    _ node: Node, for own: Node, of list: ListFolder, in site: DeclaringSite, _ diagnostics: inout Diagnostics
  ) {
    let folders = site.folders
    guard let name = node.text else {
      diagnostics.error(
        .invalidSetting, "'records-of' must be the path of a list, found \(node.summary)", at: node.location)
      return nil
    }
    guard var folder = folders.first(where: { $0.isFound(as: name, in: list.tree) }),
      name != list.ownName
    else {
      diagnostics.error(
        .unknownList,
        name == list.ownName ? "a list cannot show its own records anew" : "there is no list '\(name.shortened)'",
        at: node.location,
        hint: diagnostics.hint(for: name, in: folders.filter(\.tree.isEmpty).map(\.name).filter { $0 != list.ownName }))
      return nil
    }
    if let other = site.typed.first(where: { [name, list.ownName].contains($0.path) }) {
      diagnostics.error(
        .invalidSetting, "the list '\(other.path)' is declared in Swift, and 'records-of' is for lists that are not",
        at: node.location, hint: "it is declared at \(other.location)")
      return nil
    }
    // The faults in them are reported when that list is read.
    var unheard = Diagnostics()
    let order = site.languages.order(of: list)
    guard let written = SettingsFile.read(folder.settings, from: site.tree, &unheard),
      case let settings = written.spoken(order), let entries = settings.entries
    else { return nil }
    guard settings[Self.key] == nil else {
      diagnostics.error(
        .invalidSetting, "the list '\(name.shortened)' has no records of its own, but shows those of another",
        at: node.location,
        hint: "name that one: \(settings[Self.key]?.text?.shortened ?? "")")
      return nil
    }
    guard settings["record"] != nil else { return nil }
    let strange = (own.entries ?? []).filter { (Self.ofRecords + Self.ofPages).contains($0.key) }
    for entry in strange {
      diagnostics.error(
        .invalidSetting,
        Self.ofPages.contains(entry.key)
          ? "'\(entry.key)' is for the list that has the records"
          : "'\(entry.key)' is as in the list that has the records",
        at: entry.keyLocation, hint: "\(folder.settings) says it; leave it out here")
    }
    language = settings["language"]?.text.flatMap { Language(tag: $0) }
    _ = folder.takeTermTexts(by: settings)
    _ = folder.takeSectionTexts(by: settings)
    self.folder = folder
    foreign = written.foreignTexts(order)
    let looks = Self.ofLooks.contains { own[$0] != nil } ? [] : Self.ofLooks
    let inherited = entries.filter { (Self.ofRecords + looks + ["show", "flags"]).contains($0.key) }
    root = own.completed(by: inherited, without: Set(strange.map(\.key)))
  }
}

extension Node {
  /// The mapping with entries for keys that it does not have, and without some of its own; flags are joined one by one.
  fileprivate func completed(by others: [Entry], without strange: Set<String>) -> Node {
    var own = (entries ?? []).filter { !strange.contains($0.key) }
    for other in others {
      guard let index = own.firstIndex(where: { $0.key == other.key }) else {
        own.append(other)
        continue
      }
      guard other.key == "flags", let given = own[index].value.entries, let more = other.value.entries else { continue }
      let names = Set(given.map(\.key))
      let value = Node(.mapping(given + more.filter { !names.contains($0.key) }), at: own[index].value.location)
      own[index] = Entry(key: own[index].key, keyLocation: own[index].keyLocation, value: value)
    }
    return Node(.mapping(own), at: location)
  }
}

extension ListFolder {
  /// Takes the Markdown files that say more of the list's terms from among its sources, where its settings name any.
  ///
  /// - Parameter settings: what its `list.yml` says.
  mutating func takeTermTexts(by settings: Node) -> [String] {
    settings["terms"] == nil ? [] : takeTexts(in: termTexts)
  }

  /// The same of its sections.
  mutating func takeSectionTexts(by settings: Node) -> [String] {
    settings["sections"] == nil ? [] : takeTexts(in: sectionTexts)
  }

  private mutating func takeTexts(in folder: String) -> [String] {
    let prefix = "\(folder)/".utf8
    let start = files.partition { $0.utf8.starts(with: prefix) && SourceFormat(path: $0) == .markdown }
    let texts = files[start...].sorted(by: inByteOrder)
    files.removeSubrange(start...)
    files.sort(by: inByteOrder)
    return texts
  }

  /// Reports the files of records in the folder of a list that shows other records.
  func reportUnread(_ reason: String, hint: String, _ diagnostics: inout Diagnostics) {
    for file in files {
      diagnostics.error(
        .invalidSetting, "this file is not read: " + reason, at: SourceLocation(file: file), hint: hint)
    }
  }
}
