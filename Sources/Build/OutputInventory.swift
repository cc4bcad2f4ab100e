import CellistContent

/// All that lies in an output folder but what is to be kept, by path as bytes: two names that Unicode calls the same are
/// two files.
struct OutputInventory: Sendable {
  /// Everything that is no folder, and whether it is a file. Symbolic links are neither followed nor files.
  private(set) var entries: [[UInt8]: Bool] = [:]
  /// The folders that hold nothing, but for such folders; of those inside each other the outermost.
  private(set) var emptyFolders: [[UInt8]] = []

  init(of folder: OutputFolder, keep: [String]) throws(OutputFolder.Failure) {
    _ = try walk(folder.root, [], Set(keep + [OutputFolder.marker]))
  }

  /// True when nothing lies in a folder.
  private mutating func walk(
    _ descriptor: Int32, _ folder: [UInt8], _ passedOver: Set<String>
  ) throws(OutputFolder.Failure) -> Bool {
    var isEmpty = true
    var empty: [[UInt8]] = []
    for entry in try OutputFolder.entries(of: descriptor) {
      if folder.isEmpty, passedOver.contains(entry.name) { continue }
      let path = folder + entry.utf8
      guard entry.kind == .folder else {
        entries[path] = entry.kind == .file
        isEmpty = false
        continue
      }
      let isEmptyToo = try OutputFolder.inside(entry.bytes, of: descriptor) { inner throws(OutputFolder.Failure) in
        try walk(inner, path + [UInt8(ascii: "/")], passedOver)
      }
      if isEmptyToo { empty.append(path) } else { isEmpty = false }
    }
    if !isEmpty || folder.isEmpty { emptyFolders += empty }
    return isEmpty
  }
}
