import Cellist

/// A day of famous papers: who wrote them, and when they are read.
@main
struct Conference: Site {
  var lists: [List] {
    List("people", of: Person.self)
    List("programme", ProgrammeDecorator(), provider: .grouped(by: \.room))
  }
}
