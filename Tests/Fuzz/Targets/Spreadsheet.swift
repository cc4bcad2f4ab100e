import CellistRecords
import Foundation

@testable import CellistContent

extension FuzzTarget {
  /// The reader of spreadsheets on any bytes, and on archives whose parts are made of them: cells rise, and all that goes
  /// wrong has a place.
  static let spreadsheet = FuzzTarget(
    "spreadsheet",
    seeds: [
      "<table:table table:name=\"S\"><table:table-row><table:table-cell office:value-type=\"string\"><text:p>a</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated=\"2\"><table:table-cell office:value-type=\"float\" office:value=\"1.5\" table:number-columns-repeated=\"2\"/></table:table-row></table:table>",
      "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>a</t></is></c></row><row r=\"2\"><c r=\"A2\" s=\"1\"><v>45413.5</v></c><c t=\"b\"><v>1</v></c></row>",
      "<row><c t=\"s\"><v>0</v></c></row><row><c t=\"e\"><v>#N/A</v></c></row>",
    ],
    words: [
      "<row r=\"", "<c r=\"", " t=\"s\"", " t=\"b\"", " s=\"1\"", "<v>", "</v></c>", "</row>", "<table:table ",
      "table:number-rows-repeated=\"", "table:number-columns-repeated=\"", "office:value-type=\"date\"",
      "office:date-value=\"2024-05-01\"", "<text:p>", "<text:s text:c=\"", "<!DOCTYPE a [", "&amp;", "&#x41;",
      "<![CDATA[",
    ]
  ) { input in
    for bytes in [
      Array(input.bytes), archive(of: input.text, isOpenDocument: true), archive(of: input.text, isOpenDocument: false),
    ] {
      var diagnostics = Diagnostics()
      var last = 0
      let source = RecordSource(path: "a.ods", format: .spreadsheet)
      RawRecord.readAll(in: source, from: .memory(["a.ods": bytes]), &diagnostics) { raw, _ in
        let places = raw.node.places
        law(
          places.allSatisfy { $0.file == "a.ods" && $0.isInSheet && $0.line <= raw.node.location.line },
          "a row is a row")
        law(raw.node.location.line > last, "rows rise")
        last = raw.node.location.line
      }
      for diagnostic in diagnostics.all { law(diagnostic.location?.file == "a.ods", "a message has a place") }
    }
  }

  private static let spaces =
    "xmlns=\"m\" xmlns:r=\"r\" xmlns:office=\"o\" xmlns:table=\"t\" xmlns:text=\"x\" xmlns:dc=\"d\""

  /// An archive, not packed, with a sheet of that text.
  private static func archive(of text: String, isOpenDocument: Bool) -> [UInt8] {
    let type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let parts =
      isOpenDocument
      ? [("content.xml", "<a \(spaces)>\(text)</a>")]
      : [
        ("xl/workbook.xml", "<w \(spaces)><sheet name=\"S\" r:id=\"s\"/></w>"),
        (
          "xl/_rels/workbook.xml.rels",
          "<r><Relationship Id=\"s\" Type=\"\(type)/worksheet\" Target=\"s.xml\"/><Relationship Id=\"f\" Type=\"\(type)/styles\" Target=\"f.xml\"/></r>"
        ),
        ("xl/f.xml", "<s><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"22\"/></cellXfs></s>"),
        ("xl/s.xml", "<w \(spaces)>\(text)</w>"),
      ]
    return ZipText.archive(parts.map { ($0.0, Array($0.1.utf8)) })
  }
}

/// Archives of parts that are not packed.
private enum ZipText {
  static func archive(_ parts: [(name: String, content: [UInt8])]) -> [UInt8] {
    var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    for part in parts {
      let name = Array(part.name.utf8)
      let sizes = [(Int(checksum(part.content)), 4), (part.content.count, 4), (part.content.count, 4), (name.count, 2)]
      let entry = [(0x0201_4B50, 4), (20, 2), (20, 2), (0, 8)] + sizes + [(0, 12), (bytes.count, 4)]
      let head = [(0x0403_4B50, 4), (20, 2), (0, 8)] + sizes + [(0, 2)]
      for (value, count) in entry { directory += number(value, count) }
      directory += name
      for (value, count) in head { bytes += number(value, count) }
      bytes += name
      bytes += part.content
    }
    let end = [
      (0x0605_4B50, 4), (0, 4), (parts.count, 2), (parts.count, 2), (directory.count, 4), (bytes.count, 4), (0, 2),
    ]
    return bytes + directory + end.flatMap { number($0, $1) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0 as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
  }
}
