import CellistTestSupport
import Testing

@testable import CellistBuilding
@testable import CellistPages

/// Facts that follow from a record without lying in it: the pages that they reach, and that no others are looked at.
@Suite struct ReachedPageTests {
  private static let people = (0..<60).map { "p\($0),Person \(100 + $0)\n" }

  private static func talk(_ number: Int, by speakers: String, _ title: String? = nil) -> String {
    "t\(number),\(title ?? "Talk \(100 + number)"),\(speakers),r\(number % 5)\n"
  }

  private static func talks(_ edit: [Int: String] = [:]) -> String {
    "id,name,speakers,room\n" + (0..<60).map { edit[$0] ?? talk($0, by: "p\($0);p\(($0 + 1) % 60)") }.joined()
  }

  private static let files = [
    "content/site.yml": "title: T\nbase: https://example.com/\ntheme: plain\n",
    "content/people/list.yml": """
    record:
      id: text
      name: text
      talks: {records-from: talks.speakers}
    id: id
    sort: name
    pages: 10
    record-pages: true

    """,
    "content/people/all.csv": "id,name\n" + people.joined(),
    "content/rooms/list.yml": "record: {id: text, name: text}\nid: id\nsort: name\npages: 2\n",
    "content/rooms/all.csv": "id,name\n" + (0..<5).map { "r\($0),Room \($0)\n" }.joined(),
    "content/talks/list.yml": """
    record:
      id: text
      name: text
      speakers: {type: [{record: people}], split: ";"}
      room: {record: rooms}
    id: id
    title-field: name
    sort: name
    pages: 10
    record-pages: true

    """,
    "content/talks/all.csv": talks(),
    "themes/plain/pages/home.mustache": "", "themes/plain/pages/404.mustache": "",
    "themes/plain/pages/list.mustache":
      "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
    "themes/plain/cells/cell.mustache": "{{@record.id}} {{name}}\n",
    "themes/plain/pages/record.mustache": "{{name}} {{#@record.next}}{{title}}{{/@record.next}}\n",
    "themes/plain/pages/people/record.mustache":
      "{{name}}{{#talks}} {{name}}{{#speakers}}, {{name}}{{/speakers}}{{#room}} {{@record.url}}{{/room}}{{/talks}}\n",
  ]

  /// Builds after an edit: the pages that changed, and that might have.
  private static func edit(_ site: BuiltSite, _ path: String, _ text: String) throws -> (changed: [String], asked: Int)
  {
    let before = site.recorder.counts.candidates
    let old = site.output()
    try site.write(text, to: path)
    #expect(try site.problems().found == [])
    let new = site.output()
    return (
      BuiltSite.differences(old, new).filter { !$0.hasSuffix("/") }, site.recorder.counts.candidates - before
    )
  }

  private static func site(isKept: Bool = true) throws -> BuiltSite {
    let site = try BuiltSite(files)
    if isKept { site.keep() }
    #expect(try site.build().diagnostics.map(\.message) == [])
    return site
  }

  @Test(arguments: [false, true])
  func `a title reaches the pages that show it by references, and back`(isKept: Bool) throws {
    let site = try Self.site(isKept: isKept)
    let talks = Self.talks([20: Self.talk(20, by: "p20;p21", "Talk 120 again")])
    let (changed, asked) = try Self.edit(site, "content/talks/all.csv", talks)
    #expect(
      changed == [
        "people/p20/index.html", "people/p21/index.html", "talks/page/3/index.html", "talks/t19/index.html",
        "talks/t20/index.html",
      ])
    #expect(asked <= 16, "\(site.recorder.last)")
  }

  @Test(arguments: [false, true])
  func `a record two steps away reaches a page`(isKept: Bool) throws {
    let site = try Self.site(isKept: isKept)
    let people = Self.files["content/people/all.csv"] ?? ""
    let (changed, asked) = try Self.edit(
      site, "content/people/all.csv", people.replacing("Person 130\n", with: "Person 130 B\n"))
    // Those who speak with the person, and the person.
    #expect(
      changed == [
        "people/p29/index.html", "people/p30/index.html", "people/p31/index.html", "people/page/4/index.html",
      ])
    #expect(asked <= 16, "\(site.recorder.last)")
  }

  @Test func `a reference that leads elsewhere reaches both records`() throws {
    let site = try Self.site()
    let talks = Self.talks([20: Self.talk(20, by: "p20;p50")])
    let (changed, asked) = try Self.edit(site, "content/talks/all.csv", talks)
    #expect(changed == ["people/p20/index.html", "people/p21/index.html", "people/p50/index.html"])
    #expect(asked <= 16, "\(site.recorder.last)")
  }

  @Test func `a record in front moves others to other pages, and reaches those who mention their addresses`() throws {
    let site = try Self.site()
    let (changed, asked) = try Self.edit(
      site, "content/rooms/all.csv", "id,name\nnew,A\n" + (0..<5).map { "r\($0),Room \($0)\n" }.joined())
    // Rooms 1 and 3 stand on another page now.
    let people = (0..<60).filter { number in
      [number, (number + 59) % 60].contains { [1, 3].contains($0 % 5) }
    }
    #expect(
      Set(changed)
        == Set(
          people.map { "people/p\($0)/index.html" } + [
            "rooms/index.html", "rooms/page/2/index.html", "rooms/page/3/index.html",
          ]))
    #expect(asked <= people.count + 12, "\(site.recorder.last)")
  }

  @Test func `a limit hides a record, which leaves the pages that mention it`() throws {
    let site = try Self.site()
    let settings = Self.files["content/talks/list.yml"] ?? ""
    _ = try Self.edit(site, "content/talks/list.yml", settings + "limit: 60\n")
    let front = "t60,Talk 000,p5,r1\n"
    let (changed, asked) = try Self.edit(site, "content/talks/all.csv", Self.talks() + front)
    #expect(changed.contains("talks/t59/index.html"))
    #expect(changed.contains("people/p59/index.html") && changed.contains("people/p0/index.html"))
    #expect(changed.contains("people/p5/index.html"))
    #expect(changed.filter { $0.hasPrefix("people/") }.count == 3)
    #expect(asked <= 24, "\(site.recorder.last)")
  }

  @Test func `a setting of a list reaches its pages, and those that name it`() throws {
    let site = try Self.site()
    let settings = Self.files["content/rooms/list.yml"] ?? ""
    let (changed, asked) = try Self.edit(site, "content/rooms/list.yml", settings + "title: Halls\n")
    #expect(changed == [])
    // Those of rooms, and of the people whose talks take place there.
    #expect(asked <= 75, "\(site.recorder.last)")
  }
}
