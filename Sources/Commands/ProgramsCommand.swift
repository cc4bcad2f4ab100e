import ArgumentParser
import CellistBuilding
import CellistFiles
import CellistPublishing
import CellistRecords
import CellistSettings
import Glibc

/// `cellist programs`
struct ProgramsCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "programs", abstract: "Say which programs Cellist calls, and which of them are installed.",
    discussion: "Cellist needs none of them to build; each serves one purpose.")

  @OptionGroup var folder: FolderArguments

  @Flag(
    help: "Print only the packages of Debian that the site's settings ask for and that are not installed, a line each.")
  var needed = false

  func run(_ lists: [TypedList]) throws {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    if needed { try folder.requireContent() }
    let uses = uses(lists)
    var text = ""
    for program in CalledProgram.all {
      let place = program.place(on: path)
      let isNeeded = !program.uses.isDisjoint(with: uses)
      if needed {
        if place == nil, isNeeded { text += "\(program.package)\n" }
      } else {
        let state = place ?? "missing: it is in Debian's package \(program.package)"
        text += "\(program.name): \(DiagnosticPrinter.printable(state))\n  for \(program.purpose)"
        text += isNeeded ? ", which this site asks for\n" : "\n"
      }
    }
    try Terminal.standard.output(text)
  }

  /// The uses that the site's settings require; none without a site.
  private func uses(_ lists: [TypedList]) -> Set<CalledProgram.Use> {
    guard access("\(folder.site)/\(SiteFolder.content)", F_OK) == 0 else { return [] }
    var options = BuildOptions(now: 0)
    options.lists = lists
    let builder = SiteBuilder(folder.tree, options)
    // `check` reports the faults of the settings.
    var unheard = Diagnostics()
    let targets = PublishTarget.all(builder.settings(&unheard)?.publish, &unheard)
    return CalledProgram.uses(of: targets, lists: builder.lists().lists)
  }
}
