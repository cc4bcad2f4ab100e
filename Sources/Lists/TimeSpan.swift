import CellistBase

/// The instants from one up to another, in seconds since 1970-01-01T00:00:00Z: how long something stays as it is.
package struct TimeSpan: Hashable, Sendable {
  package internal(set) var start = Int.min
  /// The first instant that is not in it; the greatest number where it has no end.
  package internal(set) var end = Int.max

  /// All instants.
  package static let always = TimeSpan()

  package func contains(_ instant: Int) -> Bool { start <= instant && instant < end }
}

extension TimeSpan: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    start = try coder.optional(known.flatMap { $0.start == .min ? nil : $0.start }) ?? .min
    end = try coder.optional(known.flatMap { $0.end == .max ? nil : $0.end }) ?? .max
  }
}
