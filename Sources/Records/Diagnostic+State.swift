import CellistBase

extension SourceLocation: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    self.init(
      written: try coder.value(known?.written), line: try coder.value(known?.line),
      writtenColumn: try coder.value(known?.writtenColumn))
  }
}

extension Diagnostic: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    let isError = try coder.value(known.map { $0.severity == .error })
    guard let code = DiagnosticCode(rawValue: try coder.value(known?.code.rawValue)) else {
      throw StateCoder.Malformed()
    }
    self.init(
      isError ? .error : .warning, code, try coder.value(known?.message), at: try coder.optional(known?.location),
      hint: try coder.optional(known?.hint), excerpt: try coder.optional(known?.excerpt),
      about: try coder.optional(known?.subject))
    list = try coder.optional(known?.list)
  }
}

extension Excerpt: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    self.init(try coder.value(known?.text), column: try coder.value(known?.column))
  }
}
