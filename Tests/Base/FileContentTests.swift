import CellistBase
import Glibc
import Testing

@Suite struct FileContentTests {
  private func content(of path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    return try FileContent(of: descriptor).bytes
  }

  @Test func `a file is read from its beginning, wherever its descriptor stands`() throws {
    var template = Array("/tmp/cellist-content-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    defer {
      close(descriptor)
      unlink(template)
    }
    #expect(try FileContent(of: descriptor).bytes == [])
    #expect(write(descriptor, "text", 4) == 4)
    let content = try FileContent(of: descriptor)
    #expect(content.bytes == Array("text".utf8))
    #expect(content.status.st_size == 4)
  }

  @Test(arguments: [("/", "it is not a file"), ("/dev/null", "it is not a file"), ("/none", "Bad file descriptor")])
  func `what is no file has a reason`(path: String, reason: String) {
    let failure = #expect(throws: FileContent.Failure.self) { try content(of: path) }
    #expect(failure?.reason == reason)
  }
}
