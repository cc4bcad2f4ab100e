import CellistBase
import CellistSettings

/// Tells the values of a list's records from their names and places.
struct RecordSayings: Sendable {
  /// The fields that count.
  let fields: [Int]
  /// The fields that the id is made of, where pages show them.
  let idFields: [Int]

  init(_ list: ListSettings) {
    idFields = list.decoder.idFields.filter { list.type.fields[$0].isShown }
    fields = (0..<list.type.ownCount).filter { index in
      let field = list.type.fields[index]
      // The id and the number of a row are what a record is called; a hidden field is on no page.
      return field.isShown && !field.type.isComputed && !field.source.isOfHistory && !field.source.isOfPlace
        && !list.decoder.idFields.contains(index)
    }
  }

  func digest(_ fingerprints: [UInt64], variant: Int?) -> UInt64 {
    var writer = StateWriter()
    writer.write(variant ?? -1)
    for field in fields { writer.write(fixed: fingerprints[field]) }
    return Digest(writer.bytes).first
  }
}
