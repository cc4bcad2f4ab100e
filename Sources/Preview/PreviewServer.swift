import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// Serves an output folder on this machine alone, with a script in each page that subscribes to builds.
struct PreviewServer: Sendable {
  private let pages: OpenPages
  private let channel: any Channel
  /// The port that it is served at.
  let port: Int

  /// Begins to serve at the first free port of twenty, beginning with the given one; nil if all are taken. 0 means any
  /// port.
  ///
  /// - Parameter patience: how long a client may take to send a request.
  init?(
    root: String, pages: OpenPages, port wanted: UInt16, edits: EditQueue? = nil, patience: Duration = .seconds(10)
  ) {
    self.pages = pages
    for port in Int(wanted)..<min(Int(wanted) + 20, 65_536) {
      let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ConnectionLimit())
            try channel.pipeline.syncOperations.addHandler(AcceptPause())
          }
        }
        .serverChannelOption(.backlog, value: 256)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        // Small reads, since a request may get a large answer.
        .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 8192))
        .childChannelOption(.maxMessagesPerRead, value: 1)
        .childChannelInitializer { channel in
          let requests = PreviewRequests(
            root: root, pages: pages, port: channel.localAddress?.port ?? port, edits: edits)
          return Self.open(channel, requests, TimeAmount(patience))
        }
      guard let channel = try? bootstrap.bind(host: "127.0.0.1", port: port).wait() else { continue }
      self.channel = channel
      self.port = channel.localAddress?.port ?? port
      return
    }
    return nil
  }

  /// The address of the site's root.
  var address: String { "http://localhost:\(port)\(pages.base)" }

  func stop() { channel.close(promise: nil) }

  private static func open(
    _ channel: any Channel, _ requests: PreviewRequests, _ patience: TimeAmount
  ) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      // Apply back-pressure to slow readers.
      try channel.pipeline.syncOperations.addHandler(BackPressureHandler())
      let http = PreviewHTTPHandler(requests)
      let upgrader = NIOWebSocketServerUpgrader(
        maxFrameSize: 1 << 14,
        shouldUpgrade: { channel, head in
          channel.eventLoop.makeSucceededFuture(requests.mayListen(head) ? HTTPHeaders() : nil)
        },
        upgradePipelineHandler: { channel, head in
          channel.eventLoop.makeCompletedFuture {
            let handler = PreviewSocketHandler(requests.pages, of: requests.listener(head))
            try channel.pipeline.syncOperations.addHandler(handler)
          }
        })
      let limit = RequestTimeLimit(patience)
      let handlers = NIOLoopBound((http, limit), eventLoop: channel.eventLoop)
      try channel.pipeline.syncOperations.configureHTTPServerPipeline(
        withServerUpgrade: (
          upgraders: [upgrader],
          completionHandler: { context in
            context.pipeline.syncOperations.removeHandler(handlers.value.0, promise: nil)
            context.pipeline.syncOperations.removeHandler(handlers.value.1, promise: nil)
          }
        ))
      try channel.pipeline.syncOperations.addHandler(limit)
      try channel.pipeline.syncOperations.addHandler(http)
    }
  }
}
