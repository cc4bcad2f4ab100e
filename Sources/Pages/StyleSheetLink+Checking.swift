import CellistFiles
import CellistRecords
import CellistSites
import CellistText

extension StyleSheetLink {
  /// Reports what is wrong with an address in a style sheet of a theme.
  ///
  /// - Parameter lead: where it leads, as far as the theme's assets say.
  func check(_ lead: FingerprintedNames.Lead, _ links: LinkMap, _ diagnostics: inout Diagnostics) {
    switch lead {
    case .back(let asset):
      diagnostics.error(
        .brokenLink, "the style sheet '\(asset)' leads back to itself", at: location,
        hint: "each asset is named after its bytes, and those of a style sheet hold the names of the assets in it")
    case .malformed: reportMalformed(&diagnostics)
    case .outside: report(.broken, isOfTheme: true, &diagnostics)
    case .site(let path):
      report(
        links.target(of: "/\(PercentCoding.encoded(path))", in: SiteFolder.content), isOfTheme: true, &diagnostics)
    }
  }

  /// Reports what is wrong with an address in a style sheet of the content, which is published as it is.
  func check(_ links: LinkMap, below base: String, _ diagnostics: inout Diagnostics) {
    guard !isMalformed else { return reportMalformed(&diagnostics) }
    let target = links.target(of: target, in: location.file)
    report(target, isOfTheme: false, &diagnostics)
    guard case .url = target, self.target.utf8.first == UInt8(ascii: "/"), base != "/" else { return }
    diagnostics.warning(
      .brokenLink, "the address begins at the host's root, and the site is at \(base)", at: location,
      hint: "style sheets of the content are published as they are; an address that is relative to the file is right "
        + "wherever the site is")
  }

  private func reportMalformed(_ diagnostics: inout Diagnostics) {
    diagnostics.error(
      .brokenLink, "browsers cannot read this address: \(target.shortened)", at: location,
      hint: "put an address with spaces, quotes or parentheses in quotes, as in url(\"a b.png\")")
  }

  private func report(_ found: LinkMap.Target, isOfTheme: Bool, _ diagnostics: inout Diagnostics) {
    switch found {
    case .broken:
      diagnostics.error(
        .brokenLink, "the link target does not exist: \(target.shortened)", at: location,
        hint: isOfTheme
          ? "addresses in a theme's style sheet are relative to it, or begin with / at the site's root"
          : "addresses are relative to the style sheet, or begin with / at the site's root")
    case .unpublished:
      diagnostics.error(
        .brokenLink, "the link target is not published: \(target.shortened)", at: location)
    case .unchanged, .unread, .url: break
    }
  }
}
