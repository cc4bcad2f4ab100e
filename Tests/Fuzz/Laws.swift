import CellistRecords

/// Stops the program where something does not hold, and says what.
func law(_ holds: @autoclosure () -> Bool, _ what: @autoclosure () -> String) {
  if !holds() { fatalError("a law is broken: \(what())") }
}

/// Two texts are the same when their bytes are.
func same(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

/// Every diagnostic says where it is, and that place lies in its file.
func lawOfPlaces(_ diagnostics: Diagnostics, in files: [String: TextLines]) {
  for diagnostic in diagnostics.all {
    guard let location = diagnostic.location else {
      fatalError("a law is broken: \"\(diagnostic.message)\" has no place")
    }
    law(
      files[location.file]?.holds(location) ?? false, "\"\(diagnostic.message)\" is at \(location), which is nowhere")
    law(!diagnostic.message.isEmpty && diagnostic.message.utf8.count < 4_000, "a message fits a screen")
  }
}

/// The lines of a text as places count them.
struct TextLines {
  private let scalars: [Unicode.Scalar]
  /// Where each line begins, and behind them the end.
  private let starts: [Int]

  init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    self.scalars = scalars
    let ends = scalars.indices.filter { index in
      scalars[index] == "\n" || scalars[index] == "\r" && scalars[(index + 1)...].first != "\n"
    }
    starts = [0] + ends.map { $0 + 1 } + [scalars.count + 1]
  }

  /// The index of a place among the scalars; nil where there is no such place. A line's end is a place.
  private func index(of location: SourceLocation) -> Int? {
    guard (1..<starts.count).contains(location.line), location.column >= 1 else { return nil }
    let index = starts[location.line - 1] + location.column - 1
    return index < starts[location.line] ? index : nil
  }

  func holds(_ location: SourceLocation) -> Bool { index(of: location) != nil }

  /// The scalar at a place; nil at the end of the text.
  func scalar(at location: SourceLocation) -> Unicode.Scalar? {
    guard let index = index(of: location), index < scalars.count else { return nil }
    return scalars[index]
  }

  /// The text from a place on; nil where there is no such place.
  func text(from location: SourceLocation) -> String? {
    guard let index = index(of: location) else { return nil }
    var rest = String.UnicodeScalarView()
    rest.append(contentsOf: scalars[min(index, scalars.count)...])
    return String(rest)
  }
}
