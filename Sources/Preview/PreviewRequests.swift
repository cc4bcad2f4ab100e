import CellistContent
import CellistText
import NIOHTTP1

/// The answers of a preview to requests: files of the site, and its own script.
struct PreviewRequests: Sendable {
  /// The output folder.
  let root: String
  let pages: OpenPages
  let port: Int

  struct Answer {
    let status: HTTPResponseStatus
    var headers: HTTPHeaders
    let body: [UInt8]

    fileprivate init(_ status: HTTPResponseStatus, _ type: String, _ body: [UInt8]) {
      self.status = status
      self.body = body
      // Browsers must not cache files: the next build may be a moment away.
      headers = ["Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"]
    }

    fileprivate init(_ status: HTTPResponseStatus, text: String) {
      self.init(status, "text/plain; charset=utf-8", Array("\(text)\n".utf8))
    }

    fileprivate init(_ status: HTTPResponseStatus, to place: String) {
      self.init(status, text: place)
      headers.replaceOrAdd(name: "Location", value: place)
    }
  }

  /// The names under which a browser on this machine may know the server.
  private var hosts: [String] { ["localhost", "127.0.0.1"].map { "\($0):\(port)" } }

  /// The page of a site that has never been built without errors: it waits for later builds.
  private static let nothing = """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><title>Nothing yet</title></head><body><p>There is nothing here yet.</p></body></html>

    """

  private static let socket = "__cellist/socket"
  private static let script = "__cellist/preview.js"

  private var files: ServedFiles { ServedFiles(root: root, base: pages.base) }

  /// The name of another site could resolve to this machine (DNS rebinding).
  private func isOwn(_ head: HTTPRequestHead) -> Bool {
    let named = head.headers["Host"]
    return named.count == 1 && hosts.contains(named[0].lowercased())
  }

  /// Whether a page of the site itself subscribes to builds.
  func mayListen(_ head: HTTPRequestHead) -> Bool {
    let origin = head.headers["Origin"]
    return head.method == .GET && Self.asks(Self.path(of: head), for: Self.socket) && isOwn(head) && origin.count == 1
      && hosts.contains { origin[0] == "http://\($0)" }
  }

  /// The path of the subscribing page, as in a request.
  func listener(_ head: HTTPRequestHead) -> String {
    let query = head.uri.dropFirst(Self.path(of: head).count + 1)
    return query.hasPrefix("page=") ? PercentCoding.decoded(query.dropFirst("page=".count)) : ""
  }

  private static func path(of head: HTTPRequestHead) -> String { String(head.uri.prefix { $0 != "?" }) }

  /// Whether a path is one of the server's own files: a page that was served before the base changed requests them
  /// below the old one.
  private static func asks(_ path: String, for file: String) -> Bool { path.hasSuffix("/\(file)") }

  func answer(to head: HTTPRequestHead) -> Answer {
    guard isOwn(head) else { return Answer(.forbidden, text: "this server is for \(hosts.joined(separator: " and "))") }
    guard head.method == .GET || head.method == .HEAD else {
      var answer = Answer(.methodNotAllowed, text: "GET and HEAD")
      answer.headers.add(name: "Allow", value: "GET, HEAD")
      return answer
    }
    let path = Self.path(of: head)
    let files = files
    // Read before and after the file: a build may begin or end in between.
    let version = pages.version
    if Self.asks(path, for: Self.socket) {
      return Answer(.forbidden, text: "this socket is for the site's own pages")
    }
    if Self.asks(path, for: Self.script) { return file(.ok, PackageResources.preview_js, name: "preview.js", version) }
    switch files.answer(to: path) {
    case .file(let bytes, let name): return file(.ok, bytes, name: name, version)
    case .folder(let place): return Answer(.movedPermanently, to: place)
    case .missing:
      if path == "/", files.base != "/" { return Answer(.found, to: files.base) }
      guard case .file(let bytes, let name) = files.answer(to: "\(files.base)404.html") else {
        return file(.notFound, Array(Self.nothing.utf8), name: "404.html", version)
      }
      return file(.notFound, bytes, name: name, version)
    }
  }

  private func file(_ status: HTTPResponseStatus, _ bytes: [UInt8], name: String, _ before: Int?) -> Answer {
    let type = ServedFiles.type(of: name)
    let version = before == pages.version ? before.map(String.init) ?? "" : ""
    let end =
      type.hasPrefix("text/html")
      ? "<script src=\"\(pages.base)\(Self.script)\" data-cellist=\"\(version)\"></script>" : ""
    return Answer(status, type, bytes + Array(end.utf8))
  }
}
