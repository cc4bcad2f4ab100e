/// Finds which tildes in a text strike through what is between them, by CommonMark's rules for emphasis.
enum MarkdownTildes {
  struct Run {
    /// The number of the text that it stands in.
    let text: Int
    let range: Range<Int>
    let opens: Bool
    let closes: Bool
  }

  /// The runs of one or two tildes in a text that may open or close something.
  static func runs(
    in bytes: [UInt8], _ alignment: MarkdownAlignment, _ draft: [UInt8], _ leaf: MarkdownLeaf, text: Int
  ) -> [Run] {
    let tilde = UInt8(ascii: "~")
    guard bytes.contains(tilde) else { return [] }
    let (first, last) = (
      leaf.contentStart(at: alignment.offset(at: 0)), leaf.contentEnd(at: alignment.offset(at: 0))
    )
    var runs: [Run] = []
    var place = 0
    while let start = bytes[place...].firstIndex(of: tilde) {
      guard alignment.isWritten(start) else {
        place = start + 1
        continue
      }
      var end = start + 1
      while end < bytes.count, bytes[end] == tilde, alignment.isWritten(end) { end += 1 }
      place = end
      guard end - start < 3 else { continue }
      let (from, to) = (alignment.offset(at: start), alignment.offset(at: end - 1) + 1)
      let before = from > first ? Unicode.Scalar(draft, before: from, first) ?? "\n" : "\n"
      let after = Unicode.Scalar(draft, at: to, last) ?? "\n"
      let opens =
        !after.isMarkdownSpace
        && (!after.isMarkdownPunctuation || before.isMarkdownSpace || before.isMarkdownPunctuation)
      let closes =
        !before.isMarkdownSpace
        && (!before.isMarkdownPunctuation || after.isMarkdownSpace || after.isMarkdownPunctuation)
      if opens || closes { runs.append(Run(text: text, range: start..<end, opens: opens, closes: closes)) }
    }
    return runs
  }

  /// Which runs open and close something. O(n).
  static func pairs(_ runs: [Run]) -> [(opening: Run, closing: Run)] {
    var pairs: [(opening: Run, closing: Run)] = []
    var open: [Run] = []
    // Below these places no run opens anything for a run of a length.
    var bottoms = [0, 0, 0]
    for run in runs {
      let length = run.range.count
      if run.closes {
        var place = open.count - 1
        while place >= bottoms[length] {
          let opener = open[place]
          if !(run.opens || opener.closes) || (opener.range.count + length) % 3 != 0 { break }
          place -= 1
        }
        if place < bottoms[length] {
          bottoms[length] = open.count
        } else if open[place].range.count == length {
          pairs.append((open[place], run))
          open.removeSubrange(place...)
          for length in bottoms.indices { bottoms[length] = min(bottoms[length], open.count) }
          continue
        }
      }
      if run.opens { open.append(run) }
    }
    return pairs
  }
}
