import ArgumentParser
import CellistRecords
import CellistSettings

/// A command that reads a site, whose lists may be declared in Swift.
protocol SiteCommand: ParsableCommand {
  func run(_ lists: [TypedList]) throws
}

extension SiteCommand {
  func run() throws { try run([]) }
}

extension CellistCommand {
  /// Runs the command line for a site with lists that are declared in Swift.
  package static func main(with lists: [TypedList]) {
    let name = CommandLine.arguments.first?.fileName ?? ""
    if !name.isEmpty { program.withLock { $0 = name } }
    if let first = CommandLine.arguments.dropFirst().first, let problem = unknownCommand(first) {
      Terminal.standard.note(problem)
      exit(withError: ExitStatus.usage)
    }
    do {
      var command = try parseAsRoot()
      if let command = command as? any SiteCommand { try command.run(lists) } else { try command.run() }
    } catch {
      exit(withError: error)
    }
  }
  /// A message for an unknown word in the place of a command; nil for a command, and for an option.
  static func unknownCommand(_ word: String) -> String? {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard !word.hasPrefix("-"), !names.contains(word) else { return nil }
    let hint = Suggestion.nearest(to: word, in: names).map { "did you mean '\($0)'?" }
    return "error: there is no command '\(DiagnosticPrinter.printable(word.shortened))'; "
      + (hint ?? "commands are \(names.joined(separator: ", "))")
  }
}
