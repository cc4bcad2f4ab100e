import CellistRecords

/// The elements that are open where a template has got to, and which of the templates that are open began them.
///
/// The elements of a template are followed in order, as if every section were there. Where a section leaves other
/// elements open than there were, that is no longer certain, and then nothing is reported of the template's elements.
struct OpenElements {
  struct Element {
    let name: String
    /// Where its tag begins.
    let location: SourceLocation?
    /// Whether it has the attribute `data-cells`.
    let holdsCells: Bool
    fileprivate let serial: Int
  }

  /// The elements that stand side by side at one depth: those that a cell consists of.
  struct Siblings {
    fileprivate let depth: Int
    /// How many are always there.
    fileprivate(set) var certain = 0
    /// How many there are at most in a section.
    fileprivate(set) var possible = 0
    /// The second of them.
    fileprivate(set) var second: SourceLocation?
    /// The first that lacks the anchor of its record.
    fileprivate(set) var unanchored: SourceLocation?
    /// The name and the place of the first.
    fileprivate(set) var first: (name: String, location: SourceLocation?)?
  }

  /// The state of a template that includes another.
  struct Template {
    fileprivate let floor: Int
    fileprivate let isCertain: Bool
  }

  private var elements: [Element] = []
  /// How many elements the templates around this one have open.
  private var floor = 0
  private var serial = 0
  private(set) var isCertain = true
  private(set) var siblings: Siblings?

  /// The elements whose end tag may be left out.
  private static let endsByItself: Set = [
    "li", "dt", "dd", "p", "rt", "rp", "optgroup", "option", "colgroup", "caption", "thead", "tbody", "tfoot", "tr",
    "td",
    "th",
  ]
  /// The elements that have no end tag.
  private static let void: Set = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen", "link",
    "meta",
    "param", "source", "track", "wbr",
  ]
  /// Documents open and close these whether their tags are there or not.
  private static let document: Set = ["html", "head", "body"]
  /// Parsers nest no deeper than that.
  private static let limit = 512

  /// The element around this place.
  var innermost: Element? { elements.last }

  /// Notes a start tag.
  ///
  /// - Parameter isClosed: whether the element has no content: the tag closes itself, or what follows is text.
  mutating func open(
    _ name: String, at location: SourceLocation?, isClosed: Bool, holdsCells: Bool, isAnchored: Bool
  ) {
    guard !Self.document.contains(name) else { return }
    if siblings?.depth == elements.count {
      siblings?.certain += 1
      if siblings?.first == nil { siblings?.first = (name, location) }
      if siblings?.certain ?? 0 > 1, siblings?.second == nil { siblings?.second = location }
      if !isAnchored, siblings?.unanchored == nil { siblings?.unanchored = location }
    }
    guard !isClosed, !Self.void.contains(name) else { return }
    guard elements.count < Self.limit else {
      isCertain = false
      return
    }
    serial += 1
    elements.append(Element(name: name, location: location, holdsCells: holdsCells, serial: serial))
  }

  /// Whether an element in which a tag may close itself is open.
  var holdForeign: Bool { elements.contains { $0.name == "svg" || $0.name == "math" } }

  /// Notes an end tag. Returns the element that it closes where another template began that.
  mutating func close(_ name: String) -> Element? {
    if let index = elements[floor...].lastIndex(where: { $0.name == name }) {
      elements.removeSubrange(index...)
      return nil
    }
    return isCertain ? elements[..<floor].last { $0.name == name } : nil
  }

  /// From here on elements are no longer known.
  mutating func lose() { isCertain = false }

  // MARK: Templates

  /// Begins a template inside the one that is open.
  mutating func enter() -> Template {
    let outer = Template(floor: floor, isCertain: isCertain)
    floor = elements.count
    isCertain = true
    return outer
  }

  /// Ends the template, and returns the first element that it leaves open.
  mutating func leave(to outer: Template) -> Element? {
    let left = isCertain ? elements[floor...].first { !Self.endsByItself.contains($0.name) } : nil
    elements.removeSubrange(floor...)
    floor = outer.floor
    isCertain = outer.isCertain
    return left
  }

  // MARK: Sections

  /// Goes on behind a section that led here from `before`, or is left out.
  mutating func join(_ before: OpenElements, repeats: Bool) {
    let known = min(before.elements.count, elements.count)
    let isSame = known == before.elements.count && before.elements.last?.serial == elements[..<known].last?.serial
    if isSame, elements[known...].allSatisfy({ Self.endsByItself.contains($0.name) }) {
      elements.removeSubrange(known...)
    } else {
      elements = before.elements
      isCertain = false
    }
    guard let outer = before.siblings, var own = siblings else { return }
    let added = (own.certain - outer.certain) * (repeats ? 2 : 1)
    own.certain = outer.certain
    own.possible = max(own.possible, added)
    if added <= 1, outer.certain == 0 { own.second = outer.second }
    siblings = own
  }

  // MARK: Siblings

  /// Begins to count the elements that stand here side by side, and returns those that were counted.
  mutating func countSiblings() -> Siblings? {
    defer { siblings = Siblings(depth: elements.count) }
    return siblings
  }

  /// Goes on with the count that was interrupted.
  mutating func resume(_ outer: Siblings?) { siblings = outer }
}
