/// The program's own scripts and style sheets that pages load. Families have them, and make each kind when a site first
/// needs it.
package struct ClientFiles: Sendable {
  /// Those of the tools of lists.
  let tools: @Sendable () -> ThemeAssets
  /// Those of the search of a whole site.
  let search: @Sendable () -> ThemeAssets

  package init(tools: @escaping @Sendable () -> ThemeAssets, search: @escaping @Sendable () -> ThemeAssets) {
    self.tools = tools
    self.search = search
  }
}
