import CellistContent
import CellistFiles
import CellistRecords

extension TypedList {
  /// The settings of the list, said in its `list.yml` or in Swift. A setting in both is an error.
  ///
  /// - Parameter own: what its `list.yml` says; nil where it has none.
  func completing(_ own: Node?, _ diagnostics: inout Diagnostics) -> Node {
    var entries: [Node.Entry] = []
    switch own?.content {
    case .mapping(let given)?: entries = given
    case .null?, nil: break
    // Its reader reports what is wrong with it.
    case .scalar?, .sequence?: return own ?? Node(.null, at: location)
    }
    let said = entries.count
    for entry in settings {
      let problem = problem(of: entry, &diagnostics)
      guard let index = entries.firstIndex(where: { $0.key == entry.key }) else {
        if !problem { entries.append(entry) }
        continue
      }
      let isSwift = index >= said
      diagnostics.error(
        .invalidSetting,
        isSwift ? "'\(entry.key)' is said a second time" : "'\(entry.key)' of this list is said in Swift, too",
        at: isSwift ? entry.keyLocation : entries[index].keyLocation,
        hint: isSwift
          ? "it is first said at \(entries[index].keyLocation)" : "at \(entry.keyLocation); leave it out here, or there"
      )
    }
    return Node(.mapping(entries), at: own?.location ?? location)
  }

  /// Whether a setting names what is no field, as a key path to a computed property does; reported.
  private func problem(of entry: Node.Entry, _ diagnostics: inout Diagnostics) -> Bool {
    guard entry.value.words.contains("<computed ") else { return false }
    diagnostics.error(
      .invalidSetting, "'\(entry.key)' names a property that is computed or observed, and fields are stored",
      at: entry.keyLocation, hint: "name a stored property, or have a provider look at the records")
    return true
  }
}

extension BuildOptions {
  /// The files of a site by their kinds, with the lists that are declared in Swift.
  package func contentMap(_ tree: SourceTree, _ diagnostics: inout Diagnostics) -> ContentMap {
    ContentMap(
      tree, declared: lists.map(\.path), fetched: lists.filter { $0.fetch != nil }.map(\.path), &diagnostics)
  }
}
