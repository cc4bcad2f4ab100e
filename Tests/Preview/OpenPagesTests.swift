import Foundation
import Synchronization
import Testing

@testable import CellistPreview

/// Pages that are open in browsers.
@Suite struct OpenPagesTests {
  private func version(_ message: String?) -> Int? {
    struct Told: Decodable { let version: Int }
    return message.flatMap { try? JSONDecoder().decode(Told.self, from: Data($0.utf8)).version }
  }

  @Test func `a page is told how things stand, and of the newest build`() async {
    let opened = Mutex(0)
    let pages = OpenPages { opened.withLock { $0 += 1 } }
    pages.tell(changed: true, problem: nil, patches: [:])
    var messages = pages.join("/a/").makeAsyncIterator()
    #expect(opened.withLock(\.self) == 1)
    #expect(pages.paths == ["/a/"])
    #expect(version(await messages.next()) == 1)
    for _ in 0..<3 { pages.tell(changed: true, problem: nil, patches: [:]) }
    #expect(version(await messages.next()) == 4)
    pages.tell(changed: false, problem: "a mistake", patches: [:])
    #expect(await messages.next() == #"{"from":4,"problem":"a mistake","version":4}"#)
  }

  @Test func `a build that ends while a page joins is told to it`() async {
    // Told once, and only then.
    let told = Mutex<OpenPages?>(nil)
    let heard: @Sendable () -> Void = {
      let pages = told.withLock { pages -> OpenPages? in
        defer { pages = nil }
        return pages
      }
      pages?.tell(changed: true, problem: nil, patches: [:])
    }
    let pages = OpenPages(heard: heard, opened: {})
    told.withLock { $0 = pages }
    var messages = pages.join("/a/").makeAsyncIterator()
    #expect(version(await messages.next()) == 1)
  }

  @Test func `what is served during a build is of no version`() {
    let pages = OpenPages {}
    #expect(pages.version == 0)
    pages.begin()
    #expect(pages.version == nil)
    pages.tell(changed: true, problem: nil, patches: [:])
    #expect(pages.version == 1)
    pages.begin()
    pages.end()
    #expect(pages.version == 1)
  }

  @Test func `pages come and go while builds are told of`() async {
    let pages = OpenPages {}
    await withTaskGroup(of: Int?.self) { group in
      for number in 0..<200 {
        group.addTask {
          var last: Int?
          for await message in pages.join("/\(number % 5)/") {
            last = version(message)
            // Some stay until the end, some go at once, some are in the middle of something.
            if last == 1000 || number % 3 == 0 { break }
          }
          return last
        }
      }
      for _ in 0..<1000 { pages.tell(changed: true, problem: nil, patches: [:]) }
      for await last in group { #expect(last != nil) }
    }
    #expect(pages.version == 1000)
    #expect(pages.paths.isEmpty)
  }
}
