import Synchronization

/// Requests to edit records, which wait for the thread that builds the site.
final class EditQueue: Sendable {
  struct Request: Sendable {
    let body: [UInt8]
    /// Sends the answer, from any thread.
    let reply: @Sendable (PreviewRequests.Answer) -> Void
  }

  /// The token that a browser must know.
  let token: String
  private let waiting = Mutex<[Request]>([])
  /// Wakes the thread.
  private let wake: @Sendable () -> Void

  init(token: String, wake: @escaping @Sendable () -> Void) {
    self.token = token
    self.wake = wake
  }

  func add(_ request: Request) {
    waiting.withLock { $0.append(request) }
    wake()
  }

  /// The requests that wait, in their order.
  func takeAll() -> [Request] {
    waiting.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }
}
