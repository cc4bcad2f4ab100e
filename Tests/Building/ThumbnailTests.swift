import CellistRecords
import CellistTestSupport
import Foundation
import Synchronization
import Testing

@testable import CellistBase
@testable import CellistBuilding
@testable import CellistFiles

/// Smaller copies of pictures are made where a list asks for them, and kept.
@Suite struct ThumbnailTests {
  private static func gallery(_ widths: String = "[40, 80]") -> [String: String] {
    [
      "content/site.yml": "title: T\n",
      "content/items/list.yml":
        "record: {name: text, photo: {type: \"asset?\", thumbnails: \(widths)}, more: [asset]}\nid: name\nview: cards\n"
        + "record-pages: true\n",
      "content/items/r.yml":
        "- {name: A, photo: a.webp, more: [/b.webp]}\n- {name: B, photo: c.webp}\n- {name: C, photo: d.svg}\n",
      "content/items/a.webp": PictureText.webp(100, 9), "content/b.webp": PictureText.webp(90, 9),
      "content/items/c.webp": PictureText.webp(80, 9),
      "content/items/d.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300'/>",
    ]
  }

  /// The arguments of the programs that builds called.
  private final class Calls: Sendable {
    let all = Mutex<[[String]]>([])
    var count: Int { all.withLock { $0.count } }
  }

  private static func site(_ files: [String: String], _ calls: Calls = Calls()) throws -> BuiltSite {
    let site = try BuiltSite(files)
    site.programs = PictureText.programs { arguments in calls.all.withLock { $0.append(arguments) } }
    return site
  }

  private static func said(_ outcome: SiteBuilder.Outcome) -> [String] {
    outcome.diagnostics.map { "\($0.location.map { "\($0): " } ?? "")\($0.message) [\($0.code.rawValue)]" }
  }

  @Test func `smaller copies stand beside the pictures that a field shows`() throws {
    let site = try Self.site(Self.gallery())
    #expect(try site.build().diagnostics.isEmpty)
    let page = try #require(site.text("items/index.html"))
    let copies = site.output().keys.filter { $0.hasPrefix("assets/pictures/") && !$0.hasSuffix("/") }.sorted()
    // Two of the first, and one of the second: it is 80 pixels wide itself. None of a field that asks for none.
    #expect(copies.count == 3)
    let first = try #require(page.firstMatch(of: #/srcset="([^"]*) 40w, ([^"]*) 80w, /items/a.webp 100w"/#))
    #expect(site.text(String(first.1.dropFirst())) == "40x \(PictureText.webp(100, 9))")
    #expect(site.text(String(first.2.dropFirst())) == "80x \(PictureText.webp(100, 9))")
    #expect(
      page.contains(#/<img class="picture" src="/items/c.webp" srcset="[^ ]* 40w, /items/c.webp 80w" sizes="auto, /#))
    #expect(page.contains(#"<img class="picture" src="/items/d.svg" width="400""#))
    let record = try #require(site.text("items/a/index.html"))
    #expect(record.contains(#/<img src="/items/a.webp" srcset="[^"]*" sizes="auto, 100vw" width="100"/#))
    #expect(record.contains(#"<img src="/b.webp" width="90" height="9""#))
  }

  @Test func `a copy is made when its picture changes, and otherwise never again`() throws {
    let calls = Calls()
    let site = try Self.site(Self.gallery(), calls)
    _ = try site.build()
    #expect(calls.count == 3)
    #expect(
      calls.all.withLock { $0.first?.prefix(3) } == ["vipsthumbnail", "stdin[fail-on=truncated]", "--size"])
    #expect(try site.changes() == [])
    #expect(calls.count == 3)
    // Without the state, and without the output.
    _ = try site.build(program: "another")
    #expect(calls.count == 3)
    try site.folder.remove("output")
    _ = try site.build()
    #expect(calls.count == 3)
    try site.write(PictureText.webp(80, 9, "more"), to: "content/items/c.webp")
    let changes = try site.changes()
    #expect(calls.count == 4)
    #expect(changes.count { $0.contains("assets/pictures/") } == 2)
    #expect(changes.suffix(3) == ["~ items/b/index.html", "~ items/c.webp", "~ items/index.html"])
    #expect(try site.differencesToCleanBuild() == [])
    // A picture that is no longer published is not kept either.
    #expect(site.folder.tree("state/pictures").keys.count { !$0.hasSuffix("/") } == 3)
  }

  @Test func `a clean build and a verification make copies anew`() throws {
    let calls = Calls()
    let site = try Self.site(Self.gallery(), calls)
    _ = try site.build()
    // Another copy under a name that it was not made for, with what it lies behind.
    let kept = site.folder.tree("state/pictures").keys.filter { $0.hasSuffix("-40") }.sorted()
    try site.folder.write(try #require(site.folder.read("state/pictures/\(kept[0])")), to: "state/pictures/\(kept[1])")
    _ = try site.build(program: "another")
    #expect(calls.count == 4)
    #expect(try site.differencesToCleanBuild() == [])
    var destination = site.destination
    destination.isClean = true
    let before = calls.count
    _ = try site.builder.build(into: destination)
    #expect(calls.count == before + 3)
    #expect(try SiteBuilder.verify(site.builder.tree, site.destination).differences.isEmpty)
    #expect(calls.count == before + 6)
    destination.programs = ProgramRunner { _ throws(ProgramRunner.Failure) in throw .init("nothing runs") }
    let verification = try SiteBuilder.verify(site.builder.tree, destination)
    #expect(verification.outcome.diagnostics.map(\.code) == [.missingProgram])
    #expect(verification.differences.isEmpty)
  }

  @Test func `what lies among kept copies and is none stays, and links are not followed`() throws {
    let site = try Self.site(Self.gallery())
    try site.folder.write("mine", to: "mine/0123456789abcdef-40")
    try site.folder.write("other", to: "state/pictures/notes.txt")
    try site.folder.write("old", to: "state/pictures/0123456789abcdef-40")
    try site.folder.write("deep", to: "state/pictures/0123456789abcdef-41/x")
    try site.folder.link("state/pictures/0123456789abcdef-42", to: "../../mine/0123456789abcdef-40")
    _ = try site.build()
    let names = Set(site.folder.tree("state/pictures").keys.filter { !$0.contains("-40") && !$0.contains("-80") })
    #expect(names.isSuperset(of: ["notes.txt", "0123456789abcdef-41/x"]))
    #expect(site.folder.read("state/pictures/0123456789abcdef-40") == nil)
    #expect(site.folder.read("mine/0123456789abcdef-40") == "mine")
    // The whole folder may be a link, and a copy may be one.
    for path in ["state/pictures"] { try site.folder.remove(path) }
    try site.folder.link("state/pictures", to: "../mine")
    _ = try site.build(program: "another")
    #expect(site.folder.tree("mine").keys.sorted() == ["0123456789abcdef-40"])
    #expect(try site.differencesToCleanBuild() == [])
  }

  @Test func `a copy that somebody damaged is made again`() throws {
    let calls = Calls()
    let site = try Self.site(Self.gallery(), calls)
    _ = try site.build()
    for path in site.folder.tree("state/pictures").keys where !path.hasSuffix("/") {
      try site.folder.write("damaged", to: "state/pictures/\(path)")
    }
    _ = try site.build(program: "another")
    #expect(calls.count == 6)
    #expect(try site.differencesToCleanBuild() == [])
  }

  @Test func `pictures without copies are reported, and nothing is written`() throws {
    var files = Self.gallery()
    let site = try Self.site(files)
    _ = try site.build()
    let before = site.output()
    site.programs = ProgramRunner { command throws(ProgramRunner.Failure) in
      throw .init("vipsthumbnail cannot be run: it is not installed")
    }
    try site.write(PictureText.webp(70, 9), to: "content/items/c.webp")
    let outcome = try site.build()
    #expect(
      Self.said(outcome) == [
        """
        content/items/list.yml:1:46: smaller copies of pictures cannot be made: vipsthumbnail cannot be run: it is not \
        installed [missing-program]
        """
      ])
    #expect(outcome.diagnostics.first?.hint == "vipsthumbnail is in Debian's package libvips-tools")
    #expect(site.output() == before)
    site.programs = ProgramRunner { _ in .init(status: 1, errors: "VipsJpeg: premature end\n") }
    #expect(
      try Self.said(site.build()) == [
        """
        content/items/c.webp:1:1: no smaller copy of the picture can be made: VipsJpeg: premature end \
        [unreadable-picture]
        """
      ])
    #expect(site.output() == before)
    site.programs = PictureText.programs
    #expect(try site.build().diagnostics.isEmpty)
    #expect(try site.differencesToCleanBuild() == [])
    files = [:]
  }

  @Test(arguments: [
    ("[]", "1:58: error: 'thumbnails' are widths in pixels, from 16 to 4096, found a list"),
    ("[40, 5000]", "found a list"), ("big", "found \"big\""), ("[40.5]", "found a list"),
  ])
  func `widths are whole numbers of pixels`(widths: String, message: String) {
    #expect(TestSite(Self.gallery(widths)).diagnostics().contains(message))
  }

  @Test func `thumbnails are for pictures`() {
    let site = TestSite.list(
      "record: {name: {type: text, thumbnails: 40}}\n", ["r.csv": "name\nA\n"], cell: "{{name}}")
    #expect(site.diagnostics().contains("'thumbnails' is for pictures, and 'name' is text [invalid-setting]"))
  }

  @Test func `copies are those of still pictures, and no higher than their format allows`() throws {
    var size = try #require(PictureSize(1_000, 500))
    #expect(Thumbnail.suits(999, size) && !Thumbnail.suits(1_000, size))
    size.kind = .moving
    #expect(!Thumbnail.suits(40, size))
    let tall = try #require(PictureSize(700, 30_000))
    #expect(Thumbnail.suits(320, tall) && !Thumbnail.suits(640, tall))
    func kind(_ text: [UInt8]) -> PictureSize.Kind? {
      PictureSize { offset, count in Array(text.dropFirst(offset).prefix(count)) }?.kind
    }
    let still = Array(PictureText.webp(100, 9).utf8)
    var moving = still
    moving[20] = 2
    #expect(kind(still) == .still && kind(moving) == .moving)
    let head: [UInt8] = [0x89] + Array("PNG....    IHDR".utf8) + [0, 0, 0, 9, 0, 0, 0, 9]
    #expect(kind(head + Array("...IDAT".utf8)) == .still)
    #expect(kind(head + Array("...acTL...IDAT".utf8)) == .moving)
    #expect(kind(head + Array("...IDAT...acTL".utf8)) == .still)
    #expect(kind(Array("GIF89a".utf8) + [9, 0, 9, 0]) == .moving)
    #expect(kind(PictureTests.drawing(4, 3)) == .drawing)
  }

  @Test func `pictures that are too large or say nothing of their size are found before anything is made`() throws {
    var site = TestSite(Self.gallery())
    let side: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    let head: [UInt8] = [0x89] + Array("PNG....    IHDR".utf8)
    site.files["content/items/a.webp"] = head + side + side + Array("IDAT".utf8)
    site.files["content/items/c.webp"] = []
    #expect(
      site.diagnostics() == """
        content/items/a.webp:1:1: error: no smaller copy of the picture can be made: 4294967295 by 4294967295 pixels are too many \
        [unreadable-picture]
             = save it anew as JPEG, PNG, WebP or AVIF
        content/items/c.webp:1:1: error: no smaller copy of the picture can be made: its size cannot be read \
        [unreadable-picture]
             = save it anew as JPEG, PNG, WebP or AVIF

        """)
  }

  @Test func `a check says that the program is missing`() throws {
    let site = TestSite(Self.gallery())
    let none = ProgramRunner { _ throws(ProgramRunner.Failure) in throw .init("nothing runs") }
    #expect(site.builder.check(calling: none).diagnostics.map(\.code) == [.missingProgram])
    #expect(site.builder.check(calling: PictureText.programs).diagnostics.isEmpty)
    var other = site
    other.files["content/items/list.yml"]? += Array("sources: [r.yml, {file: a.csv, encoding: windows-1252}]\n".utf8)
    other.files["content/items/a.csv"] = Array("name,photo\nCaf".utf8) + [0xE9] + Array(",e.png\n".utf8)
    let excerpts = other.builder.check(calling: none).diagnostics.map(\.excerpt?.text)
    #expect(excerpts.contains("Café,e.png"), "\(excerpts)")
  }

  @Test(.enabled(if: ThumbnailTests.hasVips, "libvips-tools is not installed"))
  func `libvips makes a copy upright and of the width that was asked for`() throws {
    let picture = try #require(Data(base64Encoded: Self.photograph))
    let thumbnail = Thumbnail(of: "a.jpg", Digest(""), width: 20, askedFor: SourceLocation(file: "l"))
    let copy = try Thumbnailer.vips().bytes(thumbnail, Array(picture))
    let size = PictureSize { offset, count in Array(copy.dropFirst(offset).prefix(count)) }
    #expect(size == PictureSize(20, 40))
    #expect(throws: Thumbnailer.Failure.self) { try Thumbnailer.vips().bytes(thumbnail, Array("no picture".utf8)) }
    #expect(throws: Thumbnailer.Failure.self) { try Thumbnailer.vips().bytes(thumbnail, picture.dropLast(40) + []) }
  }

  /// A PNG file of one colour that vips writes, with a profile or none.
  private static func picture(_ colour: String, _ profile: String?, in folder: TemporaryFolder) throws -> [UInt8] {
    func vips(_ arguments: String...) throws {
      #expect(try ProgramRunner.machine.run(.init(["vips"] + arguments)).status == 0)
    }
    let (raw, flat, file) = (folder.place("r.v"), folder.place("f.v"), folder.place("p.png"))
    try vips("black", raw, "64", "64", "--bands", "3")
    try vips("linear", raw, flat, "1 1 1", colour, "--uchar")
    try vips("copy", flat, raw, "--interpretation", "srgb")
    if let profile { try vips("icc_transform", raw, file, profile) } else { try vips("copy", raw, file) }
    return Array(try Data(contentsOf: URL(fileURLWithPath: file)))
  }

  @Test(.enabled(if: ThumbnailTests.hasVips, "libvips-tools is not installed"), arguments: [nil, "srgb", "p3"])
  func `a copy has the colours of its picture, and no profile`(profile: String?) throws {
    let folder = try TemporaryFolder()
    let picture = try Self.picture("40 160 90", profile, in: folder)
    #expect((picture.firstRange(of: Array("iCCP".utf8)) != nil) == (profile != nil))
    let thumbnail = Thumbnail(of: "p.png", Digest(""), width: 32, askedFor: SourceLocation(file: "l"))
    let copy = try Thumbnailer.vips().bytes(thumbnail, picture)
    #expect(copy.firstRange(of: Array("ICCP".utf8)) == nil)
    #expect(copy.count < 500)
    try Data(copy).write(to: URL(fileURLWithPath: folder.place("c.webp")))
    let colour = try ProgramRunner.machine.run(.init(["vips", "getpoint", folder.place("c.webp"), "16", "16"])).text
    for (channel, wanted) in zip(colour.split(separator: " ").compactMap { Double($0) }, [40.0, 160, 90]) {
      #expect(abs(channel - wanted) <= 4, "\(colour)")
    }
  }

  private static let pictures: [(head: [UInt8], text: String, isConverted: Bool)] = [
    ([0xFF, 0xD8], "..ICC_PROFILE\0", true), ([0xFF, 0xD8], "..JFIF", false),
    ([0x89], "PNG....IHDR..iCCP..IDAT", true), ([0x89], "PNG....IHDR..IDAT..iCCP", false),
    ([], "RIFF....WEBPVP8X.... ", true), ([], "RIFF....WEBPVP8X....\u{10}", false),
    ([], "RIFF....WEBPVP8 .... ", false),
    ([], "\0\0\0\u{1C}ftypavif....colrprof", true), ([], "\0\0\0\u{1C}ftypavif....colrnclx", false),
  ]

  @Test(arguments: pictures)
  func `only colours that a profile explains are converted`(
    head: [UInt8], text: String, isConverted: Bool
  ) throws {
    let calls = Calls()
    let thumbnail = Thumbnail(of: "a", Digest(""), width: 20, askedFor: SourceLocation(file: "l"))
    _ = try Thumbnailer.vips(PictureText.programs { call in calls.all.withLock { $0.append(call) } })
      .bytes(thumbnail, head + Array(text.utf8))
    #expect(calls.all.withLock { $0.first?.contains("--export-profile") } == isConverted)
  }

  @Test(arguments: [("RIFF", true), ("\0\0\0\u{1C}ftypavif", false)])
  func `the readers of rare formats are loaded for those alone`(head: String, isCommon: Bool) throws {
    let homes = Mutex<[String?]>([])
    let programs = ProgramRunner { command throws(ProgramRunner.Failure) in
      homes.withLock { $0.append(command.environment["VIPSHOME"]) }
      return ProgramRunner.Ended(status: 0, output: [1])
    }
    let thumbnail = Thumbnail(of: "a", Digest(""), width: 20, askedFor: SourceLocation(file: "l"))
    _ = try Thumbnailer.vips(programs).bytes(thumbnail, Array(head.utf8))
    #expect(homes.withLock(\.self) == [isCommon ? "/dev/null" : nil])
  }

  private static let hasVips = (try? ProgramRunner.machine.run(.init(["vipsthumbnail", "--version"])))?.status == 0

  /// A JPEG file that Pillow wrote, of 80 by 40 pixels, that lies on its side.
  private static let photograph =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDACgcHiMeGSgjISMt"
    + "KygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl"
    + "+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAoAFADASIAAhEBAxEB/8QA"
    + "HwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKB"
    + "kaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWG"
    + "h4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QA"
    + "HwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEI"
    + "FEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOE"
    + "hYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oA"
    + "DAMBAAIRAxEAPwCrRRRXQYBRRRQAUUUUAFFFFABRRRQAUUUUAFFFFABRRRQAUUUUAFFFFABRRRQAUUUUAFFFFABRRRQAUUUU"
    + "Af/Z"
}
