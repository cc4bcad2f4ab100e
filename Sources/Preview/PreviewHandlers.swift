import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Pauses accepting connections when no more files can be opened: retrying at once would keep a core busy.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = any Channel

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let channel = context.channel
    _ = channel.setOption(.autoRead, value: false)
    channel.eventLoop.scheduleTask(in: .milliseconds(250)) { _ = channel.setOption(.autoRead, value: true) }
  }
}

/// Answers the requests of one connection.
final class PreviewHTTPHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let requests: PreviewRequests
  private var head: HTTPRequestHead?
  /// The body of a request to edit, as far as it may be taken.
  private var body: [UInt8] = []

  init(_ requests: PreviewRequests) { self.requests = requests }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      body = []
    case .body(var part):
      guard let head, requests.isEdit(head), body.count <= PreviewRequests.largest else { return }
      body += part.readBytes(length: part.readableBytes) ?? []
    case .end:
      guard let head else { return }
      self.head = nil
      if requests.isEdit(head) { edit(head, context) } else { respond(requests.answer(to: head), to: head, context) }
    }
  }

  /// Has an edit made, and responds when it is done.
  private func edit(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let isTooLarge = body.count > PreviewRequests.largest
    guard let queue = requests.queue(for: head), !isTooLarge else {
      return respond(requests.refusal(isTooLarge: isTooLarge), to: head, context)
    }
    let own = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    queue.add(
      EditQueue.Request(body: body) { answer in
        own.eventLoop.execute {
          let (handler, context) = own.value
          if context.channel.isActive { handler.respond(answer, to: head, context) }
        }
      })
    body = []
  }

  private func respond(_ answer: PreviewRequests.Answer, to request: HTTPRequestHead, _ context: ChannelHandlerContext)
  {
    var headers = answer.headers
    headers.add(name: "Content-Length", value: String(answer.body.count))
    if !request.isKeepAlive { headers.add(name: "Connection", value: "close") }
    let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if request.method != .HEAD {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
    }
    let written = context.eventLoop.makePromise(of: Void.self)
    if !request.isKeepAlive {
      written.futureResult.whenComplete { [channel = context.channel] _ in channel.close(promise: nil) }
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A refused WebSocket gets an answer like any other request.
    if !(error is NIOWebSocketUpgradeError) { context.close(promise: nil) }
  }
}

/// Sends messages about builds to one open page.
final class PreviewSocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let pages: OpenPages
  /// The path of the page.
  private let path: String
  private var telling: Task<Void, Never>?

  init(_ pages: OpenPages, of path: String) {
    self.pages = pages
    self.path = path
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    let messages = pages.join(path)
    telling = Task {
      for await message in messages {
        let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: message))
        // Apply back-pressure to slow readers.
        do { try await channel.writeAndFlush(frame) } catch { break }
      }
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    telling?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    // Clients must mask their frames.
    guard frame.maskKey != nil else { return close(.protocolError, context) }
    switch frame.opcode {
    case .ping:
      let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    case .connectionClose: close(.normalClosure, context)
    default: break
    }
  }

  private func close(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
    telling?.cancel()
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.whenComplete { [channel = context.channel] _ in channel.close(promise: nil) }
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)), promise: written)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
