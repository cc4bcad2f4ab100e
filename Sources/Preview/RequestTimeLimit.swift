import NIOCore
import NIOHTTP1

/// Closes a connection whose next request takes too long to arrive: each open connection holds a descriptor.
final class RequestTimeLimit: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let patience: TimeAmount
  private var deadline: Scheduled<Void>?

  init(_ patience: TimeAmount) { self.patience = patience }

  func channelActive(context: ChannelHandlerContext) {
    wait(context)
    context.fireChannelActive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .end = unwrapInboundIn(data) { deadline?.cancel() }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
    // Reading the response has no time limit.
    let written = promise ?? context.eventLoop.makePromise()
    let own = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    written.futureResult.whenSuccess { own.value.0.wait(own.value.1) }
    context.write(data, promise: written)
  }

  private func wait(_ context: ChannelHandlerContext) {
    deadline?.cancel()
    guard context.channel.isActive else { return }
    deadline = context.eventLoop.scheduleTask(in: patience) { [channel = context.channel] in
      channel.close(promise: nil)
    }
  }
}
