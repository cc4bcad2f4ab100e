import CellistText

/// The files that a new list is made of: one file of records, or a folder of Markdown.
package struct ListMaterial {
  /// The files with records, by their path in the list's folder.
  package let files: [(path: String, bytes: [UInt8])]
  /// Other files of the folder, which are copied with the records.
  package let others: [(path: String, bytes: [UInt8])]
  /// Whether they are a folder, whose files are all read.
  package let isFolder: Bool
  /// The bytes of another file in the folder, such as a picture that a record names; nil if there is none.
  package let neighbour: (_ path: String) -> [UInt8]?
  /// The day on which the list is made, from which calendars look ahead; nil for their own last year.
  package var today: Day?

  package init(file: String, _ bytes: [UInt8], neighbour: @escaping (_ path: String) -> [UInt8]? = { _ in nil }) {
    files = [(file, bytes)]
    others = []
    isFolder = false
    self.neighbour = neighbour
  }

  package init(folder files: [(path: String, bytes: [UInt8])], others: [(path: String, bytes: [UInt8])] = []) {
    self.files = files
    self.others = others
    isFolder = true
    neighbour = { path in others.first { $0.path == path }?.bytes }
  }
}
