import CellistContent
import CellistOutput

/// Sites in folders of a branch, beside the site that the branch is for: previews of pull requests.
extension GitBranch {
  /// Whether the branch has no file in the site's folder.
  func isEmpty() throws(PublishFailure) -> Bool {
    guard let commit = try fetched() else { return true }
    // A branch with files has an owner; an empty folder in it has none.
    guard !folder.isEmpty else { return false }
    return try files(in: commit).isEmpty
  }

  /// The files in the site's folder, by their paths in the branch.
  private func files(in commit: String) throws(PublishFailure) -> [String] {
    try git(["ls-tree", "-r", "-z", "--name-only", commit, "--", folder]).output.split(separator: 0)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Removes the site's folder.
  ///
  /// - Returns: how many files there were.
  func remove() throws(PublishFailure) -> Int {
    guard !folder.isEmpty, let parent = try fetched() else { return 0 }
    let files = try files(in: parent)
    guard !files.isEmpty else { return 0 }
    let stage = try StagingFolder()
    let index = "\(stage.path)/index"
    _ = try git(["read-tree", parent], index: index)
    // A mode of 0 removes a file; the object is ignored.
    let nothing = String(repeating: "0", count: try line(["hash-object", "--stdin"]).utf8.count)
    let lines = files.map { "0 \(nothing)\t\($0)\0" }.joined()
    _ = try git(["update-index", "-z", "--index-info"], input: Array(lines.utf8), index: index)
    try push(try line(["write-tree"], index: index), after: parent, "Remove \(folder)\n")
    return files.count
  }
}
