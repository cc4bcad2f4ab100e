import CellistTestSupport
import Foundation
import Testing

@testable import CellistContent
@testable import CellistFormats
@testable import CellistRecords
@testable import CellistText

/// Calendars as icalendar and recurring-ical-events read them: made-up ones, and those in the folder that
/// `CELLIST_CALENDARS` names. Both take the hours of `PT26H` for those that the clock shows, and not for those that pass.
@Suite(.enabled(if: Oracle.has("icalendar", "recurring_ical_events"))) struct CalendarOracleTests {
  private static let (first, last) = ("2026-01-01", "2027-06-30")

  @Test(arguments: [1, 2, 3]) func `made-up events take place when others say`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let events = (0..<150).flatMap { Self.event("e\($0)", &random) }
    let text = (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"] + events + ["END:VCALENDAR", ""]).joined(
      separator: "\r\n")
    let differences = try Self.differences(text)
    #expect(differences == [])
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["CELLIST_CALENDARS"] != nil))
  func `calendars of others are read as others do`() throws {
    let folder = ProcessInfo.processInfo.environment["CELLIST_CALENDARS"] ?? ""
    var (read, refused) = (0, 0)
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).filter({ $0.hasSuffix(".ics") }).sorted() {
      guard let text = try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8),
        let differences = try Self.differences(text)
      else { continue }
      read += 1
      // Warnings are about what others pass over in silence.
      let others = differences.filter { !$0.contains(": warning: ") }
      guard !others.contains(where: { $0.contains(": error: ") }) else {
        refused += 1
        continue
      }
      #expect(others == [], "\(file)")
    }
    print("\(read) calendars that others read as well, \(refused) of them refused")
    #expect(refused * 50 <= read && read > 0)
  }

  private static func event(_ uid: String, _ random: inout SeededGenerator) -> [String] {
    let zone = random.pick([";TZID=Europe/Zurich:", ";TZID=America/New_York:", ":", "Z", ";VALUE=DATE:"])
    let isDay = zone == ";VALUE=DATE:"
    func time(_ month: Int, _ day: Int, _ hour: Int) -> String {
      let date = "2026\(month < 10 ? "0" : "")\(month)\(day < 10 ? "0" : "")\(day)"
      return isDay ? date : "\(date)T\(hour < 10 ? "0" : "")\(hour)1500\(zone == "Z" ? "Z" : "")"
    }
    let sign = zone == "Z" ? ":" : zone
    let (month, day, hour) = (
      Int.random(in: 1...9, using: &random), Int.random(in: 1...27, using: &random),
      Int.random(in: 5...20, using: &random)
    )
    var lines = [
      "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "SUMMARY:\(random.pick(["A", "B\\, c", "D\\nE\\;"]))",
    ]
    lines.append("DTSTART\(sign)\(time(month, day, hour))")
    if random.happens(onceIn: 2) {
      lines.append("DTEND\(sign)\(isDay ? time(month, day + 1, hour) : time(month, day, hour + 2))")
    } else if random.happens(onceIn: 2) {
      lines.append("DURATION:\(isDay ? random.pick(["P1D", "P2W"]) : random.pick(["PT45M", "P1DT2H", "PT3H"]))")
    }
    if random.happens(onceIn: 2) { lines.append("CATEGORIES:X,Y\\,z") }
    guard !random.happens(onceIn: 4) else { return lines + ["END:VEVENT"] }
    let rule = random.pick([
      "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
      "FREQ=MONTHLY;BYDAY=2TU", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYMONTHDAY=-1",
      "FREQ=YEARLY;BYMONTH=3,9;BYDAY=1SU", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=YEARLY",
    ])
    let until = isDay ? "20261015" : "20261015T120000Z"
    lines.append(
      "RRULE:\(rule)\(random.pick(["", ";COUNT=7", zone == ":" ? ";UNTIL=20261015T120000" : ";UNTIL=\(until)"]))")
    if random.happens(onceIn: 3) { lines.append("EXDATE\(sign)\(time(month, min(28, day + 7), hour))") }
    if random.happens(onceIn: 4) { lines.append("RDATE\(sign)\(time(12, 24, hour))") }
    return lines + ["END:VEVENT"]
  }

  /// Nil for a calendar that others cannot read.
  private static func differences(_ text: String) throws -> [String]? {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.ics")
    let written = try Oracle.run("calendars.py", folder.place("a.ics"), first, last)
    let found = try JSONSerialization.jsonObject(with: Data(written.utf8), options: .fragmentsAllowed)
    guard let others = found as? [[Any]] else { return nil }
    var diagnostics = Diagnostics()
    var own: [String] = []
    let span = try CalendarSpan(first: #require(Day(iso: first)), last: #require(Day(iso: last)))
    CalendarEvents.read(text, file: "a.ics", within: span, &diagnostics) { record, _ in
      let node = record.node
      let start = node["start"]?.text ?? ""
      own.append(
        "\([node["uid"]?.text ?? "", start, node["end"]?.text ?? start, node["summary"]?.text ?? ""])"
          + "\((node["categories"]?.items ?? []).compactMap(\.text))")
    }
    let wanted = others.map { "\($0.prefix(4).compactMap { $0 as? String })\($0.last as? [String] ?? [])" }
    return lines(diagnostics)
      + Set(own).symmetricDifference(wanted).sorted().map { own.contains($0) ? "+ \($0)" : "- \($0)" }
      + (own.count == wanted.count ? [] : ["\(own.count) events for \(wanted.count)"])
  }
}
