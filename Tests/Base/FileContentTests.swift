import CellistBase
import Glibc
import Testing

@Suite struct FileContentTests {
  @Test func `a file is read from its beginning, wherever its descriptor stands`() throws {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    #expect(try FileContent(of: fileno(file)).bytes == [])
    #expect(write(fileno(file), "text", 4) == 4)
    let content = try FileContent(of: fileno(file))
    #expect(content.bytes == Array("text".utf8))
    #expect(content.status.st_size == 4)
  }

  @Test(arguments: ["/", "/dev/null"]) func `a folder or a device is no file`(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let failure = #expect(throws: FileContent.Failure.self) { try FileContent(of: descriptor) }
    #expect(failure?.reason == "it is not a file")
  }

  @Test func `an error of the system is told in its words`() {
    let failure = #expect(throws: FileContent.Failure.self) { try FileContent(of: -1) }
    #expect(failure?.reason == "Bad file descriptor")
  }
}
