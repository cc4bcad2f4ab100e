import CellistContent
import CellistScaffolding
import Foundation

extension ListMaterial {
  /// Reads a file, or the Markdown files of a folder and the pictures beside them; nil where that cannot be read.
  init?(readingFrom path: String) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    let folder = isFolder.boolValue ? path : path.folder
    func bytes(_ name: String) -> [UInt8]? {
      FileManager.default.contents(atPath: joined(folder, name)).map(Array.init)
    }
    guard isFolder.boolValue else {
      guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
      self.init(file: path.fileName, Array(bytes)) { name in
        FileManager.default.contents(atPath: joined(folder, name)).map(Array.init)
      }
      return
    }
    guard let names = FileManager.default.enumerator(atPath: path) else { return nil }
    let all = names.compactMap { $0 as? String }.sorted().filter { name in
      !name.split(separator: "/").contains { $0.hasPrefix(".") || $0.hasPrefix("_") }
    }
    let records = all.filter { SourceFormat(path: $0) == .markdown }
    let pictures = all.filter { SourceFormat(path: $0) == .picture }
    self.init(
      folder: records.compactMap { name in bytes(name).map { (name, $0) } },
      pictures: pictures.compactMap { name in bytes(name).map { (name, $0) } })
  }
}
