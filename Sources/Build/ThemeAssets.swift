import CellistContent
import CellistThemes
import Crypto

/// A theme's assets under names that change with their bytes, so that browsers may keep them forever.
struct ThemeAssets: Sendable {
  struct File: Sendable {
    /// The path below the theme's `assets/`.
    let name: String
    /// The path below the output folder.
    let path: String
    let bytes: [UInt8]
  }

  let files: [File]
  private let paths: [String: String]

  init(_ theme: Theme) {
    files = theme.assets.sorted { $0.key < $1.key }.map { name, bytes in
      let digest = SHA256.hash(data: bytes).prefix(6).map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0\(digits)" : digits
      }.joined()
      let ending = name.fileExtension.isEmpty ? "" : ".\(name.fileExtension)"
      let path = joined("assets", name.folder, "\(name.fileStem)-\(digest)\(ending)")
      return File(name: name, path: path, bytes: bytes)
    }
    paths = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.path) })
  }

  func path(of name: String) -> String { paths[name] ?? joined("assets", name) }
}
