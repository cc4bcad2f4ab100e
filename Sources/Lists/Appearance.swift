import CellistRecords

/// How a list shows its records: in which view, and which fields play which part in it.
package struct Appearance: Hashable, Sendable {
  /// The parts that fields play beside the title.
  package struct Roles: Hashable, Sendable {
    /// A picture.
    package var image: Int?
    /// A choice, whose values have colours.
    package var badge: Int?
    /// The flags that are badges in place of a choice: the first that holds is shown.
    package var flags: [FlagBadge] = []
    /// The text under the title.
    package var text: Int?
    /// When it happens, or happened, and when that ends.
    package var date: Int?
    package var end: Int?
    /// Where it happens.
    package var place: Int?
    /// Where the title leads, where records have no pages of their own.
    package var link: Int?
    /// The numbers with bars in a table, as long as their share of the greatest.
    package var bars: [Int] = []
    /// The fields that are lines, each with the fields that have the dates of the records that refer back by it; without any
    /// for a list of numbers.
    package var sparks: [Int: [Int]] = [:]
    /// The short facts, in order.
    package var meta: [Int] = []
  }

  package typealias View = ListView

  /// How many facts a record has in a list where its settings name none. A table and the record's page show all.
  package static let usualFacts = 6

  /// The view that settings name, and where; nil where they leave that to the fields.
  package private(set) var view: String?
  package private(set) var location: SourceLocation?
  /// The view that suits the fields.
  package let suited: View
  private var fields: Fields
  /// The same for lists without sections.
  private let elsewhere: Fields

  private struct Fields: Hashable {
    var roles: Roles
    var columns: [Int]
    /// Whether the settings name the facts.
    let namesFacts: Bool
    /// The place in a schedule, where the settings name none.
    let room: Int?
  }

  /// Reads `view`, `show` and `columns`, and fills in what they leave open.
  ///
  /// - Parameters:
  ///   - sectioned: the fields whose values are the titles of sections already.
  ///   - flags: the names of the list's flags.
  ///   - targets: the record types of the site's lists, by their names.
  ///   - hasBodies: whether records may have a text after their front matter.
  package init(
    _ settings: inout MappingReader, type: RecordType, title: Int, sectioned: [Int], flags: [String] = [],
    targets: [String: ReferenceTarget] = [:], hasBodies: Bool, _ diagnostics: inout Diagnostics
  ) {
    view = settings.text("view", &diagnostics)
    location = settings.node("view")?.location
    let show = settings.node("show")
    if let show, show.entries == nil {
      diagnostics.error(
        .invalidSetting, "'show' must be a mapping of parts to fields, found \(show.summary)", at: show.location,
        hint: "for example show: {image: photo, meta: [author, year]}")
    }
    let parts = show.flatMap { $0.entries == nil ? nil : $0 } ?? Node(.mapping([]), at: settings.location)
    func fields(_ candidates: Candidates, _ diagnostics: inout Diagnostics) -> Fields {
      var roles = Roles()
      if let reader = MappingReader(parts, name: "'show'", &diagnostics) {
        var reading = FieldRoles(reader: reader, type: type, owner: "a view")
        roles = candidates.roles(&reading, flags: flags, targets, hasBodies: hasBodies, &diagnostics)
        reading.reader.finish(&diagnostics)
      }
      return Fields(
        roles: roles, columns: candidates.columns(&settings, &diagnostics), namesFacts: parts["meta"] != nil,
        room: parts["place"] == nil ? candidates.room : nil)
    }
    let candidates = Candidates(type: type, title: title, sectioned: sectioned)
    self.fields = fields(candidates, &diagnostics)
    if view == View.schedule.rawValue, self.fields.roles.date.map({ type.fields[$0].type != .datetime }) ?? true {
      diagnostics.error(
        .invalidSetting, "a schedule needs a date with a time, and the records have none", at: location,
        hint: "for example record: {title: text, start: datetime, end: datetime, room: text}")
    }
    if view == View.calendar.rawValue, self.fields.roles.date == nil {
      diagnostics.error(
        .invalidSetting, "a calendar needs a date, and the records have none", at: location,
        hint: "for example record: {title: text, day: date}")
    }
    suited = candidates.suitedView(self.fields.roles, columns: self.fields.columns, hasBodies: hasBodies)
    // The errors have been reported.
    var ignored = Diagnostics()
    elsewhere = fields(Candidates(type: type, title: title, sectioned: []), &ignored)
  }

  /// Divides a timeline without sections of its own by year, the newest first, unless `sort` begins with the date
  /// itself.
  package func supposeYears(_ settings: inout MappingReader, type: RecordType) {
    guard view ?? suited.rawValue == View.timeline.rawValue, let date = roles.date else { return }
    let name = type.fields[date].name
    let sort = settings.node("sort")
    let isForward = (sort?.text ?? sort?.items?.first?.text) == name
    func entry(_ key: String, _ text: String) -> Node.Entry {
      Node.Entry(
        key: key, keyLocation: settings.location, value: Node(.scalar(text, quoted: false), at: settings.location))
    }
    settings.suppose(
      "sections", .mapping([entry("by", "\(name).year"), entry("order", isForward ? "ascending" : "descending")]))
    settings.suppose("sort", .scalar("-\(name)", quoted: false))
  }

  /// Whether a list has no room for some facts, which only the records' own pages show.
  package var hidesFacts: Bool { !isTable && fields.roles.meta.count > Self.usualFacts }

  /// Whether the records are shown as a table.
  package var isTable: Bool { (view ?? suited.rawValue) == View.table.rawValue }

  /// Whether the records are shown by their times and places.
  package var isSchedule: Bool { (view ?? suited.rawValue) == View.schedule.rawValue }

  /// The fields that have columns in a table, the title among them.
  package var columns: [Int] { fields.columns }

  /// The number of columns, where it is a table; 0 elsewhere.
  package var columnCount: Int { isTable ? columns.count : 0 }

  /// The parts that fields play in the view.
  package var roles: Roles {
    var roles = completeRoles
    switch View(rawValue: view ?? suited.rawValue) {
    case .rows, .cards, .timeline, .glossary:
      if !fields.namesFacts { roles.meta = Array(roles.meta.prefix(Self.usualFacts)) }
    default: break
    }
    return roles
  }

  /// All facts that suit the view, also those for which a list has no room.
  package var facts: [Int] { completeRoles.meta }

  private var completeRoles: Roles {
    var roles = fields.roles
    switch View(rawValue: view ?? suited.rawValue) {
    // There the dates are shown beside the records.
    case .timeline: roles.meta.removeAll { [roles.date, roles.end].contains($0) }
    case .calendar:
      let facts = roles.meta.filter { ![roles.date, roles.end].contains($0) }
      roles.meta = Array((facts.filter { $0 == roles.place } + facts).prefix(1))
    case .schedule:
      roles.place = roles.place ?? fields.room
      // A place is beside its times.
      if roles.badge == roles.place { roles.badge = nil }
      let facts = roles.meta.filter { ![roles.date, roles.end, roles.place].contains($0) }
      roles.meta = fields.namesFacts ? facts : Array(facts.prefix(2))
    case .tiles: roles.meta = Array(roles.meta.filter { $0 != roles.end || roles.date == nil }.prefix(1))
    default:
      // The date is printed with its end.
      if let date = roles.date, roles.meta.contains(date) { roles.meta.removeAll { $0 == roles.end } }
    }
    return roles
  }

  /// The fields that a name of a record shows, such as `facts`; empty for names that show no fields.
  package func fields(of name: String) -> [Int] {
    let roles = roles
    return switch name {
    case "columns": columns
    case "facts": roles.meta + (roles.meta.contains { $0 == roles.date } ? [roles.end].compactMap(\.self) : [])
    case "badge": [roles.badge].compactMap(\.self)
    case "image": [roles.image].compactMap(\.self)
    case "text", "excerpt": [roles.text].compactMap(\.self)
    case "date": [roles.date].compactMap(\.self)
    case "time", "hours", "when", "end": [roles.date, roles.end].compactMap(\.self)
    case "place": [roles.place].compactMap(\.self)
    case "link", "linked": [roles.link].compactMap(\.self)
    default: []
    }
  }

  /// How the records are shown where they stand without sections.
  package var withoutSections: Appearance {
    var other = self
    other.fields = elsewhere
    return other
  }

  /// How the records are shown in another view; nil for the one that suits.
  package func shown(in view: Node?) -> Appearance {
    var other = self
    (other.view, other.location) = (view?.text, view?.location)
    return other
  }
}

/// The fields among which roles are given out.
private struct Candidates {
  let type: RecordType
  let title: Int
  /// The fields that a view may show beside the title and the body, in declared order.
  let fields: [Int]

  init(type: RecordType, title: Int, sectioned: [Int]) {
    self.type = type
    self.title = title
    fields = (0..<type.ownCount).filter {
      $0 != title && !sectioned.contains($0) && type.fields[$0].isShown
        && type.fields[$0].name != RecordType.bodyName
    }
  }

  /// The names of fields that hold a text about the record.
  private static let texts: Set<String> = [
    "summary", "description", "abstract", "definition", "meaning", "notes", "text", "about", "bio", "excerpt",
    "synopsis",
  ]
  private static let ends: Set<String> = ["end", "ends", "until", "to", "finish", "finished", "closes"]

  private static let rooms: Set<String> = ["room", "place", "venue", "location", "hall", "stage", "track"]
  /// The field that has the places of a schedule by its name.
  var room: Int? { first { Self.rooms.contains($0.name) && $0.type.isPlace } }

  private func first(_ fits: (Field) -> Bool) -> Int? { fields.first { fits(type.fields[$0]) } }

  /// Whether a field has the date of a record's last change, which no view is chosen by.
  private func isOfHistory(_ field: Int) -> Bool { type.fields[field].source.isOfHistory }

  func roles(
    _ show: inout FieldRoles, flags: [String], _ targets: [String: ReferenceTarget], hasBodies: Bool,
    _ diagnostics: inout Diagnostics
  ) -> Appearance.Roles {
    var roles = Appearance.Roles()
    roles.image = show.field("image", "an asset", &diagnostics, fits: \.isPicture) { first { $0.type.isPicture } }
    let badge = show.reader.node("badge").flatMap { FlagBadge.all($0, flags: flags, type: type, &diagnostics) }
    if let badge {
      roles.flags = badge
    } else {
      roles.badge = show.field("badge", "a choice", &diagnostics, fits: \.isChoice) { first { $0.type.isChoice } }
    }
    if show.isGiven("start"), show.isGiven("date") {
      diagnostics.error(
        .invalidSetting, "'start' and 'date' are the same part of a view, so one of them is enough",
        at: show.reader.keyLocation("start"))
    }
    // A date that makes sections is one still, and so is the title of records that have no other.
    let date = show.isGiven("start") ? "start" : "date"
    roles.date = show.field(date, "a date or a datetime", &diagnostics, fits: \.isDate) {
      (0..<type.ownCount).first { $0 != title && type.fields[$0].type.isDate && !isOfHistory($0) }
        ?? (type.fields[title].type.isDate ? title : nil)
    }
    let start = roles.date.map { type.fields[$0].type }
    let expectation = start.map { "\($0.name), as the date is" } ?? "a date or a datetime"
    roles.end = show.field("end", expectation, &diagnostics, fits: { $0 == start ?? $0 && $0.isDate }) {
      first { Self.ends.contains($0.name) && $0.type == start }
    }
    roles.place = show.field("place", "text, a choice or a reference", &diagnostics, fits: \.isPlace) {
      first { $0.name == "place" && $0.type.isPlace }
    }
    roles.bars = show.fields("bar", "a number", &diagnostics, fits: \.isNumber) ?? []
    roles.sparks = sparks(&show, targets, &diagnostics)
    roles.link = show.field("link", "a URL", &diagnostics, fits: { $0 == .url }) { nil }
    let body = hasBodies ? type.index(of: RecordType.bodyName) : nil
    roles.text = show.field("text", "text or Markdown", &diagnostics, fits: { $0 == .text || $0 == .markdown }) {
      first { Self.texts.contains($0.name) && ($0.type == .text || $0.type == .markdown) } ?? body
        ?? first { $0.type == .markdown }
    }
    let used = [roles.image, roles.badge, roles.text, roles.link].compactMap(\.self)
    roles.meta = show.fields("meta", "any field", mayBeComputed: true, &diagnostics) ?? facts(besides: used)
    return roles
  }

  /// The fields that are lines: lists of numbers, and records that refer back and have dates.
  private func sparks(
    _ show: inout FieldRoles, _ targets: [String: ReferenceTarget], _ diagnostics: inout Diagnostics
  ) -> [Int: [Int]] {
    let expectation = "a list of numbers, or records that refer back"
    let fields = show.fields("spark", expectation, mayBeComputed: true, &diagnostics) {
      [.list(.integer), .list(.number)].contains($0) || $0.isComputed
    }
    var sparks: [Int: [Int]] = [:]
    for field in fields ?? [] {
      guard let list = type.fields[field].type.target, let target = targets[list] else {
        sparks[field] = []
        continue
      }
      let dates = FieldRoles(reader: show.reader, type: target.type, owner: show.owner).dates
      if !dates.isEmpty {
        sparks[field] = dates
        continue
      }
      guard target.type.fields.allSatisfy(\.isKnown) else { continue }
      diagnostics.error(
        .invalidSetting,
        "the 'spark' of a view counts the records of '\(type.fields[field].name)' by their dates, and those of '\(list)' have none",
        at: show.reader.node("spark")?.location)
    }
    return sparks
  }

  /// The facts where settings name none, in declared order, but texts of several lines behind all others. Dates of changes
  /// are only on the records' own pages.
  private func facts(besides used: [Int]) -> [Int] {
    let facts = fields.filter { !used.contains($0) && !isOfHistory($0) }
    func isLong(_ field: Int) -> Bool {
      type.fields[field].type == .markdown || Self.texts.contains(type.fields[field].name)
    }
    return facts.filter { !isLong($0) } + facts.filter(isLong)
  }

  func columns(_ settings: inout MappingReader, _ diagnostics: inout Diagnostics) -> [Int] {
    var reading = FieldRoles(reader: settings, type: type, owner: "a table")
    let given = reading.fields("columns", "any field", mayBeComputed: true, &diagnostics)
    settings = reading.reader
    guard let given else { return [title] + fields }
    return given.contains(title) ? given : [title] + given
  }

  func suitedView(_ roles: Appearance.Roles, columns: [Int], hasBodies: Bool) -> Appearance.View {
    let fields = fields.filter { !isOfHistory($0) }
    let texts = fields.count { type.fields[$0].type == .markdown } + (hasBodies ? 1 : 0)
    if !type.variants.isEmpty { return .rows }
    if roles.image != nil { return .cards }
    let others = fields.count { ![roles.text, roles.date, roles.end].contains($0) }
    if roles.text != nil, roles.date != nil, others <= 2 { return .timeline }
    if roles.text != nil, roles.date == nil, fields.count <= 2 { return .glossary }
    return columns.count { !isOfHistory($0) } >= 4 && texts == 0 ? .table : .rows
  }
}

extension FieldRoles {
  /// The field of a role: the one that is named, none where that is `false`, else the one that suits.
  fileprivate mutating func field(
    _ role: String, _ expectation: String, _ diagnostics: inout Diagnostics, fits: (FieldType) -> Bool,
    otherwise: () -> Int?
  ) -> Int? {
    guard let node = reader.node(role) else { return otherwise() }
    guard node.text != "false" else { return nil }
    return path(role, expectation, isOwn: true, &diagnostics, fits: fits)?.field
  }

}

extension FieldType {
  fileprivate var isChoice: Bool { if case .choice = self { true } else { false } }
  fileprivate var isPlace: Bool { isPlaceName || target != nil }
}
