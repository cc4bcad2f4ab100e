import CellistTestSupport

extension RandomSite {
  /// A list of its own, whose sources are merged: what each of them says, by the key of the record.
  struct Merged {
    /// The value of each key in `list.yml`.
    var settings: [String: String]
    var base: [String: [String: String]] = [:]
    /// Values by field; an empty one is an empty cell.
    var fixes: [String: [String: String]] = [:]
    /// The fields that a source in YAML clears, or sets.
    var nulls: [String: [String: String?]] = [:]
    var gone: [String] = []
    /// The text of a Markdown file about a record, and the files beside it.
    var page = (key: "m1", text: "")
    var assets: [String: String] = [:]

    init(_ random: inout SeededGenerator) {
      settings = RandomOptions.merged.mapValues { $0[0] }
      for _ in 0..<6 { addRecord(&random) }
    }

    private var nextKey = 0

    fileprivate mutating func addRecord(_ random: inout SeededGenerator) {
      nextKey += 1
      base["m\(nextKey)"] = ["name": random.pick(RandomOptions.names)]
    }
  }

  /// The files of the list by path.
  func mergedContent(_ list: Merged) -> [String: String] {
    let folder = "content/merged"
    var all = ["\(folder)/list.yml": Self.settings(list.settings)]
    for (path, rows) in [("base.csv", list.base), ("deep/fixes.csv", list.fixes)] {
      let items = rows.sorted { $0.key < $1.key }.map { $1.merging(["key": $0]) { $1 } }
      // A table of nothing has a header as well.
      all["\(folder)/\(path)"] = items.isEmpty ? "key\n" : Self.csv(items)
    }
    let tables = list.fixes.sorted { $0.key < $1.key }.map { key, values in
      "[[rows]]\n" + Self.pairs(values.merging(["key": key]) { $1 }, " =").map { "\($0)\n" }.joined()
    }
    // Where no source names it, it is a file like others.
    all["\(folder)/deep/fixes.toml"] = tables.isEmpty ? "rows = []\n" : tables.joined()
    all["\(folder)/nulls.yml"] = list.nulls.sorted { $0.key < $1.key }.map { key, values in
      let pairs = values.sorted { $0.key < $1.key }.map { ", \"\($0)\": \($1.map(Self.quoted) ?? "null")" }
      return "- {\"key\": \(key)\(pairs.joined())}\n"
    }.joined()
    all["\(folder)/gone.csv"] = "key\n" + list.gone.map { "\($0)\n" }.joined()
    all["\(folder)/deep/page/index.md"] = "---\nkey: \(list.page.key)\n---\n\(list.page.text)\n"
    for (name, text) in list.assets { all["\(folder)/deep/page/\(name)"] = text }
    return all
  }

  /// Changes one of the sources that are merged, or how they are.
  mutating func editMerged(_ random: inout SeededGenerator) -> String {
    let key = merged.base.keys.sorted().randomElement(using: &random) ?? "m1"
    let field = random.pick(RandomOptions.mergedFields.keys.sorted())
    let value = random.pick(RandomOptions.mergedFields[field] ?? [""])
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<2:
      merged.addRecord(&random)
      return "merged: a record is added"
    case 2:
      guard merged.base.count > 3 else { return "merged: nothing is deleted" }
      merged.base[key] = nil
      // An update of a record that is not there needs a name, as a new one does.
      if random.happens(onceIn: 3) { return "merged: \(key) is deleted" }
      (merged.fixes[key], merged.nulls[key]) = (nil, nil)
      merged.gone.removeAll { $0 == key }
      if merged.page.key == key { merged.page.key = merged.base.keys.min() ?? "m1" }
      return "merged: \(key) is deleted everywhere"
    case 3..<6:
      merged.base[key]?[field] = value.isEmpty && field != "name" ? nil : value
      return "merged/base.csv: \(field) of \(key) is \(value)"
    case 6..<10:
      merged.fixes[key, default: [:]][field] = value
      return "merged/fixes.csv: \(field) of \(key) is \(value)"
    case 10:
      merged.fixes[key] = nil
      return "merged/fixes.csv: \(key) is gone"
    case 11:
      merged.fixes["x\(merged.base.count)"] = ["name": value + "x", "size": "7"]
      return "merged/fixes.csv: x\(merged.base.count) is new"
    case 12..<14:
      let other = field == "name" ? "size" : field
      merged.nulls[key, default: [:]][other] = .some(random.happens(onceIn: 4) && other != "who" ? value : nil)
      return "merged/nulls.yml: \(other) of \(key)"
    case 14:
      merged.nulls[key] = nil
      return "merged/nulls.yml: \(key) is gone"
    case 15..<17:
      if let place = merged.gone.firstIndex(of: key) { merged.gone.remove(at: place) } else { merged.gone.append(key) }
      return "merged/gone.csv: \(merged.gone)"
    case 17:
      merged.page = (key, random.pick(RandomOptions.bodies + ["![own](a.svg)"]))
      merged.assets = random.happens(onceIn: 4) ? [:] : ["a.svg": random.pick(["one", "two"])]
      return "merged/deep/page/index.md: \(merged.page)"
    default:
      let setting = random.pick(RandomOptions.merged.keys.sorted())
      let value = random.pick(RandomOptions.merged[setting] ?? [""])
      merged.settings[setting] = value
      return "merged/list.yml: \(setting) is \(value)"
    }
  }
}

extension RandomOptions {
  /// The fields of a list whose sources are merged, each with some values.
  static let mergedFields: [String: [String]] = [
    "name": names, "size": ["", "1", "20", "20"], "who": ["", "", "k1"],
    "text": bodies + ["[own](base.csv)", "[up](../base.csv)", "[fixes](deep/fixes.csv)"],
    "link": ["", "base.csv", "../base.csv", "/about.md"], "draft": ["", "", "true", "false"],
    "expires": [""] + dates, "body": bodies,
  ]

  static let merged: [String: [String]] = [
    "record": [
      "{key: text, name: text, size: \"integer?\", who: {record: people, optional: true}, text: \"markdown?\", "
        + "link: \"url?\"}",
      "{key: text, name: text, size: {type: integer, default: 3}, who: {record: people, optional: true}, "
        + "text: \"markdown?\", link: \"url?\"}",
    ],
    "id": ["key"], "extra-keys": ["ignore"], "title": ["Merged", ""], "record-pages": ["true", "true", ""],
    "sort": ["name", "", "[-size, name]", "[who.name, name]"], "sections": ["", "size", "name.initial"],
    "pages": ["", "3", "{by: section}"], "where": ["", "", "{size: {exists: true}}"],
    "flags": ["", "{young: {size: {above: 5}}}"],
    "sources": [
      merging("{file: deep/fixes.csv, merge: update}", "{file: nulls.yml, merge: update}"),
      merging("{file: nulls.yml, merge: update}", "{file: deep/fixes.csv, merge: update}"),
      merging("{file: \"deep/*.csv\", merge: update}"), "[base.csv]",
      merging("{file: \"deep/*.toml\", items: rows, merge: update}", "{file: nulls.yml, merge: update}"),
      merging("{file: nulls.yml, merge: update}", "{file: deep/fixes.toml, items: rows, merge: update}"),
      "[base.csv, {file: gone.csv, merge: remove}, {file: nulls.yml, merge: update}]",
    ],
  ]

  private static func merging(_ updates: String...) -> String {
    "[base.csv, \(updates.joined(separator: ", ")), {file: \"deep/*/*.md\", merge: update}, "
      + "{file: gone.csv, merge: remove}]"
  }
}
