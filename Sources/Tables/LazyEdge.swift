import Synchronization

/// A header or footer: a value, or one that is made at first use.
///
/// It is made once: copies share what the first of them made, also across threads.
enum LazyEdge<Value: Sendable>: Sendable {
  case made(Value?)
  case later(Promise)

  /// One that is made by a function; none where there is no function.
  init(_ make: (@Sendable () -> Value?)?) { self = make.map { .later(Promise($0)) } ?? .made(nil) }

  var value: Value? {
    switch self {
    case .made(let value): value
    case .later(let promise): promise.value
    }
  }

  final class Promise: Sendable {
    private enum State: Sendable {
      case unmade(@Sendable () -> Value?)
      case made(Value?)
    }

    private let state: Mutex<State>

    init(_ make: @escaping @Sendable () -> Value?) { state = Mutex(.unmade(make)) }

    var value: Value? {
      state.withLock { state in
        switch state {
        case .made(let value): return value
        case .unmade(let make):
          let value = make()
          state = .made(value)
          return value
        }
      }
    }
  }
}
