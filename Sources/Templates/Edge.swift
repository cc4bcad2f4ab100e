/// A step by which a page's bytes depend on a record other than the one that a name is read from.
///
/// Each name declares the edges that reading it crosses, beside its reader and its trace. The edges that a template
/// crosses follow from the names that it reads, so the pages that a changed record can reach are known.
package enum Edge: Hashable, Sendable {
  /// To the previous or the next record in its list.
  case neighbour
  /// To the records of a list that a field of the record names, by the field's place.
  case target(field: Int, list: String)
  /// To the records of a list that its cell names, where cells are declared in Swift, by the place among the cell's data.
  case content(Int, list: String)
  /// To the records of a list whose field names the record.
  case back(list: String, field: String)
}

/// The edges that lead from the subject of a page to a record that it depends on, one after another.
package typealias EdgePath = [Edge]
