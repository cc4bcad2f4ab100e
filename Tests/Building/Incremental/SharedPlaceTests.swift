import CellistTestSupport
import Testing

@testable import CellistBuilding

/// What one edit changes where several lists, fields or languages have a place in common.
@Suite struct SharedPlaceTests {
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let files: [String: String]
    let path: String
    let text: String
  }

  private static let permalinks =
    "record: {title: text, kind: text}\nrecord-pages: true\npermalink: \"/{kind}/{slug}\"\n"

  private static let changes = [
    Change(
      testDescription: "two lists below one folder",
      files: [
        "content/site.yml": "title: T\nbase: https://example.org/\n", "content/a/list.yml": permalinks,
        "content/b/list.yml": permalinks,
        "content/a/a.yml": "- {id: x, title: X, kind: k}\n- {id: y, title: Y, kind: k}\n",
        "content/b/b.yml": "- {id: z, title: Z, kind: l}\n",
      ], path: "content/a/a.yml", text: "- {id: x, title: X, kind: k}\n"),
    Change(
      testDescription: "two texts that say the same",
      files: [
        "content/site.yml": "title: T\nsearch: true\n",
        "content/n/list.yml": "record: {title: text, note: markdown, memo: text}\nshow: {text: note}\n",
        "content/n/n.yml": "- {id: a, title: A, note: see *this*, memo: see *this*}\n",
      ], path: "content/n/list.yml",
      text: "record: {title: text, note: markdown, memo: text}\nshow: {text: memo}\n"),
    Change(
      testDescription: "a text in a feed that becomes Markdown",
      files: [
        "content/site.yml": "title: T\nbase: https://example.org/\n",
        "content/n/list.yml":
          "record: {title: text, day: date, note: text}\nfeed: {date: day, text: note}\nrecord-pages: true\n",
        "content/n/n.yml": "- {id: a, title: A, day: 2024-05-01, note: some *words*}\n",
      ], path: "content/n/list.yml",
      text: "record: {title: text, day: date, note: markdown}\nfeed: {date: day, text: note}\nrecord-pages: true\n"),
    Change(
      testDescription: "a page in place of records that a language does not have",
      files: [
        "content/site.yml": "title: T\nlanguages: [en, de]\nmenu: [n]\n",
        "content/n/list.yml":
          "record: {key: text, title: {type: text, localized: true}, day: date}\nid: key\nrecord-pages: true\n"
          + "permalink: \"/{day.year}/{slug}\"\nuntranslated: hide\n",
        "content/n/n.yml":
          "- {key: a, title: {en: A, de: Ah}, day: 2024-05-01}\n- {key: b, title: {en: B}, day: 2024-05-02}\n",
      ], path: "content/2024.md", text: "---\ntitle: Y\n---\nHi\n"),
  ]

  @Test(arguments: changes)
  func `an edit ends in the output of a clean build, by a new process and by one that keeps the site`(
    change: Change
  ) throws {
    for isKept in [false, true] {
      let site = try BuiltSite(change.files)
      if isKept { site.keep() }
      #expect(try site.problems().found == [])
      try site.write(change.text, to: change.path)
      #expect(try site.problems().found == [], "\(isKept ? "kept" : "new process")")
      // And back.
      if let text = change.files[change.path] {
        try site.write(text, to: change.path)
      } else {
        try site.remove(change.path)
      }
      #expect(try site.problems().found == [], "back, \(isKept ? "kept" : "new process")")
    }
  }

  @Test func `a file that took over from another is named when it goes`() throws {
    let site = try BuiltSite(["content/site.yml": "title: T\n", "content/p.md": "---\ntitle: P\n---\nHi\n"])
    #expect(try !site.build().hasErrors)
    try site.remove("content/p.md")
    try site.write("---\ntitle: P\n---\nHi\n", to: "content/p/index.md")
    #expect(try !site.build().hasErrors)
    let memory = try #require(try site.build().memory)
    #expect(memory.state.output.files["p/index.html"]?.origin == "content/p/index.md")
  }
}
