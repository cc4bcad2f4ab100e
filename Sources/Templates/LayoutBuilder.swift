/// Collects a layout while a template is compiled.
final class LayoutBuilder {
  private var paths: [[String]] = []
  private var places: [[String]: Int] = [:]
  private var elements: [Int: [LayoutBuilder]] = [:]

  /// The slot of a path; a new one when nothing has read it yet.
  func slot(_ path: [String]) -> Int {
    if let known = places[path] { return known }
    places[path] = paths.count
    paths.append(path)
    return paths.count - 1
  }

  /// The builders for a list's elements, the same ones each time the list is walked.
  func elements(of slot: Int, variants: Int) -> [LayoutBuilder] {
    if let known = elements[slot] { return known }
    let builders = (0..<variants).map { _ in LayoutBuilder() }
    elements[slot] = builders
    return builders
  }

  var layout: Layout {
    Layout(
      slots: paths.enumerated().map { index, path in
        Layout.Slot(path: path, elements: (elements[index] ?? []).map(\.layout))
      })
  }
}
