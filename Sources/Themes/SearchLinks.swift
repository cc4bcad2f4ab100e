/// The page on which readers search a whole site, and what that consists of.
package struct SearchLinks: Hashable, Sendable {
  package let url: String
  package let script: String
  package let style: String

  package init(url: String, script: String, style: String) {
    (self.url, self.script, self.style) = (url, script, style)
  }
}
