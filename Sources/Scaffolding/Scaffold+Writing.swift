import CellistContent
import CellistOutput
import Glibc

extension Scaffold {
  /// Writes the files below a folder, which may exist. Where something stands already in the place of one, or a link leads
  /// elsewhere, nothing is written at all.
  package func write(to folder: String) throws(OutputFolder.Failure) {
    var status = stat()
    // A site that is there already may lie anywhere.
    if lstat(joined(folder, SiteFolder.settings), &status) != 0, let objection = FreePlace.objection(above: folder) {
      throw .refused("nothing can be started in '\(folder)', which \(objection)")
    }
    for place in files.map(\.path) + copies.map(\.path) {
      let path = "\(folder)/\(place)"
      if lstat(path, &status) == 0 { throw .foreign(path) }
      if let objection = FreePlace.objection(toFile: place, in: folder) {
        throw .refused("'\(path)' cannot be written, since it \(objection)")
      }
      for place in sequence(first: path.folder, next: { $0.isEmpty ? nil : $0.folder }) where !place.isEmpty {
        if stat(place, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
          throw .refused("'\(path)' cannot be written, since '\(place)' is a file")
        }
      }
    }
    for file in files { try OutputFolder.create("\(folder)/\(file.path)", Array(file.text.utf8)) }
    for copy in copies { try OutputFolder.create("\(folder)/\(copy.path)", copy.bytes) }
  }
}
