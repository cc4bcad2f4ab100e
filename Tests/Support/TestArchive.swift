/// ZIP archives of texts, for tests of what lies in such files.
package enum TestArchive {
  /// An archive of parts that are not packed.
  package static func of(_ parts: [(name: String, text: String)]) -> [UInt8] {
    of(parts.map { ($0.name, Array($0.text.utf8), Array($0.text.utf8), 0) })
  }

  /// An archive of parts as they are packed.
  package static func of(_ parts: [(name: String, content: [UInt8], packed: [UInt8], method: Int)]) -> [UInt8] {
    var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    for part in parts {
      let offset = bytes.count
      let name = Array(part.name.utf8)
      let sum = Int(checksum(part.content))
      let sizes = [(sum, 4), (part.packed.count, 4), (part.content.count, 4)]
      let head = [(0x0403_4B50, 4), (20, 2), (0, 2), (part.method, 2), (0, 4)] + sizes + [(name.count, 2), (0, 2)]
      let entry =
        [(0x0201_4B50, 4), (20, 2), (20, 2), (0, 2), (part.method, 2), (0, 4)] + sizes
        + [(name.count, 2), (0, 12), (offset, 4)]
      for (value, count) in head { bytes += number(value, count) }
      bytes += name
      bytes += part.packed
      for (value, count) in entry { directory += number(value, count) }
      directory += name
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

extension TestArchive {
  /// A workbook of Excel with rows of cells, each an element `<c …>…</c>` as its XML has it.
  package static func xlsx(
    _ sheets: [(name: String, rows: String)], strings: [String] = [], formats: [String] = [], book: String = "",
    hidden: [String] = []
  ) -> [UInt8] {
    let namespaces =
      "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\""
    let base = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    func relationships(_ all: [(id: String, type: String, target: String)]) -> String {
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
        + all.map { "<Relationship Id=\"\($0.id)\" Type=\"\(base)/\($0.type)\" Target=\"\($0.target)\"/>" }.joined()
        + "</Relationships>"
    }
    let names = sheets.enumerated().map { index, sheet in
      let state = hidden.contains(sheet.name) ? " state=\"hidden\"" : ""
      return "<sheet name=\"\(sheet.name)\" sheetId=\"\(index + 1)\"\(state) r:id=\"s\(index)\"/>"
    }
    let targets = sheets.indices.map { ("s\($0)", "worksheet", "worksheets/sheet\($0).xml") }
    let others = [("t", "sharedStrings", "sharedStrings.xml"), ("f", "styles", "/xl/styles.xml")]
    let texts = strings.map { "<si>\($0)</si>" }.joined()
    var parts: [(name: String, text: String)] = [
      ("_rels/.rels", relationships([("r1", "officeDocument", "xl/workbook.xml")])),
      ("xl/workbook.xml", "<workbook \(namespaces)>\(book)<sheets>\(names.joined())</sheets></workbook>"),
      ("xl/_rels/workbook.xml.rels", relationships(targets + others)),
      ("xl/sharedStrings.xml", "<sst \(namespaces)>\(texts)</sst>"),
      ("xl/styles.xml", styles(formats, namespaces)),
    ]
    for (index, sheet) in sheets.enumerated() {
      parts.append(
        ("xl/worksheets/sheet\(index).xml", "<worksheet \(namespaces)><sheetData>\(sheet.rows)</sheetData></worksheet>")
      )
    }
    return of(parts)
  }

  private static func styles(_ formats: [String], _ namespaces: String) -> String {
    let codes = formats.enumerated().map { "<numFmt numFmtId=\"\(164 + $0)\" formatCode=\"\($1)\"/>" }.joined()
    let cells = formats.indices.map { "<xf numFmtId=\"\(164 + $0)\"/>" }.joined()
    return """
      <styleSheet \(namespaces)><numFmts>\(codes)</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>\
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>\(cells)</cellXfs></styleSheet>
      """
  }

  /// A workbook of LibreOffice with tables, whose rows are as its XML has them.
  package static func ods(_ sheets: [(name: String, rows: String)], hidden: [String] = []) -> [UInt8] {
    let tables = sheets.map { name, rows -> String in
      let style = hidden.contains(name) ? "hidden" : "shown"
      return "<table:table table:name=\"\(name)\" table:style-name=\"\(style)\">\(rows)</table:table>"
    }.joined()
    let styles = [("hidden", "false"), ("shown", "true")].map { name, isShown in
      "<style:style style:name=\"\(name)\" style:family=\"table\"><style:table-properties table:display=\"\(isShown)\"/></style:style>"
    }.joined()
    return of([
      ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
      (
        "content.xml",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
        xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" \
        xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" \
        xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">\
        <office:automatic-styles>\(styles)</office:automatic-styles>\
        <office:body><office:spreadsheet>\(tables)</office:spreadsheet></office:body></office:document-content>
        """
      ),
    ])
  }
}
