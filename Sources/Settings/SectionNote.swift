import CellistLists
import CellistTables

/// A text that a presenter of a list's records puts above or below a section.
public enum SectionNote: Sendable {
  /// The section's title, above it.
  case title(String)
  /// Figures: each what it counts, and how much that is.
  case figures(KeyValuePairs<String, String>)
}

/// The titles and figures of sections, as a presenter makes them.
package struct SectionNotes<Item: Sendable>: Sendable {
  let header: DataPresenter<Item, SectionNote, Never>.Edge?
  let footer: DataPresenter<Item, SectionNote, Never>.Edge?

  package init?<Cell>(_ presenter: DataPresenter<Item, SectionNote, Cell>) {
    guard presenter.header != nil || presenter.footer != nil else { return nil }
    header = presenter.header
    footer = presenter.footer
  }

  /// A section with the text above and below it.
  func noting(_ section: ArrangedSection, _ items: [Item], at index: Int) -> ArrangedSection {
    let shown = ItemSection(id: section.slug, title: section.title, items: items)
    var (title, notes) = (section.title, section.notes)
    for note in [header?(shown, index), footer?(shown, index)].compactMap(\.self) {
      switch note {
      case .title(let text): title = text
      case .figures(let figures): notes += figures.map { SectionFigure(label: $0.key, value: $0.value) }
      }
    }
    return ArrangedSection(
      value: section.value, title: title, slug: section.slug, groups: section.groups, items: section.items,
      aggregates: section.aggregates, notes: notes)
  }
}
