import CellistFormats
import CellistRecords
import CellistText

/// The events of a calendar as records; one that repeats is a record for each time.
struct CalendarEvents {
  private let span: CalendarSpan?
  private let zones: CalendarZones
  /// The times that have events of their own, by the event's name.
  private let changed: [String: Set<Int>]
  /// How many more records the calendar may have, and how many days its rules may look at.
  private var (rest, effort) = (100_000, 2_000_000)

  /// Calls `emit` with each event of the file, in its order.
  static func read(
    _ text: String, file: String, within span: CalendarSpan?, _ diagnostics: inout Diagnostics,
    emit: (RawRecord, inout Diagnostics) -> Void
  ) {
    guard let calendars = CalendarReader.read(text, file: file, &diagnostics) else { return }
    var events = CalendarEvents(calendars, span)
    for event in calendars.flatMap(\.components) where event.name == "VEVENT" {
      guard events.add(event, &diagnostics, emit) else {
        diagnostics.error(
          .tooComplex, "the events of the calendar repeat too often in all", at: event.location,
          hint: "'between' of the source says from when to when they are taken")
        return
      }
    }
    events.zones.report(&diagnostics)
  }

  private init(_ calendars: [CalendarComponent], _ span: CalendarSpan?) {
    self.span = span
    zones = CalendarZones(calendars)
    var changed: [String: Set<Int>] = [:]
    for event in calendars.flatMap(\.components) where event.name == "VEVENT" {
      guard let uid = event["UID"]?.value, let property = event["RECURRENCE-ID"],
        let (time, clock) = zones.time(property)
      else { continue }
      changed[uid, default: []].insert(clock.instant(of: time))
    }
    self.changed = changed
  }

  /// A time at which an event takes place, until when, and by which clocks.
  private struct Occurrence {
    let start: CalendarTime
    let end: CalendarTime?
    let clock: CalendarClock
    let endClock: CalendarClock
    /// Its duration, if the event has one instead of an end.
    var duration: CalendarDuration?

    init(_ start: CalendarTime, until end: CalendarTime?, _ clock: CalendarClock, _ endClock: CalendarClock) {
      (self.start, self.end, self.clock, self.endClock) = (start, end, clock, endClock)
    }

    /// Days are those of the calendar, hours those that pass.
    init(_ start: CalendarTime, for duration: CalendarDuration, _ clock: CalendarClock) {
      var end = CalendarTime(day: Day(number: start.day.number + duration.days), second: start.second)
      if start.second == nil {
        end.day = max(start.day, Day(number: end.day.number - 1))
      } else {
        end = clock.time(at: clock.instant(of: end) + duration.seconds)
      }
      self.init(start, until: end, clock, clock)
      self.duration = duration
    }

    /// Whether its end is known to be before its start.
    ///
    /// - Parameter written: the end as the event has it: that of whole days was moved behind their start.
    func endsBeforeItBegins(_ written: (time: CalendarTime, clock: CalendarClock)?) -> Bool {
      guard let (end, endClock) = written ?? end.map({ ($0, endClock) }) else { return false }
      // How a floating time lies to one of a zone depends on where it is read.
      guard clock.isFloating == endClock.isFloating else { return false }
      return endClock.instant(of: end) < clock.instant(of: start)
    }

    /// The same event at another time. It lasts as long.
    func moved(to other: CalendarTime) -> Occurrence {
      if let duration { return Occurrence(other, for: duration, clock) }
      guard let end else { return Occurrence(other, until: nil, clock, endClock) }
      if end.second == nil || start.second == nil {
        let day = Day(number: end.day.number + other.day.number - start.day.number)
        return Occurrence(other, until: CalendarTime(day: day, second: end.second), clock, endClock)
      }
      let length = endClock.instant(of: end) - clock.instant(of: start)
      return Occurrence(other, until: endClock.time(at: clock.instant(of: other) + length), clock, endClock)
    }
  }

  /// Adds the records of an event.
  ///
  /// - Returns: false when there are too many.
  private mutating func add(
    _ event: CalendarComponent, _ diagnostics: inout Diagnostics, _ emit: (RawRecord, inout Diagnostics) -> Void
  ) -> Bool {
    let uid = event["UID"].map { String($0.value.trimmed) }.flatMap { $0.isEmpty ? nil : $0 }
    guard let property = event["DTSTART"], let (start, clock) = zones.time(property) else {
      // Its type reports the value, or that there is none.
      emit(record(event, Self.entries(of: event, zones), nil, named: uid), &diagnostics)
      return true
    }
    let first = occurrence(event, start, clock)
    if let property = event["DTEND"] ?? event["DURATION"], first.endsBeforeItBegins(zones.time(property)) {
      diagnostics.warning(.calendarSyntax, "the event ends before it begins", at: property.location, about: "end")
    }
    guard event["RECURRENCE-ID"] == nil, event["RRULE"] != nil || event["RDATE"] != nil else {
      if takes(first) {
        let day = event["RECURRENCE-ID"].flatMap(zones.time)?.time.day.iso
        let name = day.flatMap { day in uid.map { "\($0)-\(day)" } } ?? uid
        emit(record(event, Self.entries(of: event, zones), first, named: name), &diagnostics)
      }
      return true
    }
    guard let starts = starts(of: event, first, &diagnostics) else { return false }
    let own = Self.entries(of: event, zones)
    var days: Set<Day> = []
    for start in starts {
      rest -= 1
      guard rest >= 0 else { return false }
      // The second event of a day has its time in its name.
      let day = days.insert(start.day).inserted ? start.day.iso : "\(start.day.iso)-\(start.clock)"
      emit(record(event, own, first.moved(to: start), named: uid.map { "\($0)-\(day)" }), &diagnostics)
    }
    return true
  }

  private func takes(_ occurrence: Occurrence) -> Bool {
    guard let span else { return true }
    return occurrence.start.day <= span.last && (occurrence.end ?? occurrence.start).day >= span.first
  }

  // MARK: Times

  /// When an event takes place for the first time.
  private func occurrence(_ event: CalendarComponent, _ start: CalendarTime, _ clock: CalendarClock) -> Occurrence {
    if let property = event["DTEND"], let (last, endClock) = zones.time(property) {
      var end = last
      // The end of whole days is the day after the last one.
      if start.second == nil, end.second == nil { end.day = max(start.day, Day(number: end.day.number - 1)) }
      return Occurrence(start, until: end, clock, endClock)
    }
    if let duration = event["DURATION"].flatMap({ CalendarDuration($0.value) }) {
      return Occurrence(start, for: duration, clock)
    }
    return Occurrence(start, until: nil, clock, clock)
  }

  /// The times at which an event that repeats takes place, without those that have events of their own.
  ///
  /// - Returns: nil when there are too many.
  private mutating func starts(
    of event: CalendarComponent, _ first: Occurrence, _ diagnostics: inout Diagnostics
  ) -> [CalendarTime]? {
    var found: [CalendarTime] = []
    func take(_ time: CalendarTime) { if takes(first.moved(to: time)) { found.append(time) } }
    take(first.start)
    for property in event.all("RRULE") {
      let rule = RecurrenceRule(property.value)
      guard let rule, !rule.isWithinDay else {
        diagnostics.warning(
          .calendarSyntax,
          rule == nil
            ? "\(quoted(property.value)) is no rule by which an event repeats, so it takes place once"
            : "an event that repeats within a day is taken once", at: property.location)
        continue
      }
      guard !rule.isEndless || span != nil else {
        diagnostics.error(
          .missingSetting, "this event repeats without an end, so its source needs 'between'", at: property.location,
          hint: "for example {file: \(property.location.file.fileName), between: [2026-01-01, 2026-12-31]}")
        continue
      }
      guard add(rule, from: first, to: &found) else { return nil }
    }
    for property in event.all("RDATE") {
      for item in property.items {
        guard let (time, clock) = zones.time(property, String(item.text.prefix { $0 != "/" })) else {
          report(item, &diagnostics)
          continue
        }
        take(local(time, clock, first))
      }
    }
    var left = changed[event["UID"]?.value ?? ""] ?? []
    var leftDays: Set<Day> = []
    for property in event.all("EXDATE") {
      for item in property.items {
        guard let (time, clock) = zones.time(property, item.text) else {
          report(item, &diagnostics)
          continue
        }
        if time.second == nil {
          leftDays.insert(time.day)
        } else {
          left.insert(first.clock.instant(of: local(time, clock, first)))
        }
      }
    }
    var seen: Set<Int> = []
    return found.sorted { $0.local < $1.local }.filter { start in
      let instant = first.clock.instant(of: start)
      return seen.insert(instant).inserted && !left.contains(instant) && !leftDays.contains(start.day)
    }
  }

  private func report(_ item: (text: String, location: SourceLocation), _ diagnostics: inout Diagnostics) {
    diagnostics.warning(
      .calendarSyntax, "\(quoted(item.text)) is no time of a calendar, and is passed over", at: item.location)
  }

  /// A time as the clock of the event shows it.
  private func local(_ time: CalendarTime, _ clock: CalendarClock, _ first: Occurrence) -> CalendarTime {
    guard time.second != nil, first.start.second != nil else {
      return CalendarTime(day: time.day, second: first.start.second)
    }
    if case .floating = clock { return time }
    return first.clock.time(at: clock.instant(of: time))
  }

  /// Adds the times of a rule. The start of an event is always one of them.
  private mutating func add(_ rule: RecurrenceRule, from first: Occurrence, to found: inout [CalendarTime]) -> Bool {
    let start = first.start
    // A rule that ends by a count ends at last.
    var end = span?.last ?? Day(number: start.day.number + 200 * 366)
    if let until = rule.until { end = min(end, Day(number: until.day.number + 1)) }
    let mostTimes = 10_000
    var (count, taken) = (0, 0)
    var days = effort
    let isWhole = rule.times(from: start, through: end, effort: &days) { time in
      count += 1
      if let most = rule.count, count > most { return false }
      if let until = rule.until {
        let isLater =
          until.second == nil
          ? time.day > until.day
          : until.isUTC ? first.clock.instant(of: time) > until.local : time.local > until.local
        if isLater { return false }
      }
      if takes(first.moved(to: time)) {
        taken += 1
        found.append(time)
      }
      return taken <= mostTimes
    }
    effort = days
    return isWhole && taken <= mostTimes
  }
}

// MARK: - Records

extension CalendarEvents {
  /// The properties for the times of an event.
  private static let times: Set = ["DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "GEO"]
  private static let texts: Set = ["SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CONTACT"]
  private static let moments: Set = ["CREATED", "LAST-MODIFIED", "DTSTAMP", "RECURRENCE-ID"]

  /// The record of an event at a time.
  ///
  /// - Parameter own: the entries that are the same whenever it takes place.
  private func record(
    _ event: CalendarComponent, _ own: [Node.Entry], _ occurrence: Occurrence?, named name: String?
  ) -> RawRecord {
    var times: [Node.Entry] = []
    func add(_ key: String, _ text: String, of property: CalendarProperty) {
      times.append(Node.Entry(key, Node(text, at: property.location), of: property))
    }
    if let start = event["DTSTART"] {
      add("start", occurrence.map { $0.clock.iso($0.start) } ?? start.value, of: start)
      if let occurrence { add("$date", occurrence.start.day.iso, of: start) }
      if let property = event["DTEND"] ?? event["DURATION"] {
        let end =
          occurrence.flatMap { at in at.end.map { at.endClock.iso($0) } }
          ?? zones.time(property).map { $0.clock.iso($0.time) }
        // The type reports an invalid time.
        add("end", end ?? property.value, of: property)
      }
    }
    var record = RawRecord(node: Node(.mapping(times + own), at: event.location), name: name)
    // Hardly a list shows all that an event says.
    record.isOffered = true
    return record
  }

  private static func entries(of event: CalendarComponent, _ zones: CalendarZones) -> [Node.Entry] {
    var entries: [Node.Entry] = []
    if let place = event["GEO"] {
      entries.append(
        Node.Entry(GeoPoint.key, Node(place.value.replacing(";", with: " "), at: place.location), of: place))
    }
    let all = Dictionary(grouping: event.properties, by: \.name)
    var seen: Set<String> = []
    for property in event.properties where !times.contains(property.name) && seen.insert(property.name).inserted {
      let same = all[property.name] ?? []
      let items =
        property.itemLocations.isEmpty
        ? same.map { Node(value(of: $0, zones), at: $0.location) }
        : same.flatMap(\.items).map { Node(plain(String($0.text.trimmed)), at: $0.location) }
      let isList = items.count > 1 || !property.itemLocations.isEmpty
      let shown = isList ? Node(.sequence(items.filter { !$0.isNull }), at: property.location) : items[0]
      entries.append(Node.Entry(property.name.lowercased(), shown, of: property))
    }
    return entries
  }

  private static func value(of property: CalendarProperty, _ zones: CalendarZones) -> String {
    switch property.name {
    case "STATUS", "CLASS", "TRANSP": property.value.trimmed.lowercased()
    case "ORGANIZER", "ATTENDEE":
      property.parameter("CN").map(plain)
        ?? (property.value.lowercased().hasPrefix("mailto:") ? String(property.value.dropFirst(7)) : property.value)
    case let name where moments.contains(name):
      zones.time(property).map { $0.clock.iso($0.time) } ?? property.value
    case let name where texts.contains(name) || name.hasPrefix("X-"): plain(property.value)
    default: String(property.value.trimmed)
    }
  }

  /// A text without escape sequences.
  private static func plain(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var unescaped = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        unescaped.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        unescaped.append(scalar)
      }
    }
    if isEscaped { unescaped.append("\\") }
    return String(unescaped)
  }
}

extension Node {
  /// A text; nothing where it is empty.
  fileprivate init(_ text: String, at location: SourceLocation) {
    self.init(text.isEmpty ? .null : .scalar(text, quoted: true), at: location)
  }
}

extension Node.Entry {
  fileprivate init(_ key: String, _ value: Node, of property: CalendarProperty) {
    self.init(key: key, keyLocation: property.nameLocation, value: value)
  }
}
