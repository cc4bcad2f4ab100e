import CellistRecords

/// The requirements of links and open pages on the templates of pages with cells: each cell is one element with its
/// record's anchor, each section has an element with its own, and the element around the cells is marked.
struct TemplateContract {
  /// A loop to which the contract applies.
  enum Loop { case sections, cells, other }

  /// The state of the loop around a loop.
  struct Outer {
    fileprivate let sectionHasAnchor: Bool
    fileprivate let sectionShowsCells: Bool
    fileprivate let areInBox: Bool
  }

  fileprivate var sectionHasAnchor = false
  fileprivate var sectionShowsCells = false
  /// Whether the cells being compiled are inside a marked element.
  fileprivate var areInBox = false
  /// Whether there is such an element, and the first loop over cells outside of any.
  fileprivate var hasBox = false
  fileprivate var unboxed: SourceLocation?
  /// The first template of a cell.
  fileprivate var template: String?
  /// The first template of the site's author in the loop over sections, and those that are part of the program.
  fileprivate var own: String?
  fileprivate var builtIn: Set<String> = []
  /// Whether a template is missing, which has been reported.
  fileprivate var isIncomplete = false

  /// The kind of anchor that a value is.
  static func anchor(_ path: [String]) -> HTMLPlace.Anchor? {
    switch path {
    case ["@record", "anchor"]: .record
    case ["@section", "anchor"]: .section
    default: nil
    }
  }

  static func loop(_ path: [String]) -> Loop {
    switch path {
    case ["@page", "sections"]: .sections
    case ["@section", "cells"]: .cells
    default: .other
    }
  }

  /// Notes that a template is included.
  mutating func include(_ path: String, isBuiltIn: Bool) {
    template = template ?? path
    if isBuiltIn { builtIn.insert(path) } else if own == nil { own = path }
  }

  /// The place where the author of a site can correct a mistake: in a template of theirs, if there is one.
  fileprivate func mendable(_ location: SourceLocation) -> SourceLocation {
    builtIn.contains(location.file) ? own.map { SourceLocation(file: $0) } ?? location : location
  }

  /// Notes that a template cannot be included, which has been reported.
  mutating func miss() { isIncomplete = true }

  /// Notes that an element has the section's anchor.
  mutating func noteSectionAnchor() { sectionHasAnchor = true }
}

extension TemplateCompiler {
  /// Whether all templates that the template includes exist.
  private var isWhole: Bool { !contract.isIncomplete && steps > 0 }

  mutating func beginLoop(_ loop: TemplateContract.Loop, at location: SourceLocation) -> TemplateContract.Outer {
    let outer = TemplateContract.Outer(
      sectionHasAnchor: contract.sectionHasAnchor, sectionShowsCells: contract.sectionShowsCells,
      areInBox: contract.areInBox)
    switch loop {
    case .sections:
      (contract.sectionHasAnchor, contract.sectionShowsCells) = (false, false)
      contract.own = nil
    case .cells:
      contract.sectionShowsCells = true
      contract.areInBox = place.elements.innermost?.holdsCells ?? false
      if contract.areInBox || !place.elements.isCertain {
        contract.hasBox = true
      } else if contract.unboxed == nil {
        contract.unboxed = location
      }
    case .other: break
    }
    return outer
  }

  mutating func endLoop(_ loop: TemplateContract.Loop, _ outer: TemplateContract.Outer, at location: SourceLocation) {
    contract.areInBox = outer.areInBox
    guard loop == .sections else { return }
    if place.isDocument, contract.sectionShowsCells, !contract.sectionHasAnchor, isWhole {
      diagnostics.error(
        .templateContract, "no element of the section has id=\"{{@section.anchor}}\"", at: contract.mendable(location),
        hint: "links to the section lead to its anchor")
    }
    (contract.sectionHasAnchor, contract.sectionShowsCells) = (outer.sectionHasAnchor, outer.sectionShowsCells)
  }

  mutating func beginTurn(of loop: TemplateContract.Loop) -> OpenElements.Siblings? {
    guard loop == .cells else { return nil }
    contract.template = nil
    return place.countSiblings()
  }

  mutating func endTurn(
    of loop: TemplateContract.Loop, _ outer: OpenElements.Siblings?, at location: SourceLocation
  ) {
    guard loop == .cells else { return }
    guard let cell = place.resumeSiblings(outer), mode == .html, place.isDocument, contract.areInBox,
      isWhole
    else { return }
    let start = contract.template.map { SourceLocation(file: $0) } ?? location
    let isInTable = Self.rowBoxes.contains(place.elements.innermost?.name ?? "")
    if let first = cell.first, (first.name == "tr") != isInTable {
      diagnostics.error(
        .templateContract,
        isInTable ? "a cell in a table is a 'tr', and this is a '\(first.name)'" : "a 'tr' can only be in a table",
        at: first.location ?? start,
        hint: isInTable
          ? "leave out 'view: table', or begin the cell with <tr id=\"{{@record.anchor}}\">"
          : "pages of lists include {{>*@list.view}}, the view that goes with the cells")
      return
    }
    if cell.certain + cell.possible == 0 {
      diagnostics.error(
        .templateContract, "a cell is one element, and this one has none", at: start,
        hint: "put all of it into an element with id=\"{{@record.anchor}}\"")
    } else if cell.certain + cell.possible > 1 {
      diagnostics.error(
        .templateContract, "a cell is one element, and this one has several", at: cell.second ?? start,
        hint: "put all of it into an element with id=\"{{@record.anchor}}\"")
    } else if let unanchored = cell.unanchored {
      diagnostics.error(
        .templateContract, "the element of a cell has no id=\"{{@record.anchor}}\"", at: unanchored,
        hint: "links to the record lead to its anchor")
    }
  }

  /// The elements that hold rows of a table.
  private static let rowBoxes: Set = ["table", "thead", "tbody", "tfoot"]

  /// Reports that no element is marked as the one around the cells of the page.
  mutating func checkCells() {
    guard place.isDocument, isWhole, !contract.hasBox, let location = contract.unboxed else { return }
    diagnostics.error(
      .templateContract, "the element around the cells has no 'data-cells'", at: location,
      hint: "for example <ul data-cells>: open pages find the cells by it")
  }
}
