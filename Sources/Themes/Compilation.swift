import CellistMarkup
import CellistRecords
import CellistText

/// Templates as they were compiled, with all that they follow from: what a later plan may use again.
package struct Compilation<Templates: Sendable>: Sendable {
  /// Nil, with diagnostics, where one of them does not fit.
  package let templates: Templates?
  package let found: Diagnostics
  let order: TemplateOrder
  /// The links in the templates' own texts.
  let links: Set<TemplateLink>
}

/// What templates are compiled for. Beside the links in their texts, it is all that they follow from.
struct TemplateOrder: Equatable, Sendable {
  let name: String
  let reading: Theme.Reading
  /// How values are printed on pages of no list.
  let printer: ValuePrinter
  let assets: [String: String]
  let foreign: ForeignTexts
  /// The language of a plain page; nil for that of the site.
  let language: Language?
  let list: ListDesign?
  /// The lists that its records lead to by any number of references.
  let targets: [String: ListDesign]
  /// The paths of the folders in which the theme has templates for the list.
  let paths: [String]
  let location: SourceLocation?
  let hasRecordPages: Bool
}

/// A link in a template's own text, and where it leads.
struct TemplateLink: Hashable, Sendable {
  let target: String
  let kind: HTMLLinks.Kind
  let location: SourceLocation
  /// Nil where it stays as it is.
  let url: String?
  /// Whether there is something to report about it: that may be put otherwise the next time.
  let isReported: Bool

  /// Whether it leads there still.
  func holds(_ links: (String, HTMLLinks.Kind, SourceLocation, inout Diagnostics) -> String?) -> Bool {
    var found = Diagnostics()
    return !isReported && links(target, kind, location, &found) == url && found.all.isEmpty
  }
}

/// The links that one compilation asks for.
final class LinkLog {
  private(set) var links: Set<TemplateLink> = []

  func lead(
    _ target: String, _ kind: HTMLLinks.Kind, _ location: SourceLocation,
    by lead: (String, HTMLLinks.Kind, SourceLocation, inout Diagnostics) -> String?, _ diagnostics: inout Diagnostics
  ) -> String? {
    let start = diagnostics.all.count
    let url = lead(target, kind, location, &diagnostics)
    let isReported = diagnostics.all.count > start
    links.insert(TemplateLink(target: target, kind: kind, location: location, url: url, isReported: isReported))
    return url
  }
}

extension [String: ListDesign] {
  /// Those to which the records of a list lead by any number of references.
  func reached(from list: ListDesign) -> Self {
    var reached: Self = [:]
    var next = Array(list.targets)
    while let name = next.popLast() {
      guard reached[name] == nil, let list = self[name] else { continue }
      reached[name] = list
      next += list.targets
    }
    return reached
  }
}
