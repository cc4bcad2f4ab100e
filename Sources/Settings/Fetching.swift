import CellistFiles
import CellistText
import CellistTyped
import Dispatch
import Synchronization

/// The records that lists fetch that have no files of their own.
package struct Fetching: Sendable {
  private let results: [String: Result<[TypedList.FetchedRecord], any Error>]

  /// How long the lists of a site may take, all together.
  static let limit = DispatchTimeInterval.seconds(120)

  struct TookTooLong: Error, CustomStringConvertible {
    package var description: String { "nothing came for two minutes" }
  }

  /// Fetches nothing.
  package init() { results = [:] }

  /// Fetches what all lists want at the same time, and waits. A fetch that takes too long is cancelled.
  ///
  /// - Parameters:
  ///   - tree: has the files that they read.
  ///   - language: the site's, in which they format days.
  package init(_ lists: [TypedList], from tree: SourceTree, _ language: Language) {
    let fetches = lists.filter { $0.fetch != nil }
    guard !fetches.isEmpty else {
      results = [:]
      return
    }
    let found = Found()
    let isDone = DispatchSemaphore(value: 0)
    // A caller may block one of the threads that tasks share, so these run on others.
    let work = { @Sendable () async in
      await withTaskGroup(of: Void.self) { group in
        for list in fetches {
          group.addTask {
            let result: Result<[TypedList.FetchedRecord], any Error>
            do { result = .success(try await list.fetch?() ?? []) } catch { result = .failure(error) }
            found.results.withLock { $0[list.path] = result }
          }
        }
      }
      isDone.signal()
    }
    let all = SiteFile.$site.withValue(tree) {
      TypedRecords.$current.withValue(TypedRecords(language: language)) {
        Task(executorPreference: QueueExecutor(), operation: work)
      }
    }
    if isDone.wait(timeout: .now() + Self.limit) == .timedOut { all.cancel() }
    results = found.results.withLock(\.self)
  }

  private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "fetch", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private final class Found: Sendable {
    let results = Mutex<[String: Result<[TypedList.FetchedRecord], any Error>]>([:])
  }

  package func records(_ list: TypedList) -> Result<[TypedList.FetchedRecord], any Error> {
    results[list.path] ?? .failure(TookTooLong())
  }
}
