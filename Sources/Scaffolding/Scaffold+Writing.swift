import CellistBase
import CellistFiles
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
    var written: [String] = []
    do throws(OutputFolder.Failure) {
      for (place, bytes) in files.map({ ($0.path, Array($0.text.utf8)) }) + copies.map({ ($0.path, $0.bytes) }) {
        try OutputFolder.create("\(folder)/\(place)", bytes)
        written.append("\(folder)/\(place)")
      }
    } catch {
      // All of it or nothing: the command can be given again.
      for path in written { unlink(path) }
      throw error
    }
  }
}
