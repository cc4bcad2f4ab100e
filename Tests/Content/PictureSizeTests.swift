import CellistRecords
import Foundation
import Testing

/// How wide and high pictures are, by the headers of their files.
@Suite struct PictureSizeTests {
  private static func size(of bytes: [UInt8]) -> PictureSize? {
    PictureSize { offset, count in
      Array(bytes.dropFirst(max(offset, 0)).prefix(max(count, 0)))
    }
  }

  /// The beginnings of files that Pillow wrote, of a picture of 7 by 5 pixels.
  private static let files: [(name: String, width: Int, height: Int, base64: String)] = [
    (
      "png", 7, 5,
      "iVBORw0KGgoAAAANSUhEUgAAAAcAAAAFCAIAAAAG+GGP"
    ),
    (
      "gif", 7, 5,
      "R0lGODdhBwAFAIEAAA=="
    ),
    (
      "jpeg", 7, 5,
      "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////"
        + "////////////////////////2wBDAf//////////////////////////////////////////////////////////////////"
        + "////////////////////wAARCAAFAAcD"
    ),
    (
      "progressive jpeg", 7, 5,
      "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////"
        + "////////////////////////2wBDAf//////////////////////////////////////////////////////////////////"
        + "////////////////////wgARCAAFAAcD"
    ),
    (
      "jpeg on its side", 5, 7,
      "/9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAP//////////////"
        + "////////////////////////////////////////////////////////////////////////2wBDAf//////////////////"
        + "////////////////////////////////////////////////////////////////////wAARCAAFAAcD"
    ),
    (
      "webp", 7, 5,
      "UklGRjAAAABXRUJQVlA4ICQAAABwAQCdASoHAAUA"
    ),
    (
      "lossless webp", 7, 5,
      "UklGRh4AAABXRUJQVlA4TBEAAAAvBgABAAdQjyLX"
    ),
    (
      "extended webp", 7, 5,
      "UklGRmQAAABXRUJQVlA4WAoAAAAIAAAABgAABAAAVlA4ICQAAABwAQ=="
    ),
    (
      "avif", 7, 5,
      "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAA"
        + "AAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAIgAAAChpaW5mAAAAAAABAAAAGmluZmUC"
        + "AAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAABwAAAAUAAAAQcGl4aQ=="
    ),
  ]

  @Test func `each format says it`() throws {
    for file in Self.files {
      let bytes = [UInt8](try #require(Data(base64Encoded: file.base64)))
      var size = PictureSize(file.width, file.height)
      size?.kind = file.name == "gif" ? .moving : .still
      #expect(Self.size(of: bytes) == size, "\(file.name)")
    }
  }

  @Test(arguments: [
    ("<svg width='30' height=\"20.4px\">", PictureSize(30, 20)),
    (
      "<?xml version='1.0'?>\n<!-- a -->\n<svg xmlns='x'\n viewBox=\"0 0 24 12\" stroke-width='9'></svg>",
      PictureSize(24, 12)
    ),
    ("<svg width='100%' height='3em' viewBox='0,0,8,4'>", PictureSize(8, 4)),
    ("<svg width='0' height='5'>", nil), ("<svg width='1e99' height='1e99' viewBox='0 0 1e99 nan'>", nil),
    ("<svg viewBox='0 0 5'>", nil), ("<p width='3' height='3'>", nil), ("", nil),
  ])
  func `a drawing says it in its first element`(text: String, size: PictureSize?) {
    var size = size
    size?.kind = .drawing
    #expect(Self.size(of: Array(text.utf8)) == size)
  }

  @Test func `a file that is cut or damaged has a size or none, and ends nothing`() throws {
    var generator = SystemRandomNumberGenerator()
    for file in Self.files {
      let bytes = [UInt8](try #require(Data(base64Encoded: file.base64)))
      for count in bytes.indices { _ = Self.size(of: Array(bytes.prefix(count))) }
      for _ in 0..<2_000 {
        var damaged = bytes
        for _ in 0..<3 { damaged[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255) }
        _ = Self.size(of: damaged)
      }
    }
    // A segment that leads back to itself, and one that leads nowhere.
    #expect(Self.size(of: [0xFF, 0xD8] + Array(repeating: 0xFF, count: 100_000)) == nil)
    #expect(Self.size(of: [0xFF, 0xD8, 0xFF, 0xE0, 0, 0]) == nil)
  }
}
