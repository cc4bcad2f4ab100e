/// A template compiled against the shapes of what it is filled with: a sequence of literals and slots.
package struct CompiledTemplate: Sendable {
  /// What the template reads.
  package let layout: Layout
  /// The files that the template was compiled from, its partials and parents included, in byte order.
  package let sources: [String]
  let operations: [Operation]

  /// Appends the template, filled with `frame`, to a buffer.
  package func render(_ frame: Frame, into buffer: inout ByteBuffer) {
    var frames = [frame]
    Self.run(operations, &frames, &buffer)
  }

  private static func run(_ operations: [Operation], _ frames: inout [Frame], _ buffer: inout ByteBuffer) {
    for operation in operations {
      switch operation {
      case .literal(let bytes): buffer.append(bytes)
      case .print(let place, let escapes):
        switch frames[place.level].slots[place.slot] {
        case .absent, .list: break
        case .text(let text): if escapes { buffer.append(escaping: text) } else { buffer.append(text) }
        case .html(let html): buffer.append(html)
        case .flag(let flag): buffer.append(flag ? "true" : "false")
        }
      case .when(let place, let wanted, let body):
        if frames[place.level].slots[place.slot].isTrue == wanted { run(body, &frames, &buffer) }
      case .each(let place, let bodies):
        guard case .list(let elements) = frames[place.level].slots[place.slot] else { break }
        for element in elements {
          frames.append(element)
          run(bodies[element.variant], &frames, &buffer)
          frames.removeLast()
        }
      case .choose(let place, let bodies):
        if case .text(let choice) = frames[place.level].slots[place.slot], let body = bodies[choice] {
          run(body, &frames, &buffer)
        }
      }
    }
  }
}

/// One step of a compiled template.
indirect enum Operation: Sendable {
  case literal([UInt8])
  case print(Place, escapes: Bool)
  /// Runs the body when the value is true, or when it is not.
  case when(Place, Bool, [Operation])
  /// Runs, for each element of a list, the body for the element's variant.
  case each(Place, [[Operation]])
  /// Runs the body that the value names.
  case choose(Place, [String: [Operation]])

  /// A slot of one of the frames that are open where the operation stands, counted from the outermost.
  struct Place: Hashable, Sendable {
    let level: Int
    let slot: Int
  }
}
