import CellistRecords
import CellistTestSupport
import Testing

@testable import CellistBase
@testable import CellistBuilding
@testable import CellistSites

@Suite struct BuildStateTests {
  /// A new fact of a build has to be set here, and to be kept.
  @Test func `every fact of a build is kept`() throws {
    var build = BuildState.Build()
    (build.base, build.drafts, build.now, build.checked, build.written) = ("/b/", true, 1, 2, 3)
    build.next = NextChange(instant: 4, time: "t", subject: "s")
    (build.commit, build.keep, build.list) = (
      "c", ["k"], FileStamp(size: 1, modified: 2, changed: 3, inode: 4)
    )
    (build.foreign, build.emptyFolders, build.pictures) = (["f"], ["e"], Digest([1]))
    build.shared = [[1]: [2, 200]]
    build.lost = [LostRecord(list: "l", id: "i", from: "/f/", fields: ["a"], said: [.max])]
    build.exports = ["x"]
    build.warnings = [
      Diagnostic(
        .warning, .brokenLink, "m", at: SourceLocation(file: "f", line: 2, column: 3), hint: "h",
        excerpt: Excerpt("x", column: 1), about: "a")
    ]
    build.warnings[0].list = "l"
    (build.lists, build.records) = (5, 6)
    for (one, other) in zip(Mirror(reflecting: build).children, Mirror(reflecting: BuildState.Build()).children) {
      #expect("\(one.value)" != "\(other.value)", "\(one.label ?? "") is not set")
    }
    #expect(try BuildState.Build(stateBytes: build.stateBytes[...]) == build)
  }
}
