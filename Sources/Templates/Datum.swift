/// A value on its way into a page, already in the form in which it is printed.
package enum Datum: Hashable, Sendable {
  case absent
  /// Printed with escapes in HTML.
  case text(String)
  /// A text in another language than the page, by its tag: marked with that where an element may stand.
  case foreign(String, String)
  /// Printed without escapes.
  case html(String)
  /// True or false; for a group of names, whether it has a value.
  case flag(Bool)
  case list([Frame])

  /// Whether a section on this value is shown.
  var isTrue: Bool {
    switch self {
    case .absent: false
    case .text(let text), .html(let text), .foreign(let text, _): !text.isEmpty
    case .flag(let flag): flag
    case .list(let frames): !frames.isEmpty
    }
  }
}

extension Datum {
  /// The same text, with its language where that is another than the page's.
  package func spoken(_ language: (String) -> String?) -> Datum {
    guard case .text(let text) = self, let tag = language(text) else { return self }
    return .foreign(text, tag)
  }

  /// Appends bytes that are the same only for equal data.
  func append(to buffer: inout ByteBuffer) {
    switch self {
    case .absent: buffer.append(number: 0)
    case .text(let text):
      buffer.append(number: 1)
      buffer.append(counted: text)
    case .foreign(let text, let tag):
      buffer.append(number: 6)
      buffer.append(counted: text)
      buffer.append(counted: tag)
    case .html(let html):
      buffer.append(number: 2)
      buffer.append(counted: html)
    case .flag(let flag): buffer.append(number: flag ? 3 : 4)
    case .list(let frames):
      buffer.append(number: 5)
      buffer.append(number: UInt64(frames.count))
      for frame in frames {
        buffer.append(number: UInt64(frame.variant))
        for slot in frame.slots { slot.append(to: &buffer) }
      }
    }
  }
}

/// The data of one scope of a template: one datum per slot of the scope's layout, and nothing that is not read.
package struct Frame: Hashable, Sendable {
  /// Which variant of its list's elements this is.
  package let variant: Int
  package let slots: [Datum]

  package init(variant: Int = 0, slots: [Datum]) {
    self.variant = variant
    self.slots = slots
  }
}
