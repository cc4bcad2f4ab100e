import CellistTables

/// Shows of each record what it is called.
struct RecordNames: CellDecorator {
  func cell(for item: MergedRecord, at path: TablePath) -> String? { item.name }
}
