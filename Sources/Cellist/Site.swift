import CellistCommands
import CellistSettings

/// A site whose lists, or some of them, are declared in Swift.
///
/// The program of such a site has the commands of `cellist`: `build`, `check`, `verify` and the rest. Its folder is a
/// site's folder as any other, with `content/` and perhaps `themes/` in it.
///
/// ```swift
/// import Cellist
///
/// @main struct Conference: Site {
///   var lists: Lists {
///     List("people", of: Person.self)
///     List("programme", ProgrammeDecorator(), provider: .grouped(by: \.day))
///   }
/// }
/// ```
public protocol Site {
  /// The site; the program makes one of it.
  init()

  /// The lists that are declared in Swift. Others need no more than their `list.yml`.
  @ListBuilder var lists: Lists { get }
}

extension Site {
  /// Runs the command of the command line.
  ///
  /// The program's status is 1 where the site has errors, 64 where the command line is invalid, 74 where reading or
  /// writing fails, 75 where another build holds the output folder, and 0 otherwise.
  public static func main() { CellistCommand.main(with: Self().lists.all) }
}

/// The lists of a ``Site``, each with records of its own type.
public struct Lists: Sendable {
  let all: [TypedList]
}

/// Gathers the lists of a ``Site``.
@resultBuilder
public enum ListBuilder {
  /// A list.
  public static func buildExpression<Item>(_ list: List<Item>) -> Lists { Lists(all: [list.typed]) }
  /// Lists that were gathered elsewhere.
  public static func buildExpression(_ lists: Lists) -> Lists { lists }
  /// A site has nothing but lists.
  @available(*, unavailable, message: "a site consists of lists: List(\"path\", of: Record.self)")
  public static func buildExpression<Other>(_ other: Other) -> Lists { Lists(all: []) }
  /// Lists, one after the other.
  public static func buildBlock(_ lists: Lists...) -> Lists { Lists(all: lists.flatMap(\.all)) }
  /// The lists of an `if` without `else`.
  public static func buildOptional(_ lists: Lists?) -> Lists { lists ?? Lists(all: []) }
  /// The lists of an `if` or an earlier `case`.
  public static func buildEither(first lists: Lists) -> Lists { lists }
  /// The lists of an `else` or a later `case`.
  public static func buildEither(second lists: Lists) -> Lists { lists }
  /// The lists of the rounds of a `for`.
  public static func buildArray(_ lists: [Lists]) -> Lists { Lists(all: lists.flatMap(\.all)) }
}
