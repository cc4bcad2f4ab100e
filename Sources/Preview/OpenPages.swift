import Synchronization

/// The pages that are open in browsers, each of which is told what a build has changed of it.
final class OpenPages: Sendable {
  private struct Listener {
    let path: String
    let stream: AsyncStream<String>.Continuation
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0
    var version = 0
    var problem: String?
    var base = "/"
  }

  private let state = Mutex(State())
  /// Tells that a page has been opened.
  private let opened: @Sendable () -> Void

  init(opened: @escaping @Sendable () -> Void) { self.opened = opened }

  /// How many builds have changed something. A page that was served at an earlier number may be out of date.
  var version: Int { state.withLock(\.version) }

  /// The path of the site's root in URLs, with slashes at both ends.
  var base: String {
    get { state.withLock(\.base) }
    set { state.withLock { $0.base = newValue } }
  }

  /// The paths in URLs of the pages that are open.
  var paths: Set<String> { state.withLock { Set($0.listeners.values.map(\.path)) } }

  /// What the page at a path is told from now on, the first thing being how things stand. A page that does not listen
  /// misses all but the newest, and sees by the numbers that it has.
  func join(_ path: String) -> AsyncStream<String> {
    let stream = AsyncStream<String>(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = state.withLock { state in
        state.next += 1
        state.listeners[state.next] = Listener(path: path, stream: continuation)
        continuation.yield(Self.message(state, from: state.version, nil).text)
        return state.next
      }
      continuation.onTermination = { [weak self] _ in self?.leave(number) }
    }
    opened()
    return stream
  }

  private func leave(_ number: Int) { state.withLock { _ = $0.listeners.removeValue(forKey: number) } }

  /// Tells that a build is done.
  ///
  /// - Parameters:
  ///   - changed: whether something of the site is another.
  ///   - problem: what is wrong with it.
  ///   - patches: what changed of pages, by their paths in URLs; the others are to be fetched anew.
  func tell(changed: Bool, problem: String?, patches: [String: Patch]) {
    state.withLock { state in
      let from = state.version
      if changed { state.version += 1 }
      state.problem = problem
      var texts: [String: String] = [:]
      for listener in state.listeners.values {
        let text = texts[listener.path] ?? Self.message(state, from: from, patches[listener.path]).text
        texts[listener.path] = text
        listener.stream.yield(text)
      }
    }
  }

  private static func message(_ state: State, from: Int, _ patch: Patch?) -> Message {
    Message(version: state.version, from: from, problem: state.problem, patch: patch)
  }
}
