import CellistBase
import CellistFiles
import CellistOutput
import CellistPages
import CellistRecords
import CellistSites
import CellistTemplates
import Synchronization

/// Makes the pages whose ingredients changed, and writes those whose bytes did.
final class PageMaking: Sendable {
  private enum Made: Sendable {
    /// Rendered again, with equal bytes.
    case same(ingredients: Ingredients, origin: String?)
    case written(OutputState.File)
  }

  /// A page to make, by its index among all.
  private struct Task: Sendable {
    let page: Int
    /// The ingredients of its bytes; nil for a file that has to be read to know.
    let ingredients: Ingredients?
    /// The digest of the file that is there, as the last build left it.
    let present: FileDigest?
  }

  /// How pages are compared with the files that the last build left.
  private struct Comparison: Sendable {
    let pages: SitePages
    let ledger: SourceLedger
    let outputs: Shelf<OutputState.File>?
    /// Whether a file whose page has the same ingredients is not looked at.
    var trusts = false
    /// Whether a file is as the last build left it.
    let isIntact: @Sendable (String, OutputState.File) -> Bool

    /// The task for a page, and whether the last build made the page too.
    func task(_ index: Int, _ buffer: inout ByteBuffer) -> (isKnown: Bool, task: Task?) {
      let page = pages[index]
      let path = page.path
      let ingredients = page.ingredients(ledger, &buffer)
      guard let output = outputs?[path] else {
        return (false, Task(page: index, ingredients: ingredients, present: nil))
      }
      let isIntact = trusts && output.ingredients.digest == ingredients?.digest || isIntact(path, output)
      if isIntact, output.ingredients.digest == ingredients?.digest, output.origin == page.ownOrigin {
        return (true, nil)
      }
      return (true, Task(page: index, ingredients: ingredients, present: isIntact ? output.digest : nil))
    }
  }

  private let pages: SitePages
  let ledger: SourceLedger
  /// The files that the last build left; nil where nothing is known of them.
  private let outputs: Shelf<OutputState.File>?
  private let survey: OutputSurvey?
  private let tasks: [Task]
  /// The pages whose ingredients were compared, by their numbers.
  let candidates: [Int]
  /// The files of the last build that no page claims now.
  let abandoned: [String]
  private let made = Mutex<[(task: Int, made: Made)]>([])
  private let problems = Mutex(Diagnostics())

  /// Determines which pages to make.
  ///
  /// - Parameter candidates: those that may be, by their numbers. All others are as the last build left them.
  convenience init(
    _ pages: SitePages, _ ledger: SourceLedger, since known: OutputState?, _ survey: OutputSurvey?, candidates: [Int]
  ) {
    let outputs = survey == nil ? nil : known?.files
    let comparison = Comparison(pages: pages, ledger: ledger, outputs: outputs) { path, _ in
      survey.map { !$0.broken.contains(path) } ?? false
    }
    let found = parallelMap(candidates.count, with: ByteBuffer()) { comparison.task(candidates[$0], &$1) }
    let knownCount = pages.count - candidates.count + found.count { $0.isKnown }
    let leavesSomething = knownCount != outputs?.count ?? 0
    self.init(
      pages, ledger, known?.files, survey, candidates, tasks: found.compactMap(\.task),
      abandoned: leavesSomething ? Self.unclaimed(outputs, by: pages) : [])
  }

  /// Finds out the same where the output is as the last build left it: a file is looked at only before it is replaced.
  ///
  /// - Parameter gone: the pages of the last build that are gone, by their paths.
  convenience init(
    _ pages: SitePages, _ ledger: SourceLedger, since known: OutputState, in folder: OutputFolder, candidates: [Int],
    gone: @autoclosure () -> [String]
  ) {
    let comparison = Comparison(pages: pages, ledger: ledger, outputs: known.files, trusts: true) { path, output in
      output.stamp.map { folder.stamp(of: path) == $0 } ?? false
    }
    let found = parallelMap(candidates.count, with: ByteBuffer()) { comparison.task(candidates[$0], &$1) }
    let knownCount = pages.count - candidates.count + found.count { $0.isKnown }
    self.init(
      pages, ledger, known.files, nil, candidates, tasks: found.compactMap(\.task),
      abandoned: knownCount == known.files.count ? [] : gone())
  }

  /// Determines which pages differ from those of another output, none of which is on a disk.
  convenience init(
    _ pages: SitePages, _ ledger: SourceLedger, comparedWith known: OutputState, candidates: [Int]
  ) {
    let comparison = Comparison(pages: pages, ledger: ledger, outputs: known.files) { _, _ in true }
    let tasks = parallelMap(candidates.count, with: ByteBuffer()) { comparison.task(candidates[$0], &$1).task }
    self.init(
      pages, ledger, known.files, nil, candidates, tasks: tasks.compactMap(\.self),
      abandoned: Self.unclaimed(known.files, by: pages))
  }

  private init(
    _ pages: SitePages, _ ledger: SourceLedger, _ outputs: Shelf<OutputState.File>?, _ survey: OutputSurvey?,
    _ candidates: [Int], tasks: [Task], abandoned: [String]
  ) {
    self.candidates = candidates
    self.outputs = outputs
    self.pages = pages
    self.ledger = ledger
    self.survey = survey
    self.tasks = tasks
    self.abandoned = abandoned
  }

  /// Whether no page need be made.
  var isIdle: Bool { tasks.isEmpty }

  /// The faults of the site that only making its pages shows. Then not all of them are made.
  var diagnostics: Diagnostics { problems.withLock(\.self) }

  /// Makes the pages, on all cores.
  ///
  /// - Parameters:
  ///   - stage: nil only to know which would be written.
  ///   - thumbnailer: nil where nothing is written.
  func make(
    into stage: OutputStage?, _ thumbnailer: Thumbnailer? = nil, _ progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(OutputFolder.Failure) {
    let failure = Mutex<OutputFolder.Failure?>(nil)
    let done = Atomic<Int>(0)
    parallelChunks(tasks.count) { [self] range in
      var buffer = ByteBuffer()
      var results: [(Int, Made)] = []
      do throws(OutputFolder.Failure) {
        let new = range.lazy.map { self.tasks[$0] }.filter { $0.present == nil }
        try stage?.prepare(for: new.map { self.pages[$0.page].path })
        for task in range {
          guard failure.withLock({ $0 == nil }) else { return }
          if let made = try make(tasks[task], into: stage, thumbnailer, &buffer) { results.append((task, made)) }
        }
      } catch {
        failure.withLock { $0 = error }
      }
      made.withLock { made in made += results }
      progress(done.add(range.count, ordering: .relaxed).newValue, tasks.count)
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func make(
    _ task: Task, into stage: OutputStage?, _ thumbnailer: Thumbnailer?, _ buffer: inout ByteBuffer
  ) throws(OutputFolder.Failure) -> Made? {
    let page = pages[task.page]
    var diagnostics = Diagnostics()
    guard let bytes = try page.bytes(from: ledger.tree, thumbnailer, &buffer, &diagnostics) else {
      problems.withLock { problems in
        // Report a missing program once.
        for problem in diagnostics.all
        where problem.code != .missingProgram || !problems.all.contains(where: { $0.code == .missingProgram }) {
          problems.append(problem)
        }
      }
      return nil
    }
    let digest = FileDigest(bytes)
    let ingredients = task.ingredients ?? Ingredients(digest: digest.head)
    if task.present == digest { return .same(ingredients: ingredients, origin: page.ownOrigin) }
    let stamps = try stage?.write(page.path, bytes)
    return .written(
      OutputState.File(
        ingredients: ingredients, digest: digest, size: bytes.count, origin: page.ownOrigin,
        stamp: stamps?.file, folder: stamps?.folder))
  }

  /// The changes of files of the output, in order of path.
  var changes: [OutputChange] {
    var changes = abandoned.map { OutputChange(path: $0, kind: .deleted) }
    for (task, made) in made.withLock(\.self) {
      guard case .written = made else { continue }
      let path = pages[tasks[task].page].path
      changes.append(OutputChange(path: path, kind: outputs?[path] == nil ? .created : .updated))
    }
    return changes.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The files that were written, by their paths.
  var written: [Identifier: OutputState.File] {
    var files: [Identifier: OutputState.File] = [:]
    for (task, made) in made.withLock(\.self) {
      if case .written(let file) = made { files[pages[tasks[task].page].path] = file }
    }
    return files
  }

  /// Whether a file that was written has the bytes of the last build: the one on disk had not.
  func isRepaired(_ path: String, as file: OutputState.File) -> Bool {
    outputs?[path]?.ingredients.digest == file.ingredients.digest
  }

  private static func unclaimed(_ outputs: Shelf<OutputState.File>?, by pages: SitePages) -> [String] {
    let claimed = Set(names: pages.lazy.map(\.path))
    return outputs?.paths.filter { !claimed.contains($0) } ?? []
  }

  /// The files to write where the last build left none, or a stranger changed them.
  var absent: [String] { tasks.lazy.filter { $0.present == nil }.map { self.pages[$0.page].path } }

  /// The record of the output for the next build.
  ///
  /// - Parameter moved: what was moved by itself when the output was committed.
  func record(in output: inout OutputState, _ folder: OutputFolder, moved: Set<Identifier>) {
    if let survey { output.restamp(survey) }
    var touched: Set<Identifier> = []
    for path in abandoned {
      output.files[path] = nil
      touched.formUnion(Self.folders(of: path).map { Identifier($0) })
    }
    for (task, made) in made.withLock(\.self) {
      let path = pages[tasks[task].page].path
      switch made {
      case .same(let ingredients, let origin):
        output.files[path]?.ingredients = ingredients
        output.files[path]?.origin = origin
      case .written(var file):
        var folders = Self.folders(of: path)
        if moved.contains(path) { (file.stamp, file.folder) = (folder.stamp(of: path), nil) }
        if file.folder != nil, let own = folders.next() {
          if moved.contains(own) { file.folder = folder.stamp(of: own) }
          output.folders[own] = nil
        }
        touched.formUnion(folders.map { Identifier($0) })
        output.files[path] = file
      }
    }
    let folders = touched.map(\.text)
    let folderStamps = parallelMap(folders.count) { folder.stamp(of: folders[$0]) }
    for (path, stamp) in zip(folders, folderStamps) { output.note(stamp, ofFolder: path) }
  }

  /// The folders on the way to a file, the output folder among them.
  private static func folders(of path: String) -> some Sequence<String> & IteratorProtocol<String> {
    sequence(first: path.folder) { $0.isEmpty ? nil : $0.folder }
  }
}

extension Diagnostics {
  /// Reports that a smaller copy of a picture cannot be made: once, where that is not the picture's fault.
  mutating func report(_ failure: Thumbnailer.Failure, _ thumbnail: Thumbnail) {
    switch failure {
    case .program(let reason):
      error(
        .missingProgram, "smaller copies of pictures cannot be made: \(reason)", at: thumbnail.setting,
        hint: "\(Thumbnailer.program.name) is in Debian's package \(Thumbnailer.program.package)")
    case .picture(let reason):
      error(
        .unreadablePicture, "no smaller copy of the picture can be made: \(reason.shortened)",
        at: SourceLocation(file: thumbnail.source), hint: "save it anew as JPEG, PNG, WebP or AVIF")
    }
  }
}

extension OutputState {
  /// Notes the metadata of unchanged files and folders.
  mutating func restamp(_ survey: OutputSurvey) {
    for (path, stamp) in survey.files { files[path]?.stamp = stamp }
    for (path, stamp) in survey.folders { note(stamp, ofFolder: path) }
  }
}

extension Page {
  /// The ingredients of the page's bytes; nil for a file that has to be read to know.
  func ingredients(_ ledger: SourceLedger, _ buffer: inout ByteBuffer) -> Ingredients? {
    switch content {
    case .bytes(let bytes, _): return Ingredients(digest: Digest(bytes))
    case .copy(let source): return ledger.digest(of: source).map { Ingredients(digest: $0) }
    case .thumbnail(let thumbnail): return Ingredients(digest: Digest(thumbnail.name))
    case .made(let maker, let index):
      buffer.removeAll()
      maker.trace(index, into: &buffer)
      return Ingredients(digest: Digest(buffer.bytes), parts: buffer.parts[...])
    }
  }

  /// The file that it comes from, as the state of the output has it; nil for records, of which there may be very many.
  var ownOrigin: String? { isOfRecord ? nil : origin.file }

  /// Whether it is the page of a list's record.
  var isOfRecord: Bool {
    if case .made(let maker, _) = content { maker.isOfRecords } else { false }
  }

  /// The bytes of the page's file; nil, with a diagnostic, where they cannot be made.
  ///
  /// - Parameter thumbnailer: nil where the name of a smaller copy suffices in place of its bytes, since it identifies
  /// the picture.
  func bytes(
    from tree: SourceTree, _ thumbnailer: Thumbnailer?, _ buffer: inout ByteBuffer, _ diagnostics: inout Diagnostics
  ) throws(OutputFolder.Failure) -> [UInt8]? {
    switch content {
    case .bytes(let bytes, _): return bytes
    case .made(let maker, let index):
      buffer.removeAll()
      maker.render(index, into: &buffer)
      return buffer.bytes
    case .copy(let source):
      return try Self.read(source, from: tree)
    case .thumbnail(let thumbnail):
      guard let thumbnailer else { return Array(thumbnail.name.utf8) }
      let picture = try Self.read(thumbnail.source, from: tree)
      do throws(Thumbnailer.Failure) {
        return try thumbnailer.bytes(thumbnail, picture)
      } catch {
        diagnostics.report(error, thumbnail)
        return nil
      }
    }
  }

  private static func read(_ source: String, from tree: SourceTree) throws(OutputFolder.Failure) -> [UInt8] {
    do {
      return try tree.read(source)
    } catch {
      throw .io("\(source): \(error.reason)")
    }
  }
}
