import CellistOutput

/// Sites in folders of a branch, beside the site that the branch is for: previews of pull requests.
extension GitBranch {
  /// Whether nothing is there but what publishing may have left: the mark of hosts, and sites in folders of the branch.
  func isEmpty() throws(PublishFailure) -> Bool {
    guard let commit = try fetched() else { return true }
    let files = try files(in: commit)
    guard folder.isEmpty else { return files.isEmpty }
    let end = "/\(ManifestRoot.path)"
    let sites = files.filter { $0.hasSuffix(end) }.map { "\($0.dropLast(end.utf8.count))/" }
    return files.allSatisfy { file in file == Self.mark || sites.contains(where: file.hasPrefix) }
  }

  /// The files in the site's folder, by their paths in the branch.
  private func files(in commit: String) throws(PublishFailure) -> [String] {
    try git(["ls-tree", "-r", "-z", "--name-only", commit] + (folder.isEmpty ? [] : ["--", folder])).output
      .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Removes the site in the folder: the files that its manifest names, and the manifest. Other files stay.
  ///
  /// - Parameter base: where the site stands; nil for that of any.
  /// - Returns: how many files there were.
  func remove(base: String?) throws(PublishFailure) -> Int {
    guard !folder.isEmpty, let parent = try fetched() else { return 0 }
    let present = Set(try files(in: parent))
    guard !present.isEmpty else { return 0 }
    let place = String(folder.dropLast())
    let published = try Published(against: Manifest([]), engine.read)
    guard let root = published.root else {
      throw .refused("no site was published below '\(place)', and what is there is not removed")
    }
    if let base, root.base != base {
      throw .refused("'\(place)' holds the site of '\(root.base)'", hint: "--take-over removes it")
    }
    guard published.doubtful.isEmpty else {
      throw .refused("the manifest below '\(place)' is damaged", hint: "publish there again before you remove it")
    }
    let shards = root.shards.keys.map { "\(Manifest.folder)/\(ManifestShard.name($0))" }
    let own = Array(published.entries.keys) + root.retired.map(\.path) + shards + [ManifestRoot.path, ChangeFeed.path]
    let leaving = Set(own.map { folder + $0 }).intersection(present)
    let stage = try StagingFolder()
    let index = "\(stage.path)/index"
    _ = try git(["read-tree", parent], index: index)
    // A mode of 0 removes a file; the object is ignored.
    let nothing = String(repeating: "0", count: try line(["hash-object", "--stdin"]).utf8.count)
    let lines = leaving.map { "0 \(nothing)\t\($0)\0" }.joined()
    _ = try git(["update-index", "-z", "--index-info"], input: Array(lines.utf8), index: index)
    try push(try line(["write-tree"], index: index), after: parent, "Remove \(folder)\n")
    return leaving.count
  }
}
