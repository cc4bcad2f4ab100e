import CellistTemplates

/// The content of the tests' pages: one of everything that a name can lead to.
struct Book: Sendable {
  var title = "Suites"
  var subtitle: String?
  var link = "https://example.org/suites"
  var notes: String? = "<p>Six of <em>them</em>.</p>"
  var isNew = false
  var binding = "paper"
  var tags: [String] = []
  var people: [Person] = []
  var publisher: Publisher?

  struct Publisher: Sendable { var name = "Bärenreiter" }

  enum Person: Sendable {
    case author(name: String)
    case editor(name: String, house: String)

    var name: String {
      switch self {
      case .author(let name), .editor(let name, _): name
      }
    }
  }

  static let people: [(name: String, scope: Scope<Person>)] = [
    (name: "author", scope: ["name": .text(\.name)]),
    (
      name: "editor",
      scope: [
        "name": .text(\.name),
        "house": .text { if case .editor(_, let house) = $0 { house } else { "" } },
      ]
    ),
  ]

  static let scope: Scope<Book> = [
    "title": .text(\.title),
    "subtitle": .optionalText(\.subtitle),
    "link": .url(\.link),
    "notes": .optionalHTML(\.notes),
    "new": .flag(\.isNew),
    "binding": .text(choices: [Shape.Choice("paper"), Shape.Choice("cloth")]) { $0.binding },
    "tags": .list(Scope(own: .text { $0 })) { $0.tags },
    "people": .list(people, variant: { if case .author = $0 { 0 } else { 1 } }) { $0.people },
    "publisher": .optionalObject(["name": .text(\.name)]) { $0.publisher },
    "assets": .object(["style.css": .url { _ in "/assets/style.1.css" }.own, "icon": .url { _ in "/icon" }.own]) { $0 },
  ]
}
