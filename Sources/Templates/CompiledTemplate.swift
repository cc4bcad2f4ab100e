import CellistText

/// A template compiled against the shapes of what it is filled with: a sequence of literals and slots.
package struct CompiledTemplate: Sendable {
  /// The names that the template reads.
  package let layout: Layout
  /// The files that the template was compiled from, its partials and parents included, in byte order.
  package let sources: [String]
  /// The texts of all literals.
  let text: [UInt8]
  let operations: [Operation]

  /// Appends the template, filled with `frame`, to a buffer.
  package func render(_ frame: Frame, into buffer: inout ByteBuffer) {
    var frames = [frame]
    text.withUnsafeBufferPointer { Self.run(operations, $0, &frames, &buffer) }
  }

  private static func run(
    _ operations: [Operation], _ text: UnsafeBufferPointer<UInt8>, _ frames: inout [Frame], _ buffer: inout ByteBuffer
  ) {
    for operation in operations {
      switch operation {
      case .literal(let range): buffer.append(UnsafeBufferPointer(rebasing: text[range]))
      case .print(let place, let form):
        switch frames[place.level].slots[place.slot] {
        case .absent, .list: break
        case .foreign(let text, let tag) where form == .phrase:
          buffer.append("<span lang=\"")
          buffer.append(escaping: tag)
          buffer.append("\" dir=\"\(Language.direction(of: tag))\">")
          buffer.append(escaping: text)
          buffer.append("</span>")
        case .text(let text), .foreign(let text, _):
          if form == .raw { buffer.append(text) } else { buffer.append(escaping: text) }
        case .html(let html): buffer.append(html)
        case .flag(let flag): buffer.append(flag ? "true" : "false")
        }
      case .when(let place, let wanted, let body):
        if frames[place.level].slots[place.slot].isTrue == wanted { run(body, text, &frames, &buffer) }
      case .each(let place, let bodies, let areRows):
        guard case .list(let elements) = frames[place.level].slots[place.slot] else { break }
        for element in elements {
          let start = buffer.bytes.count
          frames.append(element)
          run(bodies[element.variant], text, &frames, &buffer)
          frames.removeLast()
          if areRows { buffer.noteRow(from: start) }
        }
      case .choose(let place, let bodies):
        if case .text(let choice) = frames[place.level].slots[place.slot], let body = bodies[choice] {
          run(body, text, &frames, &buffer)
        }
      }
    }
  }
}

extension CompiledTemplate {
  /// Appends bytes that are equal only for templates that give equal output for every frame: the compiled operations
  /// with the names as they were bound, independent of the files they came from.
  package func trace(into buffer: inout ByteBuffer) {
    layout.trace(into: &buffer)
    Operation.trace(operations, text, into: &buffer)
  }
}

extension Layout {
  fileprivate func trace(into buffer: inout ByteBuffer) {
    buffer.append(number: UInt64(slots.count))
    for slot in slots {
      buffer.append(number: UInt64(slot.path.count))
      for name in slot.path { buffer.append(counted: name) }
      buffer.append(number: UInt64(slot.elements.count))
      for layout in slot.elements { layout.trace(into: &buffer) }
    }
  }
}

extension Operation {
  fileprivate static func trace(_ operations: [Operation], _ text: [UInt8], into buffer: inout ByteBuffer) {
    buffer.append(number: UInt64(operations.count))
    for operation in operations { operation.trace(text, into: &buffer) }
  }

  private func trace(_ text: [UInt8], into buffer: inout ByteBuffer) {
    func append(_ kind: UInt64, _ place: Place) {
      for number in [kind, UInt64(place.level), UInt64(place.slot)] { buffer.append(number: number) }
    }
    switch self {
    case .literal(let range):
      buffer.append(number: 0)
      buffer.append(number: UInt64(range.count))
      text[range].withUnsafeBufferPointer { buffer.append($0) }
    case .print(let place, .escaped): append(1, place)
    case .print(let place, .raw): append(2, place)
    case .print(let place, .phrase): append(7, place)
    case .when(let place, let wanted, let body):
      append(wanted ? 3 : 4, place)
      Self.trace(body, text, into: &buffer)
    case .each(let place, let bodies, _):
      append(5, place)
      buffer.append(number: UInt64(bodies.count))
      for body in bodies { Self.trace(body, text, into: &buffer) }
    case .choose(let place, let bodies):
      append(6, place)
      buffer.append(number: UInt64(bodies.count))
      for (choice, body) in bodies.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        buffer.append(counted: choice)
        Self.trace(body, text, into: &buffer)
      }
    }
  }
}

/// One step of a compiled template.
enum Operation: Sendable {
  /// Prints a part of the template's text, by its range there: an array of its own would have a reference count that
  /// all cores contend for.
  case literal(Range<Int>)
  case print(Place, Form)
  /// Runs the body when the value is true, or when it is not.
  case when(Place, Bool, [Operation])
  /// Runs, for each element of a list, the body for the element's variant. The output for an element may be a row of
  /// the page's table.
  case each(Place, [[Operation]], areRows: Bool)
  /// Runs the body that the value names.
  case choose(Place, [String: [Operation]])

  /// How a text is printed.
  enum Form: Sendable {
    case raw, escaped
    /// With escapes, where an element may stand.
    case phrase
  }

  /// A slot of one of the frames that are open at the operation, counted from the outermost.
  struct Place: Hashable, Sendable {
    let level: Int
    let slot: Int
  }
}
