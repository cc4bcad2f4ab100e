import CellistMarkup
import CellistRecords
import CellistTemplates
import CellistText

/// Prints values as pages show them: Markdown as HTML, dates and numbers in a language, links resolved.
struct ValuePrinter: Equatable, Sendable {
  let language: Language
  /// The texts of the list's settings that are in other languages.
  var foreign = ForeignTexts()

  /// A value together with what its printing depends on besides.
  struct Located: Sendable {
    let value: Value
    /// Where its links lead.
    let links: PageLinks
    /// The file in which the value is written, which its links are relative to.
    let file: String
    /// The anchor of the cell that shows it, which is not that of the same record in another section, and the field's
    /// name. Without an anchor headings have no ids.
    let anchor: String?
    /// The record's URL.
    var home = ""
    /// Whether it is shown on the record's own page, where headings have their plain ids.
    var isOnOwnPage = false
    let field: String
    /// The name of the time zone in which the field's datetimes are shown.
    let zone: String?
    /// The description of a picture by the record's field for it, else the record's title.
    var alt: String?
    /// The same for each of several pictures.
    var alts: [String] = []
    var title = ""
    /// The tag of its language, where it is not that of the list.
    var language: String?

    /// The beginning of the ids of its headings.
    var idPrefix: String? {
      let own = field == RecordType.bodyName ? "" : "\(field)--"
      return isOnOwnPage ? own : anchor.map { "\($0)--\(own)" }
    }

    /// What stands before its plain ids in links from elsewhere.
    var idBase: String? {
      home.isEmpty ? nil : Link.toPart(of: home) + (field == RecordType.bodyName ? "" : "\(field)--")
    }

    /// The level of the heading that it stands under: the page's own, or that of the record below one of its section.
    var headingLevel: Int { isOnOwnPage ? 1 : 3 }

    /// Whether something else on the record's own page has an id.
    var isTaken: @Sendable (String) -> Bool {
      guard isOnOwnPage, let anchor else { return { _ in false } }
      return { $0 == anchor }
    }
  }

  /// The Markdown of a field as HTML; `isInline` leaves out the paragraph element around a single paragraph.
  func html(_ located: Located, isInline: Bool = false) -> String {
    let html = located.links.html(
      markdown: located.value.plainText, file: located.file, idPrefix: located.idPrefix, idBase: located.idBase,
      below: located.headingLevel, isTaken: located.isTaken)
    return Self.marked(isInline ? MarkdownRenderer.unwrapped(html) : html, located.language, isBlock: !isInline)
  }

  /// HTML with its language, where it is not that of the list.
  private static func marked(_ html: String, _ language: String?, isBlock: Bool) -> String {
    guard let language, !html.isEmpty else { return html }
    let element = isBlock || html.utf8.first == UInt8(ascii: "<") ? "div" : "span"
    return "<\(element) lang=\"\(language)\" dir=\"\(Language.direction(of: language))\">\(html)</\(element)>"
  }

  /// A value, or a derived part of it, as a bare name in a template prints it.
  func datum(_ located: Located, type: FieldType, part: FieldPath.Part?, of field: Field) -> Datum {
    let value = located.value
    guard !value.isAbsent else { return .absent }
    switch (part, type) {
    case (nil, .markdown), (.inline, .markdown):
      return .html(html(located, isInline: part == .inline))
    case (nil, .asset): return .text(located.links.resolve(value.plainText, located.file))
    case (nil, .url): return .text(located.address)
    case (nil, .boolean): return .flag(value == .boolean(true))
    case (nil, .choice): return Datum.text(field.word(for: value) ?? value.plainText).spoken(foreign.language)
    case (nil, .integer), (nil, .number), (.formatted, _):
      let isWritten = part == nil && !field.isFormatted
      return .text(isWritten ? value.plainText : field.formatted(value.plainText, in: language))
    case (nil, _): return .text(value.plainText)
    case (.zone, _): return located.zone.map(Datum.text) ?? .absent
    case (.month, _):
      if case .date(let day) = value.part(.month, language: language) {
        return .text(language.format(day, skeleton: "yMMMM"))
      }
      return .absent
    case (let part?, _):
      let derived = value.part(part, language: language, forms: field.forms)
      return derived.isAbsent ? .absent : .text(derived.plainText)
    }
  }

  /// A value as a cell that knows nothing of its field shows it; nil when there is nothing to show.
  ///
  /// - Parameter hasUnit: whether numbers are followed by the field's unit.
  func fieldHTML(_ located: Located, field: Field, hasUnit: Bool = true) -> String? {
    var field = field
    if !hasUnit, field.unit != nil { field.unit = "" }
    let isMarkdown = field.type == .markdown
    return html(located, type: field.type, of: field)
      .map { isMarkdown ? $0 : Self.marked($0, located.language, isBlock: false) }
  }

  /// A picture that takes its place before it is there.
  private func imageHTML(_ path: String, _ located: Located) -> String {
    let links = located.links
    let size = links.picture(path, located.file)?.size
    let room = size.map { " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? ""
    let choice =
      located.with(.text(path)).sourceSet
      .map { " srcset=\"\(ByteBuffer.escaped($0))\" sizes=\"auto, 100vw\"" } ?? ""
    let alt = ByteBuffer.escaped(located.alt ?? located.title)
    return
      "<img src=\"\(ByteBuffer.escaped(links.resolve(path, located.file)))\"\(choice)\(room) alt=\"\(alt)\" loading=\"lazy\">"
  }

  /// The links to what a field's values name: records, or the pages of terms. What has no address is text.
  func linksHTML(_ mentions: [Mention], isList: Bool) -> String? {
    let links = mentions.map { mention in
      let title = Self.marked(ByteBuffer.escaped(mention.title), mention.language, isBlock: false)
      return mention.url.map { "<a href=\"\(ByteBuffer.escaped($0))\">\(title)</a>" } ?? title
    }
    guard isList else { return links.first }
    return links.isEmpty ? nil : "<ul>\(links.map { "<li>\($0)</li>" }.joined())</ul>"
  }

  private func html(_ located: Located, type: FieldType, of field: Field) -> String? {
    let value = located.value
    switch (value, type) {
    case (.absent, _): return nil
    case (.text(let source), .markdown):
      return html(located.with(.text(source)), isInline: true)
    case (.text(let target), .url):
      let url = located.address
      let rest = Link.scheme(of: target).map { target.dropFirst($0.count + 1).drop { $0 == "/" } } ?? target[...]
      return "<a href=\"\(ByteBuffer.escaped(url))\">\(Self.breakable(ByteBuffer.escaped(String(rest))))</a>"
    case (.text(let address), .email):
      return "<a href=\"mailto:\(ByteBuffer.escaped(address))\">\(Self.breakable(ByteBuffer.escaped(address)))</a>"
    case (.text(let number), .telephone):
      let url = ContactAddress.url(of: number) ?? ""
      return "<a href=\"\(ByteBuffer.escaped(url))\">\(ByteBuffer.escaped(number))</a>"
    case (.text(let text), .point):
      guard let point = GeoPoint(text) else { return ByteBuffer.escaped(text) }
      return [point.latitude, point.longitude]
        .map { "\(ByteBuffer.escaped(language.format(digits: $0)))°" }.joined(separator: ", ")
    case (.text(let path), .asset):
      if PictureSize.isOf(path: path) { return imageHTML(path, located) }
      let url = ByteBuffer.escaped(located.links.resolve(path, located.file))
      let name = ByteBuffer.escaped(path.split(separator: "/").last.map(String.init) ?? path)
      return "<a href=\"\(url)\">\(name)</a>"
    case (.text(let text), _):
      guard let word = field.word(for: value) else { return text.isEmpty ? nil : ByteBuffer.escaped(text) }
      return word.isEmpty ? nil : Self.marked(ByteBuffer.escaped(word), foreign.language(of: word), isBlock: false)
    case (.integer, _), (.number, _):
      guard let unit = field.unit, let tag = foreign.language(of: unit) else {
        return ByteBuffer.escaped(figure(value, of: field))
      }
      let number = ByteBuffer.escaped(figure(value, of: field, hasUnit: false))
      return "\(number)\u{A0}\(Self.marked(ByteBuffer.escaped(unit), tag, isBlock: false))"
    case (.boolean(let isTrue), _):
      guard let word = field.word(for: value) else { return isTrue ? "✓" : "–" }
      return Self.marked(ByteBuffer.escaped(word), foreign.language(of: word), isBlock: false)
    case (.date(let day), _):
      let text = ByteBuffer.escaped(language.format(day, skeleton: "yMMMMd"))
      // HTML has no years before 1.
      return day.date.year < 1 ? text : "<time datetime=\"\(day.iso)\">\(text)</time>"
    case (.datetime(let moment), _):
      let long = value.part(.long, language: language).plainText
      return "<time datetime=\"\(moment.iso)\">\(ByteBuffer.escaped(long))</time>"
    case (.list, .list(let item)):
      let shown = located.items(of: item).compactMap { html($0, type: item, of: field) }
      return shown.isEmpty ? nil : "<ul>\(shown.map { "<li>\($0)</li>" }.joined())</ul>"
    case (.map(let entries), .map(let item)):
      let shown = entries.compactMap { entry in
        html(located.with(entry.value), type: item, of: field).map {
          "<dt>\(ByteBuffer.escaped(entry.key))</dt><dd>\($0)</dd>"
        }
      }
      return shown.isEmpty ? nil : "<dl>\(shown.joined())</dl>"
    case (.list, _), (.map, _): return ByteBuffer.escaped(value.plainText)
    }
  }

  /// An address that may be broken between its parts: after a slash, and before a point, an at sign or a question mark.
  private static func breakable(_ address: String) -> String {
    guard address.utf8.count > 16 else { return address }
    var result = ""
    for (index, character) in address.enumerated() {
      if index > 0, ".@?".contains(character) { result += "<wbr>" }
      result.append(character)
      if character == "/" { result += "<wbr>" }
    }
    return result
  }

  /// A number as readers see it.
  ///
  /// - Parameter hasUnit: whether it is followed by the field's unit.
  func figure(_ value: Value, of field: Field, hasUnit: Bool = true) -> String {
    let figure = field.figure(value.plainText, in: language)
    guard hasUnit, let unit = field.unit, !unit.isEmpty else { return figure }
    return "\(figure)\u{A0}\(unit)"
  }
}

extension ByteBuffer {
  /// Appends what pages show of a picture besides what its record says.
  package mutating func append(_ picture: Picture?) {
    append(number: UInt64(picture?.size.width ?? 0))
    append(number: UInt64(picture?.size.height ?? 0))
    append(number: UInt64(picture?.copies.count ?? 0))
    for copy in picture?.copies ?? [] {
      append(number: UInt64(copy.width))
      append(counted: copy.url)
    }
  }
}

extension ValuePrinter.Located {
  /// The values of a list. Pictures without descriptions have the record's title, with numbers from the second on.
  func items(of type: FieldType) -> [ValuePrinter.Located] {
    guard type == .asset else { return value.items.map(with) }
    return value.items.enumerated().map { index, value in
      var item = with(value)
      if alts.indices.contains(index), !alts[index].isEmpty {
        item.alt = alts[index]
      } else if index > 0 {
        item.title = "\(item.alt ?? title) (\(index + 1))"
        item.alt = nil
      }
      return item
    }
  }

  /// Where the value of a URL leads.
  var address: String {
    let target = value.plainText
    return Link.scheme(of: target) == nil ? links.resolve(target, file) : target
  }

  /// The URL of a picture; nil where the file is none.
  var image: String? {
    let path = value.plainText
    return PictureSize.isOf(path: path) ? links.resolve(path, file) : nil
  }

  /// The picture with its smaller copies, each with its width, as a browser chooses among them; nil where it has none.
  var sourceSet: String? {
    let path = value.plainText
    guard let picture = links.picture(path, file), !picture.copies.isEmpty else { return nil }
    let own = Picture.Copy(width: picture.size.width, url: links.resolve(path, file))
    return (picture.copies + [own]).map { "\($0.url) \($0.width)w" }.joined(separator: ", ")
  }

  func with(_ value: Value) -> ValuePrinter.Located {
    ValuePrinter.Located(
      value: value, links: links, file: file, anchor: anchor, home: home, isOnOwnPage: isOnOwnPage, field: field,
      zone: zone, alt: alt,
      title: title, language: language)
  }
}
