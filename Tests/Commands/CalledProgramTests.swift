import CellistPublishing
import CellistTestSupport
import Glibc
import Testing

@testable import CellistCommands

@Suite struct CalledProgramTests {
  @Test func `a program is looked for in the folders of the path, in their order`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "a/git")
    try folder.write("", to: "b/git")
    let git = try #require(CalledProgram.all.first { $0.name == "git" })
    let path = "\(folder.path)/none:\(folder.path)/a:\(folder.path)/b"
    #expect(git.place(on: path) == nil)
    #expect(chmod("\(folder.path)/b/git", 0o755) == 0)
    #expect(git.place(on: path) == "\(folder.path)/b/git")
    #expect(git.place(on: "") == nil)
  }

  @Test func `targets and lists ask for programs`() {
    let targets = [
      PublishTarget(name: "a", place: .folder("/x", inPlace: false)),
      PublishTarget(name: "b", place: .git("origin", branch: "x")), PublishTarget(name: "c", place: .rsync("x:y")),
    ]
    #expect(CalledProgram.uses(of: targets, lists: []) == [.branches, .rsync])
    let site = TestSite([
      "content/site.yml": "title: T\n",
      "content/birds/list.yml": "title: B\nrecord: {name: text, photo: {type: asset, thumbnails: [320]}}\nid: name\n",
    ])
    #expect(CalledProgram.uses(of: [], lists: site.builder.lists().lists) == [.thumbnails])
    let remote = TestSite([
      "content/site.yml": "title: T\n",
      "content/birds/list.yml":
        "title: B\nrecord: {name: text}\nid: name\nsources: [{url: https://example.org/birds.csv}]\n",
    ])
    #expect(CalledProgram.uses(of: [], lists: remote.builder.lists().lists) == [.remote])
  }
}
