import CellistBase
import CellistTestSupport
import Testing

@testable import CellistSites

@Suite struct SourceLedgerTests {
  @Test func `a file that changed just before it was looked at may have changed since`() throws {
    let folder = try TemporaryFolder()
    try folder.write("title: T\n", to: "content/site.yml")
    let listing = SourceListing(.disk(folder.path))
    let file = try #require(listing.files.first { $0.path == "content/site.yml" })
    let stamp = try #require(file.stamp)
    var earlier = SourceState()
    for file in listing.files { earlier.files[file.path] = SourceState.File(stamp: file.stamp) }
    let written = max(stamp.modified, stamp.changed)
    #expect(SourceLedger.doubtful(listing, earlier, since: written + 1) == [Identifier(file.path)])
    #expect(SourceLedger.doubtful(listing, earlier, since: written + 3_000_000_000) == [])
  }
}
