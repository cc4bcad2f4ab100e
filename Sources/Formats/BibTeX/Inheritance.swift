/// What an entry takes from the one that its `crossref` names, as biber has it.
package enum Inheritance {
  /// The name under which an entry takes a field; nil for one that it does not take.
  package static func name(of field: String, from parent: String, to child: String) -> String? {
    if own.contains(field) { return nil }
    guard let prefix = prefix(from: kind(parent), to: kind(child)) else { return field }
    switch field {
    case "title": return "\(prefix)title"
    case "subtitle": return "\(prefix)subtitle"
    case "titleaddon": return "\(prefix)titleaddon"
    case "shorttitle", "sorttitle", "indextitle", "indexsorttitle": return nil
    default: return field
    }
  }

  /// Fields that say something of their own entry alone.
  private static let own: Set<String> = [
    "ids", "crossref", "xref", "xdata", "entryset", "entrysubtype", "execute", "label", "options", "presort", "related",
    "relatedoptions", "relatedstring", "relatedtype", "shorthand", "shorthandintro", "sortkey",
  ]

  /// Types that are others by another name.
  private static func kind(_ type: String) -> String {
    switch type {
    case "conference": "inproceedings"
    case "electronic", "www": "online"
    default: type
    }
  }

  /// What stands in front of `title` in the fields of an entry for those of the one that it is a part of.
  private static func prefix(from parent: String, to child: String) -> String? {
    switch (parent, child) {
    case ("mvbook", "book"), ("mvbook", "inbook"), ("mvbook", "bookinbook"), ("mvbook", "suppbook"): "main"
    case ("mvcollection", "collection"), ("mvcollection", "incollection"), ("mvcollection", "suppcollection"),
      ("mvreference", "reference"), ("mvreference", "inreference"), ("mvproceedings", "proceedings"),
      ("mvproceedings", "inproceedings"):
      "main"
    case ("book", "inbook"), ("book", "bookinbook"), ("book", "suppbook"), ("collection", "incollection"),
      ("collection", "inreference"), ("collection", "suppcollection"), ("reference", "incollection"),
      ("reference", "inreference"), ("proceedings", "inproceedings"), ("book", "incollection"):
      "book"
    case ("periodical", "article"), ("periodical", "suppperiodical"): "journal"
    default: nil
    }
  }
}
