/// A value that a state keeps. One initializer describes how it is written and how it is read.
public protocol StateCodable {
  /// Writes a value, and makes a copy of it; or reads one.
  ///
  /// Each property is assigned what the coder returns for it: the compiler refuses an initializer that leaves one out.
  ///
  /// - Parameter known: the value to write; nil to read one.
  init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed)
}

extension StateCodable {
  @inlinable public var stateBytes: [UInt8] {
    StateCoder.bytes { coder throws(StateCoder.Malformed) in _ = try Self(&coder, self) }
  }

  @inlinable public init(stateBytes: ArraySlice<UInt8>) throws(StateCoder.Malformed) {
    var coder = StateCoder(reading: stateBytes)
    try self.init(&coder, nil)
  }
}
