import ArgumentParser
import CVersion
import Synchronization

/// `cellist`: a static site generator of list pages.
package struct CellistCommand: ParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: program.withLock(\.self), abstract: "A static site generator of list pages.", version: version,
      subcommands: [
        BuildCommand.self, CheckCommand.self, WatchCommand.self, EditCommand.self, PublishCommand.self,
        VerifyCommand.self, DiffCommand.self, ListCommand.self, SetCommand.self, AddCommand.self, RemoveCommand.self,
        RenameCommand.self, SubmitCommand.self, UpdateCommand.self, SchemaCommand.self, NewCommand.self,
        ThemeCommand.self,
        ProgramsCommand.self,
      ])
  }

  /// The name of the program: a site that is declared in Swift has its own.
  static let program = Mutex("cellist")

  package init() {}

  /// The version, and the commit that the program was built from, where `make` built it.
  private static var version: String {
    let commit = String(cString: cellist_commit())
    return commit.isEmpty ? number : "\(number) (\(commit))"
  }

  /// The number of the version.
  static let number = "0.1.0"
}
