import CellistRecords

@testable import CellistContent
@testable import CellistFormats
@testable import CellistText

extension FuzzTarget {
  /// The reader of calendars: values stand at places in the file, and what is asked for is all that is there.
  static let calendar = FuzzTarget(
    "calendar",
    seeds: [
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:A\\, b\n c\nDTSTART;TZID=Europe/Zurich:20260302T160000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=MO,-1FR;UNTIL=20260601\nEXDATE:20260309T150000Z,20260310\nEND:VEVENT\nEND:VCALENDAR\n",
      "BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:O\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\nTZOFFSETFROM:+0300\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=O:20260302T160000\r\nRDATE;VALUE=PERIOD:20260303T160000/PT2H\r\nRECURRENCE-ID:20260302\r\nGEO:1;2\r\nCATEGORIES:A,B\r\nEND:VEVENT\r\nEND:VCALENDAR",
    ],
    words: [
      "BEGIN:VEVENT\n", "END:VEVENT\n", "BEGIN:VTIMEZONE\n", "DTSTART:", "DTEND:", "RRULE:FREQ=", "YEARLY", "MONTHLY",
      "DAILY", ";COUNT=", ";UNTIL=", ";INTERVAL=", ";BYMONTH=", ";BYMONTHDAY=", ";BYDAY=", ";BYSETPOS=", ";BYWEEKNO=",
      ";BYYEARDAY=", ";BYHOUR=", ";WKST=", "RSCALE=", "SKIP=", "EXDATE:", "RDATE:", "RECURRENCE-ID:", "DURATION:P",
      ";TZID=", "20260302", "T160000", "Z", "\n ", "\\n",
    ]
  ) { input in
    let text = input.text
    let lines = TextLines(text)
    for span in [nil, Day(number: 20_000).span] {
      var diagnostics = Diagnostics()
      CalendarEvents.read(text, file: "a.ics", within: span, &diagnostics) { record, _ in
        law(record.node.places.allSatisfy(lines.holds), "places lie in the file")
      }
      lawOfPlaces(diagnostics, in: ["a.ics": lines])
    }
  }
}

extension Day {
  /// The three years from a day on.
  fileprivate var span: CalendarSpan { CalendarSpan(first: self, last: Day(number: number + 1_100)) }
}
