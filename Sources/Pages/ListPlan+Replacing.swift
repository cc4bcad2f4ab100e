import CellistLists
import CellistSettings
import CellistSites
import CellistTables
import CellistThemes

extension ListPlan {
  /// The plan of a list, as far as possible from an earlier one of this process.
  init(_ content: SiteContent.ListContent, base: SiteBase, since earlier: ListPlan?, booleans: [String]) {
    var reason: ArrangedAnew?
    if let earlier {
      do throws(ArrangedAnew) {
        if let known = try ListPlan(content, since: earlier, booleans: booleans) {
          self = known
          return
        }
      } catch { reason = error }
    }
    self.init(content, base: base, booleans: booleans)
    arrangedAnew = reason
  }

  /// The plan of a list from an earlier one of this process, where some records say something else and all stand as they
  /// stood: its tables share all pages without those. Nil where nothing was known of it.
  private init?(_ content: SiteContent.ListContent, since earlier: ListPlan, booleans: [String]) throws(ArrangedAnew) {
    guard let replaced = try content.replaced(since: earlier.content) else { return nil }
    guard earlier.views.isEmpty else { throw ArrangedAnew("pages show views of it") }
    guard earlier.booleans == booleans else { throw ArrangedAnew("the theme's words for yes and no changed") }
    guard !content.settings.isTranslation else { throw ArrangedAnew("it is a translation") }
    guard content.settings.history == nil else { throw ArrangedAnew("it shows the changes of its records") }
    self = earlier
    arrangedAnew = nil
    self.content = content
    self.content.arranged = content.settings.arrangement.worded(content.arranged, booleans)
    referred = content.settings.arrangement.terms.map { _ in [:] }
    guard !replaced.isEmpty else { return }
    let decorator = RuleDecorator(rules: content.settings.rules)
    let only = replaced.count == 1 ? replaced.first : nil
    func cell(_ old: RecordCell) -> RecordCell? {
      let known = ObjectIdentifier(old.item)
      let item = if let only { only.key == known ? only.value : nil } else { replaced[known] }
      guard let item else { return nil }
      let new = decorator.cell(for: item, at: TablePath(section: 0, row: 0))
      return RecordCell(item: item, variant: new.variant, anchor: old.anchor, contents: new.contents)
    }
    records = records.replacing(cell)
    for page in pages.indices {
      for section in pages[page].table.sections.indices {
        for row in pages[page].table.sections[section].cells.indices {
          guard let new = cell(pages[page].table.sections[section].cells[row]) else { continue }
          pages[page].table.sections[section].cells[row] = new
        }
      }
    }
    assert(shows(likeTablesOf: ListPlan(content, base: base, booleans: booleans)))
  }

  /// Whether the tables show the same records in the same cells as another plan's: what was replaced must not differ from
  /// what is made anew.
  private func shows(likeTablesOf other: ListPlan) -> Bool {
    pages.count == other.pages.count && records.elementsEqual(other.records, by: ==)
      && zip(pages, other.pages).allSatisfy { page, other in
        page.table.sections.elementsEqual(other.table.sections) { one, other in
          one.id == other.id && one.cells.elementsEqual(other.cells, by: ==)
        }
      }
  }
}

private func == (one: RecordCell, other: RecordCell) -> Bool {
  one.item === other.item && one.variant == other.variant && one.anchor == other.anchor
    && one.contents == other.contents
}
