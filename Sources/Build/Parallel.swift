import Dispatch
import Synchronization

/// Does work on consecutive parts of `0..<count` on all cores, and returns when all of it is done.
func parallelChunks(_ count: Int, _ work: @escaping @Sendable (Range<Int>) -> Void) {
  // Chunks are large enough to make taking one cheap, and small enough that no core waits long at the end.
  let size = max(1, min(64, count / 16))
  let chunks = (count + size - 1) / size
  guard chunks > 1 else { return count > 0 ? work(0..<count) : () }
  DispatchQueue.concurrentPerform(iterations: chunks) { chunk in
    work(chunk * size..<min(count, (chunk + 1) * size))
  }
}

/// Does `count` pieces of work on all cores and returns their results in order: which core was faster never shows.
func parallelMap<Result: Sendable>(_ count: Int, _ work: @escaping @Sendable (Int) -> Result) -> [Result] {
  let parts = Mutex<[(start: Int, results: [Result])]>([])
  parallelChunks(count) { range in
    let results = range.map(work)
    parts.withLock { $0.append((range.lowerBound, results)) }
  }
  return parts.withLock { $0.sorted { $0.start < $1.start }.flatMap(\.results) }
}
