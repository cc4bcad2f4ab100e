import CellistText

/// Where the pages of a list's records lie, as a pattern of their values: `{published.year}/{slug}`.
package struct Permalink: Sendable {
  private enum Piece {
    case text(String)
    case slug
    case value(FieldPath)
    /// Two digits of a day.
    case month(FieldPath)
    case day(FieldPath)
  }

  /// Whether addresses begin at the site's root, and not at the list.
  package let isOfSite: Bool
  /// The names of the folders, each in pieces; the last is a file's where `isFile`.
  private let folders: [[Piece]]
  /// Whether the pages are files of their own, and not the index of a folder.
  private let isFile: Bool
  private let type: RecordType
  private let language: Language

  /// Reads a pattern; nil, with a diagnostic, where it is none.
  ///
  /// - Parameter location: where it is written.
  package init?(
    _ pattern: String, of type: RecordType, language: Language, at location: SourceLocation?,
    _ diagnostics: inout Diagnostics
  ) {
    self.type = type
    self.language = language
    isOfSite = pattern.utf8.first == UInt8(ascii: "/")
    var folders: [[Piece]] = []
    let inner = (isOfSite ? pattern.dropFirst() : pattern[...])
    for name in (inner.hasSuffix("/") ? inner.dropLast() : inner).split(
      separator: "/", omittingEmptySubsequences: false)
    {
      guard let pieces = Self.pieces(name, of: type, at: location, &diagnostics) else { return nil }
      folders.append(pieces)
    }
    self.folders = folders
    isFile = pattern.hasSuffix(Self.fileEnding)
  }

  /// The ending of the name of a page's file.
  package static let fileEnding = ".html"

  /// The place of a page that is the index of a folder. A slash tells it from a file of the same name.
  package static func folder(_ name: String) -> String { name.hasSuffix(fileEnding) ? "\(name)/" : name }

  private static func pieces(
    _ name: Substring, of type: RecordType, at location: SourceLocation?, _ diagnostics: inout Diagnostics
  ) -> [Piece]? {
    var pieces: [Piece] = []
    var rest = name
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { pieces.append(.text(String(rest[..<open]).composed)) }
      let inside = String(rest[rest.index(after: open)..<close])
      guard let piece = piece(inside, of: type, at: location, &diagnostics) else { return nil }
      pieces.append(piece)
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest).composed)) }
    let texts = pieces.compactMap { if case .text(let text) = $0 { text } else { nil } }
    let isPlain = texts.allSatisfy {
      $0.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0) }
    }
    guard !pieces.isEmpty, isPlain, name.utf8.first != UInt8(ascii: ".") else {
      diagnostics.error(
        .invalidSetting,
        name.isEmpty
          ? "an address has no empty part between its slashes"
          : "\(quoted(String(name).shortened)) cannot be part of an address", at: location,
        hint: "'permalink' is made of letters, digits, '-', '_', '.', '/' and fields in braces: {published.year}/{slug}"
      )
      return nil
    }
    return pieces
  }

  private static func piece(
    _ name: String, of type: RecordType, at location: SourceLocation?, _ diagnostics: inout Diagnostics
  ) -> Piece? {
    if name == "slug", type.index(of: name) == nil { return .slug }
    // The parts of a day are digits here, since they are joined with the others.
    for (part, piece) in [(".month", Piece.month), (".day", Piece.day)] where name.hasSuffix(part) {
      let field = String(name.dropLast(part.count))
      if let index = type.index(of: field), [.date, .datetime].contains(type.fields[index].type) {
        return piece(FieldPath(field: index, type: type.fields[index].type))
      }
    }
    guard let path = type.path(name, at: location, others: ["slug"], &diagnostics) else { return nil }
    switch path.type {
    case .text, .choice, .integer, .number, .boolean, .date: return .value(path)
    default:
      diagnostics.error(
        .invalidSetting, "'\(name.shortened)' is \(path.type.name), which is no part of an address", at: location,
        hint: "texts, choices, numbers and days of the record itself are")
      return nil
    }
  }

  /// The folder or the file of a record's page below the list or the site.
  package func place(of record: Record) throws(RecordMisfit) -> String {
    var place = ""
    for pieces in folders {
      var name = ""
      for piece in pieces { name += try text(of: piece, in: record) }
      guard let first = name.utf8.first, first != UInt8(ascii: "."), name.utf8.count <= Slug.limit else {
        throw RecordMisfit(
          field: nil,
          message: name.utf8.count > Slug.limit
            ? "a part of its address has \(name.utf8.count) bytes; \(Slug.limit) is the most"
            : "its values have no letters or digits for a part of the address that 'permalink' makes")
      }
      place += place.isEmpty ? name : "/\(name)"
    }
    return isFile ? place : Self.folder(place)
  }

  /// Why a record has no address; nil where it has one.
  package func misfit(of record: Record) -> RecordMisfit? {
    do throws(RecordMisfit) {
      _ = try place(of: record)
      return nil
    } catch {
      return error
    }
  }

  private func text(of piece: Piece, in record: Record) throws(RecordMisfit) -> String {
    switch piece {
    case .text(let text): return text
    case .slug: return record.slug
    case .value(let path): return Slug.make(try value(path, in: record).plainText)
    case .month(let path): return Self.digits(try day(path, in: record).month)
    case .day(let path): return Self.digits(try day(path, in: record).day)
    }
  }

  private func value(_ path: FieldPath, in record: Record) throws(RecordMisfit) -> Value {
    let value = path.value(in: record, language: language)
    guard !value.isAbsent else {
      throw RecordMisfit(
        field: path.field, message: "'\(type.fields[path.field].name)' is missing, and 'permalink' asks for it")
    }
    return value
  }

  private func day(_ path: FieldPath, in record: Record) throws(RecordMisfit) -> (month: Int, day: Int) {
    switch try value(path, in: record) {
    case .date(let day): return (day.date.month, day.date.day)
    case .datetime(let moment): return (moment.day.date.month, moment.day.date.day)
    default: return (0, 0)
    }
  }

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
