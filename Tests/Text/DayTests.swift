import Testing

@testable import CellistText

@Suite struct DayTests {
  @Test func `a day's date and ISO text lead back to the day`() throws {
    let first = try #require(Day(year: 1, month: 1, day: 1)).number
    let last = try #require(Day(year: 9999, month: 12, day: 31)).number
    var before = Day(number: first - 1)
    for number in sequence(first: first, next: { $0 + 13 <= last ? $0 + 13 : nil }) {
      let day = Day(number: number)
      let date = day.date
      #expect(Day(year: date.year, month: date.month, day: date.day) == day)
      #expect(Day(iso: day.iso) == day)
      #expect(before < day)
      #expect(before.iso < day.iso)
      before = day
    }
  }

  @Test(arguments: [("1970-01-01", 0), ("2000-03-01", 11_017), ("1969-12-31", -1), ("0001-01-01", -719_162)])
  func `days are counted from 1970`(iso: String, number: Int) {
    #expect(Day(iso: iso)?.number == number)
  }

  @Test func `a whole leap year has 366 days in a row`() throws {
    let first = try #require(Day(iso: "2024-01-01"))
    let days = (0..<366).map { Day(number: first.number + $0).iso }
    #expect(days[58...60] == ["2024-02-28", "2024-02-29", "2024-03-01"])
    #expect(days.last == "2024-12-31")
    #expect(Set(days).count == 366)
  }

  @Test(arguments: [
    "2023-02-29", "1900-02-29", "2024-04-31", "2024-13-01", "2024-00-10", "2024-01-00", "0000-01-01", "2024-1-1",
    "24-01-01", "2024/01/01", "2024-01-01 ", "", "२०२४-०१-०१", "-024-01-01",
  ])
  func `a text that is no date gives nil`(text: String) {
    #expect(Day(iso: text) == nil)
  }

  @Test(arguments: [(0, 1, 1), (10_000, 1, 1), (2024, 0, 1), (2024, 2, 30), (2100, 2, 29), (2024, 1, -1)])
  func `the calendar refuses dates it does not have`(year: Int, month: Int, day: Int) {
    #expect(Day(year: year, month: month, day: day) == nil)
  }
}
