/// Which attributes of HTML hold links, and what links look like in them.
package enum HTMLLinks {
  package enum Kind: Sendable {
    /// A link whose target must exist.
    case link
    /// Several links, each followed by a width or density.
    case set
    /// The address to which a form is sent, which a server unknown to the site may answer.
    case endpoint
  }

  /// The kind of link in an attribute of an element; nil if it is not a link to a page or a file.
  package static func kind(of attribute: String, in element: String) -> Kind? {
    switch attribute {
    // The base of relative links.
    case "href": element == "base" ? nil : .link
    case "src", "xlink:href", "poster", "longdesc": .link
    case "cite": ["blockquote", "q", "ins", "del"].contains(element) ? .link : nil
    case "data": element == "object" ? .link : nil
    case "background": ["body", "table", "td", "th"].contains(element) ? .link : nil
    case "manifest": element == "html" ? .link : nil
    case "srcset", "imagesrcset": .set
    case "action", "formaction": .endpoint
    default: nil
    }
  }

  /// The links in an attribute's value, each with its position in it.
  package static func links(in value: [UInt8], _ kind: Kind) -> [(range: Range<Int>, target: String)] {
    let ranges =
      if case .set = kind { candidates(of: value) } else { [trimmed(0..<value.count, of: value)] }
    return ranges.compactMap { range in range.isEmpty ? nil : (range, decoded(value[range])) }
  }

  private static func trimmed(_ range: Range<Int>, of value: [UInt8]) -> Range<Int> {
    var range = range
    while let last = range.last, value[last].isHTMLSpace { range = range.dropLast() }
    while let first = range.first, value[first].isHTMLSpace { range = range.dropFirst() }
    return range
  }

  /// The ranges of the links in a `srcset`. A comma ends a link only if white space follows it, or after a descriptor.
  private static func candidates(of value: [UInt8]) -> [Range<Int>] {
    var candidates: [Range<Int>] = []
    let comma = UInt8(ascii: ",")
    var offset = 0
    while offset < value.count {
      while offset < value.count, value[offset].isHTMLSpace || value[offset] == comma { offset += 1 }
      let start = offset
      while offset < value.count, !value[offset].isHTMLSpace { offset += 1 }
      var end = offset
      while end > start, value[end - 1] == comma { end -= 1 }
      candidates.append(start..<end)
      if end < offset { continue }
      while offset < value.count, value[offset] != comma { offset += 1 }
    }
    return candidates
  }

  private static let entities: [String: UInt8] = [
    "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "quot": UInt8(ascii: "\""),
    "apos": UInt8(ascii: "'"), "sol": UInt8(ascii: "/"), "num": UInt8(ascii: "#"), "colon": UInt8(ascii: ":"),
    "period": UInt8(ascii: "."), "lowbar": UInt8(ascii: "_"), "quest": UInt8(ascii: "?"),
  ]

  /// A value with its character references decoded, as far as links use them.
  package static func decoded(_ value: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = value
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "&"), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
        result.append(byte)
        continue
      }
      let name = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
      if let known = entities[name] {
        result.append(known)
      } else if let scalar = scalar(ofReference: name) {
        result += String(scalar).utf8
      } else {
        result.append(byte)
        continue
      }
      rest = rest[(end + 1)...]
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func scalar(ofReference name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init)
  }

  /// A link escaped for an attribute's value with quotes of either kind.
  package static func escaped(_ link: String) -> [UInt8] {
    link.utf8.reduce(into: []) { result, byte in
      switch byte {
      case UInt8(ascii: "&"): result += Array("&amp;".utf8)
      case UInt8(ascii: "<"): result += Array("&lt;".utf8)
      case UInt8(ascii: ">"): result += Array("&gt;".utf8)
      case UInt8(ascii: "\""): result += Array("&quot;".utf8)
      case UInt8(ascii: "'"): result += Array("&#39;".utf8)
      default: result.append(byte)
      }
    }
  }

  /// A value with its links replaced by what `resolve` makes of them; nil if it changes none of them.
  package static func resolved(
    _ value: [UInt8], _ kind: Kind, _ resolve: (String) -> String?
  ) -> [UInt8]? {
    var result: [UInt8] = []
    var end = 0
    for (range, target) in links(in: value, kind) {
      guard let link = resolve(target), link != target else { continue }
      result += value[end..<range.lowerBound] + escaped(link)
      end = range.upperBound
    }
    return end == 0 ? nil : result + value[end...]
  }
}
