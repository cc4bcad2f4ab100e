import CellistLists
import CellistMarkup
import CellistPages
import CellistRecords
import CellistSettings
import CellistTemplates
import CellistText
import CellistThemes

/// The records of a list that have a start, as events for calendar programs (iCalendar, RFC 5545).
struct ListCalendar: PageFamily {
  let routes: [Route]
  /// Which list of the site it is.
  private let number: Int

  init(_ number: Int, of site: RoutedSite, _ diagnostics: inout Diagnostics) {
    self.number = number
    let list = site.lists[number]
    guard let calendar = list.settings.arrangement.calendar else {
      routes = []
      return
    }
    site.requireHost(for: "a calendar", at: calendar.location, &diagnostics)
    routes = [Route(Routes.calendar(of: list.path), .data, from: calendar.location)]
  }

  var block: PageBlock? { .calendar(number) }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    let list = site.lists[number]
    guard let fields = list.settings.arrangement.calendar else { return }
    for route in routes { site.add(route, .made(CalendarMaker(list, site.sources[number], fields, site), 0)) }
  }
}

/// Makes the calendar of one list.
private struct CalendarMaker: PageMaker {
  private let records: RecordRow
  private let textField: Int?
  private let list: ListSource
  private let path: String
  private let title: String
  private let base: SiteBase
  private let zone: TimeZoneRules

  init(_ list: ListPlan, _ source: ListSource, _ fields: CalendarFields, _ site: PageMaterials) {
    records = list.records
    textField = fields.text
    self.list = source
    path = list.settings.folder.name
    title = [list.settings.title, site.tree(list.settings.folder.tree).summary.title].joined(separator: " – ")
    base = site.base
    zone = list.settings.decoder.values.zone
  }

  private var events: [(item: RecordItem, event: CalendarEvent)] {
    records.compactMap { cell in CalendarEvent(cell.item).map { (cell.item, $0) } }
  }

  /// The forms of the text's Markdown; nil for other texts.
  private var forms: MarkdownExtensions? {
    textField.map { list.design.type.fields[$0] }.flatMap { $0.type == .markdown ? $0.forms : nil }
  }

  // MARK: Ingredients

  func parts(_ index: Int) -> [String] { ["@site.base", "@list", "the events of '\(path)'"] }

  func trace(_ index: Int, into buffer: inout ByteBuffer) {
    for text in [base.text, path] { buffer.append(counted: text) }
    buffer.endPart()
    for text in [title, list.summary.url, list.summary.description ?? "", zone.name] { buffer.append(counted: text) }
    buffer.append(number: UInt64(textField.map { $0 + 1 } ?? 0))
    buffer.append(number: forms.map { UInt64($0.rawValue) + 1 } ?? 0)
    buffer.endPart()
    for (item, event) in events {
      for text in [item.id, item.title, list.recordURL(item)] { buffer.append(counted: text) }
      for value in [event.start, event.end, event.place, event.updated, event.sequence] {
        buffer.append(counted: value.plainText)
      }
      if let textField { buffer.append(fixed: item.fingerprints[textField]) }
    }
    buffer.endPart()
  }

  // MARK: Events

  func render(_ index: Int, into buffer: inout ByteBuffer) {
    var lines = CalendarLines()
    lines.add("BEGIN", "VCALENDAR")
    lines.add("VERSION", "2.0")
    lines.add("PRODID", "-//Cellist//Cellist//EN")
    // One by RFC 7986, one for older programs.
    lines.add("NAME", text: title)
    lines.add("X-WR-CALNAME", text: title)
    if let description = list.summary.description { lines.add("DESCRIPTION", text: description) }
    lines.add("URL", url: base.canonical(list.summary.url))
    let events = events
    if events.isEmpty { Self.addZone(to: &lines) }
    for (item, event) in events { add(item, event, to: &lines) }
    lines.add("END", "VCALENDAR")
    buffer.append(String(decoding: lines.buffer.bytes, as: UTF8.self))
  }

  /// A calendar has at least one component, and a time zone has no visible content.
  private static func addZone(to lines: inout CalendarLines) {
    for (name, value) in [
      ("BEGIN", "VTIMEZONE"), ("TZID", "Etc/UTC"), ("BEGIN", "STANDARD"), ("DTSTART", "19700101T000000"),
      ("TZOFFSETFROM", "+0000"), ("TZOFFSETTO", "+0000"), ("END", "STANDARD"), ("END", "VTIMEZONE"),
    ] {
      lines.add(name, value)
    }
  }

  private func add(_ item: RecordItem, _ event: CalendarEvent, to lines: inout CalendarLines) {
    lines.add("BEGIN", "VEVENT")
    lines.add("UID", base.uuid(of: item.id, inList: path))
    let updated = instant(event.updated)
    lines.add("DTSTAMP", instant: updated ?? instant(event.start) ?? 0)
    if let updated { lines.add("LAST-MODIFIED", instant: updated) }
    addTimes(of: event, to: &lines)
    lines.add("SUMMARY", text: item.title)
    let place = event.place.plainText
    if !place.isEmpty { lines.add("LOCATION", text: place) }
    if let text = text(of: item) { lines.add("DESCRIPTION", text: text) }
    lines.add("URL", url: base.canonical(list.recordURL(item)))
    if case .integer(let number) = event.sequence, number >= 0 { lines.add("SEQUENCE", String(number)) }
    lines.add("END", "VEVENT")
  }

  private func addTimes(of event: CalendarEvent, to lines: inout CalendarLines) {
    switch (Self.wholeDay(event.start), Self.wholeDay(event.end)) {
    case (.date(let start), let end):
      lines.add("DTSTART", start)
      // The end of days is the day after the last one. Four digits can say no year after 9999.
      guard let last = lastDay(end), last > start else { break }
      let next = Day(number: last.number + 1)
      lines.add("DTEND", next.date.year < 10_000 ? next : last)
    case (.datetime(let start), let end):
      lines.add("DTSTART", instant: start.instant)
      switch end {
      case .datetime(let end) where end.instant > start.instant: lines.add("DTEND", instant: end.instant)
      case .date(let last): lines.add("DTEND", instant: zone.midnight(of: Day(number: last.number + 1)))
      default: break
      }
    default: break
    }
  }

  /// The day of a moment of which no time is known, and the first day of a month or a year; else the value.
  private static func wholeDay(_ value: Value) -> Value {
    switch value {
    case .date(let day): .date(Day(number: day.number))
    case .datetime(let moment) where !moment.hasTime: .date(moment.day)
    default: value
    }
  }

  /// The last day of an event of whole days, by the clocks of the list; nil where it has no end.
  private func lastDay(_ end: Value) -> Day? {
    switch end {
    case .date(let day): day
    case .datetime(let moment): moment.shown(in: zone).day
    default: nil
    }
  }

  /// A day begins at midnight, by the clocks of the list.
  private func instant(_ value: Value) -> Int? {
    switch value {
    case .date(let day): zone.midnight(of: day)
    case .datetime(let moment): moment.instant
    default: nil
    }
  }

  private func text(of item: RecordItem) -> String? {
    guard let textField, case .text(let text) = item.record.values[textField], !text.isEmpty else { return nil }
    let words = forms.map { MarkdownRenderer.paragraphs(text, $0) } ?? text
    return words.isEmpty ? nil : words
  }
}
