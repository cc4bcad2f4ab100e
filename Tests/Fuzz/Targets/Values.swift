import CellistRecords
import CellistTemplates
import CellistText

@testable import CellistThemes

extension FuzzTarget {
  private static let types: [FieldType] = [
    .integer, .number, .boolean, .date, .datetime, .url, .asset, .text, .markdown, .choice(["one", "Two words", "é"]),
    .list(.integer), .list(.text), .list(.url),
  ]

  private static let reader = Language(tag: "en").flatMap { language in
    TimeZoneRules("Europe/Prague").map { ValueReader(language: language, zone: $0) }
  }

  /// Typed values: what was read and printed is read again, order keys agree with comparison, and no value prints a tag
  /// that its type does not.
  static let values = FuzzTarget(
    "values",
    seeds: [
      "\0" + "12\u{1E}-3", "\u{1}1.0080\u{1E}+2e-3", "\u{2}yes\u{1E}false", "\u{3}2024-02-29\u{1E}1999-12-31",
      "\u{4}2024-05-01T09:30\u{1E}2024-05-01 09:30:15.5+02:00", "\u{5}https://example.org/?a\u{1E}mailto:a@b",
      "\u{6}a b.png\u{1E}../c.png", "\u{7}text\u{1E}Text", "\u{9}Two words\u{1E}one", "\u{A}1;2\u{1E}3",
      "\u{83}5. März 2024\u{1E}x\u{1E}d. MMMM y", "\u{83}May 5, 2024\u{1E}May 6, 2024\u{1E}MMMM d, y",
      "\u{C}/a;#b\u{1E}?",
    ],
    words: [
      "e-", "E+", "T23:59", "Z", "+14:00", "-00:00", "0001-01-01", "9999-12-31", "MMMM", "yyyy", "EEE", "GG", "'", "~",
      "\u{A0}", "javascript:",
    ]
  ) { input in
    var input = input
    let kind = input.byte()
    guard let reader else { return }
    let type = types[Int(kind & 0x3F) % types.count]
    let texts = input.texts("\u{1E}")
    var field = Field("f", type)
    field.separator = type.isList ? ";" : nil
    if kind & 0x80 != 0, type == .date, texts.count > 2 { field.formats = [DatePattern(texts[2])] }
    let values = texts.prefix(2).compactMap { read($0, as: field, reader) }
    if field.formats.isEmpty, !type.isList {
      for value in values where !value.isAbsent {
        law(read(value.plainText, as: field, reader) == value, "'\(value)' is read as it is printed")
      }
    }
    for value in values { lawOfPrinting(value, field, reader.language) }
    if values.count == 2 { lawOfOrder(values[0], values[1], type, reader.language) }
  }

  private static func read(_ text: String, as field: Field, _ reader: ValueReader) -> Value? {
    let location = SourceLocation(file: "a", line: 2, column: 3)
    var diagnostics = Diagnostics()
    let value = reader.read(Node(.scalar(text, quoted: true), at: location), as: field, &diagnostics)
    law((value == nil) == diagnostics.hasErrors, "a value that is not read has an error")
    // Limits of Markdown are told where its text goes beyond them.
    let isPlaced = diagnostics.all.allSatisfy { diagnostic in
      diagnostic.location.map { field.type == .markdown ? $0 >= location : $0 == location } ?? false
    }
    law(isPlaced && diagnostics.all.allSatisfy { $0.message.utf8.count < 1_000 }, "errors are at the value")
    return value
  }

  private static func lawOfPrinting(_ value: Value, _ field: Field, _ language: Language) {
    for part in [nil] + field.type.parts.map(\.part) {
      _ = part.map { value.part($0, language: language) }
    }
    let printer = ValuePrinter(language: language)
    let located = ValuePrinter.Located(
      value: value, links: PageLinks(), file: "a.md", anchor: nil, field: "f", zone: "Europe/Prague")
    guard field.type != .markdown, let html = printer.fieldHTML(located, field: field) else { return }
    let tags = ReferenceTokenizer(html.utf8).tags.map(\.bare)
    let known: Set = ["ul", "/ul", "li", "/li", "a href", "/a", "img src alt loading", "time datetime", "/time", "wbr"]
    law(tags.allSatisfy(known.contains), "\(value) prints \(tags)")
  }

  private static func lawOfOrder(_ one: Value, _ other: Value, _ type: FieldType, _ language: Language) {
    func key(_ value: Value, descending: Bool = false) -> OrderKey {
      var key = OrderKey()
      key.append(value, type: type, language: language, descending: descending)
      return key
    }
    guard !one.isMissing, !other.isMissing else { return }
    let (left, right) = (key(one), key(other))
    law(
      (left < right) == (key(other, descending: true) < key(one, descending: true)), "descending is the other way round"
    )
    switch (one, other) {
    case (.integer(let one), .integer(let other)): law((one < other) == (left < right), "\(one) < \(other)")
    case (.number(let digits), .number(let others)):
      guard let one = ExactDecimal(digits, limit: 400), let other = ExactDecimal(others, limit: 400) else { return }
      law((one < other) == (left < right), "\(digits) < \(others)")
    case (.date(let one), .date(let other)): law((one.iso < other.iso) == (left < right), "\(one.iso) < \(other.iso)")
    case (.datetime(let one), .datetime(let other)): law((one.instant < other.instant) == (left < right), "\(one.iso)")
    default: break
    }
  }
}
