import CellistRecords

/// How a list is cut into pages.
package enum Paging: Hashable, Sendable {
  case single
  case size(Int)
  case bySection

  /// Reads the `pages` setting: a number, `{size: n}` or `{by: section}`.
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
    reader.finish(&diagnostics)
    switch (size, by) {
    case (let size?, nil): self = .size(size)
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
