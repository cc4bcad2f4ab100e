import Testing

@testable import CellistText

@Suite struct DateFormatTests {
  @Test(arguments: [
    ("en", "yMMMMd", "May 1, 2024"), ("en-GB", "yMMMMd", "1 May 2024"), ("de", "yMMMMd", "1. Mai 2024"),
    ("fr", "yMMMM", "mai 2024"), ("en", "yMMMM", "May 2024"),
  ])
  func `a day is written out in the language`(tag: String, skeleton: String, text: String) throws {
    let day = try #require(Day(iso: "2024-05-01"))
    #expect(Language(tag: tag)?.format(day, skeleton: skeleton) == text)
  }

  @Test(arguments: [
    ("en", "MMMM d, y", "May 1, 2024"), ("de", "d. MMMM y", "1. Mai 2024"), ("en", "d.M.y", "1.5.2024"),
    ("en", "dd/MM/yyyy", "01/05/2024"), ("en", "yyyyMMdd", "20240501"),
  ])
  func `a pattern reads a day`(tag: String, pattern: String, text: String) {
    #expect(Language(tag: tag)?.day(from: text, pattern: DatePattern(pattern))?.iso == "2024-05-01")
  }

  @Test(arguments: [
    ("d.M.y", "31.2.2024"), ("d.M.y", "1.13.2024"), ("d.M.y", "1.5.2024 x"), ("d.M.y", "2024-05-01"), ("d.M.y", ""),
    ("MMMM d, y", "Mai 1, 2024"), ("d.M.y", "1.5.12024"), ("d.M.y", "1.5.0"), ("d.M.y", "0.5.2024"),
  ])
  func `text that does not fit the pattern or the calendar gives nil`(pattern: String, text: String) {
    #expect(Language(tag: "en")?.day(from: text, pattern: DatePattern(pattern)) == nil)
  }

  @Test(arguments: [
    ("d/M/yyyy", "3/4/24", false), ("d/M/yyyy", "3/4/0024", true), ("d/M/yy", "3/4/24", true),
    ("EEEE, d MMMM y", "Monday, 3 April 2024", false), ("EEEE, d MMMM y", "Wednesday, 3 April 2024", true),
    ("EEE d MMM y", "wed 3 Apr 2024", true),
  ])
  func `what contradicts the text is not read`(pattern: String, text: String, isRead: Bool) {
    #expect((Language(tag: "en")?.day(from: text, pattern: DatePattern(pattern)) != nil) == isRead)
  }

  @Test(arguments: [
    ("yyyy-mm-dd", "'m' is minutes, and it has no hours"), ("YYYY-MM-dd", "'Y' is the year that a week belongs to"),
    ("yyyy-MM-DD", "'D' is the day of the year"), ("MMMM d", "it has no year"), ("HH:mm", "it has no year"),
    ("d.M.y HH:mm", nil), ("y-DDD", nil), ("YYYY-'W'ww-e", nil), ("d 'de' MMMM 'de' y", nil),
  ])
  func `letters that mean something else are told`(pattern: String, reason: String?) {
    #expect(DatePattern(pattern).problem?.reason == reason)
  }

  @Test(arguments: [
    ("1.5.24", "2024-05-01"), ("1.5.68", "2068-05-01"), ("1.5.69", "1969-05-01"), ("1.5.0024", "0024-05-01"),
  ])
  func `a year of two digits does not depend on the clock`(text: String, iso: String) {
    #expect(Language(tag: "en")?.day(from: text, pattern: DatePattern("d.M.y"))?.iso == iso)
  }

  @Test func `reading what was written gives the same day, before 1582 as well`() throws {
    let language = try #require(Language(tag: "en"))
    let first = try #require(Day(iso: "0001-01-01")).number
    for number in stride(from: first, to: 2_932_896, by: 10_007) {
      let day = Day(number: number)
      let date = day.date
      #expect(
        language.day(from: "\(date.day).\(date.month).\(day.iso.prefix(4))", pattern: DatePattern("d.M.yyyy")) == day)
    }
  }
}
