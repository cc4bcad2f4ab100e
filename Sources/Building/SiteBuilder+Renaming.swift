import CellistBase
import CellistFiles
import CellistLists
import CellistMarkup
import CellistPages
import CellistRecords
import CellistSettings
import CellistSites
import CellistText
import CellistWriting

extension SiteBuilder {
  /// The files in which a record has another id: its source, the references and links to it, and a redirect from each
  /// address that is lost.
  ///
  /// - Complexity: O(r · f) in the number of references and the size of the files that have them.
  package func renaming(_ id: String, in name: String, to new: String) throws(EditRefusal) -> EditedFiles {
    var diagnostics = Diagnostics()
    let content = SiteContent(tree, options, &diagnostics)
    let list = try Self.list(name, in: content, diagnostics)
    let settings = list.settings
    let (record, group) = try Self.record(id, of: list)
    guard settings.hasWrittenRecords else {
      throw EditRefusal(reason: "the records of '\(settings.folder.name)' are not written in files of its own")
    }
    guard !new.isEmpty, new.composed != record.id else {
      throw EditRefusal(reason: "the record is called '\(record.id)' already")
    }
    guard !Self.holds(new, list) else {
      throw EditRefusal(reason: "there is a record '\(new)' in '\(settings.folder.name)' already")
    }
    var edited = try referring(to: record, of: settings, as: new, in: content)
    let own = try SiteBuilder(tree.with(edited), options).calling(record, group, of: list, new)
    edited = edited.followed(by: own)
    let builder = SiteBuilder(tree.with(edited), options)
    let renamed = SiteContent(builder.tree, options, &diagnostics)
    let page = Self.move(of: Self.address(of: record.id, in: list), to: new, in: name, renamed)
    edited = edited.followed(by: builder.linking(Self.moves(own) + [page].compactMap(\.self), in: renamed))
    let linked = SiteBuilder(tree.with(edited), options)
    return try edited.followed(by: linked.redirecting(page, of: new, in: settings))
  }

  // MARK: The record

  private static func holds(_ id: String, _ list: SiteContent.ListContent) -> Bool {
    list.sources.contains { $0.records.entries.contains { $0.item.id == id.composed } }
      || list.unfit.contains { $0.id == id.composed }
  }

  /// The record's own files under its new name.
  private func calling(
    _ record: Record, _ group: SourceGroup, of list: SiteContent.ListContent, _ new: String
  ) throws(EditRefusal) -> EditedFiles {
    let settings = list.settings
    let path = record.location.file
    let source = try Self.source(path, of: group, in: list)
    let fields = settings.decoder.idFields.map { settings.type.fields[$0].name }
    guard fields.count < 2 else {
      throw EditRefusal(
        reason:
          "the id of a record of '\(settings.folder.name)' is made of \(fields.map(quoted).joined(separator: ", ")): "
          + "set those")
    }
    let isFile = source.format == .markdown && source.details?.items == nil
    var edited = try EditedSource(source, in: tree, at: [record.location])
    if fields.first != nil || !isFile || edited.hasKey("id") {
      guard fields.first != nil || edited.hasKey("id") else {
        throw EditRefusal(reason: "nothing in \(path) names the record: its id is made of its values")
      }
      try edited.apply(FieldEdit(fields.first ?? "id", .set, new), to: settings)
      return EditedFiles([edited.file])
    }
    try Self.requireFileName(new)
    let translations = source.details?.translations ?? []
    let files =
      source.isRecordFolder
      ? [path] + (settings.folder.recordFiles[path] ?? []) + translations.map(\.file) : [path]
    let base = source.isRecordFolder ? path.folder : path
    let target = source.isRecordFolder ? joined(base.folder, new) : joined(base.folder, "\(new).md")
    var moved: [EditedFiles.File] = []
    let beside = source.isRecordFolder ? [] : translations.map { ($0.file, joined(base.folder, "\(new).\($0.tag).md")) }
    for (file, to) in files.map({ ($0, target + $0.dropFirst(base.count)) }) + beside {
      guard let bytes = try? tree.read(file) else { throw EditRefusal(reason: "\(file) cannot be read") }
      guard (try? tree.read(to)) == nil else { throw EditRefusal(reason: "\(to) is there already") }
      moved.append(EditedFiles.File(path: file, old: bytes, new: nil))
      moved.append(EditedFiles.File(path: to, old: nil, new: bytes))
    }
    return EditedFiles(moved)
  }

  /// A file, a folder or an address below `content`, and what it is called now.
  private typealias Move = (from: String, to: String)

  /// The files that a rename moves, or their folder.
  private static func moves(_ edited: EditedFiles) -> [Move] {
    let from = edited.files.filter { $0.new == nil }.map(\.path).sorted(by: inByteOrder)
    let to = edited.files.filter { $0.old == nil }.map(\.path).sorted(by: inByteOrder)
    // Both names have the same endings, so both lists have the same order.
    let all = Array(zip(from, to))
    return all.first { $0.0.fileName == "index.md" }.map { [($0.0.folder, $0.1.folder)] } ?? all
  }

  /// Where the page of a record lies, as links write it, below `content`; nil where it has none.
  private static func address(of id: String, in list: SiteContent.ListContent) -> String? {
    let settings = list.settings
    let items = list.sources.lazy.flatMap(\.records.entries).map(\.item)
    guard settings.hasRecordPages, let item = items.first(where: { $0.id == id.composed }) else { return nil }
    let folder = settings.isPlacedInSite ? SiteFolder.content : settings.folder.folder
    return joined(folder, item.place)
  }

  /// The move of a record's page, as its new name makes it.
  private static func move(
    of address: String?, to id: String, in name: String, _ content: SiteContent?
  ) -> Move? {
    guard let address else { return nil }
    let list = content?.lists.first { $0.settings.folder.path == name }
    return list.flatMap { Self.address(of: id, in: $0) }.map { (address, $0) }
  }

  // MARK: References

  /// The files in which the references to a record have its new id.
  private func referring(
    to record: Record, of list: ListSettings, as new: String, in content: SiteContent?
  ) throws(EditRefusal) -> EditedFiles {
    var sources: [String: EditedSource] = [:]
    for other in content?.lists ?? [] where other.settings.hasOwnRecords {
      let type = other.settings.type
      let fields = (0..<type.ownCount).filter { type.fields[$0].type.target == list.folder.name }
      guard !fields.isEmpty else { continue }
      for source in other.sources {
        for item in source.records.entries.lazy.map(\.item) {
          for field in fields {
            let written = item.writtenReferences[field] ?? []
            let found = item.foundReferences?.references[field] ?? written
            // A reference may be written in other letters, and one by the title leads there under any id.
            let names = zip(written, found).filter { text, id in
              text.composed == record.id || id == record.id && text.folded == record.id.folded
            }
            guard !names.isEmpty else { continue }
            let own = item.writtenRecord
            let location = own.locations[field]
            var edited: EditedSource
            if let known = sources[location.file] {
              edited = known
            } else {
              edited = try EditedSource(Self.source(location.file, of: source.group, in: other), in: tree, at: [])
            }
            for name in Set(names.map(\.0)).sorted() {
              edited.turn(to: [own.location, location])
              try edited.apply(FieldEdit(type.fields[field].name, .replace(name), new), to: other.settings)
            }
            sources[location.file] = edited
          }
        }
      }
    }
    return EditedFiles(sources.values.map(\.file))
  }

  // MARK: Links

  /// The files in which links to a record's file or address lead to its new ones.
  ///
  /// - Parameter moves: those of its file, or of its folder, and of its page.
  private func linking(_ moves: [Move], in content: SiteContent?) -> EditedFiles {
    guard !moves.isEmpty else { return EditedFiles([]) }
    var found: [String: [(location: SourceLocation, old: String, new: String)]] = [:]
    func look(_ markdown: String, at location: SourceLocation) {
      guard MarkdownRenderer.mayLinkOrEmbed(markdown, .all) else { return }
      for link in MarkdownRenderer.inspect(markdown, .all).links {
        let new = moves.lazy.compactMap { Self.target(of: link.target, in: location.file, $0) }.first
        guard let new else { continue }
        let place = location.advanced(line: link.position.line, column: link.position.column)
        // A text may be on the pages of several languages.
        guard found[location.file]?.contains(where: { $0.location == place }) != true else { continue }
        found[location.file, default: []].append((place, link.target, new))
      }
    }
    for page in content?.plainPages ?? [] { look(page.body, at: page.bodyLocation) }
    for list in content?.lists ?? [] {
      let texts = [list.introduction].compactMap(\.self) + list.termTexts.values + list.sectionTexts.values
      for page in texts { look(page.body, at: page.bodyLocation) }
      let markdown = list.settings.type.fields.indices.filter { list.settings.type.fields[$0].type == .markdown }
      for item in list.sources.lazy.flatMap(\.records.entries).map(\.item) where !item.links.isEmpty {
        let record = item.writtenRecord
        for field in markdown { look(record.values[field].plainText, at: record.locations[field]) }
      }
    }
    return EditedFiles(
      found.compactMap { file, links in
        guard let bytes = try? tree.read(file) else { return nil }
        return EditedFiles.File(path: file, old: bytes, new: bytes.replacing(links))
      })
  }

  /// A link that leads to a file, or into a folder, as it leads there when that has moved; nil where it leads elsewhere.
  private static func target(of link: String, in file: String, _ move: Move) -> String? {
    let (old, new) = move
    guard old.folder == new.folder, Link.isInternal(link), let place = SiteFolder.place(ofLink: link, in: file) else {
      return nil
    }
    let path = link.prefix { $0 != "?" && $0 != "#" }
    guard place == old || place.hasPrefix("\(old)/") else { return nil }
    // The path below the folder stays at its end.
    let below = PercentCoding.encoded(String(place.dropFirst(old.count)))
    let isOpen = path.hasSuffix("/") && below.isEmpty
    let stem = path.dropLast(below.utf8.count + (isOpen ? 1 : 0))
    guard PercentCoding.decoded(stem).fileName == old.fileName else { return nil }
    let folder = stem.lastIndex(of: "/").map { String(stem[...$0]) } ?? ""
    let name = PercentCoding.encoded(new.fileName) + below + (isOpen ? "/" : "")
    return folder + name + String(link.dropFirst(path.count))
  }

  // MARK: Addresses

  /// The files in which a redirect leads from the old address of a record's page, and earlier ones to its new address.
  ///
  /// - Parameter move: that of the page; nil where it has none, or no other address.
  private func redirecting(
    _ move: Move?, of id: String, in list: ListSettings
  ) throws(EditRefusal) -> EditedFiles {
    guard let move, move.from != move.to else { return EditedFiles([]) }
    let path = SiteFolder.settings
    let old = try? tree.read(path)
    var settings = try SettingsEdit(path, old ?? [])
    let redirects = settings.entries(of: Self.redirects)
    for (key, value) in redirects {
      if let now = Self.target(of: value, in: path, move) { try settings.set(key, of: Self.redirects, to: now) }
    }
    let (from, to) = (Self.link(to: move.from), Self.link(to: move.to))
    let former = list.formerAddresses.map { list.type.fields[$0].name }
    if former == nil { try settings.set(from, of: Self.redirects, to: String(to.dropFirst())) }
    // There is a page again.
    for (key, _) in redirects where SiteFolder.place(ofLink: key, in: path) == move.to {
      try settings.set(key, of: Self.redirects, to: nil)
    }
    let isChanged = settings.bytes != old ?? []
    let edited = EditedFiles(isChanged ? [EditedFiles.File(path: path, old: old, new: settings.bytes)] : [])
    guard let former else { return edited }
    let own = SiteBuilder(tree.with(edited), options)
    return try edited.followed(by: own.recalling(from, but: to, in: former, of: id, in: list.folder.path))
  }

  private static let redirects = "redirects"

  /// The files in which a record has one more former address, and one less.
  private func recalling(
    _ old: String, but new: String, in field: String, of id: String, in list: String
  ) throws(EditRefusal) -> EditedFiles {
    let content = try content(of: list)
    let record = try Self.record(id, of: content).0
    let known = content.settings.type.index(of: field).map { record.values[$0].items.map(\.plainText) } ?? []
    var edits: [FieldEdit] = []
    if !known.contains(old) { edits.append(FieldEdit(field, .insert, old)) }
    if known.contains(new) { edits.append(FieldEdit(field, .remove, new)) }
    return try setting(edits, of: id, in: list)
  }

  /// A link from the site's root to what lies somewhere below `content`.
  private static func link(to place: String) -> String {
    "/" + PagePath.address(of: Routes.record(place.below(SiteFolder.content), below: ""))
  }
}

extension [UInt8] {
  /// The text of a file with links replaced, where they are written as they were read.
  fileprivate func replacing(_ links: [(location: SourceLocation, old: String, new: String)]) -> [UInt8] {
    let lines = LineIndex(bytes: self)
    var changes: [(range: Range<Int>, new: String)] = []
    for link in links {
      let place = lines.offset(of: TextPosition(line: link.location.line, column: link.location.column)) ?? 0
      let range = self.range(of: link.old, from: place) ?? self.range(of: link.old, from: 0)
      if let range, !changes.contains(where: { $0.range == range }) { changes.append((range, link.new)) }
    }
    var result = self
    for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      result.replaceSubrange(change.range, with: change.new.utf8)
    }
    return result
  }

  /// Where a link stands as the target of one: after a bracket, a quote or a colon, and not as the start of a longer one.
  private func range(of link: String, from start: Int) -> Range<Int>? {
    let sought = Array(link.utf8)
    var place = start
    while place + sought.count <= count {
      if self[place] == sought[0], self[place...].starts(with: sought) {
        let before = place > 0 ? self[place - 1] : 0x20
        let after = place + sought.count < count ? self[place + sought.count] : 0x20
        if "(<\"'= :".utf8.contains(before), after <= 0x20 || ")>\"'".utf8.contains(after) {
          return place..<place + sought.count
        }
      }
      place += 1
    }
    return nil
  }
}
