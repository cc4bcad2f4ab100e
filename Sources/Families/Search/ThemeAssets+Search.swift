import CellistMarkup
import CellistPages

extension ThemeAssets {
  /// The script of the search of a whole site, and how its page looks: files of each site that has one.
  static let search: ThemeAssets = {
    let script = ScriptFile(modules: [
      PackageResources.page_js, PackageResources.text_js, PackageResources.marks_js, PackageResources.ranking_js,
      PackageResources.search_js,
    ])
    return ThemeAssets(ofProgram: [
      "search.js": script.bytes, "search.css": StyleSheet.compact(PackageResources.search_css),
    ])
  }()
}
