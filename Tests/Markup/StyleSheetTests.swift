import Foundation
import Testing

@testable import CellistMarkup

@Suite struct StyleSheetTests {
  private func compact(_ sheet: String) -> String {
    String(decoding: StyleSheet.compact(Array(sheet.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    ("a {\n  color: red;\n  margin: 0 1px;\n}\n\nb , i { x: y }\n", "a{color:red;margin:0 1px}\nb,i{x:y}\n"),
    ("/* one */\na :hover > b { c: calc(1px + 2px) }/* { */", "a :hover > b{c:calc(1px + 2px)}"),
    ("@media (width >= 64rem) and (color) { a { b: c; } }", "@media (width >= 64rem) and (color){a{b:c}}"),
    ("a::before { content: \"/* ; }  \\\" \" ; d: ' , ' }", "a::before{content:\"/* ; }  \\\" \";d:' , '}"),
    ("a { b: \"never closed", "a{b:\"never closed"), ("/* never closed", ""), ("", ""),
  ])
  func `spaces and comments go where they mean nothing`(sheet: String, result: String) {
    #expect(compact(sheet) == result)
    #expect(compact(result) == result)
  }

  @Test(arguments: ["default/assets/style.css", "ledger/assets/ledger.css", "folio/assets/folio.css"])
  func `the sheets of themes keep their tokens`(path: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../themes/\(path)").standardized
    let sheet = Array(try Data(contentsOf: file))
    func tokens(_ sheet: [UInt8]) -> [String] {
      var tokenizer = CSSTokenizer(sheet)
      return sequence(state: ()) { _ in tokenizer.next() }.map { token in
        switch token {
        case .string(let text, _), .url(let text, _): text
        default: "\(token)"
        }
      }
    }
    let compact = StyleSheet.compact(sheet)
    #expect(compact.count < sheet.count * 9 / 10)
    // The last semicolon of a block separates nothing.
    let isSeparator = { (tokens: [String], index: Int) in
      tokens[index] == "mark(59)" && tokens.indices.contains(index + 1) && tokens[index + 1] == "mark(125)"
    }
    let all = tokens(sheet)
    #expect(tokens(compact) == all.indices.filter { !isSeparator(all, $0) }.map { all[$0] })
  }
}
