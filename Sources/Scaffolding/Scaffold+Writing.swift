import CellistOutput
import Glibc

extension Scaffold {
  /// Writes the files below a folder, which may exist; a file that already stands there is left alone and nothing is
  /// written at all.
  package func write(to folder: String) throws(OutputFolder.Failure) {
    for file in files where access("\(folder)/\(file.path)", F_OK) == 0 {
      throw .foreign("\(folder)/\(file.path)")
    }
    for file in files { try OutputFolder.create("\(folder)/\(file.path)", Array(file.text.utf8)) }
  }
}
