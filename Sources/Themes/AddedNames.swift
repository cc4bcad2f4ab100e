import CellistLists

/// Names that tests add to scopes, one for each level: everything a build knows of a name must follow from its
/// declaration.
package struct AddedNames: Sendable {
  /// The name that each of them has in its scope.
  package static let name = "added"

  package var site: (@Sendable (SiteSummary) -> String)?
  package var theme: (@Sendable (Theme) -> String)?
  package var list: (@Sendable (ListSource) -> String)?
  package var page: (@Sendable (PageSummary) -> String)?
  package var section: (@Sendable (SectionHeader?) -> String)?
  package var record: (@Sendable (RecordItem) -> String)?

  package init() {}
}
