import CellistTestSupport
import Testing

@testable import CellistBase
@testable import CellistContent
@testable import CellistFiles
@testable import CellistRecords

@Suite struct RemoteTests {
  @Test(arguments: [
    ("https://example.org/talks.json", "https://example.org/talks.json"),
    ("https://ada:secret@example.org:8443/a/b.csv?key=secret#x", "https://example.org:8443/a/b.csv?…"),
    ("HTTPS://example.org", "https://example.org"),
    ("http://localhost:8000/a.csv", "http://localhost:8000/a.csv"), ("http://127.0.0.1/", "http://127.0.0.1/"),
    ("http://[::1]:80/a", "http://[::1]:80/a"),
  ]) func `addresses are https, or on this machine, and printed without what is secret`(text: String, shown: String) {
    #expect(RemoteAddress(text)?.shown == shown)
  }

  @Test func `what is secret in an address is masked where it is shown among others`() {
    let text = "a: {url: \"https://ada:pw@a.org/x?key=1\", b: 'http://localhost/@?'} http://b.org/c ä://c@d e?f"
    let masked = "a: {url: \"https://******@a.org/x?*****\", b: 'http://localhost/@?'} http://b.org/c ä://*@d e?f"
    #expect(RemoteAddress.masked(text) == masked)
  }

  @Test(arguments: [
    "http://example.org/a.csv", "http://127.0.0.1.example.org/", "http://localhost@example.org/", "ftp://localhost/a",
    "file:///etc/passwd", "https://", "https:///a", "example.org/a.csv", "https://example.org/a b", "https://a/\n",
    "http://example.org\\@localhost/", "http://localhost\\.example.org/", "http://127.1/",
  ]) func `other addresses are none`(text: String) {
    #expect(RemoteAddress(text) == nil)
  }

  @Test func `files of two addresses have two names, which say what they are`() throws {
    let names = try ["https://a.org/x/Talks%202.JSON?a=1", "https://a.org/x/Talks%202.JSON?a=2", "https://a.org/"].map {
      try #require(RemoteAddress($0)).fileName(ending: "json")
    }
    #expect(Set(names).count == 3)
    #expect(names[0].hasPrefix("talks-202-") && names[0].hasSuffix(".json"))
    #expect(names[2].hasPrefix("a-org-"))
  }

  @Test func `a lock is read as it was written`() {
    var lock = RemoteLock()
    lock.entries["a-1.json"] = .init(
      url: "https://a.org/ä?…", sha256: "00ff", etag: #"W/"a: \"#, lastModified: "Wed, 21")
    lock.entries["b.csv"] = .init(url: "https://b.org/", sha256: "1")
    var diagnostics = Diagnostics()
    #expect(RemoteLock(.memory(["cellist.lock": Array(lock.text.utf8)]), &diagnostics) == lock)
    #expect(lines(diagnostics) == [])
  }

  @Test func `a lock that leads elsewhere is refused`() {
    var diagnostics = Diagnostics()
    let text = "../content/a.csv: {url: x, sha256: y}\na.csv: {url: x}\n"
    #expect(RemoteLock(.memory(["cellist.lock": Array(text.utf8)]), &diagnostics).entries == [:])
    #expect(
      lines(diagnostics) == [
        "cellist.lock:1:1: error: a fetched file has a name, a 'url' and a 'sha256' [invalid-setting]; 'cellist update' writes the file anew",
        "cellist.lock:2:1: error: a fetched file has a name, a 'url' and a 'sha256' [invalid-setting]; 'cellist update' writes the file anew",
      ])
  }

  /// A curl that answers with these in turn, and what it was asked.
  private final class Curl: Sendable {
    let answers: [String]
    let asked = Log()
    init(_ answers: String...) { self.answers = answers }

    final class Log: @unchecked Sendable { var inputs: [String] = [] }

    var fetch: RemoteFetch {
      RemoteFetch(
        ProgramRunner { [self] command in
          asked.inputs.append(String(decoding: command.input, as: UTF8.self))
          let parts = answers[asked.inputs.count - 1].split(separator: "|", omittingEmptySubsequences: false)
          return ProgramRunner.Ended(
            status: 0, output: Array((parts[1] + parts[2]).utf8),
            errors: "\n\(parts[0]) \(parts[1].utf8.count) \(parts.count > 3 ? parts[3] : "")")
        })
    }
  }

  @Test func `redirects are followed, and validators are those of the last answer`() throws {
    let curl = Curl(
      "302|HTTP/1.1 302\r\nLocation: /b\r\n\r\n||https://b.org/c",
      "200|HTTP/2 200\r\nETag: \"1\"\r\nlast-modified: Wed, 21\r\n\r\n|body\r\n\r\nx")
    let answer = try curl.fetch(try #require(RemoteAddress("https://a.org/\"")))
    #expect(answer == .fetched(Array("body\r\n\r\nx".utf8), etag: "\"1\"", lastModified: "Wed, 21"))
    #expect(curl.asked.inputs == ["url = \"https://a.org/\\\"\"\n", "url = \"https://b.org/c\"\n"])
  }

  @Test(arguments: ["http://b.org/c", "file:///etc/passwd", "http://localhost/c", "ftp://b.org/"])
  func `a redirect away from https is refused`(place: String) throws {
    let curl = Curl("301|HTTP/1.1 301\r\n\r\n||\(place)")
    let address = try #require(RemoteAddress("https://a.org/"))
    #expect(
      throws: RemoteFetch.Failure(reason: "it leads to another address, which is neither https nor on this machine")
    ) {
      try curl.fetch(address)
    }
    #expect(curl.asked.inputs.count == 1)
  }
}
