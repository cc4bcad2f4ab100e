import CellistMarkup
import CellistRecords

/// The parts of the open tag so far.
struct OpenTag {
  /// A value that was printed in an attribute.
  struct Printed: Hashable {
    let name: String
    let location: SourceLocation
    let attribute: String
  }

  /// Where the tag begins.
  private(set) var location: SourceLocation?
  private(set) var holdsCells = false
  /// The kind of anchor that the element's id is.
  private(set) var anchor: HTMLPlace.Anchor?
  /// The words of `rel`; nil if the template's own text does not contain them all.
  private var relations: Set<String>? = []
  private var isPragma = false
  /// The values from content whose admissibility depends on the rest of the tag.
  private(set) var contested: Set<Printed> = []

  // MARK: The attribute's value that is open

  /// The template's own text in it.
  var value: [UInt8] = []
  private(set) var valueLocation: SourceLocation?
  /// Whether it is nothing but the template's own text, the same each time.
  private(set) var isOwnValue = false
  private(set) var isQuoted = false
  private var printed: [HTMLPlace.Anchor?] = []

  init(location: SourceLocation? = nil) { self.location = location }

  /// Notes the name of an attribute.
  mutating func name(_ attribute: String) {
    switch attribute {
    case "data-cells": holdsCells = true
    case "http-equiv": isPragma = true
    default: break
    }
  }

  mutating func beginValue(at location: SourceLocation, isQuoted: Bool) {
    value = []
    valueLocation = isQuoted ? location.advanced(line: 1, column: 2) : location
    self.isQuoted = isQuoted
    isOwnValue = true
    printed = []
  }

  mutating func print(_ anchor: HTMLPlace.Anchor?) {
    isOwnValue = false
    if printed.count < 2 { printed.append(anchor) }
  }

  /// Notes that part of the value is conditional.
  mutating func branch() { print(nil) }

  mutating func endValue(of attribute: String, in element: String) {
    switch attribute {
    case "id": anchor = value.isEmpty && printed.count == 1 ? printed[0] : nil
    case "rel" where element == "link":
      // A character reference may be any letter.
      guard isOwnValue, !value.contains(UInt8(ascii: "&")) else {
        relations = nil
        break
      }
      let words = value.map(\.lowercasedASCII).split(whereSeparator: \.isHTMLSpace)
      relations?.formUnion(words.map { String(decoding: $0, as: UTF8.self) })
    default: break
    }
    value = []
    isOwnValue = false
  }

  /// Notes a value from content that the rest of the tag decides about.
  mutating func contest(_ printed: Printed, in element: String) {
    switch (element, printed.attribute) {
    case ("link", "href"), ("meta", "content"), ("meta", "http-equiv"): contested.insert(printed)
    default: break
    }
  }

  /// Why the contested values cannot be in the tag, now that it is complete; nil if they can.
  func reasonAgainstContent(in element: String) -> String? {
    guard !contested.isEmpty else { return nil }
    switch element {
    case "meta": return isPragma ? "with 'http-equiv'" : nil
    case "link":
      guard let relations else { return "with a 'rel' that is not the template's own text" }
      let active = relations.subtracting(ActiveContent.harmlessRelations).sorted()
      return active.isEmpty ? nil : "with the rel '\(active[0].shortened)'"
    default: return nil
    }
  }

  /// The knowledge of the tag when a part of it, which led to `other`, may be missing.
  func joined(with other: OpenTag) -> OpenTag {
    var tag = self
    tag.holdsCells = holdsCells || other.holdsCells
    tag.anchor = anchor ?? other.anchor
    tag.isPragma = isPragma || other.isPragma
    tag.contested.formUnion(other.contested)
    if let own = relations, let others = other.relations {
      tag.relations = own.union(others)
    } else {
      tag.relations = nil
    }
    return tag
  }
}
