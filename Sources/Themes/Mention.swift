import CellistLists

/// A title in a field's value, and where it leads.
struct Mention {
  let title: String
  /// Nil where it leads nowhere.
  let url: String?
  /// The tag of the title's language, where that is not the page's.
  var language: String?
}

extension Mention {
  init(_ item: RecordItem, in list: ListSource) {
    self.init(title: item.title, url: list.recordURL(item), language: item.titleLanguage)
  }
}
