import Cellist

/// A day of famous papers: who wrote them, and when they are read.
@main
struct Conference: Site {
  var lists: Lists {
    // All that is said of this list is said here.
    List("people", of: Person.self)
      .title("Authors")
      .sorted(by: \.surname, \.name)
      .sections(by: \.surname, part: .initial)
    // This one has a list.yml as well. In Swift it has cells, sections and what stands below them.
    List("programme", presenter: programme, provider: .grouped(by: \.room))
  }

  private let programme = DataPresenter<ProgrammeItem, SectionNote, ProgrammeCell>(
    footer: { room, _ in .figures(["minutes of papers": "\(room.items.reduce(0) { $0 + $1.minutes })"]) },
    decorator: ProgrammeDecorator())
}
