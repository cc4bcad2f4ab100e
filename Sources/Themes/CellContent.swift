import CellistRecords
import CellistTyped

/// The data of one cell template: a structure whose properties are the names that the template can use.
///
/// ```swift
/// struct TalkCell: CellContent {
///   var title: String
///   var time: String
///   var speaker: Reference<Person>?
/// }
/// ```
///
/// The template is `cells/talk.mustache`, after the type's name. It is checked against the properties before a record
/// is read.
public protocol CellContent: CellModel, CellChoice, Codable where Content == Self {
  /// The name of the cell template.
  static var template: String { get }

  /// The notes on the properties beside their types.
  static var fields: [FieldNote] { get }
}

extension CellContent {
  /// The type's name in lower case, with hyphens between its words and without `Cell` at its end: `HTTPStatusCell` is
  /// "http-status".
  ///
  /// - Complexity: O(*n*), where *n* is the length of the type's name.
  public static var template: String {
    let letters = Array("\(Self.self)".prefix { $0 != "<" })
    var name = ""
    for (index, letter) in letters.enumerated() {
      // A word begins at a capital that follows a small letter, or that a small letter follows.
      let begins = letter.isUppercase && index > 0
      if begins, !letters[index - 1].isUppercase || letters.dropFirst(index + 1).first?.isLowercase == true {
        name += "-"
      }
      name += letter.lowercased()
    }
    return name.hasSuffix("-cell") ? String(name.dropLast("-cell".count)) : name
  }

  public static var fields: [FieldNote] { [] }
  /// The cell itself.
  public var content: Self { self }
  public static var kinds: [CellKind] { [CellKind(Self.self)] }
  public var chosen: ChosenCell { ChosenCell(kind: 0) { try ValueWriter.values(of: self, $0) } }
}

/// A cell of a typed list: an enumeration with a case for each kind of cell, or one ``CellContent`` where all are of a
/// kind.
///
/// A switch over the cases gives the content of each. So no kind of cell can be left without a template:
///
/// ```swift
/// enum ProgrammeCell: CellModel {
///   case talk(TalkCell), pause(PauseCell)
///
///   var content: some CellChoice {
///     switch self {
///     case .talk(let cell): cell
///     case .pause(let cell): cell
///     }
///   }
/// }
/// ```
public protocol CellModel: Sendable {
  /// One of the kinds of cells; Swift infers it.
  associatedtype Content: CellChoice

  /// The content of the cell.
  ///
  /// - Complexity: O(1) is expected: each cell of a list is asked.
  @CellBuilder var content: Content { get }
}

/// One of a known set of kinds of cells. ``CellContent``s are, and what ``CellBuilder`` makes of several.
public protocol CellChoice: Sendable {
  /// All kinds, in the order of their numbers.
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of kinds.
  static var kinds: [CellKind] { get }

  /// Which of them it is, and what fills it.
  ///
  /// - Complexity: O(1) for a ``CellContent``. For one of several, O(*k* log *k*), where *k* is the number of kinds.
  var chosen: ChosenCell { get }
}

/// A kind of cell: a template, and the fields that fill it.
public struct CellKind: Sendable {
  package let template: String
  /// The Swift type, for messages.
  package let name: String
  /// The fields as a record type, with what cannot be a field reported at a place.
  package let type: @Sendable (SourceLocation, inout Diagnostics) -> RecordType

  init<Cell: CellContent>(_ cell: Cell.Type) {
    template = Cell.template
    name = "\(cell)"
    type = { location, diagnostics in
      var fields = FieldProbe.fields(of: cell, at: location, &diagnostics)
      apply(Cell.fields, to: &fields, &diagnostics)
      return RecordType(fields: fields)
    }
  }
}

/// A cell, as the number of its kind and what fills its template.
public struct ChosenCell: Sendable {
  package let kind: Int
  /// One value per field of the kind's type.
  package let values: @Sendable (RecordType) throws -> [Value]
}

/// Joins the branches of a `switch` or an `if` over cells into one ``CellChoice``.
@resultBuilder
public enum CellBuilder {
  /// A cell.
  public static func buildExpression<Cell: CellChoice>(_ cell: Cell) -> Cell { cell }

  // The compiler refuses each use with the message, so the body never runs.
  @available(*, unavailable, message: "a cell is a CellContent: a structure whose properties fill a template")
  @_documentation(visibility: private)
  public static func buildExpression<Other>(_ other: Other) -> Never { fatalError("unavailable") }

  /// A cell.
  public static func buildBlock<Cell: CellChoice>(_ cell: Cell) -> Cell { cell }
  /// The cell of an `if` or an earlier `case`.
  public static func buildEither<First, Second>(first: First) -> EitherCell<First, Second> { .first(first) }
  /// The cell of an `else` or a later `case`.
  public static func buildEither<First, Second>(second: Second) -> EitherCell<First, Second> { .second(second) }
}

/// No cell at all.
extension Never: CellChoice {
  public static var kinds: [CellKind] { [] }
  public var chosen: ChosenCell { switch self {} }
}

/// A cell of one type or of another.
public enum EitherCell<First: CellChoice, Second: CellChoice>: CellChoice {
  /// A cell of the one type.
  case first(First)
  /// A cell of the other.
  case second(Second)

  public static var kinds: [CellKind] { First.kinds + Second.kinds }

  public var chosen: ChosenCell {
    switch self {
    case .first(let cell): return cell.chosen
    case .second(let cell):
      let chosen = cell.chosen
      return ChosenCell(kind: First.kinds.count + chosen.kind, values: chosen.values)
    }
  }
}
