import CellistRecords

/// Why a record cannot be edited.
package struct EditRefusal: Error {
  package let reason: String

  package init(reason: String) { self.reason = reason }

  /// - Parameter location: where to edit by hand.
  init(_ reason: String, at location: SourceLocation) {
    self.init(reason: "\(reason); edit it by hand at \(location)")
  }
}
