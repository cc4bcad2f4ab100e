import CellistBase
import CellistContent
import CellistFiles
import CellistLists
import CellistRecords
import CellistText

/// The declarations of the site's lists, before it is known what they show.
package struct ListDeclarations {
  private let map: ContentMap
  private let site: DeclaringSite
  private var declarations: [ListDeclaration?]
  private let files: NamedFiles

  /// The files that lists read records from outside their own folders. They are not published as they are, and no pages.
  package var sharedFiles: Set<Identifier> { files.shared }

  /// Reads the declarations of a list's records in each `list.yml` and in Swift.
  ///
  /// - Parameter languages: those of the site; the map has each list in all of them, or in the first alone.
  package init(
    _ map: ContentMap, _ languages: SiteLanguages, from tree: SourceTree, values: ValueReader,
    typed lists: [TypedList] = [],
    _ diagnostics: inout Diagnostics
  ) {
    self.map = map
    let folders = map.lists
    let site = DeclaringSite(folders: folders, languages: languages, tree: tree, values: values, typed: lists)
    self.site = site
    for list in lists where !folders.contains(where: { $0.name == list.path }) {
      diagnostics.error(
        .unknownList, "there is no folder \(joined(SiteFolder.content, list.path))",
        at: list.location,
        hint: Suggestion.hint(for: list.path, in: folders.map(\.name)))
    }
    var declared: [String: SourceLocation] = [:]
    for list in lists {
      guard let first = declared[list.path] else {
        declared[list.path] = list.location
        continue
      }
      diagnostics.error(
        .invalidSetting, "the list '\(list.path)' is declared a second time", at: list.location,
        hint: "it is first declared at \(first)")
    }
    var named: [(folder: ListFolder, settings: Node)] = []
    declarations = folders.map { folder in
      let typed = lists.first { $0.path == folder.ownName }
      let order = languages.order(of: folder)
      return diagnostics.reading(folder.tree) { found in
        guard let written = ListDeclaration.settings(of: folder, typed, from: tree, &found) else { return nil }
        let own = written.spoken(order)
        var declaration = ListDeclaration(own, of: folder, in: site, typed: typed, &found)
        let borrowed = declaration?.recordsOf?.foreign ?? ForeignTexts()
        declaration?.foreign = written.foreignTexts(order).joined(by: borrowed)
        // A list with a mistake elsewhere has its sources all the same.
        named.append((declaration?.recordsOf?.folder ?? folder, declaration?.root ?? own))
        return declaration
      }
    }
    files = NamedFiles(named, map, from: tree, &diagnostics)
  }

  /// The settings of all lists, in their order; nil, with diagnostics, for a list that declares no record type.
  ///
  /// References lead from list to list, so all types are read before anything that may name what they lead to.
  ///
  /// - Parameter views: those that pages declare, by list.
  package consuming func settings(
    views: [String: [(ViewPlace, Node)]] = [:], _ diagnostics: inout Diagnostics
  ) -> [ListSettings?] {
    let folders = map.lists
    let types = Dictionary(uniqueKeysWithValues: zip(folders, declarations).map { ($0.name, $1?.type) })
    for index in folders.indices {
      guard var declaration = declarations[index] else { continue }
      let name = (declaration.recordsOf?.folder ?? declaration.folder).name
      declaration.views = views[declaration.folder.name] ?? []
      diagnostics.reading(folders[index].tree) { found in
        declaration.type = declaration.type.checkingReferences(of: name, in: types, &found)
        declaration.contents = declaration.contents.map { $0.checkingReferences(of: name, in: types, &found) }
      }
      declarations[index] = declaration
    }
    let named = declarations.compactMap { $0?.type.otherNames }
    for index in folders.indices {
      guard let type = declarations[index]?.type else { continue }
      let names = Set(named.flatMap { $0[folders[index].name] ?? [] })
      declarations[index]?.namingFields = type.fields.indices.filter { names.contains(type.fields[$0].name) }
    }
    let targets = Dictionary(uniqueKeysWithValues: declarations.compactMap { $0.map { ($0.folder.name, $0.target) } })
    return declarations.map { declaration in
      declaration.map { declaration in
        diagnostics.reading(declaration.folder.tree) { found in
          ListSettings(
            declaration, site.languages, targets: targets, files: files,
            holdsRecords: declaration.typed != nil && site.typed.contains(where: \.wantsItems), &found)
        }
      }
    }
  }
}
