import CellistBase
import CellistContent
import CellistFiles
import CellistRecords
import CellistText

/// The files that lists name as sources besides those in their own folders.
struct NamedFiles: Sendable {
  /// All files that may hold records, where a list names some outside its folder.
  private let all: [String]
  /// The files outside their own folders that lists read records from.
  let shared: Set<Identifier>
  /// What has been fetched, where a list has an address as a source.
  private let lock: RemoteLock

  /// - Parameter lists: the settings of lists, with the folders in which their sources are.
  init(
    _ lists: [(folder: ListFolder, settings: Node)], _ map: ContentMap, from tree: SourceTree,
    _ diagnostics: inout Diagnostics
  ) {
    let isRemote = lists.contains { RecordSource.nameAddresses($0.settings["sources"]) }
    lock = isRemote ? RemoteLock(tree, &diagnostics) : RemoteLock()
    let named = lists.filter { RecordSource.nameFilesOutside($0.settings["sources"]) }
    all = named.isEmpty ? [] : map.recordFiles
    var shared: Set<Identifier> = []
    for list in named {
      let outside = RecordSource.filesOutside(of: list.folder, among: all, list.settings["sources"])
      shared.formUnion(outside.lazy.filter { SourceFormat(path: $0)?.isPublished != true }.map { Identifier($0) })
    }
    self.shared = shared
  }

  /// The surroundings of a list's sources.
  func scope(of list: ListFolder, _ language: Language) -> SourceScope {
    SourceScope(list, among: all, locked: lock, language)
  }
}
