/// The files that browsers load as a part of a page that can act in it.
enum ActiveContent {
  /// Relations of a `link` by which nothing is loaded that can act.
  static let harmlessRelations: Set = [
    "alternate", "apple-touch-icon", "author", "bookmark", "canonical", "first", "help", "icon", "image_src", "last",
    "license", "me", "next", "prev", "previous", "self", "shortcut", "shortlink", "up",
  ]

  private static let attributes: [String: Set<String>] = [
    "script": ["src", "href", "xlink:href"],
    "iframe": ["src"], "frame": ["src"], "portal": ["src"], "fencedframe": ["src"], "embed": ["src"],
    "object": ["data", "codebase", "classid"], "applet": ["code", "codebase", "archive", "object"],
    "base": ["href"], "html": ["manifest"], "use": ["href", "xlink:href"],
    "animate": ["from", "to", "by", "values"], "set": ["to"],
  ]

  /// Whether an attribute of an element names a file that is loaded and acts in the page.
  static func isLoaded(by attribute: String, of element: String) -> Bool {
    attributes[element]?.contains(attribute) ?? false
  }

  /// Whether an attribute holds the address to which readers' input is sent.
  static func isDestination(_ attribute: String) -> Bool { attribute == "action" || attribute == "formaction" }
}
