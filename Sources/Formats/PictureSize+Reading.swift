import CellistRecords

extension PictureSize {
  /// The size that a file's own header gives; nil where that is not known.
  ///
  /// - Parameter read: bytes of the file from an offset on: at most as many as are asked for, fewer at its end.
  package init?(read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    let head = Bytes(read(0, 1 << 14))
    let size =
      if head.starts(at: 0, "\u{89}PNG".unicodeScalars.map { UInt8($0.value) }) {
        Self(head.big(4, at: 16), head.big(4, at: 20))
      } else if head.starts(at: 0, "GIF8") {
        Self(head.little(2, at: 6), head.little(2, at: 8))
      } else if head.starts(at: 0, [0xFF, 0xD8, 0xFF]) {
        Self.jpeg(read)
      } else if head.starts(at: 0, "RIFF"), head.starts(at: 8, "WEBP") {
        Self.webp(head)
      } else if head.starts(at: 4, "ftypavif") || head.starts(at: 4, "ftypavis") {
        Self.avif(head)
      } else {
        Self.svg(head)
      }
    guard var size else { return nil }
    size.kind = Self.kind(head)
    self = size
  }

  /// Animated pictures declare themselves at the beginning; files of no known format are SVG.
  private static func kind(_ head: Bytes) -> Kind {
    if head.starts(at: 0, "GIF8") || head.starts(at: 4, "ftypavis") { return .moving }
    if head.starts(at: 0, [0xFF, 0xD8, 0xFF]) || head.starts(at: 4, "ftypavif") { return .still }
    if head.starts(at: 0, "RIFF") {
      return head.starts(at: 12, "VP8X") && (head.byte(at: 20) ?? 0) & 2 != 0 ? .moving : .still
    }
    if head.byte(at: 0) == 0x89 {
      let data = head.places(of: "IDAT").first ?? .max
      return head.places(of: "acTL").contains { $0 < data } ? .moving : .still
    }
    return .drawing
  }

  // MARK: Formats

  /// Segments follow each other until the one that begins a frame. Another may declare that the picture is rotated.
  private static func jpeg(_ read: (Int, Int) -> [UInt8]) -> PictureSize? {
    var offset = 2
    var isOnItsSide = false
    // There are a few dozen at most, except in hostile files.
    for _ in 0..<1_000 {
      let segment = Bytes(read(offset, 10))
      guard segment.byte(at: 0) == 0xFF, let kind = segment.byte(at: 1) else { return nil }
      if kind == 0xFF {
        offset += 1
        continue
      }
      let isAlone = kind == 0x01 || (0xD0...0xD8).contains(kind)
      guard !isAlone else {
        offset += 2
        continue
      }
      guard let length = segment.big(2, at: 2), length >= 2, kind != 0xD9, kind != 0xDA else { return nil }
      if (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind) {
        let (height, width) = (segment.big(2, at: 5), segment.big(2, at: 7))
        return isOnItsSide ? Self(height, width) : Self(width, height)
      }
      if kind == 0xE1 {
        isOnItsSide = orientation(Bytes(read(offset + 4, length - 2))).map { (5...8).contains($0) } ?? isOnItsSide
      }
      offset += 2 + length
    }
    return nil
  }

  /// The orientation in Exif: 5 to 8 are rotated.
  private static func orientation(_ exif: Bytes) -> Int? {
    guard exif.starts(at: 0, "Exif") else { return nil }
    let start = 6
    let isBig = exif.starts(at: start, "MM")
    func number(_ count: Int, at offset: Int) -> Int? {
      isBig ? exif.big(count, at: start + offset) : exif.little(count, at: start + offset)
    }
    guard let directory = number(4, at: 4), let count = number(2, at: directory) else { return nil }
    for entry in 0..<min(count, 200) where number(2, at: directory + 2 + entry * 12) == 0x0112 {
      return number(2, at: directory + 2 + entry * 12 + 8)
    }
    return nil
  }

  private static func webp(_ head: Bytes) -> PictureSize? {
    if head.starts(at: 12, "VP8X") {
      return Self(head.little(3, at: 24).map { $0 + 1 }, head.little(3, at: 27).map { $0 + 1 })
    }
    if head.starts(at: 12, "VP8L") {
      guard let bits = head.little(4, at: 21) else { return nil }
      return Self((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    }
    guard head.starts(at: 12, "VP8 ") else { return nil }
    return Self(head.little(2, at: 26).map { $0 & 0x3FFF }, head.little(2, at: 28).map { $0 & 0x3FFF })
  }

  /// The largest of the pictures in the file: others are parts of it, or its thumbnail. A quarter turn lays it on its side.
  private static func avif(_ head: Bytes) -> PictureSize? {
    let sizes = head.places(of: "ispe").compactMap { Self(head.big(4, at: $0 + 8), head.big(4, at: $0 + 12)) }
    guard let size = sizes.max(by: { ($0.width, $0.height) < ($1.width, $1.height) }) else { return nil }
    let turns = head.places(of: "irot").first.flatMap { head.byte(at: $0 + 4) } ?? 0
    return turns & 1 == 1 ? Self(size.height, size.width) : size
  }

  /// The width and height of the outermost element, or what it shows of its own space.
  private static func svg(_ head: Bytes) -> PictureSize? {
    let text = String(decoding: head.bytes, as: UTF8.self)
    guard let start = text.firstRange(of: "<svg") else { return nil }
    let tag = text[start.upperBound...].prefix { $0 != ">" }
    func attribute(_ name: String) -> Substring? {
      for quote in ["\"", "'"] {
        for space in [" ", "\n", "\t", "\r"] {
          guard let found = tag.firstRange(of: "\(space)\(name)=\(quote)") else { continue }
          return tag[found.upperBound...].prefix { String($0) != quote }
        }
      }
      return nil
    }
    func pixels(_ name: String) -> Int? {
      guard let text = attribute(name) else { return nil }
      let number = text.hasSuffix("px") ? text.dropLast(2) : text
      return Double(number).flatMap { (1...1_000_000).contains($0) ? Int($0.rounded()) : nil }
    }
    if let size = Self(pixels("width"), pixels("height")) { return size }
    let box = attribute("viewBox")?.split { $0 == " " || $0 == "," || $0 == "\n" }.compactMap { Double($0) } ?? []
    guard box.count == 4, box[2...].allSatisfy({ (1...1_000_000).contains($0) }) else { return nil }
    return Self(Int(box[2].rounded()), Int(box[3].rounded()))
  }

  private init?(_ width: Int?, _ height: Int?) {
    guard let width, let height else { return nil }
    self.init(width, height)
  }
}

/// Bytes of a file, of which any may be missing.
private struct Bytes {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func byte(at index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

  func starts(at index: Int, _ text: String) -> Bool { starts(at: index, Array(text.utf8)) }

  func starts(at index: Int, _ other: [UInt8]) -> Bool {
    bytes.count >= index + other.count && bytes[index..<index + other.count].elementsEqual(other)
  }

  /// A number whose first byte weighs most.
  func big(_ count: Int, at index: Int) -> Int? { number(index..<index + count) }

  /// A number whose last byte weighs most.
  func little(_ count: Int, at index: Int) -> Int? { number((index..<index + count).reversed()) }

  private func number(_ indices: some Sequence<Int>) -> Int? {
    indices.reduce(0) { sum, index in
      guard let sum, let byte = byte(at: index) else { return nil }
      return sum << 8 | Int(byte)
    }
  }

  /// Where a name of four letters stands.
  func places(of name: String) -> [Int] {
    let name = Array(name.utf8)
    return bytes.indices.filter { starts(at: $0, name) }
  }
}
