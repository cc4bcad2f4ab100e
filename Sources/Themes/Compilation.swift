import CellistRecords

/// Templates as they were compiled, with all that they follow from: what a later plan may use again.
package struct Compilation<Templates: Sendable>: Sendable {
  /// Nil, with diagnostics, where one of them does not fit.
  let templates: Templates?
  let found: Diagnostics
  let order: TemplateOrder
  /// The links in the templates' own texts.
  let links: Set<TemplateLink>

  /// The templates, after all that is wrong or doubtful with them has been reported.
  package func templates(reporting diagnostics: inout Diagnostics) -> Templates? {
    diagnostics.append(found)
    return templates
  }
}
