import CellistRecords

/// How a list is cut into pages.
package enum Paging: Hashable, Sendable {
  case single
  case size(Int)
  /// Pages of a size that are numbered from the end of the order, so that a record in front touches the first page alone:
  /// that one holds what is left over, and up to a page more.
  case stable(Int)
  case bySection

  /// How many of `count` records are on the first of pages that are numbered from the end.
  package static func countOnFirst(of count: Int, _ size: Int) -> Int {
    count < 2 * size ? count : size + count % size
  }

  /// The number of a page, from its place among all.
  package func number(ofPage index: Int, of count: Int) -> Int {
    if case .stable = self { count - index } else { index + 1 }
  }

  /// Reads the `pages` setting: a number, `{size: n}`, `{size: n, numbering: stable}` or
  /// `{by: section}`.
  package init(_ settings: inout MappingReader, isSectioned: Bool, _ diagnostics: inout Diagnostics) {
    self = .single
    guard let node = settings.node("pages") else { return }
    if node.text != nil {
      if let size = settings.integer("pages", atLeast: 1, &diagnostics) { self = .size(size) }
      return
    }
    guard var reader = MappingReader(node, name: "'pages'", &diagnostics) else { return }
    let size = reader.integer("size", atLeast: 1, &diagnostics)
    let by = reader.text("by", &diagnostics)
    let numbering = reader.node("numbering")
    if let numbering, numbering.text != "stable" {
      diagnostics.error(
        .invalidSetting, "'numbering' can be stable, found \(numbering.summary)", at: numbering.location,
        hint: "leave it out to number pages from the front")
    } else if let numbering, size == nil {
      diagnostics.error(
        .invalidSetting, "'numbering' belongs to pages of a size", at: numbering.location,
        hint: "for example pages: {size: 100, numbering: stable}")
    }
    reader.finish(&diagnostics)
    switch (size, by) {
    case (let size?, nil): self = numbering == nil ? .size(size) : .stable(size)
    case (nil, "section"?) where isSectioned: self = .bySection
    case (nil, "section"?):
      diagnostics.error(
        .invalidSetting, "pages by section need 'sections'", at: node["by"]?.location,
        hint: "for example sections: {by: category}")
    default:
      diagnostics.error(
        .invalidSetting, "'pages' must be a number of records, {size: n} or {by: section}", at: node.location)
    }
  }
}
