import CellistFiles
import CellistText

/// The names that a new list, page or theme may have: those that a site looks for, that every file system can hold, and
/// that mean the same in settings and links as on disk.
package enum NewName {
  /// Why a name cannot be used; nil where it can.
  ///
  /// - Parameters:
  ///   - mayNest: whether the name may be a path through folders.
  ///   - isFolder: whether it names a folder, which files are not told from when it ends as they do.
  package static func problem(with name: String, mayNest: Bool, isFolder: Bool) -> String? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.count > 1, !mayNest { return "it has no '/'" }
    for part in parts {
      if part.isEmpty { return "no part of it is empty" }
      if part.hasPrefix(".") || part.hasSuffix("~") { return "such files are hidden, and sites pass over them" }
      if part.unicodeScalars.contains(where: isControl) { return "it has a line break or a control character" }
      if let mark = part.first(where: { "{}<>:\"|?*\\#%".contains($0) }) {
        return "'\(mark)' has a meaning of its own in paths, links or templates"
      }
      if part.hasSuffix(".") || part.hasSuffix(" ") || part.hasPrefix(" ") {
        return "it begins or ends with a space or a dot"
      }
      if devices.contains(part.prefix { $0 != "." }.lowercased()) {
        return "'\(part)' is a device on Windows, where such a file cannot be made"
      }
      let slug = Slug.make(part)
      if slug.isEmpty { return "'\(part)' has no letters or digits for a URL" }
      if slug.utf8.count > Slug.limit { return "\(Slug.limit) bytes are the most" }
    }
    guard isFolder, let last = parts.last, SourceFormat(path: last) != nil || last.hasSuffix(".html") else {
      return nil
    }
    return "it is the name of a folder, and '.\(last.fileExtension)' ends the names of files"
  }

  private static let devices = Set(
    ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default:
      scalar.value == 0xFEFF || (0x200E...0x200F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
    }
  }
}
