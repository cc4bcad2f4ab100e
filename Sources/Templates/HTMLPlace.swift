import CellistMarkup
import CellistRecords

/// The position of a template in the HTML of a page: it follows the template's own text, and knows which values may be
/// printed there without becoming markup.
struct HTMLPlace {
  /// The record or the section whose anchor is an element's id.
  enum Anchor: Equatable { case record, section }

  /// A part of a template that may be wrong, or is checked elsewhere.
  enum Event {
    /// The value of an attribute, all of it the template's own text, holds links.
    case links(HTMLLinks.Kind, value: [UInt8], SourceLocation)
    /// A tag ends elements of its template that need end tags of their own.
    case unclosed([OpenElements.Element], SourceLocation?)
    /// An end tag ends an element that another template began.
    case closed(OpenElements.Element, SourceLocation)
    /// An end tag ends nothing.
    case stray(String, SourceLocation)
    /// A value from content is at a place where content must not choose what is loaded.
    case chosen(OpenTag.Printed, String)
    /// An element is where a parser leaves its tag out: outside of those that may hold it.
    case misplaced(String, SourceLocation?)
    /// The tag of an element with a section's anchor has ended.
    case sectionAnchor
  }

  private(set) var html = HTMLTokenizer()
  private(set) var link = LinkStart()
  private(set) var tag = OpenTag()
  private(set) var elements = OpenElements()
  /// Whether the page is a document: it has one of the elements that every document has.
  private(set) var isDocument = false

  /// Where the followed text begins, and how many lines and columns from there the next byte is.
  private var start = SourceLocation(file: "")
  private var lines = 0
  private var columns = 0
  private var isAfterReturn = false
  /// The position of the last `<`.
  private var opening: SourceLocation?

  private static let documentElements: Set = ["html", "head", "body"]

  /// Begins to follow text within one line, except for carriage returns, which end lines as well.
  mutating func begin(at location: SourceLocation) { (start, lines, columns, isAfterReturn) = (location, 0, 0, false) }

  /// Follows a byte of the template's own text.
  ///
  /// - Returns: what to do about it; nil nearly always.
  mutating func follow(_ byte: UInt8) -> [Event]? {
    let step = html.follow(byte)
    if isAfterReturn, byte != UInt8(ascii: "\n") { (lines, columns) = (lines + 1, 0) }
    isAfterReturn = byte == UInt8(ascii: "\r")
    if byte & 0xC0 != 0x80 { columns += 1 }
    if byte == UInt8(ascii: "<") { opening = location }
    return step.isEmpty ? nil : follow(byte, step)
  }

  /// The position of the last byte that was followed.
  private var location: SourceLocation { start.advanced(line: lines + 1, column: max(columns, 1)) }

  private mutating func follow(_ byte: UInt8, _ step: HTMLTokenizer.Step) -> [Event]? {
    if step == .value {
      tag.value.append(byte)
      link.follow(byte)
      return nil
    }
    var events: [Event] = []
    if step.contains(.tagBegan) { tag = OpenTag(location: opening) }
    if step.contains(.attributeNamed) { tag.name(html.attribute) }
    if step.contains(.valueBegan) {
      tag.beginValue(at: location, isQuoted: !step.contains(.value))
      link = LinkStart()
    }
    if step.contains(.value) {
      tag.value.append(byte)
      link.follow(byte)
    }
    if step.contains(.valueEnded), let event = endValue() { events.append(event) }
    if step.contains(.tagEnded) { events += endTag() }
    return events.isEmpty ? nil : events
  }

  private mutating func endValue() -> Event? {
    defer { tag.endValue(of: html.attribute, in: html.element) }
    guard tag.isOwnValue, !html.isEndTag, let kind = HTMLLinks.kind(of: html.attribute, in: html.element),
      let location = tag.valueLocation
    else { return nil }
    return .links(kind, value: tag.value, location)
  }

  private mutating func endTag() -> [Event] {
    let element = html.element
    if html.isEndTag {
      guard !html.isRaw(element), let location = tag.location else { return [] }
      return switch elements.close(element) {
      case nil: []
      case .leavesOpen(let left): [.unclosed(left, location)]
      case .ofOthers(let other): [.closed(other, location)]
      case .ofNothing: [.stray(element, location)]
      }
    }
    if Self.documentElements.contains(element) { isDocument = true }
    let isMisplaced = elements.isMisplaced(element)
    let left = elements.open(
      element, at: tag.location,
      isClosed: html.isRaw(element) || html.isSelfClosing && (element == "svg" || elements.holdForeign),
      holdsCells: tag.holdsCells, isAnchored: tag.anchor == .record)
    var events: [Event] = tag.anchor == .section ? [.sectionAnchor] : []
    if isMisplaced { events.append(.misplaced(element, tag.location)) }
    if !left.isEmpty { events.append(.unclosed(left, tag.location)) }
    if let reason = tag.reasonAgainstContent(in: element) {
      events += tag.contested.map { .chosen($0, reason) }
    }
    return events
  }
}

// MARK: - Elements

extension HTMLPlace {
  /// Begins a template inside the one that is open.
  mutating func enterTemplate() -> OpenElements.Template { elements.enter() }

  /// Ends the template, and returns the first element that it leaves open.
  mutating func leaveTemplate(to outer: OpenElements.Template) -> OpenElements.Element? {
    if lost != nil { elements.lose() }
    return elements.leave(to: outer)
  }

  /// Where the tag, comment or raw element that is open begins.
  var beginning: SourceLocation? { opening }

  /// Starts counting the sibling elements at this level, and returns the previous count.
  mutating func countSiblings() -> OpenElements.Siblings? { elements.countSiblings() }

  /// Goes on with the count that was interrupted, and returns the one that ends.
  mutating func resumeSiblings(_ outer: OpenElements.Siblings?) -> OpenElements.Siblings? {
    defer { elements.resume(outer) }
    return lost == nil && elements.isCertain ? elements.siblings : nil
  }
}

// MARK: - Printing

extension HTMLPlace {
  /// Where this is, as a message says it.
  var description: String {
    switch html.state {
    case .text: "text"
    case .lessThan, .endTagOpen, .tagName, .tag, .tagAfterBranch, .attributeName, .afterAttributeName: "a tag"
    case .beforeValue, .unquotedValue, .value: "the attribute '\(html.attribute)'"
    case .comment: "a comment"
    case .declarationOpen, .declaration: "a declaration"
    case .raw: "a '\(html.raw.element)' element"
    case .lost(let reason): reason
    }
  }

  /// The reason why no value may be printed here, or nil when there is none.
  var forbidden: String? {
    switch html.state {
    case .text: nil
    case .lessThan, .endTagOpen, .tagName, .tag, .tagAfterBranch, .attributeName, .afterAttributeName: "inside a tag"
    case .beforeValue, .unquotedValue: "in an attribute without quotes"
    case .comment: "in a comment"
    case .declarationOpen, .declaration: "in a declaration"
    case .raw:
      if !HTMLTokenizer.textElements.contains(html.raw.element) {
        "in a '\(html.raw.element)' element"
      } else {
        html.raw.mayBeTag ? "inside a tag" : nil
      }
    case .lost(let reason): "after \(reason)"
    case .value:
      if html.attribute.hasPrefix("on") {
        "in the event handler '\(html.attribute)'"
      } else if html.attribute == "style" || html.attribute == "srcdoc" {
        "in a '\(html.attribute)' attribute"
      } else if isLink, link.state == .unsafe {
        "in a link with a scheme that is not one of \(Link.schemes.joined(separator: ", "))"
      } else {
        nil
      }
    }
  }

  /// The place beyond which the HTML could not be followed.
  var lost: String? { if case .lost(let reason) = html.state { reason } else { nil } }

  /// Whether the template is between elements.
  var isText: Bool { html.state == .text }

  /// Whether a value printed here decides which scheme a link has.
  var beginsLink: Bool { isLink && (link.state == .open || link.state == .undecided) }

  /// Whether what is printed here decides what a browser loads and runs as a part of the page, or to whom it sends what
  /// readers enter.
  var choosesCode: Bool {
    guard case .value = html.state, !link.isFragment else { return false }
    return ActiveContent.isLoaded(by: html.attribute, of: html.element)
      || ActiveContent.isDestination(html.attribute) && !link.isHostDecided
  }

  /// Whether the template is in the value of an attribute that browsers follow.
  private var isLink: Bool {
    guard case .value = html.state else { return false }
    return Self.linkAttributes.contains(html.attribute)
  }

  /// The last four are what SVG's `animate` sets other attributes to.
  private static let linkAttributes: Set = [
    "href", "xlink:href", "src", "action", "formaction", "cite", "poster", "data", "background", "longdesc",
    "manifest", "ping", "srcset", "imagesrcset", "usemap", "codebase", "from", "to", "by", "values",
  ]

  /// Notes that a value was printed here.
  ///
  /// - Parameters:
  ///   - anchor: the record or section whose anchor it is.
  ///   - isOwn: whether content has no say in it.
  mutating func print(_ name: String, at location: SourceLocation, anchor: Anchor?, isOwn: Bool) {
    guard case .value = html.state else { return }
    tag.print(anchor)
    if !isOwn, !link.isFragment {
      tag.contest(
        OpenTag.Printed(name: name, location: location, attribute: html.attribute), in: html.element)
    }
    if isLink { link.printLink() }
  }
}

// MARK: - Branches

extension HTMLPlace {
  /// Begins the text of a section that may be left out or repeated.
  mutating func beginBranch(_ condition: OpenElements.Condition) {
    elements.begin(condition)
    if html.state == .attributeName { tag.name(html.attribute) }
    if html.isInValue { tag.branch() }
    html = html.branch
  }

  /// Continues after a section that led here from `before`, or was left out. False, with nothing done, when the text
  /// after it would not mean the same in both cases.
  mutating func endBranch(
    from before: HTMLPlace, under condition: OpenElements.Condition, repeats: Bool
  ) -> Bool {
    guard let html = before.html.joined(with: html, repeats: repeats) else { return false }
    var link = before.link
    link.join(self.link)
    if html.isInValue, link.state == .unsafe, before.link.state != .unsafe { return false }
    if html.state != .text {
      tag = before.tag.joined(with: tag)
      if html.isInValue {
        tag.branch()
        self.link = link
      }
    }
    self.html = html
    elements.join(before.elements, under: condition, repeats: repeats)
    return true
  }
}
