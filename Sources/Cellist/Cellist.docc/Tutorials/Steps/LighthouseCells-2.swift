import Cellist

struct LighthouseCell: CellContent {
  var name: String
  var lit: Int
  /// How far away the horizon is from its top, in kilometres.
  var horizon: Int?
  var story: Markdown
}

struct LighthouseDecorator: CellDecorator {
  func cell(for item: Lighthouse, at path: TablePath) -> LighthouseCell {
    let horizon = item.height.map { Int(3.57 * $0.squareRoot()) }
    return LighthouseCell(name: item.name, lit: item.lit, horizon: horizon, story: item.story)
  }
}
