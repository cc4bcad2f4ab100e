@testable import CellistTables

/// A small random number generator with a seed, so that a failure can be repeated.
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Sections of small numbers, some of them empty, of which no two items are equal.
  mutating func sections() -> [ItemSection<Int>] {
    var numbers = Array(0..<Int.random(in: 0...40, using: &self)).shuffled(using: &self)[...]
    return (0..<Int.random(in: 0...6, using: &self)).map { section in
      let count = Int.random(in: 0...8, using: &self)
      defer { numbers = numbers.dropFirst(count) }
      return ItemSection(id: "s\(section)", title: "Section \(section)", items: Array(numbers.prefix(count)))
    }
  }
}
