import CellistRecords

extension PublishTarget {
  /// Reads all targets of `publish:`. A value that a program might not take as a place alone is refused.
  package static func all(_ node: Node?, _ diagnostics: inout Diagnostics) -> [PublishTarget] {
    entries(node, &diagnostics).compactMap { PublishTarget($0, &diagnostics) }
  }

  /// Reads the target of a name alone, so that mistakes in others do not matter.
  package static func named(_ name: String, _ node: Node?, _ diagnostics: inout Diagnostics) -> PublishTarget? {
    entries(node, &diagnostics).first { $0.key == name }.flatMap { PublishTarget($0, &diagnostics) }
  }

  private static func entries(_ node: Node?, _ diagnostics: inout Diagnostics) -> [Node.Entry] {
    guard let node else { return [] }
    if let entries = node.entries { return entries }
    diagnostics.error(
      .invalidSetting, "'publish' must be a mapping, found \(node.summary)", at: node.location,
      hint: "for example publish: {live: {folder: /srv/www/example}}")
    return []
  }

  private init?(_ entry: Node.Entry, _ diagnostics: inout Diagnostics) {
    guard Self.isName(entry.key) else {
      diagnostics.error(
        .invalidSetting, "a target's name consists of letters, digits and hyphens, found \(quoted(entry.key))",
        at: entry.keyLocation)
      return nil
    }
    guard var reader = MappingReader(entry.value, name: "a publish target", &diagnostics) else { return nil }
    var values: [(kind: String, node: Node)] = []
    for kind in ["folder", "git", "rsync", "rclone"] {
      if let value = reader.node(kind) { values.append((kind, value)) }
    }
    let isInPlace = reader.boolean("in-place", &diagnostics)
    let branch = reader.node("branch")
    let purge = reader.node("purge")
    let compress = reader.node("compress")
    reader.finish(&diagnostics)
    guard values.count == 1, let (kind, value) = values.first else {
      diagnostics.error(
        .missingSetting, "the target '\(entry.key)' needs one of 'folder', 'git', 'rsync' and 'rclone'",
        at: entry.keyLocation)
      return nil
    }
    let before = diagnostics.all.count
    for (key, node) in [(kind, value), ("branch", branch), ("purge", purge)] {
      guard let node, let problem = PlaceCheck.problem(of: node.text, as: key) else { continue }
      diagnostics.error(
        .invalidSetting, "'\(key)' of the target '\(entry.key)' \(problem), found \(node.summary)", at: node.location)
    }
    for (key, owners) in [("in-place", ["folder"]), ("branch", ["git"]), ("compress", ["folder", "rsync"])]
    where !owners.contains(kind) {
      guard let location = reader.keyLocation(key) else { continue }
      let names = owners.map { "'\($0)'" }.joined(separator: " or ")
      diagnostics.error(.invalidSetting, "'\(key)' belongs to a target with \(names)", at: location)
    }
    codings = Self.codings(compress, of: entry.key, &diagnostics)
    guard diagnostics.all.count == before, let text = value.text else { return nil }
    name = entry.key
    self.purge = purge?.text
    switch kind {
    case "folder": place = .folder(text, inPlace: isInPlace ?? false)
    case "git": place = .git(text, branch: branch?.text ?? "gh-pages")
    case "rsync": place = .rsync(text)
    default: place = .rclone(text)
    }
  }

  private static func codings(
    _ node: Node?, of name: String, _ diagnostics: inout Diagnostics
  ) -> [ContentCoding] {
    guard let node else { return [] }
    let items = node.items ?? [node]
    let codings = items.compactMap { item in item.text.flatMap { ContentCoding(rawValue: $0) } }
    if codings.count != items.count {
      let names = ContentCoding.allCases.map(\.rawValue).joined(separator: " or ")
      diagnostics.error(
        .invalidSetting, "'compress' of the target '\(name)' must list \(names), found \(node.summary)",
        at: node.location)
    }
    return ContentCoding.allCases.filter(codings.contains)
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 60 && !name.hasPrefix("-")
      && name.utf8.allSatisfy { PlaceCheck.isLetter($0) || PlaceCheck.isDigit($0) || $0 == 0x2D }
  }
}

/// Decides whether a place may be passed to a program.
enum PlaceCheck {
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// The end of a sentence about the mistake in a value; nil where it is valid.
  static func problem(of value: String?, as key: String) -> String? {
    guard let value else { return "must be text" }
    if value.isEmpty { return "must not be empty" }
    if value.utf8.first == UInt8(ascii: "-") { return "must not begin with a hyphen" }
    if value.unicodeScalars.contains(where: { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }) {
      return "must not hold control characters"
    }
    // From here on, compare bytes, as programs do.
    if value.contains(where: { $0.unicodeScalars.count > 1 && $0.unicodeScalars.contains(where: isPunctuation) }) {
      return "must not hold a mark that joins with punctuation"
    }
    let parts = value.split(whereSeparator: { $0 == "/" || $0 == ":" })
    if parts.contains("..") { return "must not hold '..'" }
    if ["folder", "git", "purge"].contains(key), value.hasPrefix("~") {
      return "must not begin with '~', which only a shell replaces by a home folder"
    }
    return switch key {
    case "folder": problem(ofFolder: value)
    case "git": problem(ofRepository: value)
    case "branch": problem(ofBranch: value)
    case "rsync": problem(ofRsync: value)
    case "rclone": problem(ofRclone: value)
    default: value.hasPrefix("/") ? "must be a path below the site's folder" : nil
    }
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && !isLetter(UInt8(scalar.value)) && !isDigit(UInt8(scalar.value))
  }

  private static func problem(ofFolder value: String) -> String? {
    value.pathParts.isEmpty || value == "." ? "must name a folder of its own" : nil
  }

  private static func problem(ofRepository value: String) -> String? {
    if value.contains("::") { return "must not name a program with '::'" }
    guard let end = value.range(of: "://") else { return nil }
    let scheme = value[..<end.lowerBound]
    guard ["https", "http", "ssh", "git", "file"].contains(scheme) else {
      return "must be a remote, a path, or an address with https, ssh or git"
    }
    return hasPassword(value[end.upperBound...]) ? "must not hold a password" : nil
  }

  private static func hasPassword(_ rest: Substring) -> Bool {
    let authority = rest.prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return false }
    return authority[..<at].contains(":")
  }

  private static func problem(ofBranch value: String) -> String? {
    let isPlain = value.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-_./".utf8.contains($0) }
    let isRef =
      isPlain && !value.contains("..") && !value.contains("//") && !value.hasPrefix("/") && !value.hasSuffix("/")
      && !value.split(separator: "/").contains { $0.hasPrefix(".") || $0.hasSuffix(".lock") || $0.hasSuffix(".") }
    if value.hasPrefix("refs/") { return "must be the name of a branch alone, without 'refs/heads/'" }
    return isRef ? nil : "must be the name of a branch"
  }

  private static func problem(ofRsync value: String) -> String? {
    var rest = value[...]
    let isDaemon = value.hasPrefix("rsync://")
    if isDaemon {
      rest = rest.dropFirst("rsync://".count)
      if hasPassword(rest) { return "must not hold a password" }
    }
    let example = "must be a place such as user@host:/srv/www/ or rsync://host/module/"
    guard let end = rest.firstIndex(of: isDaemon ? "/" : ":") else { return example }
    let host = rest[..<end].split(separator: "@", omittingEmptySubsequences: false)
    let path = rest[rest.index(after: end)...]
    func isHost(_ name: Substring, port: Bool) -> Bool {
      !name.isEmpty && !name.hasPrefix("-")
        && name.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-_.".utf8.contains($0) || port && $0 == 0x3A }
    }
    guard host.count <= 2, host.dropLast().allSatisfy({ isHost($0, port: false) }),
      host.last.map({ isHost($0, port: isDaemon) }) == true, !path.drop(while: { $0 == ":" }).isEmpty,
      !path.drop(while: { $0 == ":" }).hasPrefix("-")
    else { return example }
    return nil
  }

  private static func problem(ofRclone value: String) -> String? {
    let example = "must name a configured remote and a folder in it, such as store:bucket/site"
    if value.hasPrefix(":") { return "must not be a connection string; it " + example }
    guard let colon = value.firstIndex(of: ":") else { return example }
    let remote = value[..<colon]
    guard remote.utf8.allSatisfy({ isLetter($0) || isDigit($0) || "-_.+@ ".utf8.contains($0) }) else {
      return "must not be a connection string; it " + example
    }
    let path = value[value.index(after: colon)...]
    return path.pathParts.isEmpty || path.contains(":") ? example : nil
  }
}

extension Substring {
  fileprivate var pathParts: [Substring] { split(separator: "/") }
}
