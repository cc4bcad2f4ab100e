import CellistRecords

@testable import CellistTemplates

/// What the tests' pages show: one of everything that a name can lead to.
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
    "assets": .object(["style.css": .url { _ in "/assets/style.1.css" }, "icon": .url { _ in "/icon" }]) { $0 },
  ]
}

extension Scope: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, Member<Source>)...) {
    self.init()
    for (name, member) in elements { self[name] = member }
  }
}

/// A template that a test compiles: `page.mustache`, and the partials that it may include.
struct TestPage {
  var text: String
  var partials: [String: String] = [:]
  var mode = TemplateCompiler.Mode.html

  init(_ text: String, partials: [String: String] = [:], mode: TemplateCompiler.Mode = .html) {
    self.text = text
    self.partials = partials
    self.mode = mode
  }

  func compiled(against shape: Shape = Book.scope.shape, _ diagnostics: inout Diagnostics) -> CompiledTemplate? {
    var library = TemplateLibrary()
    library.add(TemplateSource(path: "page.mustache", text: text), as: "page", &diagnostics)
    for (name, text) in partials.sorted(by: { $0.key < $1.key }) {
      library.add(TemplateSource(path: "\(name).mustache", text: text), as: name, &diagnostics)
    }
    return TemplateCompiler.compile("page", against: shape, mode: mode, from: library, &diagnostics)
  }

  /// All that the compiler has to say, one line for a message and one for its hint.
  var messages: String {
    var diagnostics = Diagnostics()
    _ = compiled(&diagnostics)
    return diagnostics.lines
  }

  /// The page of a book; the messages where there is none.
  func html(of book: Book = Book()) -> String { output(of: book, Book.scope) }

  func output<Source>(of source: Source, _ scope: Scope<Source>) -> String {
    var diagnostics = Diagnostics()
    guard let template = compiled(against: scope.shape, &diagnostics) else { return diagnostics.lines }
    var buffer = ByteBuffer()
    template.render(scope.projection(template.layout).frame(of: source), into: &buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  /// What the page reads.
  var reads: [String] {
    var diagnostics = Diagnostics()
    return compiled(&diagnostics)?.layout.reads ?? [diagnostics.lines]
  }
}

extension Diagnostics {
  var lines: String {
    sorted.map { diagnostic in
      let place = diagnostic.location.map { "\($0): " } ?? ""
      let hint = diagnostic.hint.map { "\n  \($0)" } ?? ""
      return "\(place)\(diagnostic.severity) [\(diagnostic.code.rawValue)]: \(diagnostic.message)\(hint)"
    }.joined(separator: "\n")
  }
}
