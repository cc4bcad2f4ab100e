import CellistBase
import CellistTestSupport
import CellistWriting
import Foundation
import Testing

@testable import CellistBuilding

/// `SiteBuilder.renaming`: the record, what refers to it, and its addresses.
@Suite struct RenamingTests {
  private static func site() -> TestSite {
    var site = TestSite([
      "content/site.yml": "title: T # kept\ntheme: plain\n",
      "content/people/list.yml": "record: {name: text, body: \"markdown?\"}\nrecord-pages: true\n",
      "content/people/ann.md":
        "---\nname: Ann\n---\nKnew [Bob](bob.md \"b\"), [him](/people/bob/#top), [Cy](cy/) and [Cy][c].\n\n[c]: cy/index.md\n",
      "content/people/bob.md": "---\nname: Bob\n---\n[I](bob.md), [I](../people/bob.md) and [Bobby](bobby.md.txt).\n",
      "content/people/bobby.md.txt": "No record.\n",
      "content/people/cy/index.md": "---\nname: Cy\n---\nSee [Ann](../ann.md) and [my file](more.txt).\n",
      "content/people/cy/more.txt": "More.\n",
      "content/books/list.yml": """
      record:
        title: text
        authors: {type: [{record: people}], split: ";"}
        former: {type: [text], split: ";", optional: true}
      id: title
      record-pages: true
      redirect-from: former

      """,
      "content/books/books.csv": "title,authors,former\r\nEmma,ann; bob,\r\n\"One, two\",bob,\r\nThree,cy,\r\n",
      "content/talks/list.yml": "record: {by: {record: people}, title: text, after: {record: talks, optional: true}}\n",
      "content/talks/talks.yml":
        "# All of them.\n- id: t1\n  by: cy   # who?\n  title: 'One'\n- {id: t2, by: \"bob\", title: Two, after: t1}\n",
      "content/index.md": "---\ntitle: Home\n---\n[Bob](people/bob.md) and [Cy](</people/cy/>).\n",
    ])
    for template in ["pages/home", "pages/record"] {
      site.files["themes/plain/\(template).mustache"] = Array("<main>{{@page.title}}</main>".utf8)
    }
    site.files["themes/plain/pages/list.mustache"] = Array(
      "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}".utf8)
    site.files["themes/plain/cells/cell.mustache"] = Array("<li id=\"{{@record.anchor}}\">{{@record.title}}</li>".utf8)
    return site
  }

  private func text(_ site: TestSite, _ path: String) -> String? {
    site.files["content/\(path)"].map { String(decoding: $0, as: UTF8.self) }
  }

  private func rename(_ id: String, in list: String, to new: String, _ site: inout TestSite) throws {
    for file in try site.builder.renaming(id, in: list, to: new).files { site.files[file.path] = file.new }
  }

  @Test func `the texts of a record in other languages are renamed with it, and its former address holds in each`()
    throws
  {
    var site = TestSite([
      "content/site.yml": "title: T\nlanguages: [en, de]\n",
      "content/index.md": "[Bob](people/bob.md)\n",
      "content/index.de.md": "[Bob](people/bob.md), [auf Deutsch](people/bob.de.md)\n",
      "content/people/list.yml": "record: {name: {type: text, localized: true}}\nrecord-pages: true\n",
      "content/people/bob.md": "---\nname: Bob\n---\n", "content/people/bob.de.md": "---\nname: Robert\n---\nText\n",
    ])
    for file in try site.builder.setting([FieldEdit("name", .set, "Bobby")], of: "bob", in: "people").files {
      site.files[file.path] = file.new
    }
    #expect(text(site, "people/bob.md") == "---\nname: Bobby\n---\n")
    try rename("bob", in: "people", to: "rob", &site)
    #expect(text(site, "people/bob.md") == nil && text(site, "people/bob.de.md") == nil)
    #expect(text(site, "people/rob.de.md") == "---\nname: Robert\n---\nText\n")
    #expect(text(site, "index.md") == "[Bob](people/rob.md)\n")
    #expect(text(site, "index.de.md") == "[Bob](people/rob.md), [auf Deutsch](people/rob.de.md)\n")
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files["people/bob/index.html"]?.contains("url=/people/rob/\"") == true)
    #expect(files["de/people/bob/index.html"]?.contains("url=/de/people/rob/\"") == true)
  }

  @Test func `a file, and what refers to it, is called otherwise`() throws {
    var site = Self.site()
    #expect(site.diagnostics() == "")
    try rename("bob", in: "people", to: "robert", &site)
    #expect(site.diagnostics() == "")
    #expect(text(site, "people/bob.md") == nil)
    #expect(
      text(site, "people/robert.md")
        == "---\nname: Bob\n---\n[I](robert.md), [I](../people/robert.md) and [Bobby](bobby.md.txt).\n")
    #expect(
      text(site, "people/ann.md")?.contains("[Bob](robert.md \"b\"), [him](/people/robert/#top), [Cy](cy/)") == true)
    #expect(
      text(site, "books/books.csv")
        == "title,authors,former\r\nEmma,ann; robert,\r\n\"One, two\",robert,\r\nThree,cy,\r\n")
    #expect(text(site, "talks/talks.yml")?.hasSuffix("- {id: t2, by: \"robert\", title: Two, after: t1}\n") == true)
    #expect(text(site, "index.md")?.contains("[Bob](people/robert.md)") == true)
    #expect(
      text(site, "site.yml") == "title: T # kept\ntheme: plain\nredirects:\n  /people/bob/: people/robert/\n")
  }

  @Test func `references in other letters are renamed, too`() throws {
    var site = Self.site()
    site.files["content/books/books.csv"] = Array("title,authors,former\r\nEmma,BOB; ann; Bob,\r\n".utf8)
    #expect(site.diagnostics() == "")
    try rename("bob", in: "people", to: "robert", &site)
    #expect(text(site, "books/books.csv") == "title,authors,former\r\nEmma,robert; ann; robert,\r\n")
    #expect(site.diagnostics() == "")
  }

  @Test func `a folder moves with all that is in it`() throws {
    var site = Self.site()
    try rename("cy", in: "people", to: "cyrus", &site)
    #expect(site.diagnostics() == "")
    #expect(text(site, "people/cyrus/more.txt") == "More.\n" && text(site, "people/cy/more.txt") == nil)
    #expect(text(site, "people/ann.md")?.contains("[Cy](cyrus/) and [Cy][c].\n\n[c]: cyrus/index.md") == true)
    #expect(text(site, "index.md")?.contains("[Cy](</people/cyrus/>)") == true)
    #expect(text(site, "talks/talks.yml")?.contains("by: cyrus   # who?") == true)
  }

  @Test func `a key or a field is another, and the record remembers its address`() throws {
    var site = Self.site()
    try rename("t1", in: "talks", to: "first", &site)
    #expect(text(site, "talks/talks.yml")?.contains("- id: first\n") == true)
    #expect(text(site, "talks/talks.yml")?.contains("after: first}") == true)
    try rename("Emma", in: "books", to: "Emmy", &site)
    #expect(text(site, "books/books.csv")?.contains("\r\nEmmy,ann; bob,/books/emma/\r\n") == true)
    try rename("Emmy", in: "books", to: "Emma", &site)
    #expect(text(site, "books/books.csv")?.contains("\r\nEmma,ann; bob,/books/emmy/\r\n") == true)
    #expect(text(site, "site.yml")?.contains("redirects") == false && site.diagnostics() == "")
  }

  @Test func `redirects are one step long`() throws {
    var site = Self.site()
    for (old, new) in [("bob", "b"), ("b", "rob"), ("rob", "bob")] { try rename(old, in: "people", to: new, &site) }
    #expect(site.diagnostics() == "")
    #expect(
      text(site, "site.yml")
        == "title: T # kept\ntheme: plain\nredirects:\n  /people/b/: people/bob/\n  /people/rob/: people/bob/\n")
  }

  @Test func `what cannot be renamed is refused`() throws {
    var site = Self.site()
    let before = site.files
    for (id, list, new, reason) in [
      ("bob", "people", "ann", "there is a record 'ann' in 'people' already"),
      ("bob", "people", "../x", "a file cannot be called '../x'"), ("bob", "people", "bob", "is called 'bob' already"),
      ("bo", "people", "x", "there is no record 'bo' in 'people'; did you mean 'bob'?"),
      ("bob", "peple", "x", "no list"),
    ] {
      let refusal = #expect(throws: EditRefusal.self) { try rename(id, in: list, to: new, &site) }
      #expect(refusal?.reason.contains(reason) == true, "\(refusal?.reason ?? "")")
    }
    #expect(site.files == before)
  }

  /// After any renames, each address that a page had leads to a page, in one step.
  @Test func `no address is lost`() throws {
    let count = Int(ProcessInfo.processInfo.environment["CELLIST_RENAMES"] ?? "") ?? 40
    var random = SeededGenerator(seed: 1)
    var site = Self.site()
    var ids = ["people": ["ann", "bob", "cy"], "books": ["Emma", "One, two", "Three"], "talks": ["t1", "t2"]]
    var addresses: Set<String> = []
    var done = 0
    for step in 0..<count {
      let list = random.pick(["people", "books", "talks"])
      let old = random.pick(ids[list] ?? [])
      let new = random.pick(["ann", "bob", "c", "Dora", "e f", "gé", "x1", "x2", "x3", "x4", "x\(step)"])
      let before = site
      do {
        try rename(old, in: list, to: new, &site)
      } catch is EditRefusal {
        continue
      }
      // A former address of one record may be that of another now: then the check has the word, and nothing is written.
      guard site.diagnostics() == "" else {
        site = before
        continue
      }
      done += 1
      ids[list]?.removeAll { $0 == old }
      ids[list]?.append(new)
      let files = site.render()
      let pages = files.keys.filter { $0.hasSuffix(".html") && $0 != "404.html" }
      addresses.formUnion(pages)
      for page in addresses {
        let html = try #require(files[page], "step \(step): \(page) is lost")
        guard let target = html.firstMatch(of: /http-equiv="?refresh"?[^>]*url=([^">]+)/)?.1 else { continue }
        let place = PagePath.page(in: (String(target).removingPercentEncoding ?? "").trimmingPrefix("/").description)
        let there = try #require(files[place], "step \(step): \(page) leads to \(place), which is not there")
        #expect(!there.contains("http-equiv"), "step \(step): \(page) leads to \(place), which leads on")
      }
    }
    #expect(done > count / 2)
  }
}
