import CellistBase
import CellistFiles
import CellistScaffolding
import Foundation

extension ListMaterial {
  /// Reads a file, or the Markdown files of a folder and the pictures and documents beside them; nil if one cannot be read.
  init?(readingFrom path: String) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    func bytes(at path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }
    guard isFolder.boolValue else {
      guard let content = bytes(at: path) else { return nil }
      self.init(file: path.fileName, content) { bytes(at: joined(path.folder, $0)) }
      return
    }
    guard let names = FileManager.default.enumerator(atPath: path) else { return nil }
    var (records, others): ([(String, [UInt8])], [(String, [UInt8])]) = ([], [])
    for name in names.compactMap({ $0 as? String }).sorted()
    where !name.split(separator: "/").contains(where: \.isHidden) {
      let format = SourceFormat(path: name)
      var isInner: ObjCBool = false
      // Other formats would be records as well.
      guard format == nil || format == .markdown || format == .picture,
        FileManager.default.fileExists(atPath: joined(path, name), isDirectory: &isInner), !isInner.boolValue
      else { continue }
      guard let content = bytes(at: joined(path, name)) else { return nil }
      if format == .markdown { records.append((name, content)) } else { others.append((name, content)) }
    }
    self.init(folder: records, others: others)
  }
}

extension Substring {
  /// Whether sites leave out files of that name.
  fileprivate var isHidden: Bool { hasPrefix(".") || hasSuffix("~") }
}
