import CellistBase
import CellistFiles
import CellistFormats
import CellistRecords
import CellistText

/// One file that records of a list come from, and how to read it.
package struct RecordSource: Hashable, Sendable {
  /// Two paths are the same only where their bytes are.
  private let identifier: Identifier
  package let format: SourceFormat
  /// Whether the records come from no file, but from code that fetches them.
  package internal(set) var isFetched = false
  private let box: Box

  /// The settings of a file that they name.
  package struct Details: Hashable, Sendable {
    /// The character between the fields of a row.
    package let delimiter: UInt8?
    /// The path to the records inside the file.
    package let items: ItemsPath?
    /// The query for the records, when the file is a database.
    package let query: String?
    package let queryLocation: SourceLocation?
    /// The tables of files that the query is about, in place of those of a database.
    package internal(set) var tables: [QueryTable] = []
    /// The relation of the records to those of earlier sources; nil for records of their own.
    package let merge: Merge?
    /// The encoding of a file of text; nil for UTF-8, and where its byte order mark says it.
    package var encoding: TextEncoding?
    /// The number of lines, or rows of a sheet, before a table's header.
    package var skippedLines = 0
    /// Whether rows of a table of text may end before the last column.
    package var isPadded = false
    /// The sheet of a spreadsheet; nil for the first.
    package var sheet: String?
    package var sheetLocation: SourceLocation?
    /// The days from which events of a calendar are taken; nil for all.
    package var span: CalendarSpan?
    /// Which of the records are taken; nil for all.
    package var filter: SourceFilter?
    /// The address that the file is fetched from.
    package internal(set) var remote: RemoteSource?
    /// The folder in which the name of the file, or the pattern that it fits, begins.
    package internal(set) var folder: String?
    /// Where the settings name the file.
    package internal(set) var location: SourceLocation?
    /// The path that names the record that the file is, where other files have the same name.
    package internal(set) var name: String?
    /// The files with the texts of the record in other languages, by their tags.
    package fileprivate(set) var translations: [Translation] = []
    /// The texts of a spreadsheet that mean an absent value.
    package fileprivate(set) var absent: Set<String> = []
    /// The list that reads it besides the one whose folder contains it.
    package fileprivate(set) var reader: String?

    package init(
      delimiter: UInt8? = nil, items: ItemsPath? = nil, query: String? = nil, queryLocation: SourceLocation? = nil,
      merge: Merge? = nil, in folder: String? = nil, location: SourceLocation? = nil
    ) {
      self.delimiter = delimiter
      self.items = items
      self.query = query
      self.queryLocation = queryLocation
      self.merge = merge
      self.folder = folder
      self.location = location
    }

    /// All that tells the records from others of the same file.
    package var words: [String] {
      [
        delimiter.map { String($0) }, items?.words, query, reader.map { "for \($0)" }, encoding?.name,
        skippedLines > 0 ? "from \(skippedLines)" : nil, filter?.words,
        translations.isEmpty ? nil : "with \(translations.map(\.file).joined(separator: " "))",
        sheet.map { "in \($0)" }, name.map { "named \($0)" }, span?.words, remote?.sha256,
        tables.isEmpty ? nil : tables.map(\.words).joined(separator: ", "), isPadded ? "padded" : nil,
      ].map { $0 ?? "" }
    }
  }

  /// A file with the texts of a record in another language.
  package struct Translation: Hashable, Sendable {
    package let tag: String
    package let file: String
  }

  private indirect enum Box: Hashable {
    case empty
    case full(Details)
  }

  /// The path below the site folder.
  package var path: String { identifier.text }

  /// The settings of the file, in a box: most sources, of which there may be very many, have none.
  package var details: Details? { if case .full(let details) = box { details } else { nil } }

  package init(path: String, format: SourceFormat, _ details: Details? = nil) {
    identifier = Identifier(path)
    self.format = format
    box = details.map(Box.full) ?? .empty
  }

  /// The sources that are files: the source itself with its translations, or those of the tables of its query.
  package var ofFiles: [RecordSource] {
    guard let details else { return [self] }
    if !details.translations.isEmpty {
      return [self] + details.translations.map { RecordSource(path: $0.file, format: .markdown) }
    }
    return details.tables.isEmpty ? [self] : details.tables.flatMap(\.sources)
  }

  /// The effect of a source on the records of earlier ones.
  package enum Merge: String, CaseIterable, Sendable {
    /// Gives fields of records other values, and adds those that there are not yet.
    case update
    /// Takes records out.
    case remove
  }

  /// A source that represents code which fetches the records of a list.
  package static func fetched(by list: ListFolder) -> RecordSource {
    var source = RecordSource(path: list.settings, format: .yaml)
    source.isFetched = true
    return source
  }

  /// The source as read by a list in another folder. So the state keeps the results of each list that reads it.
  package func read(by list: String) -> RecordSource {
    var details = details ?? Details()
    details.reader = list
    var source = RecordSource(path: path, format: format, details)
    source.isFetched = isFetched
    return source
  }

  /// The source where some texts mean an absent value: a spreadsheet has them on purpose.
  package func expecting(absent: Set<String>) -> RecordSource {
    guard format == .spreadsheet, !absent.isEmpty else { return self }
    var details = details ?? Details()
    details.absent = absent
    return RecordSource(path: path, format: format, details)
  }

  /// The sources of a list in one language of a site: the files of translations belong to those of the records that they
  /// translate. Reports translations of what does not exist.
  ///
  /// - Parameter hasOwnRecords: whether the records are the list's own, and not those of another.
  package static func translated(
    _ sources: [RecordSource], _ languages: SiteLanguages, for list: ListFolder, hasOwnRecords: Bool = true,
    _ diagnostics: inout Diagnostics
  ) -> [RecordSource] {
    guard !languages.isEmpty else { return sources }
    let originals = Set(sources.lazy.map(\.path).filter { languages.translation($0) == nil })
    var translations: [String: [Translation]] = [:]
    for source in sources where source.format == .markdown {
      guard let (original, tag) = languages.translation(source.path) else {
        languages.reportUnknownLanguage(of: source.path, among: originals, &diagnostics)
        continue
      }
      // The list that has the records reports them.
      guard hasOwnRecords || originals.contains(original) else { continue }
      guard !list.isInOneLanguage || !hasOwnRecords else {
        diagnostics.error(
          .missingSource, "this is a translation, and the list is in one language",
          at: SourceLocation(file: source.path),
          hint: "without 'language' in \(list.settings), the list is in all languages of the site")
        continue
      }
      guard originals.contains(original) else {
        languages.report(translation: source.path, of: original, &diagnostics)
        continue
      }
      translations[original, default: []].append(Translation(tag: tag, file: source.path))
    }
    return sources.compactMap { source in
      guard source.format != .markdown || languages.translation(source.path) == nil else { return nil }
      let own = list.isTranslation ? source.read(by: list.name) : source
      guard let found = translations[source.path] else { return own }
      var details = own.details ?? Details()
      details.translations = found
      return RecordSource(path: own.path, format: own.format, details)
    }
  }

  /// The source with all records of the file, and nothing of other files.
  package var unfiltered: RecordSource {
    guard var details, details.filter != nil || !details.translations.isEmpty else { return self }
    (details.filter, details.translations) = (nil, [])
    return RecordSource(path: path, format: format, details)
  }

  /// The source as it was when only some files were there; nil where its own was not.
  package func among(_ isThere: (String) -> Bool) -> RecordSource? {
    guard details?.tables.isEmpty ?? true else { return self }
    guard isThere(path) else { return nil }
    guard var details, !details.translations.isEmpty else { return self }
    details.translations.removeAll { !isThere($0.file) }
    return RecordSource(path: path, format: format, details)
  }

  /// The source of a file whose record has a name of its own; nil for that of the file.
  package func calling(_ name: String?) -> RecordSource {
    guard var details, details.name != name else { return self }
    details.name = name
    return RecordSource(path: path, format: format, details)
  }

  /// The name of the record that the whole file is: its own, its folder's for an `index.md`, or its path where other files
  /// of the list have the same name.
  package var recordName: String { details?.name ?? ownName }

  /// The name of the file, or that of its folder for an `index.md`.
  package var ownName: String { isRecordFolder ? path.folder.fileName : path.fileStem }

  /// Whether no part of the file's content is in another file, as with a database that is in use.
  package func isWhole(in tree: SourceTree) -> Bool {
    format != .sqlite || SQLiteReader.openLog(of: path, in: tree) == nil
  }

  /// Whether the file is a record with a folder of its own.
  package var isRecordFolder: Bool { format == .markdown && path.fileStem == "index" }
}
