import CellistLists
import CellistTemplates

/// The names of calendars and schedules.
extension PageScopes {
  /// The names of a month in a calendar, and of its days.
  func month(of list: ListDesign) -> Scope<ShownMonth> {
    let day: Scope<ShownDay> = [
      "title": .text { $0.section.list.language.format($0.day, skeleton: "EEEEMMMMd") },
      "number": .text { $0.section.list.language.format(digits: String($0.day.date.day)) },
      "date": .text { $0.day.iso },
      "column": .text { String($0.column) },
      "cells": .list(cells(of: list), variant: { $0.cell.variant }) { day in
        day.cells.map(day.section.shown)
      },
    ]
    return [
      "title": .text { $0.title }, "anchor": .text { $0.anchor },
      "titled": .flag { $0.title != $0.section.header?.title },
      "weekdays": .list(Scope<String>(own: .text { $0 })) { $0.weekdays },
      "days": .list(day) { $0.days },
    ]
  }

  /// The names of a day in a schedule: its places, and its times.
  func timetable(of list: ListDesign) -> Scope<Timetable> {
    let place = Scope<Timetable.Place>(
      own: .optionalHTML { place in list.appearance.roles.place.flatMap { html($0, of: place.record) } }
        .traced { place, buffer in
          if let field = list.appearance.roles.place { trace(place.record, field, into: &buffer) }
        })
    let slot: Scope<Timetable.Slot> = [
      "rows": .optionalText { $0.rows > 1 ? String($0.rows) : nil },
      "columns": .optionalText { $0.columns > 1 ? String($0.columns) : nil },
      "cells": .list(cells(of: list), variant: { $0.cell.variant }) { slot in
        slot.cells.map(slot.section.shown)
      },
    ]
    let row: Scope<Timetable.Row> = [
      "time": .text { $0.start.time }, "date": .text { $0.start.iso }, "slots": .list(slot) { $0.slots },
    ]
    return [
      "title": .text { $0.title }, "anchor": .text { $0.anchor }, "date": .text { $0.day.iso },
      "titled": .flag { $0.isTitled }, "places": .list(place) { $0.places }, "placeless": .flag { $0.hasPlaceless },
      "rows": .list(row) { $0.rows },
    ]
  }
}
