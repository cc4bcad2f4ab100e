/// Where the file of a page lies: it is the index of a folder of its own, so that addresses end in a slash.
package enum PagePath {
  /// The name of the file that is its folder's page.
  package static let index = "index.html"

  /// How many bytes the path of a file has at most. File systems take 4,096 with the folders above it, and the addresses of
  /// a site map are shorter than 2,048.
  package static let limit = 2_000

  /// The path of the page in a folder, with or without a trailing slash; the top is an empty path.
  package static func page(in folder: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + index : joined(folder, index)
  }

  /// The folder whose index a file is, with a trailing slash unless it is the top; nil for any other file.
  package static func folder(of path: String) -> String? {
    guard path.fileName == index else { return nil }
    return String(path.dropLast(index.utf8.count))
  }

  /// The path of the file that is at an address below the top, which `address(of:)` is of.
  package static func path(ofAddress address: String) -> String {
    address.isEmpty || address.utf8.last == UInt8(ascii: "/") ? page(in: address) : address
  }

  /// The last part of the address of a file: the folder whose index it is, or the file itself.
  package static func address(of path: String) -> String { folder(of: path) ?? path }
}
