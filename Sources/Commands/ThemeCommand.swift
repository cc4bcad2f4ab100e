import ArgumentParser
import CellistBuilding
import CellistRecords
import CellistScaffolding
import CellistSettings
import CellistThemes

/// `cellist theme`
struct ThemeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme", abstract: "Copy a file of the default theme into the site's own.",
    discussion: "A file that exists already is not overwritten.")

  enum Action: String, CaseIterable, ExpressibleByArgument { case eject }

  @Argument(help: "What to do: eject.")
  var action: Action

  @Argument(help: "A file of the default theme, such as 'views/table' or 'assets/style.css'.")
  var path: String

  @Option(help: ArgumentHelp("The site whose theme gets the file.", valueName: "folder"))
  var site = "."

  func run() throws {
    var diagnostics = Diagnostics()
    let theme = SiteBuilder(.disk(site), BuildOptions(now: 0)).settings(&diagnostics)?.themeName
    guard let theme, theme != DefaultTheme.name, theme.first != ".", !theme.contains("/") else {
      throw ValidationError(
        "The site has no theme of its own: start one with 'cellist new theme NAME', and name it in content/site.yml.")
    }
    guard let scaffold = Scaffold.ejected(path, into: theme) else {
      let hint = Suggestion.hint(for: path, in: Scaffold.ejectable)
      throw ValidationError("The default theme has no file '\(path)'\(hint.map { "; \($0)" } ?? ".")")
    }
    try scaffold.write(to: site, naming: Terminal.standard)
  }
}

extension Scaffold {
  /// Writes the files below a folder, and prints them; a usage error where one of them exists already.
  func write(to folder: String, naming terminal: Terminal) throws {
    do {
      try write(to: folder)
    } catch {
      switch error {
      case .foreign(let path):
        terminal.note("error: '\(path)' exists already; nothing was written")
        throw ExitStatus.usage
      default: throw ExitStatus.saying(error)
      }
    }
    for path in files.map(\.path) + copies.map(\.path) { terminal.note("\(folder == "." ? "" : "\(folder)/")\(path)") }
  }
}
