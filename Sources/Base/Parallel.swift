import Dispatch
import Synchronization

/// Does work on consecutive parts of `0..<count` on all cores, and returns when all of it is done.
public func parallelChunks(_ count: Int, _ work: @escaping @Sendable (Range<Int>) -> Void) {
  // Chunks are large enough to make taking one cheap, and small enough that no core waits long at the end.
  let size = max(1, min(64, count / 16))
  let chunks = (count + size - 1) / size
  guard chunks > 1 else { return count > 0 ? work(0..<count) : () }
  DispatchQueue.concurrentPerform(iterations: chunks) { chunk in
    work(chunk * size..<min(count, (chunk + 1) * size))
  }
}

/// Does `count` pieces of work on all cores and returns their results in order: which core was faster never shows.
@inlinable public func parallelMap<Result: Sendable>(
  _ count: Int, _ work: @escaping @Sendable (Int) -> Result
) -> [Result] {
  parallelMap(count, with: ()) { index, _ in work(index) }
}

/// The same, where pieces of work hand something on, such as a buffer, that results must not depend on.
@inlinable public func parallelMap<Aid: Sendable, Result: Sendable>(
  _ count: Int, with aid: Aid, _ work: @escaping @Sendable (Int, inout Aid) -> Result
) -> [Result] {
  [Result](unsafeUninitializedCapacity: count) { buffer, initialized in
    // Each element is written once, by one part, and nothing is read before all parts are done.
    nonisolated(unsafe) let results = buffer
    parallelChunks(count) { range in
      var aid = aid
      for index in range { results.initializeElement(at: index, to: work(index, &aid)) }
    }
    initialized = count
  }
}

/// Does two things at once. Parallel work within either may use all cores, as soon as the other leaves one idle.
@inlinable public func inParallel<One, Two: Sendable>(_ one: () -> One, _ two: @escaping @Sendable () -> Two) -> (
  One, Two
) {
  let second = Mutex<Two?>(nil)
  let group = DispatchGroup()
  // Not as two iterations of `concurrentPerform`: one inside another has a core to itself and no more.
  DispatchQueue.global().async(group: group) {
    let result = two()
    second.withLock { $0 = result }
  }
  let first = one()
  group.wait()
  return (first, second.withLock(\.self) ?? two())
}
