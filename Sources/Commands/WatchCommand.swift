import ArgumentParser
import CellistSettings

/// `cellist watch`
struct WatchCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Build the site at each change, serve it, and keep open pages as it is.",
    discussion: "The site is served on this machine alone. Control-C ends it.")

  @OptionGroup var preview: PreviewArguments

  func validate() throws { try preview.validate() }

  func run(_ lists: [TypedList]) throws { try preview.run(lists, isEditable: false) }
}
