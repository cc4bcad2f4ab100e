import CellistTestSupport
import Testing

@testable import CellistFiles
@testable import CellistRecords

@Suite struct SourceTreeTests {
  @Test(arguments: [
    ([0x61, 0xFF, 0x62], "1:2", "FF"), ([0x63, 0x61, 0x66, 0xE9, 0x0A], "1:4", "E9"), ([0xE9], "1:1", "E9"),
    ([0x61, 0x0A, 0xC3, 0xA9, 0xC3], "2:2", "C3"), ([0xC0, 0x80], "1:1", "C0"),
    ([0xED, 0xA0, 0x80, 0x61], "1:1", "ED"),
    ([0xE2, 0x82, 0x61], "1:1", "E2"), ([0xF0, 0x9F, 0x8E], "1:1", "F0"), ([0x61, 0x80], "1:2", "80"),
    ([0xF5, 0x80, 0x80, 0x80], "1:1", "F5"),
  ])
  func `a file that is not UTF-8 is named at its first bad byte`(bytes: [UInt8], position: String, byte: String) {
    var diagnostics = Diagnostics()
    #expect(SourceTree.memory(["a.md": bytes]).text("a.md", &diagnostics) == nil)
    #expect(
      diagnostics.all.map { "\($0.location?.description ?? ""): \($0.message)" } == [
        "a.md:\(position): the file is not valid UTF-8: byte 0x\(byte)"
      ])
    // Some bytes look like another encoding.
    #expect(diagnostics.all.first?.hint?.hasSuffix("save the file as UTF-8") ?? false)
  }

  @Test func `a byte order mark is no text`() {
    var diagnostics = Diagnostics()
    #expect(SourceTree.memory(["a.md": [0xEF, 0xBB, 0xBF, 0x61]]).text("a.md", &diagnostics) == "a")
    #expect(SourceTree.memory(["a.md": []]).text("a.md", &diagnostics) == "")
    #expect(lines(diagnostics) == [])
  }

  @Test func `a file that is not there is an error`() {
    var diagnostics = Diagnostics()
    #expect(SourceTree.memory([:]).text("a.md", &diagnostics) == nil)
    #expect(lines(diagnostics) == ["a.md:1:1: error: the file does not exist [unreadable-file]"])
  }

  @Test func `a tree in memory has the folders of its paths`() {
    var diagnostics = Diagnostics()
    let tree = tree(["a/b/c.md": "", "a/d.md": "", "e.md": "", "a/.x": "", "a/y~": ""])
    #expect(tree.visible(in: "", &diagnostics).map(\.name) == ["a", "e.md"])
    #expect(
      tree.visible(in: "a", &diagnostics) == [
        SourceTree.Entry(name: "b", kind: .folder), SourceTree.Entry(name: "d.md", kind: .file),
      ])
    #expect(tree.visible(in: "nowhere", &diagnostics) == [])
  }
}
