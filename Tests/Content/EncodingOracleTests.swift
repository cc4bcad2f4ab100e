import CellistText
import Foundation
import Testing

/// Texts in encodings as Python writes them.
@Suite(.enabled(if: Oracle.has("codecs"))) struct EncodingOracleTests {
  private struct Text: Decodable {
    let encoding: String
    let text: String
    let bytes: Data
  }

  @Test(arguments: [1, 2, 3]) func `texts in every encoding are read as they were written`(seed: Int) throws {
    let written = try Oracle.run("encodings.py", "\(seed)")
    let texts = try JSONDecoder().decode([Text].self, from: Data(written.utf8))
    #expect(texts.count > 30)
    for text in texts {
      let encoding = try #require(TextEncoding(text.encoding), "\(text.encoding)")
      let read = try encoding.text(of: [UInt8](text.bytes))
      #expect(read.unicodeScalars.elementsEqual(text.text.unicodeScalars), "\(text.encoding)")
    }
  }
}
