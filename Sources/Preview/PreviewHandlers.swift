import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Answers the requests of one connection.
final class PreviewHTTPHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let requests: PreviewRequests
  private var head: HTTPRequestHead?

  init(_ requests: PreviewRequests) { self.requests = requests }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body: break
    case .end:
      guard let head else { return }
      self.head = nil
      respond(requests.answer(to: head), to: head, context)
    }
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
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if !request.isKeepAlive { context.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A socket that is refused is answered as any other request.
    if !(error is NIOWebSocketUpgradeError) { context.close(promise: nil) }
  }
}

/// Tells one open page of builds.
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
        // A page that does not read what it is told holds up nobody else.
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
    switch frame.opcode {
    case .ping:
      let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    case .connectionClose: context.close(promise: nil)
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
