import Synchronization

/// A value that is made when it is first asked for.
package final class Deferred<Value: Sendable>: Sendable {
  private enum Content: Sendable {
    case unmade(@Sendable () -> Value)
    case made(Value)
  }

  private let content: Mutex<Content>

  package init(_ make: @escaping @Sendable () -> Value) { content = Mutex(.unmade(make)) }

  package var value: Value {
    content.withLock { content in
      switch content {
      case .made(let value): return value
      case .unmade(let make):
        let value = make()
        content = .made(value)
        return value
      }
    }
  }

  /// The value where it has been asked for.
  package var made: Value? { content.withLock { if case .made(let value) = $0 { value } else { nil } } }
}
