import CellistTestSupport

extension RandomSite {
  /// Changes something, and says what.
  mutating func edit(_ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<25: return editRecord(&random)
    case 25..<35: return editMerged(&random)
    case 35..<45: return placeRecord(&random)
    case 45..<55: return editText(&random)
    case 55..<72: return editList(&random)
    case 72..<80: return editSettings(&random)
    case 80..<91: return editTheme(&random)
    case 91..<93: return moveList(&random)
    case 93..<96: return editForm(&random)
    default: return editFiles(&random)
    }
  }

  private mutating func editRecord(_ random: inout SeededGenerator) -> String {
    guard let (list, key) = keys.randomElement(using: &random) else { return "no record to edit" }
    let before = lists[list]?.items[key]?.values ?? [:]
    editField(of: list, key, &random)
    let after = lists[list]?.items[key]?.values ?? [:]
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    return "\(list)/\(key): " + changed.map { "\($0) is \(after[$0] ?? "absent")" }.joined(separator: ", ")
  }

  /// Adds, deletes, renames or moves a record.
  private mutating func placeRecord(_ random: inout SeededGenerator) -> String {
    let names = lists.keys.filter { $0 != "img" && lists[$0]?.settings["records-of"] == nil }.sorted()
    let list = random.pick(names)
    let all = lists[list]?.items.keys.sorted() ?? []
    guard all.count > 3, let key = all.randomElement(using: &random), var item = lists[list]?.items[key],
      !random.happens(onceIn: all.count > 9 ? 8 : 3)
    else {
      addRecord(to: list, &random)
      return "a record is added to \(list)"
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      lists[list]?.items[key] = nil
      return "\(list)/\(key) is deleted"
    case 1:
      nextKey += 1
      lists[list]?.items[key] = nil
      item.values["key"] = "k\(nextKey)"
      lists[list]?.items["k\(nextKey)"] = item
      return "\(list)/\(key) is renamed to k\(nextKey)"
    case 2:
      let other = random.pick(names)
      lists[list]?.items[key] = nil
      item.values["role"] = other == "people" ? "author" : nil
      item.values["kind"] = other == "works" ? "book" : nil
      lists[other]?.items[key] = item
      return "\(list)/\(key) moves to \(other)"
    default:
      item.home = random.pick(Home.allCases)
      lists[list]?.items[key] = item
      return "\(list)/\(key) moves to a \(item.home)"
    }
  }

  /// Changes the text of a record into another that is as long, so that within the grain of a coarse clock the file system
  /// may say the same of its file.
  private mutating func swapLetters(of list: String, _ key: String) -> String {
    swapped = (list, key)
    let text = lists[list]?.items[key]?.body ?? ""
    let body = text.isEmpty ? "a" : String(text.map { $0 == "e" ? "a" : $0 == "a" ? "e" : $0 })
    lists[list]?.items[key]?.body = body
    return "\(list)/\(key): the text is \(body.debugDescription), as long as before"
  }

  /// Changes the text of a record, or the files beside it.
  private mutating func editText(_ random: inout SeededGenerator) -> String {
    // The record that was edited like this before, as often as not: a coarse clock takes two edits soon after each other
    // for one.
    if let (list, key) = swapped, lists[list]?.items[key] != nil, random.happens(onceIn: 2) {
      return swapLetters(of: list, key)
    }
    guard let (list, key) = keys.randomElement(using: &random), let item = lists[list]?.items[key] else {
      return "no record to edit"
    }
    if random.happens(onceIn: 3) { return swapLetters(of: list, key) }
    if item.home == .folder, random.happens(onceIn: 2) {
      let name = random.pick(["a.svg", "deep/b.txt", "c d.txt", "p.webp"])
      let drawings = ["<svg width='3' height='2'>", "<svg width='5' height='2'>"]
      let text = random.pick(["one", "two", ""] + (name == "p.webp" ? RandomOptions.pictures : drawings))
      lists[list]?.items[key]?.assets[name] = text.isEmpty ? nil : text
      return "\(list)/\(key)/\(name) is \(text)"
    }
    let links = random.happens(onceIn: 2) ? RandomOptions.bodies : linksToRecords(&random)
    let body = random.pick(links)
    lists[list]?.items[key]?.body = body
    return "\(list)/\(key): the text is \(body.debugDescription)"
  }

  private func linksToRecords(_ random: inout SeededGenerator) -> [String] {
    guard let (list, key) = keys.randomElement(using: &random), let item = lists[list]?.items[key] else { return [""] }
    let page =
      switch item.home {
      case .folder: "\(key)/index.md"
      case .markdown: "\(key).markdown"
      default: "\(key).md"
      }
    return [
      "[file](/\(list)/\(page))", "# To\n\n[page](/\(list)/\(key)/)", "[list](/\(list)/)", "[file](\(page)#x)",
      "[second](/\(list)/page/2/)", "![own](a.svg)", "[asset](/\(list)/\(key)/a.svg)",
    ]
  }

  private mutating func editList(_ random: inout SeededGenerator) -> String {
    let list = random.pick(lists.keys.sorted())
    if random.happens(onceIn: 8) {
      let text = random.pick([
        "", "Before all\n", "---\ntitle: Other\n---\n[in](../about.md) <b>\n", "---\ndraft: true\n---\n",
        "---\nnoindex: true\nredirect-from: /was/\(list)/\n---\n",
      ])
      lists[list]?.introduction = text.isEmpty ? nil : text
      return "\(list)/index.md is \(text.debugDescription)"
    }
    let options = (RandomOptions.lists[RandomOptions.free.contains(list) ? "free" : list] ?? [:]).filter {
      $0.value.count > 1
    }
    let key = random.pick(options.keys.sorted())
    let value = random.pick(options[key] ?? [""])
    lists[list]?.settings[key] = value
    return "\(list)/list.yml: \(key) is \(value)"
  }

  /// Moves a whole list, or lets it go and come back as it was.
  private mutating func moveList(_ random: inout SeededGenerator) -> String {
    let old = RandomOptions.free.first { lists[$0] != nil }
    guard let list = old.flatMap({ lists.removeValue(forKey: $0) }) ?? away else { return "no list to move" }
    if old != nil, random.happens(onceIn: 3) {
      away = list
      return "\(old ?? "") is gone"
    }
    let new = random.pick(RandomOptions.free)
    lists[new] = list
    return "\(old ?? "a list") moves to \(new)"
  }

  private mutating func editSettings(_ random: inout SeededGenerator) -> String {
    let key = random.pick(RandomOptions.site.keys.sorted())
    var value = random.pick(RandomOptions.site[key] ?? [""])
    // The default theme is large, and is tested elsewhere.
    if value == "default", !random.happens(onceIn: 5) { value = "{name: mine}" }
    settings[key] = value
    return "site.yml: \(key) is \(value)"
  }

  private mutating func editTheme(_ random: inout SeededGenerator) -> String {
    let path = random.pick(RandomOptions.theme.keys.sorted())
    let text = random.pick(RandomOptions.theme[path] ?? [""])
    theme[path] = text
    return "\(path) is \(text.debugDescription)"
  }

  private mutating func editFiles(_ random: inout SeededGenerator) -> String {
    let path = random.pick([
      "index.md", "about.md", "log/index.md", "404.md", "img/a.svg", "img/b.txt", "img/p.webp", "img/c-d.svg",
      "img/deep/q.webp", "works/loose.txt", "works/sections/book.md", "works/sections/book/x.md", "stock/sections/x.md",
      "works/terms/kind/book.md", "works/terms/maker/ada-1.md", "stock/terms/tags/x.md",
      "shared/s.yml", "shared/deep/s.yml", "shared/.s.yml", ".well-known/a.txt", ".well-known/deep/b.md",
      "a/deep/file.bin", "new.md", "old.markdown", "a", "about.de.md", "works/index.de.md", "works/sections/book.de.md",
      "works/terms/kind/book.de.md", "works/k3.de.md",
    ])
    let texts =
      path.hasSuffix(".md") || path.hasSuffix(".markdown")
      ? [
        "", "Text\n", "---\ntitle: T\n---\n[w](works/) <i>\n", "---\ntitle: T\npublish: 2023-11-20\n---\n",
        "[a](/img/a.svg)\n", "---\ntitle: T\n---\n# H\n[w](/works/)\n", "---\ntitle: T\nredirect-from: /was/it/\n---\n",
        "---\ntitle: T\nlanguage: ar\n---\n# H\n[w](/works/)\n", "---\ntitle: T\nlanguage: de\n---\n[w](works/) <i>\n",
        "---\ntitle: T\nnoindex: true\nviews: {new: {list: works, limit: 2}}\n---\nA\n\n{{new}}\n\nB\n",
        "---\ntitle: T\nviews:\n  old: {list: works, where: {old: true}, sort: [maker.born, -name], view: table}\n  all: {list: people}\n---\n",
        "---\ntitle: T\nviews: {some: {list: stock, where: {dear: false}, sort: -made, limit: 3, cells: wide}}\n---\n",
      ]
      : path.hasSuffix(".webp")
        ? RandomOptions.pictures + [""]
        : path.hasSuffix(".yml")
          ? RandomOptions.shared : ["", "1", "2", "33", "<svg width='3' height='2'>", "<svg width='4' height='2'>"]
    let text = random.pick(texts)
    files[path] = text.isEmpty ? nil : text
    // A name cannot be a file and a folder at once.
    if path == "a" { files["a/deep/file.bin"] = nil } else if path.hasPrefix("a/") { files["a"] = nil }
    return "\(path) is \(text.debugDescription)"
  }
}
