import CellistLists
import CellistRecords
import CellistTemplates

extension PageScopes {
  /// The names of each section of a table.
  func sections(of list: ListDesign) -> Scope<ShownSection> {
    ["@section": .object(section(of: list)) { $0 }.varying(by: .section)]
  }

  private func section(of list: ListDesign) -> Scope<ShownSection> {
    let (aggregate, group, footer) = (figureScope, groupScope, footerScope(of: list))
    var scope: Scope<ShownSection> = [
      "title": spoken({ $0.header?.title ?? $0.list.summary.title }) { section in
        guard let header = section.header, let title = header.title else {
          return foreign.language(of: section.list.summary.title)
        }
        return section.list.language(ofTitle: title, at: header.groups.count)
      },
      "slug": .text { $0.header?.slug ?? "" },
      "anchor": .text { $0.header?.anchor ?? "" },
      "count": count { $0.header?.count ?? 0 },
      "total": count { $0.isContinued ? nil : $0.header?.count ?? 0 },
      "titled": .flag { $0.header?.title != nil },
      "continued": .flag { $0.isContinued },
      "content": .optionalHTML { section in
        section.isContinued ? nil : section.header.flatMap { section.list.sectionTexts[$0.slug]?() }
      },
      "level": .text { String(($0.header?.groups.count ?? 0) + 2) },
      "nested": .flag { $0.header?.groups.isEmpty == false },
      "groups": .list(group) { $0.groups },
      "footer": .object(footer) { $0 },
      "aggregates": .list(aggregate) { shown in
        figures(shown.figures, shown.list.aggregates.last ?? [], of: shown.list)
          + shown.notes.map { ($0.label, $0.value) }
      },
      "cells": .list(cells(of: list), variant: { $0.cell.variant }) { section in
        section.section.cells.map(section.shown)
      },
      "months": .list(month(of: list)) { $0.months },
      "days": .list(timetable(of: list)) { $0.timetables }
        .mentioning(list.edges(of: [list.appearance.roles.place].compactMap(\.self))),
      "untimed": .list(cells(of: list), variant: { $0.cell.variant }) { section in
        section.untimed.map(section.shown)
      },
      "undated": .list(cells(of: list), variant: { $0.cell.variant }) { section in
        section.undated.map(section.shown)
      },
    ]
    add(theme.addedNames.section, to: &scope) { $0.header }
    return scope
  }

  /// The names of a group that begins above a section.
  private var groupScope: Scope<ShownGroup> {
    [
      "title": spoken({ $0.group.title }, in: { $0.list.language(ofTitle: $0.group.title, at: $0.depth) }),
      "slug": .text { $0.group.slug }, "anchor": .text { $0.anchor },
      "count": count { $0.group.count },
      "total": count { $0.isContinued ? nil : $0.group.count },
      "level": .text { String($0.depth + 2) },
      "continued": .flag { $0.isContinued },
      "content": .optionalHTML { $0.isContinued ? nil : $0.list.sectionTexts[$0.group.slug]?() },
      "aggregates": .list(figureScope) { shown in
        shown.isContinued ? [] : figures(shown.group.aggregates, shown.list.aggregates[shown.depth], of: shown.list)
      },
    ]
  }

  /// The figures below a section, by the names of their columns.
  private func footerScope(of list: ListDesign) -> Scope<ShownSection> {
    var footer = Scope<ShownSection>()
    for (index, figure) in (list.aggregates.last ?? []).enumerated() {
      footer[figure.name] = .optionalText { section in
        guard section.figures.indices.contains(index), let value = section.figures[index] else { return nil }
        return print(value, of: figure, in: section.list, hasUnit: false)
      }
    }
    return footer
  }

  /// The names of a figure: what it is, and the value.
  var figureScope: Scope<(label: String, value: String)> {
    ["label": .text { $0.label }, "value": .text { $0.value }]
  }

  /// The figures that have a value, each with what it is.
  func figures(
    _ figures: [Value?], _ aggregates: [Aggregate], of list: ListSource
  ) -> [(label: String, value: String)] {
    zip(aggregates, figures).compactMap { aggregate, value in
      let function = theme.word(aggregate.function.rawValue) ?? aggregate.function.rawValue
      let label = "\(function) \(list.type.fields[aggregate.path.field].label)"
      return value.map { (label, print($0, of: aggregate, in: list, hasUnit: true)) }
    }
  }

  private func print(_ figure: Value, of aggregate: Aggregate, in list: ListSource, hasUnit: Bool) -> String {
    let field = list.type.fields[aggregate.path.field]
    return switch figure {
    // A count is no number of the field.
    case .integer where aggregate.function == .count:
      printer.language.format(digits: figure.plainText)
    case .integer, .number: printer.figure(figure, of: field, hasUnit: hasUnit)
    case .date, .datetime: figure.part(.long, language: printer.language).plainText
    default: figure.plainText
    }
  }
}
