import CellistRecords

@testable import CellistTemplates

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
    return TemplateCompiler.compile(
      "page", against: shape, from: library, by: TemplateCompiler.Rules(mode), &diagnostics)
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

  /// The names that the page reads.
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
