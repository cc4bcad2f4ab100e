import CellistBase
import CellistContent
import CellistFiles
import CellistTestSupport
import Foundation
import Glibc
import Testing

@testable import CellistBuilding

/// Fetched files are named by settings, and not found in a folder.
@Suite struct FetchedFileTests {
  @Test(arguments: [false, true], ["it is removed", "it is no file"])
  func `a fetched file that is gone is an error in the next build`(isKept: Bool, change: String) throws {
    let address = "https://example.org/rows.csv"
    let name = try #require(RemoteAddress(address)).fileName(ending: "csv")
    let path = "\(SiteFolder.lock)/\(name)"
    let text = "name\nA\n"
    var lock = RemoteLock()
    lock.entries[name] = .init(url: address, sha256: Digest.sha256(Array(text.utf8)))
    let site = try BuiltSite([
      "content/site.yml": "title: Test\ntheme: plain\n",
      "content/items/list.yml": "record: {name: text}\nid: name\nsources: [{url: \"\(address)\"}]\n",
      "themes/plain/pages/list.mustache":
        "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
      "themes/plain/cells/cell.mustache": "{{@record.title}}",
      path: text, SiteFolder.lockFile: lock.text,
    ])
    if isKept { site.keep() }
    #expect(try !site.build().hasErrors)
    try site.remove(path)
    if change == "it is no file" { #expect(mkfifo(site.folder.place("site/\(path)"), 0o644) == 0) }
    let found = try site.build().diagnostics.map(\.message)
    #expect(found.contains("'\(address)' has not been fetched"), "\(found)")
    if change == "it is no file" { try site.remove(path) }
    try site.write(text, to: path)
    #expect(try !site.build().hasErrors)
    #expect(try site.differencesToCleanBuild() == [])
  }
}
