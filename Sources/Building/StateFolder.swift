import CellistBase
import CellistFiles
import CProcess
import Glibc

/// The folder of a site in which builds keep what they know.
package enum StateFolder {
  /// The file for one output folder. An output in the site's folder is named by its place there, so that both can move.
  package static func file(site: String, output: String) -> String {
    let site = absolutePath(site)
    let output = absolutePath(output)
    let place = output.utf8.starts(with: "\(site)/".utf8) ? output.below(site) : output
    return joined(site, SiteFolder.state, "\(Digest(place).hexadecimal).sqlite")
  }

  /// An identification of this program: the digest that its linker left in it, so that a copy on another machine counts
  /// as the same; else its file's size and date.
  package static let program: String = {
    if let id = ProgramFile(programFile)?.buildID { return id }
    var status = stat()
    guard stat(programFile, &status) == 0 else { return "" }
    return "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }()

  /// The file of this program.
  package static let programFile: String = {
    let file = "/proc/self/exe"
    return access(file, R_OK) == 0 ? file : String(cString: cellist_started_as())
  }()
}
