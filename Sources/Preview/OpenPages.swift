import Synchronization

/// The pages that are open in browsers, each of which is told what a build has changed.
final class OpenPages: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<String>.Continuation] = [:]
    var next = 0
    var version = 0
    var problem: String?
  }

  private let state = Mutex(State())

  /// How many builds have changed something. A page that was served at an earlier number may be out of date.
  var version: Int { state.withLock(\.version) }

  /// What one page is told from now on, the first thing being how things stand. A page that does not listen misses all
  /// but the newest, and sees by the number that it has.
  func join() -> AsyncStream<String> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = state.withLock { state in
        state.next += 1
        state.listeners[state.next] = continuation
        return state.next
      }
      continuation.onTermination = { [weak self] _ in self?.leave(number) }
      continuation.yield(state.withLock { Self.message($0) })
    }
  }

  private func leave(_ number: Int) { state.withLock { _ = $0.listeners.removeValue(forKey: number) } }

  /// Tells that a build is done: something of the site is another, or what is wrong with it, as HTML.
  func tell(changed: Bool, problem: String?) {
    let (message, listeners) = state.withLock { state in
      if changed { state.version += 1 }
      state.problem = problem
      return (Self.message(state), Array(state.listeners.values))
    }
    for listener in listeners { listener.yield(message) }
  }

  private static func message(_ state: State) -> String { "\(state.version)\n\(state.problem ?? "")" }
}
