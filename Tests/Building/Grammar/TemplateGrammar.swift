import CellistTestSupport

/// Templates of cells that a seed makes up: elements, attributes with values in them, sections and partials, nested in
/// each other, whose tags are balanced however their sections turn out.
struct TemplateGrammar {
  let fields: [SiteGrammar.Field]
  var random: SeededGenerator
  /// The Markdown fields that are not printed yet; what is printed twice has the ids of its headings twice.
  private var unprinted: [String]

  init(fields: [SiteGrammar.Field], random: SeededGenerator) {
    self.fields = fields
    self.random = random
    unprinted = fields.filter { $0.kind == .markdown }.map(\.name)
  }

  mutating func cell() -> String {
    "<li id=\"{{@record.anchor}}\"\(attributes(fields))>{{@record.title}}\(content(fields, depth: 3))</li>\n"
  }

  /// A partial that any place may include, as it uses only what is everywhere.
  mutating func part() -> String { "<i\(attributes([]))>{{@site.title}}</i>" }

  private mutating func attributes(_ fields: [SiteGrammar.Field]) -> String {
    (0..<Int.random(in: 0...2, using: &random)).map { number in
      let name = random.pick(["class", "title", "data-x", "aria-label"])
      let quote = random.pick(["\"", "'"])
      let isBare = random.happens(onceIn: 6)
      return isBare ? " hidden" : " \(name)\(number)=\(quote)\(value(fields)) x\(quote)"
    }.joined()
  }

  /// Something that prints text.
  private mutating func value(_ fields: [SiteGrammar.Field]) -> String {
    let texts = fields.filter { [.text, .integer, .number, .date, .datetime, .choice].contains($0.kind) }.map(\.name)
    return "{{\(random.pick(texts + ["id", "@record.title", "@site.title", "@record.slug"]))}}"
  }

  private mutating func content(_ fields: [SiteGrammar.Field], depth: Int) -> String {
    guard depth > 0 else { return value(fields) }
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in piece(fields, depth: depth - 1) }.joined()
  }

  private mutating func piece(_ fields: [SiteGrammar.Field], depth: Int) -> String {
    let inner = content(fields, depth: depth)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return "<p\(attributes(fields))>\(value(fields))</p>\n"
    case 1: return "<div\(attributes(fields))>\n  \(inner)\n</div>"
    case 2: return "<!-- a comment --><br>\(inner)"
    case 3: return "{{! nothing }}{{>extra}}"
    case 4:
      guard let field = fields.filter({ $0.kind == .url }).randomElement(using: &random) else { return value(fields) }
      return
        "{{#\(field.name)}}<a href=\"{{\(field.name)}}\"\(attributes(fields))>\(value(fields))</a>{{/\(field.name)}}"
    case 5:
      guard let name = unprinted.popLast() else { return inner }
      return "<div>{{\(name)}}</div>"
    case 6:
      guard let field = fields.filter({ $0.kind == .texts }).randomElement(using: &random) else { return inner }
      return "<ul>{{#\(field.name)}}<li>{{.}}</li>{{/\(field.name)}}</ul>{{^\(field.name)}}none{{/\(field.name)}}"
    case 7:
      guard let field = fields.filter({ $0.isOptional && $0.kind != .texts && $0.kind != .map }).first else {
        return inner
      }
      return "{{#\(field.name)}}\(value(fields)){{/\(field.name)}}{{^\(field.name)}}<b>\(inner)</b>{{/\(field.name)}}"
    default:
      // All fields are printed once where there is no Markdown among them.
      guard !fields.contains(where: { $0.kind == .markdown }) else { return inner }
      return "{{#@record.fields}}<span\(attributes(fields))>{{label}}: {{html}}</span>{{/@record.fields}}"
    }
  }
}
