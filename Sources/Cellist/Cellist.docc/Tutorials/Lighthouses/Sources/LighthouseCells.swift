import Cellist

struct LighthouseCell: CellContent {
  var name: String
  var lit: Int
  /// How far away the horizon is from its top, in kilometres.
  var horizon: Int?
  var story: Markdown
}

struct GiantCell: CellContent {
  var name: String
  var height: Int
  var horizon: Int
  var story: Markdown
}

enum TowerCell: CellModel {
  case lighthouse(LighthouseCell)
  case giant(GiantCell)

  var content: some CellChoice {
    switch self {
    case .lighthouse(let cell): cell
    case .giant(let cell): cell
    }
  }
}

struct LighthouseDecorator: CellDecorator {
  func cell(for item: Lighthouse, at path: TablePath) -> TowerCell {
    let horizon = item.height.map { Int(3.57 * $0.squareRoot()) }
    if let height = item.height, let horizon, height > 60 {
      return .giant(
        GiantCell(name: item.name, height: Int(height), horizon: horizon, story: item.story))
    }
    return .lighthouse(
      LighthouseCell(name: item.name, lit: item.lit, horizon: horizon, story: item.story))
  }
}
