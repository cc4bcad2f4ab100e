import CellistBase

/// Reads the output of `git cat-file --batch`.
package enum GitObjects {
  /// Why not all objects could be read.
  struct Failure: Error {
    let reason: String
  }

  /// The input of the program.
  static func input(_ objects: [String]) -> [UInt8] { Array(objects.map { "\($0)\n" }.joined().utf8) }

  /// The contents of objects, in their order, all of which the repository must have.
  static func contents(of objects: [String], in ended: ProgramRunner.Ended) throws(Failure) -> [[UInt8]] {
    guard ended.status == 0 else { throw Failure(reason: ended.reason) }
    guard let contents = contents(of: objects.count, in: ended.output) else {
      throw Failure(reason: "git cat-file: it ended early")
    }
    var all: [[UInt8]] = []
    for (object, bytes) in zip(objects, contents) {
      guard let bytes else { throw Failure(reason: "git does not have the object \(object)") }
      all.append(Array(bytes))
    }
    return all
  }

  /// The contents of objects, in their order; nil for one that the repository does not have.
  ///
  /// - Returns: nil where the text ends early.
  package static func contents(of count: Int, in output: [UInt8]) -> [ArraySlice<UInt8>?]? {
    var rest = output[...]
    var contents: [ArraySlice<UInt8>?] = []
    while contents.count < count {
      // <object> SP <type> SP <size> LF <contents> LF, or <name> SP missing LF
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      rest = rest[(end + 1)...]
      guard words.last != "missing" else {
        contents.append(nil)
        continue
      }
      guard let size = words.last.flatMap({ Int($0) }), rest.count > size else { return nil }
      contents.append(rest.prefix(size))
      rest = rest.dropFirst(size + 1)
    }
    return contents
  }
}
