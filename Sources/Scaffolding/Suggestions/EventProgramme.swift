import CellistLists

/// How a list shows the events of a calendar: in their order, as the programme of some days, as a list of months, or in a
/// grid of weeks.
struct EventProgramme {
  /// The field with the start of an event.
  let start: String
  let view: ListView
  /// The part of the start that divides the list; nil for none.
  let sections: String?

  /// Nil for other records, and for events without a start.
  init?(of sample: RecordSample, _ fields: SuggestedFields) {
    guard sample.isCalendar, let start = fields.all.first(where: { $0.key == "start" && $0.type.isDate }) else {
      return nil
    }
    self.start = start.name
    let days = Set(start.texts.map { $0.prefix(Self.dayLength) }).count
    let titles = Set(fields.title?.texts ?? []).count
    // A calendar has no room for texts, which are read once where events repeat.
    let texts = fields.all.first { $0.key == "description" && $0.type != .url }?.count ?? 0
    if start.type == .datetime, days > 1, start.count >= days * 2 {
      (view, sections) = (.rows, "date")
    } else if texts * 2 > start.count, titles * 2 > start.count {
      (view, sections) = (.rows, days > 1 ? "month" : nil)
    } else {
      (view, sections) = (days > 1 ? .calendar : .rows, nil)
    }
  }

  /// The length of `2027-04-12`.
  private static let dayLength = 10
}
