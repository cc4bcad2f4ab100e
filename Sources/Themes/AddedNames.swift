import CellistLists

/// Names that tests add to scopes, one for each level: whatever a build knows of names has to follow from where they are
/// declared.
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
