import CellistTestSupport
import Foundation
import Glibc
import Testing

@testable import CellistPreview

/// A server that clients try to wear out.
@Suite struct PreviewServerTests {
  private static func connection(to port: Int) -> Int32 {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var time = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    #expect(result == 0)
    return file
  }

  private static func send(_ text: String, to file: Int32) {
    _ = Glibc.send(file, text, text.utf8.count, Int32(MSG_NOSIGNAL))
  }

  /// The answer, up to the end of the connection.
  private static func answer(of file: Int32) -> String {
    var answer: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(file, &bytes, bytes.count), count > 0 { answer += bytes.prefix(count) }
    return String(decoding: answer, as: UTF8.self)
  }

  @Test func `a request that never ends is given up, and its connection closed`() throws {
    let folder = try TemporaryFolder()
    try folder.write("hello", to: "index.html")
    let pages = OpenPages {}
    let server = try #require(
      PreviewServer(root: folder.path, pages: pages, port: 0, patience: .seconds(2)))
    defer { server.stop() }
    let open = (0..<400).map { _ in Self.connection(to: server.port) }
    defer { for file in open { close(file) } }
    for file in open { Self.send("GET / HTTP/1.1\r\nHost: localhost:\(server.port)\r\n", to: file) }
    #expect(open.allSatisfy { Self.answer(of: $0) == "" })
    let late = Self.connection(to: server.port)
    defer { close(late) }
    Self.send("GET / HTTP/1.1\r\nHost: localhost:\(server.port)\r\nConnection: close\r\n\r\n", to: late)
    #expect(Self.answer(of: late).contains("\r\n\r\nhello<script"))
  }

  @Test func `a connection that asks again in time is kept`() throws {
    let folder = try TemporaryFolder()
    try folder.write("hello", to: "index.html")
    let server = try #require(PreviewServer(root: folder.path, pages: OpenPages {}, port: 0))
    defer { server.stop() }
    let file = Self.connection(to: server.port)
    defer { close(file) }
    let request = "GET / HTTP/1.1\r\nHost: localhost:\(server.port)\r\n"
    Self.send("\(request)\r\n\(request)Connection: close\r\n\r\n", to: file)
    #expect(Self.answer(of: file).components(separatedBy: "hello<script").count == 3)
  }

  @Test func `a page that was served before the base changed finds its script`() throws {
    let folder = try TemporaryFolder()
    let pages = OpenPages {}
    pages.base = "/new/"
    let server = try #require(PreviewServer(root: folder.path, pages: pages, port: 0))
    defer { server.stop() }
    for (path, status) in [
      ("/old/__cellist/preview.js", "200"), ("/__cellist/preview.js", "200"), ("/preview.js", "404"),
    ] {
      let file = Self.connection(to: server.port)
      defer { close(file) }
      Self.send("GET \(path) HTTP/1.1\r\nHost: localhost:\(server.port)\r\nConnection: close\r\n\r\n", to: file)
      #expect(Self.answer(of: file).hasPrefix("HTTP/1.1 \(status) "), "\(path)")
    }
  }
}
