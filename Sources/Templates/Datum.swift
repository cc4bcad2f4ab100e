/// A value on its way into a page, already in the form in which it is printed.
package enum Datum: Hashable, Sendable {
  case absent
  /// Printed with escapes in HTML.
  case text(String)
  /// Printed without escapes.
  case html(String)
  /// True or false; for a group of names, whether it has a value.
  case flag(Bool)
  case list([Frame])

  /// Whether a section on this value is shown.
  var isTrue: Bool {
    switch self {
    case .absent: false
    case .text(let text), .html(let text): !text.isEmpty
    case .flag(let flag): flag
    case .list(let frames): !frames.isEmpty
    }
  }
}

extension Datum {
  /// Appends bytes that are the same only for equal data.
  func append(to buffer: inout ByteBuffer) {
    switch self {
    case .absent: buffer.append(number: 0)
    case .text(let text):
      buffer.append(number: 1)
      buffer.append(counted: text)
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
