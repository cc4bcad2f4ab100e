import Synchronization

/// The pages that are open in browsers, each of which receives its changes from a build.
final class OpenPages: Sendable {
  private struct Listener {
    let path: String
    let stream: AsyncStream<String>.Continuation
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0
    var version = 0
    /// Whether a build is under way, which may have written some of its files.
    var isBuilding = false
    /// The number of builds that were reported.
    var told = 0
    var problem: String?
    var base = "/"
  }

  private let state = Mutex(State())
  /// Reports that a page has received the current state, and is about to join.
  private let heard: @Sendable () -> Void
  /// Reports that a page has been opened.
  private let opened: @Sendable () -> Void

  init(heard: @escaping @Sendable () -> Void = {}, opened: @escaping @Sendable () -> Void) {
    self.heard = heard
    self.opened = opened
  }

  /// How many builds have changed something; nil while a build is under way: files that are served then may be from
  /// before or after it. A page that was served at another number is out of date.
  var version: Int? { state.withLock { $0.isBuilding ? nil : $0.version } }

  /// Reports that a build begins.
  func begin() { state.withLock { $0.isBuilding = true } }

  /// The path of the site's root in URLs, with slashes at both ends.
  var base: String {
    get { state.withLock(\.base) }
    set { state.withLock { $0.base = newValue } }
  }

  /// The paths in URLs of the pages that are open.
  var paths: Set<String> { state.withLock { Set($0.listeners.values.map(\.path)) } }

  /// The messages for the page at a path from now on, the first of which is the current state. A page that does not
  /// read them misses all but the newest, and detects this by their numbers.
  func join(_ path: String) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // `yield` may run `onTermination`, which locks the state: never yield while holding it. A page that has received a
    // state joins only if that is still current.
    var isJoined = false
    while !isJoined {
      let known = state.withLock { $0.told }
      continuation.yield(state.withLock { Self.message($0, from: $0.version, nil).text })
      heard()
      isJoined = state.withLock { state in
        guard state.told == known else { return false }
        state.next += 1
        state.listeners[state.next] = Listener(path: path, stream: continuation)
        continuation.onTermination = { [weak self, number = state.next] _ in self?.leave(number) }
        return true
      }
    }
    opened()
    return stream
  }

  private func leave(_ number: Int) { state.withLock { _ = $0.listeners.removeValue(forKey: number) } }

  /// Reports that a build has ended without changes or faults to report.
  func end() { state.withLock { $0.isBuilding = false } }

  /// Reports that a build is done. Only one thread at a time may call it.
  ///
  /// - Parameters:
  ///   - changed: whether anything of the site changed.
  ///   - problem: the faults of the site.
  ///   - patches: the changes of pages, by their paths in URLs; other pages must be fetched again.
  func tell(changed: Bool, problem: String?, patches: [String: Patch]) {
    let (now, from) = state.withLock { state in
      let from = state.version
      if changed { state.version += 1 }
      state.told += 1
      state.isBuilding = false
      state.problem = problem
      return (state, from)
    }
    var texts: [String: String] = [:]
    for listener in now.listeners.values {
      let text = texts[listener.path] ?? Self.message(now, from: from, patches[listener.path]).text
      texts[listener.path] = text
      listener.stream.yield(text)
    }
  }

  private static func message(_ state: State, from: Int, _ patch: Patch?) -> Message {
    Message(version: state.version, from: from, problem: state.problem, patch: patch)
  }
}
