import CellistLists
import CellistRecords
import CellistSettings
import CellistSites
import CellistWriting

/// A record as a form edits it: its fields with the values that its source has.
package struct EditForm: Sendable {
  /// A field, and what may be entered.
  package struct Input: Sendable {
    package let field: Field
    /// As the source has it; nil for none.
    package let value: WrittenValue?
    /// Why a form cannot change it; nil where it can.
    package let refusal: String?
  }

  package let title: String
  /// Where the record is written; nil for a new one.
  package let place: SourceLocation?
  /// Whether a new record needs a name besides its fields.
  package let needsName: Bool
  package let inputs: [Input]
  /// The list that has it.
  package let list: ListSettings
}

extension SiteBuilder {
  /// The form of a new record.
  ///
  /// - Parameter name: the path of the list below `content`.
  package func form(in name: String) throws(EditRefusal) -> EditForm {
    let settings = try content(of: name).settings
    // A row of a table has no text below it.
    let isRow = !settings.rowSources.isEmpty
    let fields = (0..<settings.type.ownCount).filter {
      !settings.type.fields[$0].type.isComputed && !(isRow && settings.type.fields[$0].name == RecordType.bodyName)
    }
    let inputs = fields.map { Self.input($0, of: settings, in: nil) }
    return EditForm(
      title: settings.title, place: nil, needsName: settings.decoder.idFields.isEmpty,
      inputs: inputs.filter { $0.refusal == nil }, list: settings)
  }

  /// The forms of some records of a list, by their ids, without those that are not there.
  ///
  /// - Parameter name: the path of the list below `content`.
  package func forms(of ids: [String], in name: String) throws(EditRefusal) -> [(id: String, form: EditForm)] {
    let list = try content(of: name)
    var sources: [String: EditedSource] = [:]
    return ids.compactMap { id in (try? form(of: id, list, &sources)).map { (id, $0) } }
  }

  /// The form of a record.
  ///
  /// - Parameter name: the path of the list below `content`.
  package func form(of id: String, in name: String) throws(EditRefusal) -> EditForm {
    var sources: [String: EditedSource] = [:]
    return try form(of: id, content(of: name), &sources)
  }

  /// - Parameter sources: those that have been read, by their paths.
  private func form(
    of id: String, _ list: SiteContent.ListContent, _ sources: inout [String: EditedSource]
  ) throws(EditRefusal) -> EditForm {
    let settings = list.settings
    let type = settings.type
    let (record, group) = try Self.record(id, of: list)
    var inputs: [EditForm.Input] = []
    for field in type.fieldIndices(ofVariant: record.variant) where field < type.ownCount {
      guard !type.fields[field].type.isComputed else { continue }
      let location = record.locations[field]
      if sources[location.file] == nil, let source = try? Self.source(location.file, of: group, in: list) {
        sources[location.file] = try? EditedSource(source, in: tree, at: [])
      }
      var source = sources[location.file]
      source?.turn(to: [record.location, location])
      if type.fields[field].name == RecordType.bodyName, source?.hasBody == false { continue }
      inputs.append(Self.input(field, of: settings, in: source, elsewhere: source == nil ? location : nil))
    }
    let title = record.values[settings.titleField].plainText
    return EditForm(
      title: title.isEmpty ? record.id : title, place: record.location, needsName: false, inputs: inputs,
      list: settings)
  }

  private static func input(
    _ index: Int, of list: ListSettings, in source: EditedSource?, elsewhere place: SourceLocation? = nil
  ) -> EditForm.Input {
    let field = list.type.fields[index]
    if let place { return EditForm.Input(field: field, value: nil, refusal: "edit it by hand at \(place)") }
    do throws(EditRefusal) {
      return EditForm.Input(field: field, value: try source?.written(field.name, of: list), refusal: nil)
    } catch {
      return EditForm.Input(field: field, value: nil, refusal: error.reason)
    }
  }

  /// The records of a list whose id or title has a text, in the order of the list.
  ///
  /// - Parameter limit: how many are found at most.
  package func records(
    of name: String, with text: String, limit: Int
  ) throws(EditRefusal) -> [(id: String, title: String)] {
    let list = try content(of: name)
    let sought = text.folded
    let found = list.arranged.records.lazy.filter {
      sought.isEmpty || $0.id.folded.contains(sought) || $0.title.folded.contains(sought)
    }
    return found.prefix(limit).map { ($0.id, $0.title) }
  }

  /// The titles of the lists with records that can be added to, by their paths.
  package func editableLists() -> [(path: String, title: String)] {
    lists().lists.filter { $0.hasWrittenRecords }.map { ($0.folder.path, $0.title) }
  }
}
