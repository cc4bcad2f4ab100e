import CFuzzer
import Foundation

/// One thing that is fuzzed: what is done with an input, and the laws that hold whatever the input is.
struct FuzzTarget: Sendable {
  let name: String
  /// The inputs to begin with.
  let seeds: [[UInt8]]
  /// Words that mean something in its inputs.
  let words: [String]
  /// Takes an input, and stops the program where a law does not hold.
  let run: @Sendable (FuzzInput) -> Void

  init(_ name: String, seeds: [String], words: [String] = [], run: @escaping @Sendable (FuzzInput) -> Void) {
    self.init(name, seeds: seeds.map { Array($0.utf8) }, words: words, run: run)
  }

  init(_ name: String, seeds: [[UInt8]], words: [String] = [], run: @escaping @Sendable (FuzzInput) -> Void) {
    self.name = name
    self.seeds = seeds
    self.words = words
    self.run = run
  }

  static let all: [FuzzTarget] = [
    .csv, .json, .jsonLines, .geoJSON, .bibtex, .calendar, .spreadsheet, .encoding, .yaml, .toml, .frontMatter,
    .editing, .database, .query, .values, .numbers, .pattern, .markdown, .templates, .html, .links, .site,
  ]

  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }

  /// The environment variable that names the target.
  static let variable = "CELLIST_FUZZ_TARGET"

  static var chosen: FuzzTarget? { getenv(variable).flatMap { named(String(cString: $0)) } }

  private static let running = chosen

  static func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    running?.run(FuzzInput(Array(UnsafeBufferPointer(start: bytes, count: count))))
    return 0
  }

  /// libFuzzer's arguments: for a folder, in which seeds and words are written first, or for a file with one input.
  func arguments(at place: String, _ more: [String]) -> [String] {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: place, isDirectory: &isFolder), !isFolder.boolValue {
      return more + [place]
    }
    let corpus = "\(place)/corpus"
    try? FileManager.default.createDirectory(atPath: corpus, withIntermediateDirectories: true)
    for (index, seed) in seeds.enumerated() {
      _ = FileManager.default.createFile(atPath: "\(corpus)/seed-\(index)", contents: Data(seed))
    }
    let dictionary = words.map { word in
      "\"" + word.utf8.map { "\\x" + (String($0, radix: 16).count < 2 ? "0" : "") + String($0, radix: 16) }.joined()
        + "\"\n"
    }
    _ = FileManager.default.createFile(atPath: "\(place)/words", contents: Data(dictionary.joined().utf8))
    // The times and sizes that no input may exceed.
    return ["-dict=\(place)/words", "-artifact_prefix=\(place)/found-", "-timeout=10", "-rss_limit_mb=2048"] + more
      + [corpus]
  }
}

// The function that the library's own `main` would call; ours calls its driver.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 { FuzzTarget.test(bytes, count) }
