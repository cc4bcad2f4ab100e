// The cost of finding the changes of a large table, beside the standard library's difference of two collections.

import CellistTables
import Glibc

/// Numbers that are the same in every run.
struct Generator: RandomNumberGenerator {
  var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }
}

typealias Table = TableViewModel<Never, String>

/// Rows of which some are gone, some are new and some stand elsewhere.
func edited(_ rows: [String], deleted: Int, inserted: Int, moved: Int, _ generator: inout Generator) -> [String] {
  var rows = rows
  let gone = Set(rows.indices.shuffled(using: &generator).prefix(deleted))
  rows = rows.indices.filter { !gone.contains($0) }.map { rows[$0] }
  let leaving = Set(rows.indices.shuffled(using: &generator).prefix(moved))
  let movers = leaving.sorted().map { rows[$0] }
  rows = rows.indices.filter { !leaving.contains($0) }.map { rows[$0] }
  var arrivals: [Int: [String]] = [:]
  for row in movers + (0..<inserted).map({ "new-\($0)" }) {
    arrivals[Int.random(in: 0...rows.count, using: &generator), default: []].append(row)
  }
  return (0...rows.count).flatMap { (arrivals[$0] ?? []) + (rows.indices.contains($0) ? [rows[$0]] : []) }
}

func seconds(_ work: () throws -> Void) rethrows -> Double {
  var start = timespec()
  var end = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start)
  try work()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end)
  return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
}

func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

for count in [10_000, 100_000] {
  var generator = Generator()
  let old = (0..<count).map { "record-\($0)" }
  let new = edited(old, deleted: count / 10, inserted: count / 10, moved: count / 50, &generator)
  let tables = [old, new].map { Table(sections: [.init(id: "all", cells: $0)]) }
  var diff = TableDiff()
  var changes = 0
  var ours: [Double] = []
  for _ in 0..<5 {
    ours.append(
      try seconds {
        diff = try TableDiff(from: tables[0], to: tables[1], id: \.self, isSame: ==) { _, _ in true }
      })
  }
  let theirs = seconds { changes = new.difference(from: old).count }
  ours.sort()
  print(
    "\(count) rows, \(diff.insertedRows.count) inserted, \(diff.deletedRows.count) deleted, \(diff.movedRows.count) moved:",
    "TableDiff \(rounded(ours[2])) s, Collection.difference \(rounded(theirs)) s for \(changes) changes without moves")
}
