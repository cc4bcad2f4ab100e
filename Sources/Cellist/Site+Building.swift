import CellistBuilding
import CellistCommands
import CellistOutput
import CellistRecords
import CellistSettings
import CellistTyped
import Dispatch
import Glibc

/// The result of a build of a ``Site``, or why it made nothing.
public struct BuildOutcome: Sendable {
  /// An error or a warning about a site, with its place.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// Whether it keeps the site from being built.
    public let isError: Bool
    /// The kind of the diagnostic, as the reference lists them, such as "invalid-value".
    public let code: String
    /// One sentence about the mistake.
    public let message: String
    /// A remedy, if one is known.
    public let hint: String?
    /// The file, from the site's folder on, and the line and the column in it, from 1; nil where it has no place.
    public let file: String?
    /// The line, from 1.
    public let line: Int?
    /// The column, from 1, in characters.
    public let column: Int?

    init(_ diagnostic: Diagnostic) {
      isError = diagnostic.severity == .error
      code = diagnostic.code.rawValue
      message = diagnostic.message
      hint = diagnostic.hint
      file = diagnostic.location?.file
      line = diagnostic.location?.line
      column = diagnostic.location?.column
    }

    /// The problem in a line, as commands print it.
    public var description: String {
      let place = file.map { "\($0):\(line ?? 1):\(column ?? 1): " } ?? ""
      return "\(place)\(isError ? "error" : "warning"): \(message) [\(code)]"
    }
  }

  /// All errors and warnings, in order of place. With an error among them nothing was written.
  public let problems: [Problem]
  /// The number of lists.
  public let lists: Int
  /// The number of published records.
  public let records: Int
  /// The number of files that the site consists of.
  public let files: Int
  /// The files that were written since they are new or changed, below the output folder.
  public let written: [String]
  /// The files that were removed.
  public let removed: [String]
  /// The changes of records and files, and why, as JSON, as `build --report` writes it; nil where the site has errors.
  public let report: String?

  /// Whether the site has errors, so that nothing was written.
  ///
  /// - Complexity: O(*n*), where *n* is the number of problems.
  public var hasErrors: Bool { problems.contains(where: \.isError) }

  init(_ outcome: SiteBuilder.Outcome) {
    problems = outcome.diagnostics.map(Problem.init)
    lists = outcome.lists
    records = outcome.records
    files = outcome.pages
    written = outcome.changes.filter { $0.kind != .deleted }.map(\.path)
    removed = outcome.changes.filter { $0.kind == .deleted }.map(\.path)
    report = outcome.report.map { ReportPrinter.json($0, next: outcome.next) }
  }
}

/// Why a site could not be written: something is wrong with the output folder, not with the site.
public struct BuildFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence about the mistake.
  public let description: String
}

extension Site {
  /// Builds the site as the command `build` does, but prints nothing: for tests, and for programs that build sites.
  ///
  /// ```swift
  /// let outcome = try await Orchestra().build(site: "Examples/Orchestra", output: "/tmp/orchestra")
  /// ```
  ///
  /// The build uses the state of the last build of the same folders, and keeps its own for the next.
  ///
  /// - Parameters:
  ///   - site: the site's folder, with `content` in it.
  ///   - output: the folder that is written to; nil for `site` in the site's folder.
  ///   - drafts: whether drafts are published.
  /// - Returns: what the build did, or all problems of the site.
  /// - Throws: ``BuildFailure`` where the output folder cannot be used.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the size of the site's files and *n* the number of records, in
  ///   addition to what lists fetch. Pages that cannot have changed since the last build are not made.
  public func build(site: String = ".", output: String? = nil, drafts: Bool = false) async throws -> BuildOutcome {
    let output = output ?? "\(site)/site"
    var options = BuildOptions(drafts: drafts, now: time(nil))
    options.lists = lists.all
    var destination = Destination(
      output: output, of: site, state: StateFolder.file(site: site, output: output), program: StateFolder.program)
    destination.isReported = true
    // A build blocks until lists have fetched, and tasks must not block.
    return try await withCheckedThrowingContinuation { [destination, options] continuation in
      DispatchQueue.global().async {
        do throws(OutputFolder.Failure) {
          let outcome = try SiteBuilder(.disk(site), options).build(into: destination)
          continuation.resume(returning: BuildOutcome(outcome))
        } catch {
          continuation.resume(throwing: BuildFailure(description: ExitStatus.text(of: error)))
        }
      }
    }
  }
}

/// Has references lead to records while a function runs, as they do where a site is built: for tests of decorators and
/// providers.
///
/// ```swift
/// let cell = withRecords([Person(id: "ada", name: "Ada Lovelace")]) {
///   TalkDecorator().cell(for: talk, at: TablePath(section: 0, row: 0))
/// }
/// ```
///
/// - Parameters:
///   - records: the records, of any types; the first of two with one type and one id counts.
///   - language: the language in which days are formatted, as BCP 47 names it, such as "de"; nil for ISO 8601.
///   - body: asks for the records.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws.
/// - Complexity: O(*n*), where *n* is the number of records; so is each ``Reference/record`` inside `body`.
public func withRecords<Result>(
  _ records: [any ListRecord], language: String? = nil, _ body: () throws -> Result
) rethrows -> Result {
  var supplied = TypedRecords(language: language.flatMap { Language(tag: $0) })
  func add<Item: ListRecord>(_ first: Item, _ records: [any ListRecord]) {
    let items = records.compactMap { $0 as? Item }
    let known = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    supplied.add(Item.self, all: { items }) { known[$0] }
  }
  for group in Dictionary(grouping: records, by: { ObjectIdentifier(type(of: $0)) }).values {
    if let first = group.first { add(first, group) }
  }
  return try TypedRecords.$current.withValue(supplied, operation: body)
}
