/// A picture that is drawn from its name, to stand where a photograph will: the same name makes the same picture.
struct DrawnPicture {
  enum Subject: String {
    /// Head and shoulders.
    case face
    /// A vessel on a table.
    case thing
  }

  let svg: String

  init(of subject: Subject, named name: String) {
    var chance = Chance(name)
    let hue = chance.below(360)
    let colours = (
      back: "hsl(\(hue) 35% 88%)", front: "hsl(\((hue + 20) % 360) 30% 46%)", other: "hsl(\((hue + 190) % 360) 35% 62%)"
    )
    let shapes =
      switch subject {
      case .face: Self.face(colours.front, colours.other, &chance)
      case .thing: Self.thing(colours.front, colours.other, &chance)
      }
    svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300">
      <rect width="400" height="300" fill="\(colours.back)"/>
      \(shapes)
      </svg>

      """
  }

  private static func face(_ front: String, _ other: String, _ chance: inout Chance) -> String {
    let width = 42 + chance.below(16)
    let hair = 20 + chance.below(40)
    return """
      <path d="M\(110 - chance.below(20)) 300c0-80 40-110 90-110s90 30 90 110z" fill="\(front)"/>
      <ellipse cx="200" cy="130" rx="\(width)" ry="60" fill="\(other)"/>
      <path d="M\(200 - width - 4) 130c0-\(50 + hair) \(width / 2)-80 \(width + 4)-80s\(width + 4) 30 \(width + 4) 80c-\(width)-\(hair)-\(width)-30-\(2 * width + 8) 0z" fill="\(front)"/>
      """
  }

  private static func thing(_ front: String, _ other: String, _ chance: inout Chance) -> String {
    let (width, height, foot) = (60 + chance.below(70), 60 + chance.below(100), 20 + chance.below(40))
    let top = 240 - height
    let band = top + 15 + chance.below(height / 2)
    return """
      <rect y="240" width="400" height="60" fill="\(other)" opacity=".35"/>
      <path d="M\(200 - width) \(top)h\(2 * width)c0 \(height * 2 / 3)-\(width - foot) \(height)-\(width - foot) \(height)h-\(2 * foot)c0 0-\(width - foot)-\(height / 3)-\(width - foot)-\(height)z" fill="\(front)"/>
      <ellipse cx="200" cy="\(top)" rx="\(width)" ry="\(8 + chance.below(14))" fill="\(other)"/>
      <path d="M\(200 - width / 2) \(band)h\(width)" stroke="\(other)" stroke-width="\(4 + chance.below(8))" stroke-linecap="round"/>
      """
  }
}

/// Numbers that follow from a text, and look like chance.
private struct Chance {
  private var state: UInt64

  init(_ text: String) {
    state = text.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
