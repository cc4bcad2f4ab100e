import CellistMarkup
import CellistRecords

/// The elements that are open at the current place of a template, and which of the open templates began them.
///
/// The elements of a template are followed in order, as if every section were there, and by the rules of HTML's parsers:
/// a start tag may end elements whose end tag may be left out. An element that a section begins without ending it, or ends
/// without having begun it, is open under a condition, until a section under the same condition, or the opposite one, does
/// the rest. Where sections do not say whether that happens, nothing more is reported of the template's elements.
struct OpenElements {
  struct Element: Equatable {
    let name: String
    /// Where its tag begins.
    let location: SourceLocation?
    /// Whether it has the attribute `data-cells`.
    let holdsCells: Bool
    fileprivate let serial: Int
    /// When it is open: always where there is no condition.
    fileprivate var conditions: Set<Condition> = []
  }

  /// The value that a section asks for, and whether the section is there for it.
  struct Condition: Hashable {
    let place: Operation.Place
    var isTrue: Bool
    /// The kind of the value, where the section is compiled for each.
    var variant = 0

    fileprivate var opposite: Condition { Condition(place: place, isTrue: !isTrue, variant: variant) }
  }

  /// The sibling elements at one depth: those that a cell consists of.
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

  /// A fault of an end tag.
  enum Ending: Equatable {
    /// It ends elements that its template began inside of its own.
    case leavesOpen([Element])
    /// It ends an element that another template began.
    case ofOthers(Element)
    /// There is no element that it could end.
    case ofNothing
  }

  /// The state of a template that includes another.
  struct Template {
    fileprivate let floor: Int
    fileprivate let isCertain: Bool
  }

  private var elements: [Element] = []
  /// The number of open elements of the templates around this one.
  private var floor = 0
  private var serial = 0
  /// The conditions of the sections that are open.
  private var context: [Condition] = []
  private(set) var isCertain = true
  /// The names of elements that were left open and reported: their end tags may still follow.
  private var reported: Set<String> = []
  private(set) var siblings: Siblings?

  /// Parsers do not nest deeper than that.
  private static let limit = 512

  /// The element around this place.
  var innermost: Element? { elements.last }

  /// Whether no element may stand at this place.
  var areText: Bool { elements.contains { $0.name == "option" } }

  /// The paragraph that a block at this place would end.
  var paragraph: Element? {
    guard isCertain, let (ended, within) = ElementRules.ends(before: "p") else { return nil }
    for element in elements.reversed() where !isAbsent(element) {
      if ended.contains(element.name) { return element }
      if within.contains(element.name) { return nil }
    }
    return nil
  }

  /// Whether a parser would leave a start tag out, since a part of a table is not in one. Parts in such parts are
  /// not reported again; cells are checked by `TemplateContract`.
  func isMisplaced(_ name: String) -> Bool {
    guard isCertain, ElementRules.tableParts.contains(name), siblings?.depth != elements.count else { return false }
    return !elements.contains {
      ["table", "template", "svg", "math"].contains($0.name) || ElementRules.tableParts.contains($0.name)
    }
  }

  /// Notes a start tag.
  ///
  /// - Parameter isClosed: whether the element has no content: the tag closes itself, or what follows is text.
  /// - Returns: the elements around it that it ends, although they need end tags of their own.
  mutating func open(
    _ name: String, at location: SourceLocation?, isClosed: Bool, holdsCells: Bool, isAnchored: Bool
  ) -> [Element] {
    guard !ElementRules.document.contains(name) else { return [] }
    let ended = holdForeign ? [] : endOthers(before: name)
    if siblings?.depth == elements.count {
      siblings?.certain += 1
      if siblings?.first == nil { siblings?.first = (name, location) }
      if siblings?.certain ?? 0 > 1, siblings?.second == nil { siblings?.second = location }
      if !isAnchored, siblings?.unanchored == nil { siblings?.unanchored = location }
    }
    guard !isClosed, !ElementRules.void.contains(name) else { return ended }
    guard elements.count < Self.limit else {
      isCertain = false
      return ended
    }
    serial += 1
    elements.append(Element(name: name, location: location, holdsCells: holdsCells, serial: serial))
    return ended
  }

  /// Ends the elements of this template that a start tag ends.
  private mutating func endOthers(before name: String) -> [Element] {
    guard let (ended, barrier) = ElementRules.ends(before: name) else { return [] }
    var first: Int?
    for index in elements[floor...].indices.reversed() {
      if ended.contains(elements[index].name) { first = index }
      if barrier.contains(elements[index].name), !ended.contains(elements[index].name) { break }
    }
    return first.map { end(at: $0) } ?? []
  }

  /// Ends an element and those in it. A parser opens formatting elements again after it, so they stay open.
  ///
  /// - Returns: those in it that only their own end tags may end.
  private mutating func end(at index: Int) -> [Element] {
    let inner = elements[(index + 1)...]
    let kept = inner.filter { ElementRules.formatting.contains($0.name) || isAbsent($0) }
    let left = inner.filter {
      !ElementRules.optionalEnd.contains($0.name) && !ElementRules.formatting.contains($0.name) && !isAbsent($0)
    }
    elements.replaceSubrange(index..., with: kept)
    guard isCertain else { return [] }
    reported.formUnion(left.map(\.name))
    return Array(left)
  }

  /// Whether the sections that are open are there only where an element is not.
  private func isAbsent(_ element: Element) -> Bool { context.contains { element.conditions.contains($0.opposite) } }

  /// Whether an element in which a tag may close itself is open.
  var holdForeign: Bool { elements.contains { $0.name == "svg" || $0.name == "math" } }

  /// Notes an end tag. Returns its fault, or nil.
  mutating func close(_ name: String) -> Ending? {
    guard !ElementRules.document.contains(name) else { return nil }
    let own = elements[floor...].indices.filter { elements[$0].name == name && !isAbsent(elements[$0]) }
    if let index = own.last(where: { elements[$0].conditions.isSubset(of: context) }) {
      let left = end(at: index)
      return left.isEmpty ? nil : .leavesOpen(left)
    }
    if let index = own.last {
      // Only the author knows whether it is open here.
      _ = end(at: index)
      isCertain = false
    }
    guard isCertain, !reported.contains(name) else { return nil }
    return elements[..<floor].last { $0.name == name }.map { .ofOthers($0) } ?? .ofNothing
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
    let left = isCertain ? elements[floor...].first : nil
    if isCertain { reported.formUnion(elements[floor...].map(\.name)) }
    elements.removeSubrange(floor...)
    floor = outer.floor
    isCertain = outer.isCertain
    return left
  }

  // MARK: Sections

  /// Begins the text of a section.
  mutating func begin(_ condition: Condition) { context.append(condition) }

  /// Continues after a section that led here from `before`, or was left out.
  mutating func join(_ before: OpenElements, under condition: Condition, repeats: Bool) {
    context = before.context
    let (earlier, later) = (Set(before.elements.map(\.serial)), Set(elements.map(\.serial)))
    var begun = elements.filter { !earlier.contains($0.serial) }
    for index in begun.indices { begun[index].conditions.insert(condition) }
    elements = before.elements.compactMap { element in
      guard !later.contains(element.serial) else { return element }
      // An element that the section ended is open without the section, unless it was open only together with the
      // section.
      guard !element.conditions.contains(condition) else { return nil }
      var ended = element
      ended.conditions.insert(condition.opposite)
      return ended
    }
    let others = elements.suffix(begun.count)
    let areAlternatives = zip(others, begun).allSatisfy { one, other in
      one.name == other.name && one.conditions.contains(condition.opposite)
        && one.conditions.subtracting([condition.opposite]) == other.conditions.subtracting([condition])
    }
    if others.count == begun.count, areAlternatives {
      for index in elements.indices.suffix(begun.count) { elements[index].conditions.remove(condition.opposite) }
    } else {
      elements += begun
    }
    guard let outer = before.siblings, var own = siblings else { return }
    let added = (own.certain - outer.certain) * (repeats ? 2 : 1)
    own.certain = outer.certain
    own.possible = max(own.possible, added)
    if added <= 1, outer.certain == 0 { own.second = outer.second }
    siblings = own
  }

  // MARK: Siblings

  /// Starts counting the sibling elements at this level, and returns the previous count.
  mutating func countSiblings() -> Siblings? {
    defer { siblings = Siblings(depth: elements.count) }
    return siblings
  }

  /// Goes on with the count that was interrupted.
  mutating func resume(_ outer: Siblings?) { siblings = outer }
}
