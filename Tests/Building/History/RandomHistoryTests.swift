import CellistTestSupport
import Foundation
import Testing

@testable import CellistBuilding
@testable import CellistSites

/// The dates at which records last changed are those that come of looking at each commit as a whole, whatever was committed.
@Suite struct RandomHistoryTests {
  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  /// `CELLIST_EDITS` is how many steps there are, `CELLIST_SEED` which, and `CELLIST_EVERY` after how many the site is built.
  @Test(arguments: [false, true])
  func `dates of change follow from what records say at each commit`(isKept: Bool) throws {
    let seed = UInt64(Self.number("CELLIST_SEED") ?? 1)
    var random = SeededGenerator(seed: seed)
    let site = try BuiltSite()
    var model = RandomHistory(try TestRepository(in: site.folder.path))
    try site.write("title: T\nbase: https://example.org/\n", to: "content/site.yml")
    for (path, text) in RandomHistory.settings { try site.write(text, to: path) }
    if isKept { site.keep() }
    var log: [String] = []
    for step in 0..<(Self.number("CELLIST_EDITS") ?? 40) {
      log.append(try model.step(on: site, &random))
      guard (step + 1) % (Self.number("CELLIST_EVERY") ?? 1) == 0 else { continue }
      let (problems, _) = try site.problems()
      let found = try RandomHistory.lists.map { try Self.dates(site.text("\($0)/index.json")) }
      let wanted = RandomHistory.lists.map { model.dates(in: $0) }
      let lines = try Self.lines(site.text("a/changes/feed.json"))
      let told = Array(model.lines.prefix(50))
      guard problems.isEmpty, found == wanted, lines == told else {
        Issue.record(
          """
          CELLIST_SEED=\(seed), step \(step): \(log.suffix(4).joined(separator: "; "))
          \(problems.prefix(10).joined(separator: "\n"))
          found \(found)
          for \(wanted)
          changes \(lines)
          for \(told)
          """)
        return
      }
    }
  }

  /// The changes in a feed, each with its time.
  private static func lines(_ json: String?) throws -> [String] {
    let feed = try JSONSerialization.jsonObject(with: Data((json ?? "{}").utf8)) as? [String: Any]
    return (feed?["items"] as? [[String: Any]] ?? []).map { item -> String in
      let time = (item["date_published"] as? String).flatMap { ISO8601DateFormatter().date(from: $0) }
      return "\(Int(time?.timeIntervalSince1970 ?? 0)) \(item["content_text"] ?? "")"
    }
  }

  /// The dates in an export, by the ids of records.
  private static func dates(_ json: String?) throws -> [String: Int] {
    let rows = try JSONSerialization.jsonObject(with: Data((json ?? "[]").utf8)) as? [[String: Any]] ?? []
    var dates: [String: Int] = [:]
    for row in rows {
      guard let id = row["id"] as? String else { continue }
      dates[id] =
        (row["updated"] as? String).flatMap {
          ISO8601DateFormatter().date(from: $0).map { Int($0.timeIntervalSince1970) }
        } ?? 0
    }
    return dates
  }
}

/// What records of two lists say in a made-up repository, and what they said at each of its commits.
private struct RandomHistory {
  static let lists = ["a", "b"]
  /// The records of one list are in files of two kinds; those of the other are merged.
  static let settings = [
    (
      "content/a/list.yml", "record: {name: text, year: \"integer?\"}\nhistory: true\nsort: -updated\nexports: [json]\n"
    ),
    (
      "content/b/list.yml",
      "record: {id: text, name: text, year: \"integer?\"}\nid: id\nrecord-pages: true\nupdated: git\nexports: [json]\n"
        + "sources: [base.csv, {file: more.yml, merge: update}]\n"
    ),
  ]

  private struct Said: Hashable {
    var name: String
    var year: Int?

    func differences(from old: Said) -> [String] {
      func text(_ year: Int?) -> String { year.map { "\($0)" } ?? "–" }
      return (name == old.name ? [] : ["name \(old.name) → \(name)"])
        + (year == old.year ? [] : ["year \(text(old.year)) → \(text(year))"])
    }
  }

  private struct Entry {
    var said: Said
    var isInTable: Bool
    /// How its file is written, which says nothing.
    var form = 0
  }

  private struct State {
    var a: [String: Entry] = ["x": Entry(said: Said(name: "X"), isInTable: true)]
    /// Whether the table's rows are in the other order.
    var isReversed = false
    var base: [String: Said] = ["k": Said(name: "K")]
    var more: [String: Int] = [:]

    /// What each record of a list says.
    func said(in list: String) -> [String: Said] {
      guard list == "b" else { return a.mapValues(\.said) }
      var said = base
      for (id, year) in more { said[id]?.year = year }
      return said
    }
  }

  private var repository: TestRepository
  private var state = State()
  /// Each with the record whose file cannot be read there.
  private var commits: [(time: Int, state: State, broken: String?)] = []
  private var written: [String: String] = [:]
  private var count = 0

  init(_ repository: TestRepository) { self.repository = repository }

  /// The date of each record of a list, 0 for none, from the state of all of it at each commit.
  func dates(in list: String) -> [String: Int] {
    var known: [String: (said: Said, time: Int)] = [:]
    for (time, state, _) in commits {
      let now = state.said(in: list)
      let gone = known.filter { now[$0.key] == nil }.sorted { $0.key < $1.key }
      var former = Dictionary(grouping: gone.map(\.value), by: \.said).mapValues { $0[...] }
      for (id, said) in now.sorted(by: { $0.key < $1.key }) {
        if let old = known[id] {
          if old.said != said { known[id] = (said, time) }
        } else {
          known[id] = (said, former[said]?.popFirst()?.time ?? time)
        }
      }
      for (id, _) in gone { known[id] = nil }
    }
    return state.said(in: list).reduce(into: [:]) { dates, record in
      let saying = known[record.key]
      dates[record.key] = saying?.said == record.value ? saying?.time : 0
    }
  }

  /// The changes of the first list, the newest first, as its feed tells them.
  var lines: [String] {
    var lines: [String] = []
    var known: [String: Said] = [:]
    var broken: String?
    for (time, state, isBroken) in commits {
      let now = state.said(in: "a")
      let gone = known.filter { now[$0.key] == nil }
      var former = Dictionary(grouping: gone.sorted { $0.key < $1.key }, by: \.value).mapValues { $0[...] }
      var changes: [String: String] = [:]
      var renamed: Set<String> = []
      for (id, said) in now.sorted(by: { $0.key < $1.key }) where known[id] != said {
        if let old = known[id] {
          let parts = id == broken ? [] : said.differences(from: old)
          changes[id] = "\(said.name): \(parts.isEmpty ? "changed" : parts.joined(separator: "; "))"
        } else if let old = former[said]?.popFirst() {
          renamed.insert(old.key)
          changes[id] = "\(said.name): renamed"
        } else {
          changes[id] = "\(said.name): added"
        }
      }
      for (id, said) in gone where !renamed.contains(id) { changes[id] = "\(id == broken ? id : said.name): removed" }
      lines = changes.sorted { $0.key < $1.key }.map { "\(time) \($0.value)" } + lines
      (known, broken) = (now, isBroken)
    }
    return lines
  }

  /// Changes something, commits perhaps, and says what.
  mutating func step(on site: BuiltSite, _ random: inout SeededGenerator) throws -> String {
    var told: [String] = []
    switch Int.random(in: 0..<12, using: &random) {
    case 0 where commits.count > 1:
      // The last commit is undone, and what it changed stays.
      commits.removeLast()
      try repository.git("reset", "-q", "--soft", "HEAD~1")
      told.append("undone")
    case 1 where !commits.isEmpty:
      told.append("merged \(edit(&random))")
      try repository.git("checkout", "-q", "-b", "other")
      try write(on: site)
      try repository.commit("site")
      told.append(edit(&random))
      try write(on: site)
      try repository.commit("site")
      try repository.git("checkout", "-q", "main")
      let time = repository.tick()
      try repository.git("merge", "-q", "--no-ff", "-m", "m", "other")
      try repository.git("branch", "-q", "-D", "other")
      commits.append((time, state, nil))
    case 2 where state.a.values.contains { !$0.isInTable } && !commits.isEmpty:
      // At one commit a file cannot be read.
      guard let id = state.a.filter({ !$0.value.isInTable }).keys.sorted().first else { break }
      try write(on: site)
      commits.append((try repository.commit("site"), state, nil))
      try site.write("---\nname: [\n---\n", to: "content/a/\(id).md")
      written["content/a/\(id).md"] = ""
      commits.append((try repository.commit("site"), state, id))
      told.append("\(id) broken, then \(edit(&random))")
    default:
      for _ in 0..<random.pick([1, 1, 2]) { told.append(edit(&random)) }
    }
    try write(on: site)
    if commits.isEmpty || random.happens(onceIn: 2) {
      commits.append((try repository.commit("site"), state, nil))
      told.append("committed")
    }
    return told.joined(separator: ", ")
  }

  private mutating func edit(_ random: inout SeededGenerator) -> String {
    let id = state.a.keys.sorted().randomElement(using: &random)
    let row = state.base.keys.sorted().randomElement(using: &random)
    switch Int.random(in: 0..<13, using: &random) {
    case 0, 1: if let id { state.a[id]?.said.name = random.pick(["A", "B", "C"]) }
    case 2: if let id { state.a[id]?.said.year = random.pick([nil, 1, 2]) }
    case 3: if let id { state.a[id]?.isInTable.toggle() }
    case 4: if let id { state.a[id]?.form = random.pick([0, 1, 2]) }
    case 5: state.isReversed.toggle()
    case 6:
      if let id, let entry = state.a.removeValue(forKey: id) {
        count += 1
        state.a["r\(count)"] = entry
        return "\(id) is now r\(count)"
      }
    case 7, 8:
      count += 1
      state.a["n\(count)"] = Entry(said: Said(name: random.pick(["A", "N"])), isInTable: random.happens(onceIn: 2))
    case 9: if let id, state.a.count > 1 { state.a[id] = nil }
    case 10: if let row { state.base[row]?.name = random.pick(["A", "B"]) }
    case 11: if let row { state.more[row] = random.pick([nil, 1, 2]) }
    default:
      count += 1
      state.base["b\(count)"] = Said(name: "B")
    }
    return "\(state)"
  }

  private mutating func write(on site: BuiltSite) throws {
    let files = files
    for path in Set(files.keys).union(written.keys).sorted() where files[path] != written[path] {
      if let text = files[path] { try site.write(text, to: path) } else { try site.remove(path) }
    }
    written = files
  }

  private var files: [String: String] {
    var files: [String: String] = [:]
    func year(_ said: Said) -> String { said.year.map { "\($0)" } ?? "" }
    let rows = state.a.filter(\.value.isInTable).sorted { ($0.key < $1.key) != state.isReversed }
    files["content/a/all.csv"] =
      "id,name,year\n" + rows.map { "\($0),\($1.said.name),\(year($1.said))\n" }.joined()
    for (id, entry) in state.a where !entry.isInTable {
      let lines = ["name: \(entry.said.name)", "year: \(year(entry.said))"]
      let forms = [
        lines.joined(separator: "\n"), lines.reversed().joined(separator: "\n"),
        "{name: \"\(entry.said.name)\", year: \(year(entry.said))}",
      ]
      files["content/a/\(id).md"] = "---\n\(forms[entry.form])\n---\n"
    }
    files["content/b/base.csv"] =
      "id,name,year\n"
      + state.base.sorted { $0.key < $1.key }.map { "\($0),\($1.name),\(year($1))\n" }.joined()
    files["content/b/more.yml"] =
      state.more.isEmpty
      ? "[]\n" : state.more.sorted { $0.key < $1.key }.map { "- {id: \($0), year: \($1)}\n" }.joined()
    return files
  }
}
