import CellistLists
import CellistRecords
import CellistText

/// Writes the settings of a list, with a comment where a choice was made.
struct SettingsWriter {
  let sample: RecordSample
  let fields: SuggestedFields
  private let suited: SuitedView
  private let view: ListView
  private let programme: EventProgramme?
  /// The columns of a table that has not all fields; nil for all, and for other views.
  private let columns: SuggestedColumns?
  /// The fields that tell all records apart.
  private let ids: [SuggestedField]
  /// Why records get pages of their own; nil where they get none.
  private let reasonForPages: String?
  private let zone: TimeZoneRules?
  /// Whether the site shows times in UTC.
  private let isInUTC: Bool
  private var lines: [String] = []

  /// How many keys a comment names.
  private static let mostNames = 8
  /// The number of records from which a list has tools, and that from which it has pages.
  private static let (withTools, withPages) = (30, 200)
  /// The length in bytes from which a text is too long for a list.
  private static let longText = 600

  /// - Parameter siteZone: the time zone of the site, which need not be named.
  init(sample: RecordSample, fields: SuggestedFields, siteZone: TimeZoneRules) {
    var fields = fields
    fields.describePictures(titled: fields.title?.name)
    (self.sample, self.fields) = (sample, fields)
    isInUTC = siteZone.name == "UTC"
    zone = sample.zone.flatMap { $0.name == siteZone.name ? nil : $0 }
    programme = EventProgramme(of: sample, fields)
    let suited = fields.view(hasBodies: !sample.bodyLengths.isEmpty)
    (self.suited, view) = (suited, programme?.view ?? suited.view)
    ids = fields.ids(in: sample.records)
    columns =
      programme == nil && suited.view == .table ? SuggestedColumns(of: fields, count: sample.records.count) : nil
    let lengths = suited.text == RecordType.bodyName ? sample.bodyLengths : fields.lengths(of: suited.text)
    if programme != nil || !sample.isNamed && ids.isEmpty {
      reasonForPages = nil
    } else if suited.isCrowded || suited.hidesBodies || columns?.isCrowded == true {
      reasonForPages = "a record's own page has the fields for which the list has no room"
    } else if suited.view != .table, lengths.count(where: { $0 > Self.longText }) * 2 > lengths.count {
      reasonForPages = "a record's own page has the whole text, the list its beginning"
    } else {
      reasonForPages = nil
    }
  }

  mutating func settings(title: String) -> String {
    let quoted = ListSuggestion.quoted
    let titleField = fields.title
    lines.append("title: \(quoted(title))")
    if let zone {
      lines.append("time-zone: \(zone.name)")
    } else if isInUTC, let offset = fields.offset {
      lines.append("# Times are at \(offset) here, and pages show them in UTC: 'time-zone' names another zone.")
    }
    if let sign = fields.decimal { lines.append("numbers: {decimal: \"\(sign.rawValue)\"}") }
    if !fields.absent.isEmpty {
      lines.append(
        "absent: [\(fields.absent.map(quoted).joined(separator: ", "))]  # these texts mean \"no value\"")
    }
    // Without a title of its own, a record is titled by the name of its file.
    lines.append(fields.all.isEmpty ? "record: {title: text?}" : "record:")
    lines += fields.all.map { "  \($0.declaration)" }
    if !fields.constant.isEmpty {
      lines.append("# Left out of the record: \(fields.constant.joined(separator: ", ")): always the same.")
    }
    writeIDs()
    if let titleField, titleField.key != fields.all.first(where: { $0.type == .text })?.key {
      lines.append("title-field: \(quoted(titleField.name))")
    }
    writeOrder(titleField)
    writeParts()
    if let columns {
      lines.append("# Left out of the columns: \(columns.reasons.joined(separator: "; ")).")
      let names = [titleField?.name].compactMap(\.self) + columns.fields.map(\.name)
      lines.append("columns: [\(names.map(quoted).joined(separator: ", "))]")
      // Without it the view would follow from the fields.
      lines.append("view: table")
    }
    if let reasonForPages { lines.append("record-pages: true  # \(reasonForPages)") }
    if sample.records.count > Self.withPages { lines.append("pages: 100") }
    if sample.records.count >= Self.withTools { lines.append("tools: [search, filter, sort]") }
    if let source = sample.source { lines.append("sources: [\(source)]") }
    writeExtraKeys()
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func writeExtraKeys() {
    guard !fields.unfit.isEmpty || sample.hasOtherKeys else { return }
    let names = fields.unfit.prefix(Self.mostNames).map(ListSuggestion.quoted).joined(separator: ", ")
    let more = fields.unfit.count > Self.mostNames ? " and \(fields.unfit.count - Self.mostNames) more" : ""
    let reason =
      names.isEmpty
      ? "some keys have values that no field can hold"
      : "left out, since their values are of several kinds or nested: \(names)\(more)"
    lines.append("extra-keys: ignore  # \(reason)")
  }

  private mutating func writeIDs() {
    guard !sample.isNamed else { return }
    let ids = ids.map { ListSuggestion.quoted($0.name) }
    switch ids.count {
    case 0: lines.append("# No field tells all records apart; with an 'id' they can have pages of their own and feeds.")
    case 1: lines.append("id: \(ids[0])")
    default: lines.append("id: [\(ids.joined(separator: ", "))]")
    }
  }

  /// Writes the parts that fields play in the view, where these do not follow from their types.
  private mutating func writeParts() {
    var parts = [("place", fields.place), ("link", fields.link)].compactMap { part, field in
      field.map { "\(part): \(ListSuggestion.quoted($0.name))" }
    }
    if reasonForPages != nil, suited.isCrowded {
      // The addresses of pages have what programs number records by.
      let left = Set((ids.filter(\.isIdentifier) + [fields.link].compactMap(\.self)).map(\.name))
      let facts = fields.all.filter { suited.facts.contains($0.name) && !left.contains($0.name) }
      let names = facts.mostTelling(Appearance.usualFacts).map { ListSuggestion.quoted($0.name) }
      parts.append("meta: [\(names.joined(separator: ", "))]")
    }
    guard !parts.isEmpty else { return }
    let leads = fields.link != nil && reasonForPages == nil
    lines.append("show: {\(parts.joined(separator: ", "))}" + (leads ? "  # titles lead there" : ""))
  }

  private mutating func writeOrder(_ title: SuggestedField?) {
    let name = title.map { ListSuggestion.quoted($0.name) }
    if let programme {
      let start = ListSuggestion.quoted(programme.start)
      lines.append("sort: \(name.map { "[\(start), \($0)]" } ?? start)")
      if let sections = programme.sections { lines.append("sections: \(start).\(sections)") }
      lines.append("view: \(programme.view.rawValue)")
      return
    }
    if let date = fields.date, date.key != title?.key {
      // What begins is to come, and in its order; all else is news.
      let isProgramme = ["start", "starts", "begin", "begins"].contains(date.name)
      let order = ListSuggestion.quoted(isProgramme ? date.name : "-\(date.name)")
      lines.append("sort: \(name.map { "[\(order), \($0)]" } ?? order)")
    } else if fields.isArranged(sample.records) {
      lines.append("# Without 'sort', the list has the order of the file.")
    } else if let name {
      lines.append("sort: \(name)")
    }
    if view == .glossary, let name, sample.records.count >= Self.withTools {
      lines.append("sections: \(name).initial")
    }
  }
}
