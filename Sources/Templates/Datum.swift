/// A value on its way into a page, already in the form in which it is printed.
package enum Datum: Hashable, Sendable {
  case absent
  /// Printed with escapes in HTML.
  case text(String)
  /// Printed as it stands.
  case html(String)
  /// True or false; for a group of names, whether it is there.
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
