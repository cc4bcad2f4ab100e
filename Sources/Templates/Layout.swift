/// The names that a compiled template reads from one scope: their paths, each with a slot in the scope's frames.
///
/// Rendering fills exactly these slots, so a page can depend on nothing else.
package struct Layout: Hashable, Sendable {
  package struct Slot: Hashable, Sendable {
    /// The names that lead to the value.
    package let path: [String]
    /// The names read from the elements, one layout per variant, when the value is a list that is walked.
    package let elements: [Layout]
  }

  package let slots: [Slot]

  /// The paths as a template writes them, those within lists after the list's own.
  package var reads: [String] {
    slots.flatMap { slot in
      let name = slot.path.joined(separator: ".")
      return [name] + slot.elements.flatMap { $0.reads.map { "\(name)/\($0)" } }
    }
  }
}
