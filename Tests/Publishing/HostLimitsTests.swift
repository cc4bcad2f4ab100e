import CellistBase
import CellistOutput
import CellistSettings
import Testing

@testable import CellistPublishing

@Suite struct HostLimitsTests {
  private func manifest(_ files: [(String, Int)]) -> Manifest {
    Manifest(files.map { ManifestEntry(path: $0.0, size: $0.1, digest: FileDigest($0.0.utf8)) })
  }

  @Test func `every host of the settings has limits, and no other`() {
    #expect(HostLimits.all.map(\.name) == SiteSettings.hosts)
  }

  @Test func `more than a host takes is told with the numbers`() throws {
    let many = manifest((1...20_001).map { ("a/\($0).html", 1) })
    let cloudflare = try #require(HostLimits.of("cloudflare"))
    #expect(cloudflare.excesses(of: many) == ["Cloudflare Pages takes 20000 files, and the site has 20001"])
    #expect(
      cloudflare.excesses(of: ["a.pdf": [UInt8](repeating: 0, count: 26_214_401)]) == [
        "Cloudflare Pages takes 26214400 bytes a file, and 'a.pdf' has 26214401"
      ])
    let large = manifest([("a.pdf", 26_214_401), ("b.pdf", 26_214_400), ("c.pdf", 30_000_000)])
    #expect(
      cloudflare.excesses(of: large) == [
        "Cloudflare Pages takes 26214400 bytes a file, and 'a.pdf' has 26214401; 2 files are too large"
      ])
    let netlify = try #require(HostLimits.of("netlify"))
    #expect(netlify.excesses(of: many).isEmpty)
    let folder = manifest((1...54_001).map { ("\($0).html", 1) })
    #expect(netlify.excesses(of: folder) == ["Netlify takes 54000 files in a folder, and '/' has 54001"])
    let github = try #require(HostLimits.of("github"))
    #expect(
      github.excesses(of: manifest((1...11).map { ("\($0).mp4", 100_000_000) })) == [
        "GitHub Pages takes 1073741824 bytes, and the site has 1100000000"
      ])
  }

  @Test func `a branch of GitHub Pages says so by itself`() {
    func target(_ place: PublishTarget.Place) -> PublishTarget { PublishTarget(name: "t", place: place) }
    #expect(HostLimits.of(target(.git("origin", branch: "gh-pages")))?.name == "github")
    #expect(HostLimits.of(target(.git("origin", branch: "pages"))) == nil)
    #expect(HostLimits.of(target(.folder("/x", inPlace: false))) == nil)
  }
}
