import CellistFamilies
import CellistRecords
import CellistText
import NIOHTTP1

/// The answers of a preview to requests: files of the site, and its own script.
struct PreviewRequests: Sendable {
  /// The output folder.
  let root: String
  let pages: OpenPages
  let port: Int
  /// Takes edits of records; nil where there are none.
  let edits: EditQueue?

  struct Answer {
    let status: HTTPResponseStatus
    var headers: HTTPHeaders
    let body: [UInt8]

    init(_ status: HTTPResponseStatus, _ type: String, _ body: [UInt8]) {
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
  private static let edit = "__cellist/edit"
  private static let editScript = "__cellist/edit.js"
  private static let forms = ScriptFile(loaded: [PackageResources.edit_js]).bytes
  private static let editStyles = "__cellist/edit.css"

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
    if edits != nil {
      if Self.asks(path, for: Self.editScript) {
        return file(.ok, Self.forms, name: "edit.js", version)
      }
      if Self.asks(path, for: Self.editStyles) {
        return file(.ok, PackageResources.edit_css, name: "edit.css", version)
      }
    }
    if Self.asks(path, for: Self.script) {
      return file(.ok, PackageResources.preview_js, name: "preview.js", version)
    }
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

  private func file(
    _ status: HTTPResponseStatus, _ bytes: [UInt8], name: String, _ before: Int?
  ) -> Answer {
    let type = ServedFiles.type(of: name)
    let version = before == pages.version ? before.map(String.init) ?? "" : ""
    guard type.hasPrefix("text/html") else { return Answer(status, type, bytes) }
    var end = "<script src=\"\(pages.base)\(Self.script)\" data-cellist=\"\(version)\"></script>"
    if edits != nil { end += "<script src=\"\(pages.base)\(Self.editScript)\" data-cellist></script>" }
    var answer = Answer(status, type, bytes + Array(end.utf8))
    if edits != nil {
      // Another site could have a reader click on what it covers. The address may contain the token.
      answer.headers.add(name: "X-Frame-Options", value: "SAMEORIGIN")
      answer.headers.add(name: "Referrer-Policy", value: "no-referrer")
    }
    return answer
  }

  // MARK: Edits

  /// Whether a page of the site has the token, from the address that was printed. Pages keep it in their own storage: a
  /// cookie would go to the servers at all ports of this machine.
  private func knowsToken(_ head: HTTPRequestHead) -> Bool {
    edits.map { head.headers["X-Cellist-Token"] == [$0.token] } ?? false
  }

  /// Whether a request is one to edit.
  func isEdit(_ head: HTTPRequestHead) -> Bool {
    edits != nil && head.method == .POST && Self.asks(Self.path(of: head), for: Self.edit)
  }

  /// The queue for a request to edit, if a page of the site itself makes it that has the token; nil otherwise.
  ///
  /// Other sites can neither set the type of the content without being asked, nor name this one as their origin.
  func queue(for head: HTTPRequestHead) -> EditQueue? {
    let (origin, type) = (head.headers["Origin"], head.headers["Content-Type"])
    guard isEdit(head), isOwn(head), knowsToken(head), type == ["application/json"], origin.count == 1,
      hosts.contains(where: { origin[0] == "http://\($0)" })
    else { return nil }
    return edits
  }

  /// The answer to a forbidden request to edit, or to one that is too large.
  func refusal(isTooLarge: Bool) -> Answer {
    isTooLarge
      ? Answer(.payloadTooLarge, text: "a request has at most \(Self.largest) bytes")
      : Answer(.forbidden, text: "edits need the address that 'cellist edit' printed last: open it again")
  }

  /// How many bytes a request to edit may have.
  static let largest = 16_000_000

  static func answer(to edit: JSONText) -> Answer {
    Answer(.ok, "application/json; charset=utf-8", Array(edit.line.utf8))
  }
}
