import CellistBase
import CellistBuilding
import CellistContent
import CellistFiles
import CellistRecords
import CellistScaffolding
import CVersion
import Foundation
import Glibc

/// The work of `cellist new site --ci` besides writing files.
enum PipelineSetup {
  /// The release from which pipelines download this version of the program.
  ///
  /// - Parameter address: the folder of its files; nil for the release that the program belongs to.
  static func release(at address: String?) throws -> ProgramRelease {
    var machine = utsname()
    uname(&machine)
    let name = withUnsafeBytes(of: machine.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    guard let program = FileManager.default.contents(atPath: StateFolder.programFile) else {
      Terminal.standard.note("error: the program's own file '\(StateFolder.programFile)' cannot be read")
      throw ExitStatus.io
    }
    return ProgramRelease(
      at: address, repository: String(cString: cellist_repository()), version: CellistCommand.number, machine: name,
      sha256: FileDigest(program).hexadecimal)
  }

  /// Prints what the user must still do.
  static func tell(_ pipeline: Pipeline?, _ address: String?) {
    let terminal = Terminal.standard
    switch pipeline {
    case .github: terminal.note("\nin the repository's settings, under Pages, choose the source \"GitHub Actions\"")
    case .githubBranch:
      terminal.note("\nafter the first run, in the repository's settings, under Pages, choose the branch gh-pages")
    case .gitlab: terminal.note("\nfor records that come due, make an hourly schedule in the project's settings")
    case .forgejo, .shell, nil: break
    }
    guard pipeline != .shell, address == nil, String(cString: cellist_repository()).isEmpty else { return }
    terminal.note(
      "this program belongs to no release, so the files name a placeholder: "
        + "put in the address and the digest of the release that you use, or give --release")
  }

  /// Adds the lines for the site's address and target to its settings, if the user agrees.
  static func addSettings(of pipeline: Pipeline, to folder: String, withoutAsking: Bool) throws {
    let lines = pipeline.settings
    guard !lines.isEmpty else { return }
    let terminal = Terminal.standard
    let file = joined(folder, SiteFolder.settings)
    let text = FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) }
    guard let text, Self.canEnd(text, with: lines) else {
      return terminal.note("\nadd to content/site.yml what is missing of this:\n\(lines)", ending: "")
    }
    guard withoutAsking || asks("\nadd this to content/site.yml?\n\(lines)[y/N] ") else {
      return terminal.note("\nadd to content/site.yml:\n\(lines)", ending: "")
    }
    let end = Self.lineEnd(of: text)
    // Appending leaves the existing text of the file unchanged.
    let descriptor = open(file, O_WRONLY | O_APPEND | O_CLOEXEC)
    let isWritten = descriptor >= 0 && Terminal.write(end + lines, to: descriptor)
    let reason = String(cString: strerror(errno))
    guard isWritten, close(descriptor) == 0 else {
      terminal.note("error: '\(file)' cannot be written: \(reason)")
      throw ExitStatus.io
    }
    terminal.note("\nadded to content/site.yml:\n\(lines)", ending: "")
  }

  private static func lineEnd(of text: String) -> String { text.isEmpty || text.hasSuffix("\n") ? "" : "\n" }

  /// Whether lines after the text of settings are read as further settings: it is no mapping in braces, no end of a document
  /// comes before, and it has none of their keys.
  private static func canEnd(_ text: String, with lines: String) -> Bool {
    func entries(_ text: String) -> [Node.Entry]? {
      var diagnostics = Diagnostics()
      guard let root = SettingsFile.read(text, path: SiteFolder.settings, &diagnostics), !diagnostics.hasErrors else {
        return nil
      }
      return root.isNull ? [] : root.entries
    }
    guard let own = entries(text), let new = entries(lines), let both = entries(text + lineEnd(of: text) + lines) else {
      return false
    }
    return both.map(\.key) == (own + new).map(\.key) && Set(both.map(\.key)).count == both.count
  }

  /// Asks a question if the terminal is interactive; otherwise the answer is no.
  private static func asks(_ question: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1, Terminal.standard.isInteractive else { return false }
    Terminal.standard.note(question, ending: "")
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }
}
