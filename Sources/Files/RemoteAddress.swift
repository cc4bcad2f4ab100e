import CellistBase

/// An address that a source is fetched from: `https`, or `http` on this machine.
package struct RemoteAddress: Hashable, Sendable {
  package let text: String
  private let scheme: String
  private let host: String
  private let path: String
  private let hasQuery: Bool

  /// Nil for any other address.
  package init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let sign = text.firstRange(of: "://") else { return nil }
    self.text = text
    scheme = text[..<sign.lowerBound].lowercased()
    let rest = text[sign.upperBound...]
    let end = rest.firstIndex { "/?#\\".contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    let named = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    host = String(named)
    let tail = rest[end...]
    path = String(tail.prefix { $0 != "?" && $0 != "#" })
    hasQuery = tail.contains("?")
    guard !host.isEmpty, !path.contains("\\"), scheme == "https" || scheme == "http" && isLocal
    else { return nil }
  }

  /// Whether it is on this machine.
  package var isLocal: Bool {
    var name = host.lowercased()
    if name.hasPrefix("[") { return name == "[::1]" || name.hasPrefix("[::1]:") }
    if let colon = name.lastIndex(of: ":") { name = String(name[..<colon]) }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return name == "localhost" || parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// The address without the parts in which there may be a password or a key.
  package var shown: String { "\(scheme)://\(host)\(path)\(hasQuery ? "?…" : "")" }

  /// The address of what a relative link in the file leads to (RFC 3986, section 5.2), without the parts of this one in
  /// which there may be a password or a key.
  package func resolved(_ link: String) -> String {
    let end = link.firstIndex { $0 == "?" || $0 == "#" } ?? link.endIndex
    let own = link[..<end]
    let whole = own.isEmpty ? path : own.utf8.first == UInt8(ascii: "/") ? String(own) : "\(path.folder)/\(own)"
    let parts = whole.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    var names: [Substring] = []
    for part in parts {
      switch part {
      case ".": break
      case "..": _ = names.popLast()
      default: names.append(part)
      }
    }
    // A path that ends in dots names a folder.
    if let last = parts.last, last == "." || last == ".." { names.append("") }
    return "\(scheme)://\(host)/\(names.joined(separator: "/"))\(link[end...])"
  }

  /// The ending of the file at the address.
  package var ending: String { path.fileExtension.lowercased() }

  /// The name of the fetched file: a readable part, and one that no other address has.
  package func fileName(ending: String) -> String {
    let words = (path.fileStem.isEmpty ? host : path.fileStem).unicodeScalars.map { scalar in
      scalar.properties.isAlphabetic && scalar.isASCII || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
    }
    let stem = String(words).split(separator: "-").joined(separator: "-").lowercased()
    let digest = Digest.sha256(Array(text.utf8), count: 5)
    return "\(stem.isEmpty ? "" : "\(stem.prefix(40))-")\(digest).\(ending)"
  }

  /// A text in which the parts of addresses where there may be a password or a key are as many asterisks.
  package static func masked(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    var start = 0
    while let sign = scalars[start...].firstRange(of: "://".unicodeScalars) {
      let end = scalars[sign.upperBound...].firstIndex { $0.properties.isWhitespace || $0 == "\"" || $0 == "'" }
      let address = sign.upperBound..<(end ?? scalars.count)
      let authority = scalars[address].prefix { !"/?#".unicodeScalars.contains($0) }
      let secrets = [
        authority.lastIndex(of: "@").map { authority.startIndex..<$0 },
        scalars[address].firstIndex(of: "?").map { $0 + 1..<address.upperBound },
      ]
      for place in secrets.compactMap(\.self).joined() { scalars[place] = "*" }
      start = address.upperBound
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
