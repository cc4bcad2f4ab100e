import Synchronization
import Testing

@testable import CellistTemplates

/// Somebody whose friends have friends.
private struct Person: Sendable {
  var name: String
  var best: [Person] = []
  var friends: [Person] = []

  static func scope() -> Scope<Person> {
    [
      "name": .text { $0.name }, "best": .reference(inner) { $0.best.first },
      "friends": .references(inner) { $0.friends },
    ]
  }

  static func inner() -> Scope<Person> {
    var scope = Scope<Person>(own: .text { "<\($0.name)>" })
    for name in ["name", "best", "friends"] { scope[name] = Self.scope()[name] }
    return scope
  }
}

@Suite struct ReferenceShapeTests {
  private let ada: Person = {
    let cy = Person(name: "Cy")
    let bea = Person(name: "Bea", best: [cy], friends: [cy, Person(name: "Di", best: [cy])])
    return Person(name: "Ada", best: [bea], friends: [bea, cy])
  }()

  @Test(arguments: [
    ("{{best}}", "&lt;Bea&gt;"),
    ("{{best.name}} {{best.best.name}}", "Bea Cy"),
    ("{{#best}}{{name}} {{.}} {{#best}}{{name}}{{/best}}{{/best}}", "Bea &lt;Bea&gt; Cy"),
    ("{{#best.best.best}}{{name}}{{/best.best.best}}{{^best.best.best}}none{{/best.best.best}}", "none"),
    ("{{#friends}}{{name}}{{#friends}} {{.}}{{/friends}}; {{/friends}}", "Bea &lt;Cy&gt; &lt;Di&gt;; Cy; "),
    ("{{friends.count}} {{best.friends.count}} {{#best.best.friends.any}}some{{/best.best.friends.any}}", "2 2 "),
    ("{{#best.friends}}{{#best}}{{name}}{{/best}}{{^best}}nobody {{/best}}{{/best.friends}}", "nobody Cy"),
  ])
  func `names lead on as far as a template goes`(text: String, expected: String) {
    #expect(TestPage(text).output(of: ada, Person.scope()) == expected)
  }

  @Test func `a name that is not there is found at any depth`() {
    #expect(
      TestPage("{{#friends}}{{best.best.nmae}}{{/friends}}").output(of: ada, Person.scope()) == """
        page.mustache:1:15: error [unknown-name]: 'best.best' has no part 'nmae'
          did you mean 'name'?
        """)
    #expect(
      TestPage("<a href=\"{{best}}\"></a>").output(of: ada, Person.scope()).hasPrefix(
        "page.mustache:1:12: error [unsafe-place]: 'best' is text"))
  }

  @Test func `a template that goes round without end is reported, soon`() {
    let text = "{{name}}{{#friends}}{{>page}}{{#best}}{{>page}}{{/best}}{{/friends}}"
    #expect(
      TestPage(text).output(of: ada, Person.scope())
        == "page.mustache:1:24: error [recursive-partial]: the template 'page' includes itself, and does not end within 64 levels"
    )
  }

  @Test func `a shape makes its names once, and only when one is asked for`() {
    let made = Mutex(0)
    let shape = Shape(.text(choices: nil), isOptional: true) {
      made.withLock { $0 += 1 }
      return Shape(.object, members: [("name", .text)])
    }
    #expect(made.withLock(\.self) == 0)
    #expect(shape.optional.member("name") != nil && shape.members.map(\.name) == ["name"])
    #expect(shape.member("nmae") == nil)
    #expect(made.withLock(\.self) == 1)
  }
}
