/// The parsing rules of HTML for elements by name: which have no end tag, and which end without one.
package enum ElementRules {
  /// The elements that have no end tag.
  package static let void: Set = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen", "link",
    "meta", "param", "source", "track", "wbr",
  ]

  /// The elements whose end tag may be left out: the next tag or the end of their parent ends them.
  package static let optionalEnd: Set = [
    "li", "dt", "dd", "p", "rb", "rt", "rtc", "rp", "optgroup", "option", "colgroup", "caption", "thead", "tbody",
    "tfoot", "tr", "td", "th",
  ]

  /// The elements that a parser opens again where the element around them ends first.
  package static let formatting: Set = [
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
  ]

  /// Documents open and close these even without their tags.
  package static let document: Set = ["html", "head", "body"]

  /// The elements that a start tag ends where they are open, and those beyond which it ends nothing.
  package static func ends(before name: String) -> (ended: Set<String>, within: Set<String>)? {
    switch name {
    case "li": (["li"], boxes)
    case "dt", "dd": (["dt", "dd"], boxes)
    case "option": (["option"], boxes)
    case "optgroup": (["option", "optgroup"], boxes)
    case "rt", "rp", "rb", "rtc": (["rt", "rp", "rb", "rtc"], boxes)
    case "td", "th": (["td", "th"], ["table", "tr", "template"])
    case "tr": (["td", "th", "tr", "caption", "colgroup"], ["table", "template"])
    case "thead", "tbody", "tfoot", "caption", "colgroup":
      (["td", "th", "tr", "thead", "tbody", "tfoot", "caption", "colgroup"], ["table", "template"])
    case _ where paragraphEnders.contains(name): (["p"], boxes)
    default: nil
    }
  }

  /// The elements whose tags a parser leaves out where they are in no table.
  package static let tableParts: Set = [
    "td", "th", "tr", "thead", "tbody", "tfoot", "caption", "colgroup", "col",
  ]

  /// The elements in which others end only what began in them.
  private static let boxes: Set = [
    "ul", "ol", "menu", "dl", "select", "datalist", "ruby", "button", "table", "caption", "td", "th", "template",
    "object", "svg", "math", "foreignobject",
  ]

  /// The elements that end an open paragraph.
  private static let paragraphEnders: Set = [
    "address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "listing",
    "main", "menu", "nav", "ol", "p", "plaintext", "pre", "search", "section", "summary", "table", "ul", "xmp",
  ]
}
