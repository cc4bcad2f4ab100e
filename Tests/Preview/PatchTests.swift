import CellistPages
import CellistTables
import Testing

@testable import CellistPreview

/// The changes of a page in the messages to a browser.
@Suite struct PatchTests {
  /// A page of sections, each with rows that are written as their id and what they say.
  private func page(_ sections: [(id: String, rows: [String])], frame: String = "frame") -> ShownPage {
    ShownPage(
      frame: Array(frame.utf8),
      table: TableViewModel(
        sections: sections.map { section in
          TableSectionViewModel<Never, ShownPage.Row>(
            id: section.id,
            cells: section.rows.map { ShownPage.Row(id: String($0.prefix(1)), html: Array("<li>\($0)</li>".utf8)[...]) }
          )
        }))
  }

  private func text(_ old: ShownPage, _ new: ShownPage) -> String {
    Message(version: 2, from: 1, problem: nil, patch: Patch(from: old, to: new)).text
  }

  @Test func `a row that says something else is all there is`() {
    #expect(
      text(page([("x", ["a", "b"])]), page([("x", ["a", "b!"])])) == """
        {"from":1,"patch":{"counts":[2],"deletedRows":[],"deletedSections":[],"insertedRows":[],"movedRows":[],\
        "updatedRows":[{"at":[0,1],"html":"<li>b!</li>"}]},"version":2}
        """)
  }

  @Test func `a page that is as it was has an empty patch`() {
    #expect(
      text(page([("x", ["a"])]), page([("x", ["a"])])) == """
        {"from":1,"patch":{"counts":[1],"deletedRows":[],"deletedSections":[],"insertedRows":[],"movedRows":[],\
        "updatedRows":[]},"version":2}
        """)
  }

  @Test func `a new section brings its rows, but for those that stood elsewhere`() {
    #expect(
      text(page([("x", ["a", "b", "c"])]), page([("w", ["b!", "d"]), ("x", ["c", "a"])], frame: "other")) == """
        {"from":1,"patch":{"counts":[2,2],"deletedRows":[],"deletedSections":[],"frame":"other",\
        "insertedRows":[{"at":[0,1],"html":"<li>d</li>"}],\
        "movedRows":[{"from":[0,1],"to":[0,0]},{"from":[0,2],"to":[1,0]}],\
        "updatedRows":[{"at":[0,0],"html":"<li>b!</li>"}]},"version":2}
        """)
  }

  @Test func `rows that cannot be told apart are no patch`() {
    #expect(Patch(from: page([("x", ["a"])]), to: page([("x", ["a", "a"])])) == nil)
  }
}
