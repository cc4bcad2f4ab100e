/// The file of a page, and the name of one of its views.
package struct ViewPlace: Hashable, Sendable {
  package let page: String
  package let name: String

  package init(page: String, name: String) {
    self.page = page
    self.name = name
  }
}
