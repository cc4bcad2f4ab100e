import Cellist

struct Delivery: ListRecord, Codable, Equatable {
  var date: Day
  var item: Reference<StockItem>
  var copies: Int

  var id: String { "\(date) \(item.id)" }
}

/// Where deliveries are told of.
struct DeliveryNotes: Sendable {
  /// Why a note cannot be understood.
  struct Misread: Error, Equatable, CustomStringConvertible {
    let line: Int
    let text: String

    var description: String { "line \(line) is no delivery: \"\(text)\"" }
  }

  /// The deliveries, in the order in which they came.
  let load: @Sendable () async throws -> [Delivery]

  /// Those in a file beside the content, which is watched while the site is.
  static func file(_ path: String) -> DeliveryNotes {
    DeliveryNotes { try await deliveries(in: SiteFile(path).text()) }
  }

  /// Reads a line for each delivery, below a line with the names of the columns.
  ///
  /// - Throws: ``Misread`` at a line that is none; `CancellationError` where the task was cancelled.
  static func deliveries(in text: String) async throws -> [Delivery] {
    var deliveries: [Delivery] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard number > 0, !line.isEmpty else { continue }
      try Task.checkCancellation()
      let parts = line.split(separator: ",").map(String.init)
      guard parts.count == 3, let date = Day(iso: parts[0]), let copies = Int(parts[2]), copies > 0 else {
        throw Misread(line: number + 1, text: String(line))
      }
      deliveries.append(Delivery(date: date, item: Reference(parts[1]), copies: copies))
      // Others may have their turn.
      await Task.yield()
    }
    return deliveries
  }
}
