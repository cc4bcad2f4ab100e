import CLibICal

/// The settings of the library, which hold for the whole process.
package enum LibICal {
  /// It would end the process over what is no calendar.
  private static let isPrepared: Bool = {
    icalerror_set_errors_are_fatal(0)
    return true
  }()

  package static func prepare() { _ = isPrepared }
}

extension icaltimetype {
  package init(_ time: CalendarTime) {
    self.init()
    let date = time.day.date
    (year, month, day) = (Int32(date.year), Int32(date.month), Int32(date.day))
    if let second = time.second {
      (hour, minute, self.second) = (Int32(second / 3_600), Int32(second / 60 % 60), Int32(second % 60))
    } else {
      is_date = 1
    }
  }
}
