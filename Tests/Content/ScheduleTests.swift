import Testing

@testable import CellistContent

@Suite struct ScheduleTests {
  private func schedule(_ keys: String) throws -> Schedule {
    let read = try ListReading("record: {n: text?}", "a.yml", "n: x\n\(keys)")
    #expect(read.messages == [])
    return try #require(read.schedules.first)
  }

  @Test func `without keys a record is published always`() throws {
    let schedule = try schedule("")
    #expect(schedule.isPublished(at: .min, includingDrafts: false))
    #expect(schedule.isPublished(at: .max - 1, includingDrafts: false))
  }

  @Test func `a draft is published only among drafts`() throws {
    #expect(try !schedule("draft: true").isPublished(at: 0, includingDrafts: false))
    #expect(try schedule("draft: true").isPublished(at: 0, includingDrafts: true))
    #expect(try schedule("draft: false").isPublished(at: 0, includingDrafts: false))
    #expect(try schedule("draft:").isPublished(at: 0, includingDrafts: false))
  }

  @Test(arguments: [
    ("2024-05-01", 1_714_514_400), ("2024-01-01", 1_704_063_600), ("2024-05-01T00:00:00Z", 1_714_521_600),
  ])
  func `publishing begins and ends at midnight in the site's zone`(date: String, instant: Int) throws {
    let begins = try schedule("publish: \(date)")
    #expect(!begins.isPublished(at: instant - 1, includingDrafts: true))
    #expect(begins.isPublished(at: instant, includingDrafts: false))
    let ends = try schedule("expires: \(date)")
    #expect(ends.isPublished(at: instant - 1, includingDrafts: false))
    #expect(!ends.isPublished(at: instant, includingDrafts: true))
  }

  @Test(arguments: ["draft: [true]", "draft: on", "expires: {}", "publish: 2024-02-30", "publish: '~'"])
  func `what is no date or truth is an error`(keys: String) throws {
    let read = try ListReading("record: {n: text?}", "a.yml", keys)
    #expect(read.records.isEmpty && read.messages.count == 1)
  }

  @Test(arguments: ["publish:", "publish: null", "publish: ~", "expires: ~", "draft: ~"])
  func `null is no date`(keys: String) throws {
    #expect(try schedule(keys) == Schedule())
  }
}
