import Testing

@testable import CellistText

@Suite struct TextEncodingTests {
  @Test(arguments: [
    ("windows-1252", [0x63, 0x61, 0x66, 0xE9, 0x20, 0x80] as [UInt8], "café €"), ("ISO-8859-15", [0xA4], "€"),
    ("macintosh", [0x8E], "é"), ("ibm850", [0x82], "é"), ("shift_jis", [0x83, 0x65], "テ"),
    ("gb18030", [0x81, 0x30, 0x81, 0x30], "\u{80}"), ("utf-16", [0xFE, 0xFF, 0, 0x41], "A"),
    ("UTF-16LE", [0x3D, 0xD8, 0x00, 0xDE], "😀"), ("koi8-r", [0xC1], "а"), ("utf-8", [0xEF, 0xBB, 0xBF, 0x41], "A"),
  ])
  func `bytes are the text of their encoding`(name: String, bytes: [UInt8], text: String) throws {
    #expect(try #require(TextEncoding(name)).text(of: bytes) == text)
  }

  @Test(arguments: ["", "latin", "windows-9999", "../x", "utf-8\0", "é"])
  func `a name that ICU does not know is no encoding`(name: String) { #expect(TextEncoding(name) == nil) }

  @Test func `what is no text is found behind the text before it`() throws {
    let encoding = try #require(TextEncoding("shift_jis"))
    for (bytes, text, byte) in [([0x61, 0x0A, 0x62, 0x81], "a\nb", 0x81), ([0x61, 0xFD, 0x62], "a", 0xFD)]
      as [([UInt8], String, UInt8)]
    {
      do throws(TextEncoding.Failure) {
        Issue.record("\(try encoding.text(of: bytes)) was read")
      } catch {
        #expect(error.text == text && error.byte == byte)
      }
    }
  }

  @Test func `a long text is converted in windows, whose ends may cut a character`() throws {
    let encoding = try #require(TextEncoding("UTF-16LE"))
    for shift in 0..<4 {
      let text = String(repeating: "x", count: shift) + String(repeating: "é😀", count: 60_000)
      let bytes = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
      #expect(try encoding.text(of: bytes) == text)
    }
  }

  @Test(arguments: [
    ([0xFF, 0xFE, 0x41, 0] as [UInt8], "UTF-16LE"), ([0xFE, 0xFF, 0, 0x41], "UTF-16BE"),
    ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"), ([0xEF, 0xBB, 0xBF], nil), ([], nil),
  ])
  func `a byte order mark says the encoding`(bytes: [UInt8], name: String?) {
    #expect(TextEncoding(markOf: bytes)?.name == name)
  }

  @Test func `the likeliest encoding of a text is guessed`() {
    let text = Array("Les écoles élémentaires sont fermées à midi, et les élèves déjeunent chez eux.".unicodeScalars)
    #expect(TextEncoding(likeliestOf: text.map { UInt8($0.value) })?.name == "windows-1252")
  }
}
