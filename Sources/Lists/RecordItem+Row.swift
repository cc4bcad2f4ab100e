import CellistBase
import CellistRecords

extension RecordItem {
  /// The facts of a record that an arrangement reads.
  package struct Row: Hashable, Sendable, StateCodable {
    /// The bytes that it sorts by.
    package var key = OrderKey()
    /// The rest, in a box: in most lists there is nothing in it.
    private var details: Details?
    /// Whether the list's `where` keeps it.
    package var isKept = true

    private final class Details: Hashable, Sendable, StateCodable {
      let flags: [Bool]
      let sections: [Value]
      let figures: [Value]
      let terms: [[Value]]
      let dates: [Value]
      let event: [Value]
      let schema: [Value]
      let views: [OrderKey?]
      let words: String
      let text: String
      let span: TimeSpan

      init?(
        flags: [Bool], sections: [Value], figures: [Value], terms: [[Value]], dates: [Value], event: [Value],
        schema: [Value], views: [OrderKey?], words: String, text: String, span: TimeSpan
      ) {
        if flags.isEmpty, sections.isEmpty, figures.isEmpty, terms.isEmpty, dates.isEmpty, event.isEmpty,
          schema.isEmpty, views.isEmpty, words.isEmpty, text.isEmpty, span == .always
        {
          return nil
        }
        (self.flags, self.sections, self.figures) = (flags, sections, figures)
        (self.terms, self.dates, self.views) = (terms, dates, views)
        (self.event, self.schema, self.words, self.text, self.span) = (event, schema, words, text, span)
      }

      init(_ coder: inout StateCoder, _ known: Details?) throws(StateCoder.Malformed) {
        flags = try coder.items(known?.flags)
        sections = try coder.items(known?.sections)
        figures = try coder.items(known?.figures)
        terms = try coder.items(known?.terms.map { $0.map(KeptValue.init) }).map { $0.map(\.value) }
        dates = try coder.items(known?.dates)
        event = try coder.items(known?.event)
        schema = try coder.items(known?.schema)
        views = try coder.items(known?.views.map(ViewPlace.init)).map(\.key)
        words = try coder.value(known?.words)
        text = try coder.value(known?.text)
        span = try coder.value(known?.span)
      }

      static func == (one: Details, other: Details) -> Bool {
        one === other
          || one.flags == other.flags && one.sections == other.sections && one.figures == other.figures
            && one.terms == other.terms && one.dates == other.dates && one.event == other.event
            && one.schema == other.schema && one.views == other.views && one.words.utf8.elementsEqual(other.words.utf8)
            && one.text.utf8.elementsEqual(other.text.utf8) && one.span == other.span
      }

      func hash(into hasher: inout Hasher) {
        hasher.combine(flags)
        hasher.combine(sections)
        hasher.combine(figures)
        hasher.combine(terms)
        hasher.combine(dates)
        hasher.combine(event)
        hasher.combine(schema)
        hasher.combine(views)
        hasher.combine(words)
        hasher.combine(text)
        hasher.combine(span)
      }
    }

    /// One truth per flag of the list, in declared order.
    package var flags: [Bool] { details?.flags ?? [] }
    /// The values whose sections contain it; one absent value where it has none.
    package var sections: [Value] { details?.sections ?? [] }
    /// The values from which the figures below a section are computed.
    package var figures: [Value] { details?.figures ?? [] }
    /// For each of the list's `terms`, the values under which it is listed.
    package var terms: [[Value]] { details?.terms ?? [] }
    /// Where the list has a feed: the record's date, and when it was last changed.
    package var dates: [Value] { details?.dates ?? [] }
    /// Where the list has a calendar: the record's event, as `CalendarEvent` reads it.
    package var event: [Value] { details?.event ?? [] }
    /// Where the list has `schema-org`: the values that come from other records, one for each property that has any.
    package var schema: [Value] { details?.schema ?? [] }
    /// For each view of the list, the record's place in it; nil where the view does not show it.
    package var views: [OrderKey?] { details?.views ?? [] }

    /// Where the list is searched: the words of the record, each once, with a space between each two.
    package var words: String { details?.words ?? "" }
    /// The words by which the search of the whole site finds it, with a space between each two.
    package var text: String { details?.text ?? "" }
    /// The instants at which conditions that look at the clock place it so.
    package var span: TimeSpan {
      get { details?.span ?? .always }
      set {
        details = Details(
          flags: flags, sections: sections, figures: figures, terms: terms, dates: dates, event: event, schema: schema,
          views: views, words: words, text: text, span: newValue)
      }
    }

    package init() {}

    package init(_ coder: inout StateCoder, _ known: Row?) throws(StateCoder.Malformed) {
      isKept = try coder.value(known?.isKept)
      key = try coder.value(known?.key)
      details = try coder.optional(known?.details)
    }

    /// The place of a record in a view, if that shows it.
    private struct ViewPlace: StateCodable {
      let key: OrderKey?

      init(_ key: OrderKey?) { self.key = key }

      init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
        key = try coder.optional(known?.key)
      }
    }

    package init(
      isKept: Bool, flags: [Bool] = [], key: OrderKey = OrderKey(), sections: [Value] = [], figures: [Value] = [],
      terms: [[Value]] = [], dates: [Value] = [], event: [Value] = [], schema: [Value] = [],
      views: [OrderKey?] = [], words: String = "", text: String = "", span: TimeSpan = .always
    ) {
      self.isKept = isKept
      self.key = key
      details = Details(
        flags: flags, sections: sections, figures: figures, terms: terms, dates: dates, event: event, schema: schema,
        views: views, words: words, text: text, span: span)
    }
  }
}
