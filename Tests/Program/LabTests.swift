import CellistBuilding
import CellistCommands
import CellistFiles
import CellistSettings
import Testing

/// The site of a laboratory in Examples/Lab, whose bibliography stays as it is.
@Suite struct LabTests {
  private static let root = "\(OwnSite.root)/Examples/Lab"
  private static let builder = SiteBuilder(SourceTree.disk(root), BuildOptions(now: 1_800_000_000))

  @Test func `it has no errors and no warnings, and few settings`() throws {
    #expect(DiagnosticPrinter(format: .text).text(of: Self.builder.check().diagnostics) == "")
    let settings = ["site.yml", "people/list.yml", "papers/list.yml", "news/list.yml"]
    let lines = try settings.map { path in
      String(decoding: try SourceTree.disk(Self.root).read("content/\(path)"), as: UTF8.self).split(separator: "\n")
        .count
    }
    #expect(lines.reduce(0, +) <= 60)
  }

  @Test func `papers lead to people whatever they are called there, and back, and others are named without a link`()
    throws
  {
    let files = Self.builder.render().files.mapValues { String(decoding: $0, as: UTF8.self) }
    let radium = try #require(files["papers/curie-1898-radium/index.html"])
    for name in ["Pierre Curie", "Marie Curie"] { #expect(radium.contains(">\(name)</a>")) }
    #expect(radium.contains("<li>G. Bémont</li>"))
    let marie = try #require(files["people/marie-curie/index.html"])
    #expect(marie.contains("Rayons émis par les composés de l&#39;uranium et du thorium"))
    let irene = try #require(files["people/irene-joliot-curie/index.html"])
    #expect(irene.contains("Un nouveau type de radioactivité"))
    #expect(files["news/feed.xml"]?.contains("A second Nobel Prize in chemistry") == true)
    let home = try #require(files["index.html"])
    #expect(home.contains("A second Nobel Prize in chemistry") && home.contains("Un nouveau type de radioactivité"))
  }
}
