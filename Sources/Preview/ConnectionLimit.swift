import NIOCore

/// Limits the number of open connections, since builds need file descriptors as well.
final class ConnectionLimit: ChannelInboundHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel

  private static let most = 256
  private var count = 0

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let channel = unwrapInboundIn(data)
    guard count < Self.most else { return channel.close(promise: nil) }
    count += 1
    let own = NIOLoopBound(self, eventLoop: context.eventLoop)
    channel.closeFuture.hop(to: context.eventLoop).whenComplete { _ in own.value.count -= 1 }
    context.fireChannelRead(data)
  }
}
