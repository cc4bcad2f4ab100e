import CellistBuilding
import CellistTestSupport
import Foundation
import Testing

@testable import Cellist

/// The dates and changes of records that Swift declares, from the commits of a site's repository.
@Suite struct TypedHistoryTests {
  private struct Talk: ListRecord, Codable {
    var id: String
    var title: String
    var minutes: Int
  }

  private struct TalkCell: CellContent, Codable {
    var title: String
    static var template: String { "talk" }
  }

  private static func list() -> List<Talk> {
    List("talks", of: Talk.self, file: "Talks.swift", line: 1) { talk, _ in TalkCell(title: talk.title) }
      .recordPages().setting("history", true, file: "Talks.swift", line: 2)
  }

  @Test(arguments: [false, true])
  func `records that Swift declares have the dates and changes of their commits`(isKept: Bool) throws {
    let folder = try TemporaryFolder()
    var repository = try TestRepository(in: folder.place("."))
    var options = TestSite([:]).options
    options.lists = [Self.list().typed]
    let destination = Destination(output: folder.place("output"), state: folder.place("state/known.sqlite"))
    let kept = isKept ? KeptSite(.disk(folder.place("site")), destination) : nil
    func write(_ text: String, _ path: String) throws { try folder.write(text, to: "site/\(path)") }
    func build() throws {
      let builder = SiteBuilder(.disk(folder.place("site")), options)
      let outcome = try kept?.build(options, changed: nil) ?? builder.build(into: destination)
      #expect(outcome.diagnostics.map(\.message) == [])
      let (files, _) = builder.render()
      for (path, bytes) in files { #expect(folder.tree("output")[path] == bytes, "\(path)") }
    }
    func page(_ path: String) -> String { String(decoding: folder.tree("output")[path] ?? [], as: UTF8.self) }
    try write("title: T\nbase: /\ntheme: own\n", "content/site.yml")
    try write("extends: default\n", "themes/own/theme.yml")
    try write("<li id=\"{{@record.anchor}}\">{{title}} {{@record.updated}}</li>", "themes/own/cells/talk.mustache")
    try write("id,title,minutes\na,Bees,20\nb,Wasps,30\n", "content/talks/talks.csv")
    let first = try repository.commit("site")
    try build()
    try write("id,title,minutes\nb,Wasps,30\na,Bees,45\n", "content/talks/talks.csv")
    try build()
    let second = try repository.commit("site")
    try build()
    let list = page("talks/index.html")
    #expect(
      list.contains("Bees \(Moment(instant: second).iso)") && list.contains("Wasps \(Moment(instant: first).iso)"))
    #expect(page("talks/changes/index.html").contains("<del>20</del> <ins>45</ins>"))
    #expect(page("talks/a/index.html").contains("<del>20</del> <ins>45</ins>"))
    // A version that does not fit the Swift type is one that was not published.
    try write("id,title,minutes\nb,Wasps,30\na,Bees,long\n", "content/talks/talks.csv")
    try repository.commit("site")
    try write("id,title,minutes\nb,Wasps,30\na,Bees,45\n", "content/talks/talks.csv")
    try repository.commit("site")
    try build()
    #expect(!page("talks/a/index.html").contains("long"))
  }

  @Test func `records that Swift fetches have no commits`() {
    var site = TestSite(["content/site.yml": "title: T\n"])
    let list = List("talks", of: Talk.self, fetch: { [] }, file: "Talks.swift", line: 1)
    site.options.lists = [list.setting("updated", "git", file: "Talks.swift", line: 7).typed]
    #expect(
      site.diagnostics().contains("Talks.swift:7:1: error: 'updated' is for records in files, and Swift fetches these"))
  }
}
