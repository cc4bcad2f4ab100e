import CellistRecords
import CellistTyped

extension FieldNote {
  /// Says a setting of the field as `list.yml` would, for those that have no parameter.
  ///
  /// ```swift
  /// static var fields: [FieldNote] {
  ///   [FieldNote(\Paper.authors).setting("text", "{given} {family}"), FieldNote(\Paper.day).setting("precision", "year")]
  /// }
  /// ```
  ///
  /// A fault in it is an error of the site at the line that calls this function.
  ///
  /// - Parameters:
  ///   - key: the key, as in a field of `list.yml`.
  ///   - value: its value.
  ///   - file: where the setting stands, for messages.
  ///   - line: the line of it.
  /// - Complexity: O(*s*), where *s* is the number of settings that the note has.
  public func setting(
    _ key: String, _ value: SettingValue, file: String = #filePath, line: Int = #line
  ) -> Self {
    let place = SourceLocation(swift: file, line: line)
    var note = self
    note.settings.append(Node.Entry(key: key, keyLocation: place, value: value.node(place)))
    return note
  }
}
