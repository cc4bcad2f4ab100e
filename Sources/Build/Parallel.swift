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

/// Does two things at once.
func inParallel<One: Sendable, Two: Sendable>(
  _ one: @escaping @Sendable () -> One, _ two: @escaping @Sendable () -> Two
) -> (One, Two) {
  let results = Mutex<(One?, Two?)>((nil, nil))
  DispatchQueue.concurrentPerform(iterations: 2) { index in
    if index == 0 {
      let result = one()
      results.withLock { $0.0 = result }
    } else {
      let result = two()
      results.withLock { $0.1 = result }
    }
  }
  guard case (let one?, let two?) = results.withLock(\.self) else { return (one(), two()) }
  return (one, two)
}
