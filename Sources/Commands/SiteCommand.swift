import ArgumentParser
import CellistSettings

/// A command that reads a site, whose lists may be declared in Swift.
protocol SiteCommand: ParsableCommand {
  func run(_ lists: [TypedList]) throws
}

extension SiteCommand {
  func run() throws { try run([]) }
}

extension CellistCommand {
  /// Does what the command line asks for, for a site with lists that are declared in Swift.
  package static func main(with lists: [TypedList]) {
    let name = CommandLine.arguments.first?.fileName ?? ""
    if !name.isEmpty { program.withLock { $0 = name } }
    do {
      var command = try parseAsRoot()
      if let command = command as? any SiteCommand { try command.run(lists) } else { try command.run() }
    } catch {
      exit(withError: error)
    }
  }
}
