import ArgumentParser

/// `cellist`: a static site generator of list pages.
package struct CellistCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "cellist", abstract: "A static site generator of list pages.", version: "0.1.0",
    subcommands: [
      BuildCommand.self, CheckCommand.self, WatchCommand.self, PublishCommand.self, VerifyCommand.self,
      DiffCommand.self, SchemaCommand.self,
      NewCommand.self,
    ])

  package init() {}
}
