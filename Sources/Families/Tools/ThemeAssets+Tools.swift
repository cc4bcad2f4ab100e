import CellistMarkup
import CellistPages

extension ThemeAssets {
  /// The script of lists' tools, and how that looks: files of each site that has tools.
  package static let tools: ThemeAssets = {
    let script = ScriptFile(modules: [
      PackageResources.page_js, PackageResources.text_js, PackageResources.marks_js, PackageResources.choices_js,
      PackageResources.address_js, PackageResources.records_js, PackageResources.facets_js,
      PackageResources.results_js, PackageResources.find_js,
    ])
    let extras = ScriptFile(
      loaded: [
        PackageResources.bars_js, PackageResources.now_js, PackageResources.calendar_js, PackageResources.table_js,
        PackageResources.kept_js, PackageResources.keep_js, PackageResources.columns_js, PackageResources.dressing_js,
      ])
    return ThemeAssets(ofProgram: [
      "find.js": script.bytes, "find.css": StyleSheet.compact(PackageResources.find_css),
      "words.js": ScriptFile(loaded: [PackageResources.words_js]).bytes,
      "extras.js": extras.bytes,
      "star.js": ScriptFile(modules: [PackageResources.kept_js, PackageResources.star_js]).bytes,
    ])
  }()
}
