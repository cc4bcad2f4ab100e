import CellistFiles
import CellistRecords

/// A file that a list fetches its records from: any file beside those that a site consists of.
///
/// ```swift
/// List("prices", of: Price.self, fetch: {
///   try SiteFile("data/prices.csv").text().split(separator: "\n").dropFirst().map { try Price(row: $0) }
/// })
/// ```
///
/// While a site is watched, it is built again where such a file changes, is added or removed. In a task that the fetch
/// detaches and outside a site's build, such as in a test, paths begin at the current folder, and nothing is watched.
public struct SiteFile: Hashable, Sendable {
  /// Why a file cannot be read.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path, as it was given.
    public let path: String
    let reason: String

    /// One sentence that names the file.
    public var description: String { "'\(path)': \(reason)" }
  }

  /// The files of the site that something is fetched for.
  @TaskLocal static var site: SourceTree?

  /// The folders that hold the file, which is watched from now on.
  func read() -> SourceTree {
    let tree = Self.site ?? .disk(".")
    _ = tree.place(given)
    return tree
  }

  private let given: String

  /// A file, which need not exist.
  ///
  /// - Parameter path: from the site's folder or from the root, such as "data/prices.csv" or "../prices.csv". In `content`
  ///   it would be an asset of the site, so better beside it.
  public init(_ path: String) { given = path }

  /// The path of the file on disk, for those who open it by themselves. Asking for it is enough to have the file watched,
  /// or, of a folder, the files in it.
  ///
  /// - Complexity: O(1). The file is not opened.
  public var path: String { read().place(given) }

  /// The content of the file.
  ///
  /// - Throws: ``Failure`` where it is missing, or is no file, or may not be read.
  /// - Complexity: O(*n*), where *n* is the size of the file.
  public func bytes() throws(Failure) -> [UInt8] {
    do { return try read().read(given) } catch { throw Failure(path: given, reason: error.reason) }
  }

  /// The content of the file, which is UTF-8, without a byte order mark.
  ///
  /// - Throws: ``Failure`` where it cannot be read, or is not UTF-8.
  /// - Complexity: O(*n*), where *n* is the size of the file.
  public func text() throws(Failure) -> String {
    var diagnostics = Diagnostics()
    if let text = SourceTree.text(of: try bytes(), given, &diagnostics) { return text }
    throw Failure(path: given, reason: diagnostics.sorted.first?.message ?? "it is not UTF-8")
  }
}
