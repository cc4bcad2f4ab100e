import CellistTestSupport
import Foundation
import Testing

@testable import CellistContent
@testable import CellistRecords

/// Bibliographies as pybtex and bibtexparser read them: made-up ones, and those in the folder that
/// `CELLIST_BIBLIOGRAPHIES` names.
@Suite(.enabled(if: Oracle.has("pybtex", "bibtexparser"))) struct BibTeXOracleTests {
  private struct Read: Decodable {
    struct Entry: Decodable {
      let type: String
      let names: [String: [[String?]]]
      let fields: [String: String?]
    }
    let entries: [String: Entry]
    let keys: [String]
  }

  @Test(arguments: [1, 2, 3]) func `made-up names and fields are read as others do`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = (0..<300).map { "@\(random.pick(["article", "Book", "misc"])){k\($0),\n" + Self.fields(&random) + "}\n" }
      .joined()
    let differences = try Self.differences(text)
    #expect(differences == [])
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["CELLIST_BIBLIOGRAPHIES"] != nil))
  func `bibliographies of others are read as others do`() throws {
    let folder = ProcessInfo.processInfo.environment["CELLIST_BIBLIOGRAPHIES"] ?? ""
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".bib") }.sorted()
    var all: [String] = []
    for file in files {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      all += try Self.differences(text).map { "\(file): \($0)" }
    }
    print(all.joined(separator: "\n"))
    #expect(all.count <= 60, "\(all.count) differences")
  }

  private static func fields(_ random: inout SeededGenerator) -> String {
    let words = [
      "Ada", "J.", "van", "der", "{\\'E}lie", "M{\\\"u}ller", "{Foo and Bar}", "O'Neil", "Jean-Paul", "de",
      "{\\v{S}}koda", "Łukasz",
    ]
    func name(_ random: inout SeededGenerator) -> String {
      let some = { (count: Int, random: inout SeededGenerator) in
        (0..<count).map { _ in random.pick(words) }.joined(separator: random.pick([" ", " ", "~"]))
      }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return some(Int.random(in: 1...4, using: &random), &random)
      case 1: return "\(some(1, &random)), Jr., \(some(1, &random))"
      default:
        return
          "\(some(Int.random(in: 1...3, using: &random), &random)), \(some(Int.random(in: 1...2, using: &random), &random))"
      }
    }
    let people = (0..<Int.random(in: 1...3, using: &random)).map { _ in name(&random) }.joined(separator: " and ")
    let title = (0..<4).map { _ in random.pick(["A", "{B}", "c--d", "\\&", "{\\o}", "{The {X} y}", "{\\\"a}"]) }.joined(
      separator: " ")
    return
      "  author = {\(people)},\n  title = \(random.happens(onceIn: 2) ? "{\(title)}" : "\"\(title)\""),\n  year = 2020\n"
  }

  private static func plain(_ text: String) -> String {
    text.replacing("\u{A0}", with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// What is read in another way than pybtex reads it, but for what is listed here: addresses, of which TeX is no part; the
  /// dashes and quotes of a text; months, which are numbers; and letters such as `\v{S}` without braces around them, whose
  /// case is that of the letter, where pybtex takes that of the command; and `%` in a text, behind which pybtex sees a
  /// comment.
  private static func differences(_ text: String) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.bib")
    let read = try JSONDecoder().decode(
      Read.self, from: Data(try Oracle.run("bibliography.py", folder.place("a.bib")).utf8))
    var diagnostics = Diagnostics()
    var records: [String: RawRecord] = [:]
    var order: [String] = []
    Bibliography.read(text, file: "a.bib", &diagnostics) { record, _ in
      guard let name = record.name, records[name] == nil else { return }
      records[name] = record
      order.append(name)
    }
    var found = lines(diagnostics).filter { $0.contains("error") }
    for key in read.keys where records[key] == nil { found.append("\(key) is missing") }
    for key in order {
      guard let record = records[key], let entry = read.entries[key] ?? read.entries[key.lowercased()] else {
        found.append("\(key) is no entry of pybtex's")
        continue
      }
      if record.node["$type"]?.text != entry.type { found.append("\(key) is \(entry.type)") }
      for (role, people) in entry.names {
        let own = (record.node[role]?.items ?? []).filter { $0["text"]?.text != "et al." }.map { name in
          ["given", "particle", "family", "suffix"].map { plain(name[$0]?.text ?? "") }
        }
        let wanted = people.map { Self.parts($0.map { plain($0 ?? "?") }) }.filter { $0 != ["", "", "others", ""] }
        // The others keep the commands that they do not know.
        if own != wanted, !wanted.joined().contains(where: { $0.contains("\\") }) {
          found.append("\(key): \(own) are \(wanted)")
        }
      }
      for (field, value) in entry.fields {
        guard let value, record.node[field]?.items == nil,
          !["month", "url", "doi", "eprint", "file", "pdf"].contains(field), !field.hasPrefix("url")
        else { continue }
        let own = plain(record.node[field]?.text ?? "")
        if Self.spelled(own) != Self.spelled(plain(value)), !value.contains("\\") {
          found.append("\(key).\(field): \(own) is \(value)")
        }
      }
    }
    return found
  }

  /// The parts of a name without a particle that begins with a capital: in "García de la Cruz, Ana" that is a part of the
  /// family name, where BibTeX takes all up to the last small word for the particle.
  private static func parts(_ name: [String]) -> [String] {
    guard name[1].first?.isUppercase == true else { return name }
    return [name[0], "", "\(name[1]) \(name[2])", name[3]]
  }

  private static func spelled(_ text: String) -> String {
    [("—", "---"), ("–", "--"), ("“", "``"), ("”", "''"), ("’", "'"), ("‘", "`")].reduce(text) {
      $0.replacing($1.0, with: $1.1)
    }
  }
}
