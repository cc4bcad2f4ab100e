import CXML

/// What reads the elements of an XML document, one behind the other.
package protocol XMLVisitor: AnyObject {
  /// An element begins: its name and those of its attributes have no prefix. Returns whether reading goes on.
  func start(_ name: String, _ attributes: XMLAttributes) -> Bool
  func end(_ name: String) -> Bool
  func text(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool
}

/// The attributes of an element, while it begins.
package struct XMLAttributes {
  fileprivate let start: UnsafePointer<UnsafePointer<CChar>?>?
  fileprivate let count: Int

  /// The value of an attribute; nil where the element has none of that name.
  package subscript(name: StaticString) -> String? { first(name) { _ in true } }

  /// Whether an attribute of any namespace has a value.
  package func have(_ name: StaticString, _ value: String) -> Bool { first(name) { $0 == value } != nil }

  private func first(_ name: StaticString, where fits: (String) -> Bool) -> String? {
    guard let start else { return nil }
    for index in 0..<count {
      guard let key = start[3 * index], let value = start[3 * index + 1], let end = start[3 * index + 2] else {
        continue
      }
      let isSame = name.withUTF8Buffer { name in
        for (place, byte) in name.enumerated() where UInt8(bitPattern: key[place]) != byte { return false }
        return key[name.count] == 0
      }
      guard isSame else { continue }
      let bytes = UnsafeRawBufferPointer(start: value, count: end - value)
      var text = String(decoding: bytes, as: UTF8.self)
      // libxml2 leaves this one as a reference.
      if text.contains("&#38;") { text = text.replacing("&#38;", with: "&") }
      if fits(text) { return text }
    }
    return nil
  }
}

package enum XMLDocument {
  package struct Problem: Error {
    package let message: String
    package let line: Int
  }

  /// Has a visitor read a document. O(n) in its size.
  package static func read(_ bytes: [UInt8], _ visitor: some XMLVisitor) throws(Problem) {
    let box = Box(visitor)
    var events = XmlEvents(
      start: { context, name, attributes, count in
        guard let context, let name else { return 0 }
        let visitor = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().visitor
        return visitor.start(String(cString: name), XMLAttributes(start: attributes, count: Int(count))) ? 1 : 0
      },
      end: { context, name in
        guard let context, let name else { return 0 }
        return Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().visitor.end(String(cString: name)) ? 1 : 0
      },
      text: { context, bytes, count in
        guard let context, let bytes else { return 0 }
        let visitor = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().visitor
        return bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
          visitor.text(UnsafeBufferPointer(start: $0, count: Int(count))) ? 1 : 0
        }
      })
    var line: Int32 = 1
    var outcome = XML_BROKEN
    let message = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      buffer.initialize(repeating: 0)
      outcome = withExtendedLifetime(box) {
        buffer.withMemoryRebound(to: CChar.self) { buffer in
          xml_read(
            bytes, Int64(bytes.count), &events, Unmanaged.passUnretained(box).toOpaque(), &line, buffer.baseAddress,
            Int32(buffer.count))
        }
      }
      count = buffer.firstIndex(of: 0) ?? buffer.count
    }
    switch outcome {
    case XML_HAS_TYPE: throw Problem(message: "it has a document type, which is not read", line: 1)
    case XML_BROKEN: throw Problem(message: String(decoding: message, as: UTF8.self), line: Int(line))
    default: break
    }
  }

  /// Holds a visitor while C calls it.
  private final class Box {
    let visitor: any XMLVisitor
    init(_ visitor: any XMLVisitor) { self.visitor = visitor }
  }
}
