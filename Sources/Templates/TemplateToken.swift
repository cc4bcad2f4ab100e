/// One tag of a template's text, or the text between two.
struct TemplateToken {
  enum Kind: Equatable {
    case text
    case variable(isRaw: Bool)
    case section, inverted, close, comment, delimiters, partial, parent, block
  }

  let kind: Kind
  /// The bytes of the token, delimiters included.
  let range: Range<Int>
  var name = ""
  /// The range of the name.
  var nameOffset = 0
  /// Whether the name is that of a value that names a template.
  var isDynamic = false
}
