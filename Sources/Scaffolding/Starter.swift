/// A whole site to start from: its lists with some records, its pages and its pictures.
package enum Starter: String, CaseIterable, Sendable {
  case lab, conference, data, shop

  /// The site's files, one after the other, each under a line with its path. Under `draw` stand the names of pictures,
  /// each with what it shows.
  private var text: [UInt8] {
    switch self {
    case .lab: PackageResources.lab_txt
    case .conference: PackageResources.conference_txt
    case .data: PackageResources.data_txt
    case .shop: PackageResources.shop_txt
    }
  }

  /// The files of a site.
  ///
  /// - Parameter title: the title of the site as YAML writes it.
  func files(title: String) -> [(path: String, text: String)] {
    var files: [(path: String, text: String)] = []
    var folder: Substring?
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("=== ") {
        folder = line.hasPrefix("=== draw ") ? line.dropFirst("=== draw ".count) : nil
        if folder == nil { files.append((String(line.dropFirst("=== ".count)), "")) }
      } else if let folder {
        let words = line.split(separator: " ")
        guard words.count == 2, let subject = DrawnPicture.Subject(rawValue: String(words[1])) else { continue }
        files.append(("\(folder)/\(words[0])", DrawnPicture(of: subject, named: String(words[0])).svg))
      } else if !files.isEmpty {
        let shown = line == "title: TITLE" ? "title: \(title)" : String(line)
        files[files.count - 1].text += shown + "\n"
      }
    }
    return files.map { ($0.path, $0.text.hasSuffix("\n\n") ? String($0.text.dropLast()) : $0.text) }
  }
}
