/// HTML in which each element that is opened is closed, so that nothing of it reaches beyond its end.
package enum BalancedHTML {
  /// The elements beyond which an end tag closes nothing.
  private static let scopes: Set = [
    "table", "td", "th", "caption", "template", "object", "applet", "marquee", "svg", "math", "foreignobject", "select",
  ]
  private static let tableParts: Set = ["table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "colgroup"]
  private static let tableScopes: Set = ["table", "template"]

  /// A text with end tags for the elements that it leaves open, and without those that close nothing. What it leaves unfinished, such
  /// as a tag without its end, is text.
  ///
  /// - Complexity: O(n · d) in its length and in how deep its elements are.
  package static func balanced(_ html: String) -> String {
    var balancer = Balancer(Array(html.utf8))
    return String(decoding: balancer.run(), as: UTF8.self)
  }

  private struct Balancer {
    private let bytes: [UInt8]
    private var result: [UInt8] = []
    private var open: [String] = []
    private var tokenizer = HTMLTokenizer()
    /// How much of the bytes is in the result.
    private var done = 0
    /// Where the last tag, comment or element without markup begins.
    private var start = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func run() -> [UInt8] {
      result.reserveCapacity(bytes.count + 16)
      for (index, byte) in bytes.enumerated() {
        let mayBegin = tokenizer.state == .text || tokenizer.state == .lessThan
        let step = tokenizer.follow(byte)
        if mayBegin, byte == UInt8(ascii: "<") { start = index }
        if step.contains(.tagEnded) { follow(tagEndedAt: index + 1) }
      }
      finish()
      for name in open.reversed() { result += Array("</\(name)>".utf8) }
      return result
    }

    private mutating func follow(tagEndedAt end: Int) {
      let name = tokenizer.element
      if tokenizer.isEndTag {
        guard !close(name) else { return }
        result += bytes[done..<start]
        done = end
      } else if !ElementRules.void.contains(name), !ElementRules.document.contains(name) {
        if tokenizer.isSelfClosing, open.contains(where: { $0 == "svg" || $0 == "math" }) { return }
        if let (ended, within) = ElementRules.ends(before: name) { endElements(ended, within: within) }
        open.append(name)
      }
    }

    /// Ends elements that the next one ends.
    private mutating func endElements(_ ended: Set<String>, within scopes: Set<String>) {
      var place: Int?
      for (index, name) in open.enumerated().reversed() {
        if ended.contains(name) { place = index } else if scopes.contains(name) { break }
      }
      if let place { removeAll(from: place) }
    }

    /// Closes the innermost element of a name; false where there is none.
    private mutating func close(_ name: String) -> Bool {
      let scopes = tableParts.contains(name) ? tableScopes : BalancedHTML.scopes
      for (index, other) in open.enumerated().reversed() {
        if other == name {
          if ElementRules.formatting.contains(name) { open.remove(at: index) } else { removeAll(from: index) }
          return true
        }
        if scopes.contains(other) { return false }
      }
      return false
    }

    /// Takes an element away with those in it, but for those that parsers open again behind it.
    private mutating func removeAll(from index: Int) {
      open[index...] = ArraySlice(open[index...].filter(ElementRules.formatting.contains))
    }

    private mutating func finish() {
      switch tokenizer.state {
      case .text:
        result += bytes[done...]
        return
      case .raw where tokenizer.raw.element != "plaintext":
        let end = Array("</\(tokenizer.raw.element)>".utf8)
        tokenizer.follow(end)
        if tokenizer.state == .text {
          result += bytes[done...]
          return
        }
      default: break
      }
      // A browser would take what follows for a part of it.
      if open.last == tokenizer.raw.element, tokenizer.state == .raw { open.removeLast() }
      result += bytes[done..<start]
      for byte in bytes[max(start, done)...] {
        if byte == UInt8(ascii: "<") { result += Array("&lt;".utf8) } else { result.append(byte) }
      }
    }
  }
}
