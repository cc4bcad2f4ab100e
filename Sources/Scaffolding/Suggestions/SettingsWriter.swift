import CellistLists
import CellistRecords
import CellistText

/// Writes the settings of a list, with a comment where a choice was made.
struct SettingsWriter {
  let sample: RecordSample
  var fields: SuggestedFields
  private let suited: SuitedView
  private let view: ListView
  /// Whether the view has no room for some fields.
  private var hidesSome: Bool
  private let programme: EventProgramme?
  private let zone: TimeZoneRules?
  /// Whether the site shows times in UTC.
  private let isInUTC: Bool
  private var lines: [String] = []

  /// How many keys a comment names.
  private static let mostNames = 8
  /// The number of records from which a list has tools, and that from which it has pages.
  private static let (withTools, withPages) = (30, 200)

  /// - Parameter siteZone: the time zone of the site, which need not be named.
  init(sample: RecordSample, fields: SuggestedFields, siteZone: TimeZoneRules) {
    self.sample = sample
    isInUTC = siteZone.name == "UTC"
    zone = sample.zone.flatMap { $0.name == siteZone.name ? nil : $0 }
    self.fields = fields
    programme = EventProgramme(of: sample, fields)
    suited = fields.view(hasBodies: !sample.bodyLengths.isEmpty)
    view = programme?.view ?? suited.view
    hidesSome = programme == nil && suited.hidesSome
  }

  mutating func settings(title: String) -> String {
    let quoted = ListSuggestion.quoted
    let titleField = fields.title
    fields.describePictures(titled: titleField?.name)
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
    if !sample.sharedColumns.isEmpty {
      let names = sample.sharedColumns.map(quoted).joined(separator: ", ")
      lines.append("# The file has several columns called \(names); each needs a name of its own to be read.")
    }
    writeIDs()
    if let titleField, titleField.key != fields.all.first(where: { $0.type == .text })?.key {
      lines.append("title-field: \(quoted(titleField.name))")
    }
    writeOrder(titleField)
    // Which parts there are depends on what a table leaves out.
    let place = lines.count
    writeColumns(titleField)
    let columns = Array(lines[place...])
    lines.removeSubrange(place...)
    writeParts()
    lines += columns
    if hasPages, hidesSome {
      lines.append("record-pages: true  # a record's own page has the fields for which the list has no room")
    } else if hasPages {
      lines.append("record-pages: true  # a record's own page has the whole text, the list its beginning")
    }
    if sample.records.count > Self.withPages { lines.append("pages: 100") }
    if sample.records.count >= Self.withTools { lines.append("tools: [search, filter, sort]") }
    if let source = sample.source { lines.append("sources: [\(source)]") }
    if !sample.sharedColumns.isEmpty {
      lines.append("extra-keys: ignore")
    } else if !fields.unfit.isEmpty || sample.hasOtherKeys {
      let names = fields.unfit.prefix(Self.mostNames).map(ListSuggestion.quoted).joined(separator: ", ")
      let more = fields.unfit.count > Self.mostNames ? " and \(fields.unfit.count - Self.mostNames) more" : ""
      lines.append(
        "extra-keys: ignore  # "
          + (names.isEmpty
            ? "some keys have values that no field can hold"
            : "left out, since their values are of several kinds or nested: \(names)\(more)"))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether all records have ids, which name their pages.
  private var canHavePages: Bool { sample.isNamed || !fields.ids(in: sample.records).isEmpty }

  /// The length in bytes from which a text is too long for a list.
  private static let longText = 600

  /// Whether most of the texts that the list shows are too long for it.
  private var hasLongTexts: Bool {
    guard programme == nil, view != .table, let name = suited.text else { return false }
    let lengths =
      name == RecordType.bodyName
      ? sample.bodyLengths : fields.all.first { $0.name == name }?.texts.map(\.utf8.count) ?? []
    return lengths.count { $0 > Self.longText } * 2 > lengths.count
  }

  /// Whether records get pages of their own.
  private var hasPages: Bool { canHavePages && (hidesSome || hasLongTexts) }

  private mutating func writeIDs() {
    guard !sample.isNamed else { return }
    let ids = fields.ids(in: sample.records).map { ListSuggestion.quoted($0.name) }
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
    if hasPages, programme == nil, suited.hidesTexts || suited.hidesFacts {
      // What only tells records apart is in the addresses of their pages.
      let left = Set(["id", "key", "slug", "uuid"] + [fields.link?.name].compactMap(\.self))
      let facts = fields.all.filter { suited.facts.contains($0.name) && !left.contains($0.name) }
      let names = Self.mostTelling(Self.usualFacts, of: facts).map { ListSuggestion.quoted($0.name) }
      parts.append("meta: [\(names.joined(separator: ", "))]")
    }
    guard !parts.isEmpty else { return }
    let leads = fields.link != nil && !hasPages
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

  /// The fields that readers want most, in their order.
  private static func mostTelling(_ count: Int, of fields: [SuggestedField]) -> [SuggestedField] {
    let ranked = fields.filter(\.isTelling) + fields.filter { !$0.isTelling }
    let kept = Set(ranked.prefix(count).map(\.key))
    return fields.filter { kept.contains($0.key) }
  }

  // MARK: Columns

  /// The number of facts that a list shows of a record.
  private static let usualFacts = 6

  /// The number of columns from which a table has too many.
  private static let mostColumns = 12
  /// The number of columns, the title included, that such a table keeps.
  private static let usualColumns = 8

  /// Writes the columns of a table where some fields are better left out.
  private mutating func writeColumns(_ title: SuggestedField?) {
    guard view == .table, programme == nil else { return }
    let count = sample.records.count
    var reasons: [String] = []
    func leaveOut(_ names: [String], _ reason: String) {
      guard !names.isEmpty else { return }
      reasons.append("\(names.count > 3 ? "\(names.count) fields" : names.joined(separator: ", ")): \(reason)")
    }
    var columns = fields.all.filter { $0.key != title?.key }
    let constant = columns.filter { count >= SuggestedFields.tellingCount && $0.isAlwaysThere && $0.isConstant }
    let empty = columns.filter { count >= 20 && $0.count * 20 < count }
    leaveOut(constant.map(\.name), "always the same")
    leaveOut(empty.map(\.name), "nearly always empty")
    let dropped = Set((constant + empty).map(\.key))
    columns = columns.filter { !dropped.contains($0.key) }
    if columns.count >= Self.mostColumns {
      let kept = Self.mostTelling(Self.usualColumns - 1, of: columns)
      leaveOut(columns.filter { field in !kept.contains { $0.key == field.key } }.map(\.name), "no room in a table")
      columns = kept
      hidesSome = true
    }
    guard !reasons.isEmpty, columns.count >= 2 else { return }
    if let link = fields.link { columns.removeAll { $0.key == link.key } }
    lines.append("# Left out of the columns: \(reasons.joined(separator: "; ")).")
    let names = [title?.name].compactMap(\.self) + columns.map(\.name)
    lines.append("columns: [\(names.map(ListSuggestion.quoted).joined(separator: ", "))]")
    // Without it the view would follow from the fields.
    lines.append("view: table")
  }
}
