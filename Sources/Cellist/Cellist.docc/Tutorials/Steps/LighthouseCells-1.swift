import Cellist

struct LighthouseCell: CellContent {
  var name: String
  var lit: Int
  /// How far away the horizon is from its top, in kilometres.
  var horizon: Int?
  var story: Markdown
}
