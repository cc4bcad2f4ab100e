import CellistRecords

/// All that the program knows about one kind of page: where its pages lie, and how they are made.
///
/// Everything else follows from that: that no two pages claim one path, which links lead somewhere, which pages a build
/// makes and why, what `diff` and the report tell, what an open page is sent, and what the site map lists. To add a kind of
/// page is to write one such type and to name it in `PageFamilies`.
package protocol PageFamily: Sendable {
  /// Where its pages lie. Links lead there.
  ///
  /// The pages of records are not among them: there may be very many, and the lists answer for them.
  var routes: [Route] { get }

  /// Answers for the paths of pages that `routes` leaves out.
  var claims: PageClaims.Records? { get }

  /// The list whose records its pages follow, where they follow those of one.
  var block: PageBlock? { get }

  /// Adds its pages, once all routes of the site are known.
  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics)
}

extension PageFamily {
  package var claims: PageClaims.Records? { nil }
  package var block: PageBlock? { nil }
}

/// Pages that follow the records of one list of the site, by its number: the list's own, those of its records, or files
/// for programs.
package enum PageBlock: Hashable, Sendable {
  case list(Int)
  case records(Int)
  case feeds(Int)
  case exports(Int)
  case calendar(Int)
  case tools(Int)
  case words(Int)
  /// The files of a search in one language, by its tree: they have the records of several lists.
  case search(String)
  /// The map of the site, which lists the pages of all lists.
  case siteMap
}

/// A place where a page lies.
package struct Route: Sendable {
  package enum Kind: Sendable {
    /// A page that people look for: the site map lists it.
    case page
    /// A page that search engines should ignore.
    case unlisted
    /// A file of the content as it is.
    case file
    /// A file for programs.
    case data
  }

  /// The path below the output folder.
  package let path: String
  /// The place in the site that the page comes from, for messages.
  package let origin: SourceLocation
  package let kind: Kind
  /// The files and folders of the site that the page represents: links to them lead to it.
  package let sources: [String]

  package init(_ path: String, _ kind: Kind, from origin: SourceLocation, sources: [String] = []) {
    self.path = path
    self.kind = kind
    self.origin = origin
    self.sources = sources
  }
}
