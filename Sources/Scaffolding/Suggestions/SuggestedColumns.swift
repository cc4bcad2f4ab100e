/// The columns of a table in which some fields are better left out.
struct SuggestedColumns {
  /// The fields beside the title that have columns.
  let fields: [SuggestedField]
  /// Which fields have none, and why.
  let reasons: [String]
  /// Whether there is no room for some fields.
  let isCrowded: Bool

  /// The number of columns from which a table has too many.
  private static let most = 12
  /// The number of columns, the title included, that such a table keeps.
  private static let usual = 8

  /// Nil where all fields are columns.
  init?(of all: SuggestedFields, count: Int) {
    var reasons: [String] = []
    func leaveOut(_ fields: [SuggestedField], _ reason: String) {
      guard !fields.isEmpty else { return }
      let names = fields.count > 3 ? "\(fields.count) fields" : fields.map(\.name).joined(separator: ", ")
      reasons.append("\(names): \(reason)")
    }
    let title = all.title?.key
    var columns = all.all.filter { $0.key != title }
    let constant = columns.filter { count >= SuggestedFields.tellingCount && $0.isAlwaysThere && $0.isConstant }
    let empty = columns.filter { count >= 20 && $0.count * 20 < count }
    leaveOut(constant, "always the same")
    leaveOut(empty, "nearly always empty")
    let dropped = Set((constant + empty).map(\.key))
    columns.removeAll { dropped.contains($0.key) }
    isCrowded = columns.count >= Self.most
    if isCrowded {
      let kept = Set(columns.mostTelling(Self.usual - 1).map(\.key))
      leaveOut(columns.filter { !kept.contains($0.key) }, "no room in a table")
      columns.removeAll { !kept.contains($0.key) }
    }
    guard !reasons.isEmpty, columns.count >= 2 else { return nil }
    self.reasons = reasons
    let link = all.link?.key
    fields = columns.filter { $0.key != link }
  }
}

extension [SuggestedField] {
  /// The fields that readers want most, in their order.
  func mostTelling(_ count: Int) -> [SuggestedField] {
    let ranked = filter(\.isTelling) + filter { !$0.isTelling }
    let kept = Set(ranked.prefix(count).map(\.key))
    return filter { kept.contains($0.key) }
  }
}
