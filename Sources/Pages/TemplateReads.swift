import CellistTemplates

/// Which of a site's templates makes a page.
package enum TemplateUse: Hashable, Sendable {
  /// The home page, plain pages, or the page for what is not found.
  case plain(String)
  /// The pages of a list.
  case list(String)
  /// The pages of a list's records.
  case record(String, variant: Int)
}

/// What a template reads, as paths of names; those within lists begin with the list's own.
package struct TemplateReads: Sendable {
  private let paths: [[String]]
  /// For each variant of a list's cells, what is read of the record.
  private let cells: [TemplateReads]
  /// The files that the template comes from.
  package let sources: [String]

  package init(_ template: CompiledTemplate?) {
    let layout = template?.layout
    paths = layout.map(Self.paths) ?? []
    sources = template?.sources ?? []
    cells = layout.map(Self.cells) ?? []
  }

  package init(paths: [[String]]) {
    self.paths = paths
    sources = []
    cells = []
  }

  /// Whether a name, or anything below it, is read.
  package func reads(_ names: String...) -> Bool { paths.contains { $0.starts(with: names) } }

  /// What is read below a name, without it.
  package func below(_ names: String...) -> [[String]] {
    paths.filter { $0.starts(with: names) }.map { Array($0.dropFirst(names.count)) }
  }

  package var all: [[String]] { paths }

  /// What a cell of a list reads of its record.
  package func cell(_ variant: Int) -> TemplateReads {
    cells.indices.contains(variant) ? cells[variant] : TemplateReads(paths: [])
  }

  private static func paths(_ layout: Layout) -> [[String]] {
    layout.slots.flatMap { slot in [slot.path] + slot.elements.flatMap { paths($0).map { slot.path + $0 } } }
  }

  private static func cells(_ layout: Layout) -> [TemplateReads] {
    let sections = layout.slots.first { $0.path == ["@page", "sections"] }?.elements.first
    let cells = sections?.slots.first { $0.path == ["@section", "cells"] }?.elements ?? []
    return cells.map { TemplateReads(paths: paths($0)) }
  }
}
