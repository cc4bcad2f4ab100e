import CellistBase
import CellistFiles
import CellistRecords
import CellistText

extension RecordSource {
  /// The sources of a list: those which `sources:` names, in its order, else every source file in byte order of path.
  package static func all(
    in scope: SourceScope, _ settings: inout MappingReader, _ diagnostics: inout Diagnostics
  ) -> [RecordSource] {
    namedApart(read(scope, &settings, &diagnostics), in: scope.list)
  }

  /// The sources, of which those that are records of one name have their paths as names: `2023/report`.
  private static func namedApart(_ sources: [RecordSource], in list: ListFolder) -> [RecordSource] {
    // Very many files are records in one folder, of which no two have one name.
    let prefix = "\(list.folder)/"
    let areAlike = sources.allSatisfy { source in
      source.format == .markdown && source.details == nil && source.path.hasSuffix(".md")
        && !source.path.hasSuffix("/index.md") && source.path.hasPrefix(prefix)
        && !source.path.utf8.dropFirst(prefix.utf8.count).contains(UInt8(ascii: "/"))
    }
    if areAlike { return sources }
    var seen: Set<String> = []
    var repeated: Set<String> = []
    func isNamed(_ source: RecordSource) -> Bool {
      source.details?.merge == nil && source.format.namesRecords
    }
    for source in sources where isNamed(source) {
      let name = source.ownName.composed
      if !seen.insert(name).inserted { repeated.insert(name) }
    }
    guard !repeated.isEmpty else { return sources }
    return sources.map { source in
      let base = list.holds(source.path) ? list.folder : source.details?.folder ?? list.folder
      let place = source.path.below(base)
      let name = source.isRecordFolder ? place.folder : joined(place.folder, place.fileStem)
      guard isNamed(source), repeated.contains(source.ownName.composed), name != source.ownName else { return source }
      var details = source.details ?? Details()
      details.name = name
      var named = RecordSource(path: source.path, format: source.format, details)
      named.isFetched = source.isFetched
      return named
    }
  }

  private static func read(
    _ scope: SourceScope, _ settings: inout MappingReader, _ diagnostics: inout Diagnostics
  ) -> [RecordSource] {
    let list = scope.list
    guard let node = settings.node("sources") else {
      return list.files.compactMap { path in
        guard let format = SourceFormat(path: path) else { return nil }
        guard format != .sqlite else {
          diagnostics.error(
            .missingSetting, "a database has no records of its own accord", at: SourceLocation(file: path),
            hint: "let 'sources' in list.yml name it with a query, "
              + "as in {file: \(path.fileName), query: \"select * from …\"}, or leave it out")
          return nil
        }
        return RecordSource(path: path, format: format)
      }
    }
    guard let items = node.items else {
      diagnostics.error(.invalidSetting, "'sources' must be a list, found \(node.summary)", at: node.location)
      return []
    }
    var sources: [RecordSource] = []
    for item in items {
      if let text = item.text, text.utf8.first == UInt8(ascii: "!") {
        sources = excluding(text, from: sources, in: list, at: item.location, &diagnostics)
      } else {
        sources += named(item, in: scope, &diagnostics)
      }
    }
    return sources
  }

  /// The sources without those that `!` and a pattern leave out.
  private static func excluding(
    _ text: String, from sources: [RecordSource], in list: ListFolder, at place: SourceLocation,
    _ diagnostics: inout Diagnostics
  ) -> [RecordSource] {
    let pattern = SourcePattern(String(text.dropFirst()), in: list.folder)
    let rest = sources.filter { pattern?.fits($0.path) != true }
    if rest.count == sources.count, !diagnostics.hasErrors {
      diagnostics.error(
        .missingSource, "'\(text)' leaves out none of the files that are named before it", at: place,
        hint: diagnostics.hint(
          for: String(text.dropFirst()), in: sources.map { SourcePattern.name(of: $0.path, from: list.folder) }))
    }
    return rest
  }

  /// The names and patterns that `sources:` has.
  private static func patterns(_ sources: Node) -> [String] {
    (sources.items ?? []).flatMap { source in
      let tables = source["tables"]?.entries?.map(\.value) ?? []
      return ([source] + tables).compactMap { $0.text ?? $0["file"]?.text }
    }
  }

  /// Whether `sources:` of a list has addresses.
  package static func nameAddresses(_ sources: Node?) -> Bool {
    sources?.items?.contains { source in
      source["url"] != nil || source["tables"]?.entries?.contains { $0.value["url"] != nil } ?? false
    } ?? false
  }

  /// Whether `sources:` of a list names files outside its folder.
  package static func nameFilesOutside(_ sources: Node?) -> Bool {
    sources.map(patterns)?.contains(where: SourcePattern.leaves) ?? false
  }

  /// The files outside its own folder that `sources:` of a list names.
  package static func filesOutside(of list: ListFolder, among files: [String], _ sources: Node?) -> [String] {
    var named: [String] = []
    for text in sources.map(patterns) ?? [] {
      if text.utf8.first == UInt8(ascii: "!") {
        let pattern = SourcePattern(String(text.dropFirst()), in: list.folder)
        named.removeAll { pattern?.fits($0) ?? false }
      } else if SourcePattern.leaves(text) {
        named += SourcePattern(text, in: list.folder)?.matches(files) ?? []
      }
    }
    return named
  }

  /// Says why nothing is a source by a name or a pattern: there may be files of that name that cannot be.
  ///
  /// - Parameter files: those of the site, where the name leads out of the list's folder.
  static func report(
    missing file: String, _ pattern: SourcePattern, _ files: [String]?, in list: ListFolder, at place: SourceLocation,
    _ diagnostics: inout Diagnostics
  ) {
    if (files ?? list.assets).contains(where: pattern.fits) {
      diagnostics.error(
        .missingSource, "no file that '\(file)' fits in \(pattern.base) can hold records", at: place, hint: endings)
      return
    }
    if file.pathParts.dropLast().contains(where: { $0.hasPrefix(".") && $0 != ".." }) {
      diagnostics.error(
        .missingSource, "'\(file)' is not read, since the name of its folder begins with a dot", at: place,
        hint: "rename the folder")
      return
    }
    let known = files.map { $0.map { SourcePattern.name(of: $0, from: list.folder) } }
    diagnostics.error(
      .missingSource,
      file.contains("*")
        ? "no file in \(pattern.base) fits '\(file)'" : "there is no file '\(file)' in \(list.folder)", at: place,
      hint: diagnostics.hint(
        for: file, in: known ?? (list.files + list.nameable).map { $0.below(list.folder) }))
  }
}

extension ListFolder {
  /// Warns of a list without records whose folder has files that look as if they were meant to be some.
  package func reportUnusedAssets(_ diagnostics: inout Diagnostics) {
    let endings: Set = [
      "adoc", "bib", "html", "ics", "jsonl", "mdown", "mdx", "ndjson", "ods", "org", "qmd", "rmd", "rst", "toml", "txt",
      "xls", "xlsx", "xml",
    ]
    guard files.isEmpty, let file = assets.first(where: { endings.contains($0.fileExtension.lowercased()) }) else {
      return
    }
    diagnostics.warning(
      .noRecords, "the list has no records, and this file is published as it is", at: SourceLocation(file: file),
      hint: SourceFormat(path: file)?.isByNameOnly == true
        ? "let 'sources' in list.yml name it"
        : "records are read from files that end in .md, .yml, .yaml, .json, .csv or .tsv")
  }
}
