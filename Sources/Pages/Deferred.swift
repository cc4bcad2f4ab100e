import CellistRecords
import Synchronization

/// A value that is made when it is first asked for.
final class Deferred<Value: Sendable>: Sendable {
  private enum Content: Sendable {
    case unmade(@Sendable () -> Value)
    case made(Value)
  }

  private let content: Mutex<Content>

  init(_ make: @escaping @Sendable () -> Value) { content = Mutex(.unmade(make)) }

  var value: Value {
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

  /// Whether it has been requested.
  var isMade: Bool { content.withLock { if case .made = $0 { true } else { false } } }

  /// Changes the value where it has been made; where it has not, it will be made in another way.
  func change(_ make: @escaping @Sendable () -> Value, _ edit: (inout Value) -> Void) {
    content.withLock { content in
      guard case .made(var value) = content else { return content = .unmade(make) }
      content = .unmade(make)
      edit(&value)
      content = .made(value)
    }
  }
}
