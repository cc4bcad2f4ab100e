import CellistTestSupport
import Testing

/// Schedules: times by places.
@Suite struct ScheduleTests {
  private static let record = """
    record: {name: text, start: datetime, end: datetime?, room: {choice: [Hall, Attic, Cellar], optional: true}}
    view: schedule

    """

  /// The rows of the grids: the time, and each cell with its rows, columns and records.
  private static func grid(_ page: String) -> [String] {
    page.components(separatedBy: "<tr>").dropFirst().map { row in
      let time = row.firstMatch(of: /<th scope="row"><time[^>]*>([^<]*)/)?.1
      let heads = row.matches(of: /<th scope="col">([^<]*)/).map { String($0.1) }
      let cells = row.components(separatedBy: "<td").dropFirst().map { cell in
        let names = cell.matches(of: /<h4[^>]*>([^<]*)/).map { String($0.1) }.joined(separator: "+")
        let rows = cell.prefix { $0 != ">" }.firstMatch(of: /rowspan="(\d+)"/).map { "/\($0.1)" } ?? ""
        let columns = cell.prefix { $0 != ">" }.firstMatch(of: /colspan="(\d+)"/).map { "x\($0.1)" } ?? ""
        return names + rows + columns
      }
      return ([time.map(String.init) ?? "-"] + heads + cells).joined(separator: "|")
    }
  }

  private static func grid(_ records: [String], more: String = "") -> [String] {
    grid(ListViewTests.page(record + more, records.map { "- {\($0)}\n" }.joined()))
  }

  @Test func `places are columns, and times are rows`() {
    let grid = Self.grid([
      "name: B, start: 2026-05-03T10:00, end: 2026-05-03T11:00, room: Attic",
      "name: A, start: 2026-05-03T09:00, end: 2026-05-03T11:00, room: Hall",
      "name: C, start: 2026-05-03T11:00, end: 2026-05-03T12:00, room: Hall",
    ])
    #expect(grid == ["-|Hall|Attic|", "09:00|A/2|", "10:00|B", "11:00|C|"])
  }

  @Test func `what has no place goes across all, unless something else takes place meanwhile`() {
    #expect(
      Self.grid([
        "name: A, start: 2026-05-03T09:00, room: Hall", "name: B, start: 2026-05-03T09:00, room: Cellar",
        "name: Break, start: 2026-05-03T10:00, end: 2026-05-03T10:30",
      ]) == ["-|Hall|Cellar|", "09:00|A|B", "10:00|Breakx2"])
    #expect(
      Self.grid([
        "name: A, start: 2026-05-03T09:00, end: 2026-05-03T10:30, room: Hall",
        "name: Break, start: 2026-05-03T10:00, end: 2026-05-03T10:30",
      ]) == ["-|Hall||", "09:00|A/2|", "10:00|Break"])
    #expect(
      Self.grid(["name: A, start: 2026-05-03T09:00", "name: B, start: 2026-05-03T10:00"]) == ["09:00|A", "10:00|B"])
  }

  @Test func `what overlaps in one place is in one cell`() {
    let grid = Self.grid([
      "name: A, start: 2026-05-03T09:00, end: 2026-05-03T10:30, room: Hall",
      "name: B, start: 2026-05-03T10:00, end: 2026-05-03T12:00, room: Hall",
      "name: C, start: 2026-05-03T11:00, room: Attic", "name: D, start: 2026-05-03T13:00, room: Hall",
    ])
    #expect(grid == ["-|Hall|Attic|", "09:00|A+B/3|", "10:00|", "11:00|C", "13:00|D|"])
  }

  @Test func `each day has a grid, with the places that it has`() {
    let page = ListViewTests.page(
      Self.record,
      "- {name: Late, start: 2026-05-03T22:00, end: 2026-05-04T02:00, room: Cellar}\n"
        + "- {name: Early, start: 2026-05-04T08:00, end: 2026-05-04T07:00, room: Attic}\n"
        + "- {name: Late too, start: 2026-05-03T23:00, room: Hall}\n")
    #expect(Self.grid(page) == ["-|Hall|Cellar|", "22:00||Late/2", "23:00|Late too", "-|Attic|", "08:00|Early"])
    #expect(page.contains(">Sunday, May 3, 2026</time>"))
    #expect(page.contains("-2026-05-04\"><time datetime=\"2026-05-04\">Monday"))
  }

  @Test func `a day that is a section needs no second title, and what has no time stands above`() {
    let page = ListViewTests.page(
      """
      record: {name: text, start: {type: datetime, time: optional}, room: text?}
      view: schedule
      sections: start.date

      """, "- {name: Fair, start: 2026-05-03}\n- {name: A, start: 2026-05-03T09:00, room: R}\n")
    #expect(page.contains("<h3 class=\"month unseen\"") && page.contains("class=\"cells untimed\""))
    #expect(Self.grid(page) == ["-|R|", "09:00|A"])
  }

  @Test func `references are places, by the titles of their records`() {
    let page = ListViewTests.page(
      "record: {name: text, start: datetime, stage: {record: rooms}}\nview: schedule\n",
      "- {name: A, start: 2026-05-03T09:00, stage: r2}\n- {name: B, start: 2026-05-03T09:00, stage: r1}\n",
      more: [
        "content/rooms/list.yml": "record: {name: text}\nrecord-pages: true\n",
        "content/rooms/r1.md": "---\nname: Zoo\n---\n", "content/rooms/r2.md": "---\nname: Aula\n---\n",
      ])
    #expect(
      page.contains(
        "<th scope=\"col\"><a href=\"/rooms/r1/\">Zoo</a></th><th scope=\"col\"><a href=\"/rooms/r2/\">Aula</a></th>"))
  }

  @Test func `a schedule needs times`() {
    let site = ListViewTests.site("record: {name: text, day: date}\nview: schedule\n", "- {name: A, day: 2026-05-03}\n")
    #expect(site.diagnostics().contains("4:7: error: a schedule needs a date with a time, and the records have none"))
  }
}
