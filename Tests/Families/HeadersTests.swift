import CellistOutput
import CellistTestSupport
import Testing

@Suite struct HeadersTests {
  private func site(_ settings: String) -> TestSite {
    TestSite([
      "content/site.yml": "title: T\nbase: https://example.org/base/\n\(settings)",
      "content/birds/list.yml": "record: {name: text}\nid: name\ntools: {search: true}\n",
      "content/birds/birds.csv": "name\nCrow\n",
    ])
  }

  @Test func `files that never change are kept forever, and pages run scripts of the site alone`() throws {
    let files = site("headers-file: true\n").render()
    let headers = try #require(files["_headers"])
    #expect(
      headers.hasPrefix(
        """
        /base/*
          Content-Security-Policy: default-src 'self'; img-src 'self' data: https:; media-src 'self' https:; \
        base-uri 'none'; form-action 'self'; frame-ancestors 'self'; object-src 'none'
          Referrer-Policy: strict-origin-when-cross-origin
          X-Content-Type-Options: nosniff
        /base/assets/
        """))
    let named = headers.split(separator: "\n").filter { $0.hasPrefix("/base/assets/") }
    #expect(
      Set(named.map { String($0.dropFirst("/base/".count)) }) == Set(files.keys.filter { $0.hasPrefix("assets/") }))
    let cached = "  Cache-Control: \(ManifestEntry.CacheClass.immutable.header)"
    #expect(headers.split(separator: "\n").count { $0 == cached } == named.count)
    #expect(
      site("headers-file: true\nhtml: allow\n").render()["_headers"]?.contains("style-src 'self' 'unsafe-inline'")
        == true)
    #expect(site("").render()["_headers"] == nil)
  }

  @Test func `a host whose limits nobody knows is an error`() {
    #expect(
      site("host: nowhere\n").diagnostics().hasPrefix(
        "content/site.yml:3:7: error: 'host' must be cloudflare, github, gitlab, netlify, found \"nowhere\" [invalid-setting]"
      ))
    #expect(site("host: netlify\n").diagnostics() == "")
  }
}
