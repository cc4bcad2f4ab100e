import CellistBase
import CellistFiles
import CellistLists
import CellistMarkup
import CellistRecords
import CellistSettings
import CellistSites
import CellistText

/// Looks at every link and every piece of raw HTML in a site's texts before anything is written.
struct LinkCheck: Sendable {
  let links: LinkMap
  let dialect: MarkdownDialect
  /// The tree of the language in which the texts are shown.
  var tree = ""

  /// The same for the pages of a language.
  func speaking(_ tree: String) -> LinkCheck {
    var check = self
    check.tree = tree
    return check
  }

  /// Where the links of an item lead, as a number that is the same while they lead there, and whether one of them may
  /// be wrong.
  func lead(_ item: RecordItem, _ type: RecordType) -> (print: UInt64, isDoubtful: Bool) {
    guard !item.links.isEmpty else { return (0, false) }
    let wantsFiles = type.fields.contains { $0.type.mayBeAsset }
    var writer = StateWriter()
    var isDoubtful = false
    item.forEachLink { link, file in
      let isFile = links.leadsToFile(link, in: file)
      let target = links.target(of: link, in: file, tree)
      let missing = links.missingPart(of: link, in: file, tree)
      writer.write("\(target) \(isFile) \(missing?.id ?? "")")
      if case .url = target, isFile || !wantsFiles, missing == nil { return }
      isDoubtful = true
    }
    return (Digest(writer.bytes).first, isDoubtful)
  }

  /// Looks at the links of a source's records, as far as they are shown: at the texts of those that are new or were not
  /// shown before, and of those with links that may be wrong. The links in other pages are found again. Nil when there
  /// is nothing to say, and nothing to remember.
  ///
  /// - Parameter shown: nil when all of them are.
  func checked(
    _ source: ReadList.Source, _ list: ListSettings, _ shown: Set<ObjectIdentifier>?,
    _ isAnchor: @escaping @Sendable (String) -> Bool
  ) -> (source: ReadList.Source, found: Diagnostics)? {
    var found = Diagnostics()
    var changed: [(index: Int, entry: SourceRecords.Entry)] = []
    for (index, known) in source.records.entries.enumerated() {
      var entry = known
      if shown?.contains(ObjectIdentifier(entry.item)) ?? true {
        let (print, isDoubtful) = lead(entry.item, list.type)
        if isDoubtful || entry.isDoubtful || entry.links == Self.unchecked {
          var own = Diagnostics()
          check(entry.item.record, list.type, isAnchor, &own)
          checkTerms(of: entry.item.record, list, &own)
          found.append(own)
          entry.warnings = own.all.filter { $0.severity == .warning }
        } else {
          for warning in entry.warnings { found.append(warning) }
        }
        entry.links = print
      } else {
        entry.links = Self.unchecked
        entry.warnings = []
      }
      if entry.links != known.links || entry.warnings != known.warnings { changed.append((index, entry)) }
    }
    guard source.isFresh || !changed.isEmpty || !found.all.isEmpty else { return nil }
    var source = source
    for (index, entry) in changed { source.records.update(index, entry) }
    source.isFresh = source.isFresh || !changed.isEmpty
    for warning in source.found.all where warning.severity == .warning { source.records.warnings.append(warning) }
    return (source, found)
  }

  /// A mark for the targets of links that were not checked, since their record is not shown.
  private static let unchecked: UInt64 = 1

  /// Reports what is wrong with the links of a record.
  func check(
    _ record: Record, _ type: RecordType, _ isAnchor: @escaping @Sendable (String) -> Bool,
    _ diagnostics: inout Diagnostics
  ) {
    for (index, field) in type.fields.enumerated() {
      let start = diagnostics.all.count
      check(record.values[index], field.type, at: record.locations[index], isAnchor, &diagnostics)
      diagnostics.note(subject: field.name, since: start)
    }
  }

  private func check(
    _ value: Value, _ type: FieldType, at location: SourceLocation,
    _ isAnchor: @escaping @Sendable (String) -> Bool, _ diagnostics: inout Diagnostics
  ) {
    switch (value, type) {
    case (.text(let source), .markdown):
      check(markdown: source, at: location, .of([source], dialect, isAnchor: isAnchor), &diagnostics)
    case (.text(let target), .url), (.text(let target), .asset):
      let place = links.target(of: target, in: location.file, tree)
      let leadsElsewhere =
        if case .url = place { !links.leadsToFile(target, in: location.file) } else { place == .unchanged }
      if type == .asset, leadsElsewhere {
        diagnostics.error(
          .brokenLink, "an asset is a file of the site, found \(quoted(target))", at: location,
          hint: "a field of the type url takes addresses")
      } else {
        check(target, at: location, &diagnostics)
      }
    case (.list(let items), .list(let item)):
      for value in items { check(value, item, at: location, isAnchor, &diagnostics) }
    case (.map(let entries), .map(let item)):
      for entry in entries { check(entry.value, item, at: location, isAnchor, &diagnostics) }
    default: break
    }
  }

  /// Reports what is wrong with the links in Markdown that begins at `location`, and with tags of templates in it.
  ///
  /// - Parameters:
  ///   - views: the names of the views on the page whose text it is.
  ///   - own: the parts of the page that shows it.
  func check(
    markdown source: String, views: [String] = [], at location: SourceLocation, _ own: PageParts,
    _ diagnostics: inout Diagnostics
  ) {
    check(MarkdownRenderer.templateTags(in: source), views: views, at: location, &diagnostics)
    guard MarkdownRenderer.mayLinkOrEmbed(source, dialect.extensions) else { return }
    let (found, rawHTML) = MarkdownRenderer.inspect(source, dialect.extensions)
    for link in found {
      let place = location.advanced(line: link.position.line, column: link.position.column)
      if let scheme = Link.forbiddenScheme(of: link.target) {
        diagnostics.warning(
          .unsafeLink, "the link has the scheme '\(scheme.shortened)', so only its text is shown", at: place,
          hint: "links may be relative or begin with \(Link.schemes.joined(separator: ", "))", about: scheme)
      } else if link.target.isEmpty {
        diagnostics.warning(.brokenLink, "the link is empty", at: place)
      } else {
        check(link.target, at: place, own: own, &diagnostics)
      }
    }
    if dialect.allowsHTML {
      check(MarkdownRenderer.links(in: rawHTML, of: source), at: location, own, &diagnostics)
      if let tag = MarkdownRenderer.looseTag(in: rawHTML, of: source) { report(tag, at: location, &diagnostics) }
    } else {
      report(rawHTML, at: location, &diagnostics)
    }
  }

  /// Reports what is wrong with links in raw HTML, whose schemes are its author's choice.
  private func check(
    _ found: [MarkdownRenderer.HTMLLink], at location: SourceLocation, _ own: PageParts,
    _ diagnostics: inout Diagnostics
  ) {
    for link in found where !link.isEndpoint {
      check(
        link.target, at: location.advanced(line: link.position.line, column: link.position.column),
        own: own, &diagnostics)
    }
  }

  /// Reports raw HTML that reaches beyond its text.
  private func report(_ tag: MarkdownRenderer.LooseTag, at location: SourceLocation, _ diagnostics: inout Diagnostics) {
    let (element, effect) = (tag.element.shortened, "the rest of the page is taken for a part of it")
    let message =
      switch tag.kind {
      case .open: "'\(element)' begins here and does not end in this text, so that \(effect)"
      case .close: "'</\(element)>' ends no element of this text, and may end one around it"
      case .unfinished: "what begins here does not end in this text, so that \(effect)"
      }
    diagnostics.warning(
      .rawHTML, message, at: location.advanced(line: tag.position.line, column: tag.position.column), about: "")
  }

  /// Reports raw HTML that is left out.
  private func report(
    _ rawHTML: [MarkdownRenderer.RawHTML], at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) {
    // One warning a line is enough to find it, and every tag has its end tag.
    var lastLine = 0
    for html in rawHTML where html.position.line != lastLine && !html.isComment {
      lastLine = html.position.line
      let text = html.text.prefix { !$0.isNewline }
      diagnostics.warning(
        .rawHTML, "raw HTML is left out: \(String(text).shortened)",
        at: location.advanced(line: html.position.line, column: html.position.column),
        hint: "'html: allow' in site.yml keeps it, where the authors are trusted", about: "")
    }
  }

  /// The address for a link in a template's own text; nil where it stays as it is. Reports what is wrong with it.
  func resolved(
    inTemplate target: String, _ kind: HTMLLinks.Kind, at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> String? {
    guard Link.isInternal(target), !target.hasPrefix("?") else { return nil }
    let isEndpoint = if case .endpoint = kind { true } else { false }
    guard target.hasPrefix("/") else {
      guard !isEndpoint else { return nil }
      diagnostics.warning(
        .brokenLink, "the link leads elsewhere from each page that shows it: \(target.shortened)", at: location,
        hint: "links in templates begin with / at the site's root")
      return nil
    }
    switch links.target(of: target, in: SiteFolder.content, tree) {
    case .url(let url): return url
    case .broken where !isEndpoint:
      diagnostics.error(
        .brokenLink, "the link target does not exist: \(target.shortened)", at: location,
        hint: "links in templates begin with / at the site's root; files of the theme are in @theme.assets")
    case .unpublished where !isEndpoint:
      diagnostics.error(
        .brokenLink, "the link target is not published: \(target.shortened)", at: location)
    case .unchanged, .unread, .unpublished, .broken: break
    }
    return nil
  }

  private func check(
    _ target: String, at location: SourceLocation, own: PageParts? = nil, _ diagnostics: inout Diagnostics
  ) {
    switch links.target(of: target, in: location.file, tree) {
    case .unchanged:
      guard target.hasPrefix("#"), let own else { return }
      report(
        own.missing(PercentCoding.decoded(target.dropFirst()), besides: links.templateIDs), at: location, &diagnostics)
    case .url: report(links.missingPart(of: target, in: location.file, tree), at: location, &diagnostics)
    case .unread: return
    case .unpublished:
      diagnostics.error(
        .brokenLink, "the link target is not published: \(target.shortened)", at: location, about: target)
    case .broken:
      diagnostics.error(
        .brokenLink, "the link target does not exist: \(target.shortened)", at: location,
        hint: Link.missingSchemeHint(for: target)
          ?? "links are relative to their own file, or begin with / at the site's root", about: target)
    }
  }
}

extension LinkCheck {
  /// Reports a link to a part that its page does not have.
  private func report(_ missing: PageParts.Missing?, at location: SourceLocation, _ diagnostics: inout Diagnostics) {
    guard let missing else { return }
    diagnostics.error(
      .brokenLink, "the link leads to a part that its page does not have: #\(missing.id.shortened)", at: location,
      hint: missing.nearest.map { "did you mean '#\($0.shortened)'?" }
        ?? "parts are headings, by their words: #two-words")
  }
}

extension FieldType {
  fileprivate var mayBeAsset: Bool {
    switch self {
    case .asset: true
    case .list(let item), .map(let item): item.mayBeAsset
    default: false
    }
  }
}

extension SourceRecords.Entry {
  /// Whether there is nothing to check for the record where it is shown and unchanged: most have no links.
  var isQuiet: Bool { item.links.isEmpty && links == 0 && warnings.isEmpty && !isDoubtful }
}
