import CellistContent
import CellistTemplates
import Synchronization

/// Makes the pages whose ingredients changed, and writes those whose bytes did.
final class PageMaking: Sendable {
  private enum Made: Sendable {
    /// Nothing that its bytes depend on has changed.
    case kept
    /// Its bytes are what they were, though they might have been others.
    case same(Digest)
    case written(ingredients: Digest, Digest)
  }

  private let pages: [Page]
  private let ledger: SourceLedger
  private let intact: [String: FileStamp]
  /// What each page's bytes depend on; nil for a file that has to be read to know.
  private let ingredients: [Digest?]
  /// The pages that are to be made, by their places among all.
  let wanted: [Int]
  /// Whether the last build left files that no page claims now.
  let leavesSomething: Bool
  private let made: Mutex<[Int: Made]>

  init(_ pages: [Page], _ ledger: SourceLedger, intact: [String: FileStamp]) {
    self.pages = pages
    self.ledger = ledger
    self.intact = intact
    let ingredients = parallelMap(pages.count) { Self.ingredients(of: pages[$0], ledger) }
    self.ingredients = ingredients
    var known = 0
    wanted = pages.indices.filter { index in
      guard let output = ledger.state?.outputs[pages[index].path] else { return true }
      known += 1
      return output.ingredients != ingredients[index] || intact[pages[index].path] == nil
    }
    leavesSomething = known != ledger.state?.outputs.count ?? 0
    made = Mutex([:])
  }

  private static func ingredients(of page: Page, _ ledger: SourceLedger) -> Digest? {
    switch page.content {
    case .bytes(let bytes): return Digest(bytes)
    case .copy(let source): return ledger.digest(of: source)
    case .rendered(let trace, _):
      var buffer = ByteBuffer()
      trace(&buffer)
      return Digest(buffer.bytes)
    }
  }

  /// Makes the pages that are wanted, on all cores.
  func make(
    into stage: OutputStage, _ progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(OutputFolder.Failure) {
    let failure = Mutex<OutputFolder.Failure?>(nil)
    let done = Atomic<Int>(0)
    parallelChunks(wanted.count) { [self] range in
      var buffer = ByteBuffer()
      var results: [(Int, Made)] = []
      for place in range {
        guard failure.withLock({ $0 == nil }) else { return }
        do throws(OutputFolder.Failure) {
          results.append((wanted[place], try make(wanted[place], into: stage, &buffer)))
        } catch {
          failure.withLock { $0 = error }
        }
      }
      made.withLock { made in for (index, result) in results { made[index] = result } }
      progress(done.add(range.count, ordering: .relaxed).newValue, wanted.count)
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func make(
    _ index: Int, into stage: OutputStage, _ buffer: inout ByteBuffer
  ) throws(OutputFolder.Failure) -> Made {
    let page = pages[index]
    let bytes = try page.bytes(from: ledger.tree, &buffer)
    let digest = Digest(bytes)
    let ingredients = ingredients[index] ?? digest
    if intact[page.path] != nil, ledger.state?.outputs[page.path]?.digest == digest { return .same(ingredients) }
    try stage.write(page.path, bytes)
    return .written(ingredients: ingredients, digest)
  }

  /// The paths of all pages, as bytes: two names that Unicode calls the same are two files.
  private var claimed: Set<[UInt8]> { Set(pages.map { Array($0.path.utf8) }) }

  /// What became of files of the output, in order of path.
  var changes: [OutputChange] {
    let claimed = leavesSomething ? claimed : []
    var changes =
      leavesSomething
      ? (ledger.state?.outputs.paths ?? []).filter { !claimed.contains(Array($0.utf8)) }.map {
        OutputChange(path: $0, kind: .deleted)
      }
      : []
    for (index, result) in made.withLock(\.self) {
      guard case .written = result else { continue }
      let path = pages[index].path
      changes.append(OutputChange(path: path, kind: ledger.state?.outputs[path] == nil ? .created : .updated))
    }
    return changes.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// What this build knows of the pages, for the next.
  func record(in state: inout BuildState, _ folder: OutputFolder) {
    let made = made.withLock(\.self)
    let all = Array(made)
    let stamps = parallelMap(all.count) { [pages] index -> FileStamp? in
      if case .written = all[index].value { folder.stamp(of: pages[all[index].key].path) } else { nil }
    }
    if leavesSomething {
      let claimed = claimed
      state.outputs.keep { claimed.contains(Array($0.utf8)) }
    }
    for (path, stamp) in intact { state.outputs[path]?.stamp = stamp }
    for (result, stamp) in zip(all, stamps) {
      let path = pages[result.key].path
      switch result.value {
      case .kept: break
      case .same(let ingredients):
        if let known = state.outputs[path] {
          state.outputs[path] = BuildState.Output(ingredients: ingredients, digest: known.digest, stamp: known.stamp)
        }
      case .written(let ingredients, let digest):
        state.outputs[path] = BuildState.Output(ingredients: ingredients, digest: digest, stamp: stamp)
      }
    }
  }
}

extension Page {
  /// The bytes of the page's file.
  func bytes(from tree: SourceTree, _ buffer: inout ByteBuffer) throws(OutputFolder.Failure) -> [UInt8] {
    switch content {
    case .bytes(let bytes): return bytes
    case .rendered(_, let render):
      buffer.removeAll()
      render(&buffer)
      return buffer.bytes
    case .copy(let source):
      do {
        return try tree.read(source)
      } catch {
        throw .io("\(source): \(error.reason)")
      }
    }
  }
}
