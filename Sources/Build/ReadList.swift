import CellistContent
import CellistRecords
import CellistText

/// A list whose records have been read, but not yet followed to those that they refer to.
struct ReadList: Sendable {
  let settings: ListSettings
  let introduction: SiteContent.Plain?
  let records: [Record]
  let unfit: [Record]
  /// The ids of all records that are not published, or do not fit.
  let others: [String]
  let recordFiles: [String: [String]]
  /// Whether the id of every record is known.
  let isComplete: Bool

  /// The lists in order, after the references between their records have been checked and followed.
  static func joined(
    _ lists: [ReadList], language: Language, _ diagnostics: inout Diagnostics
  ) -> [SiteContent.ListContent] {
    var join = RecordJoin(
      lists.map { list in
        RecordJoin.List(
          name: list.settings.folder.name,
          target: ReferenceTarget(type: list.settings.type, titleField: list.settings.titleField),
          records: list.records, others: list.others, isComplete: list.isComplete)
      }, to: Set(lists.flatMap { $0.settings.type.targetNames }), language: language)
    return lists.map { list in
      let arrangement = list.settings.arrangement
      if !arrangement.type.references.isEmpty {
        join.check(list.records + list.unfit, of: list.settings.type, &diagnostics)
      }
      return SiteContent.ListContent(
        settings: list.settings, introduction: list.introduction, records: list.records, unfit: list.unfit,
        recordFiles: list.recordFiles,
        arranged: arrangement.arrange(join.joined(list.records, arrangement.type), &diagnostics))
    }
  }
}
