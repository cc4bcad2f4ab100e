import ArgumentParser
import CellistSettings

/// `cellist edit`
struct EditCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Watch the site, with forms to edit its records in the browser.",
    discussion: "The printed address contains a token: only a browser that opens it can edit. Control-C ends it.")

  @OptionGroup var preview: PreviewArguments

  func validate() throws { try preview.validate() }

  func run(_ lists: [TypedList]) throws { try preview.run(lists, isEditable: true) }
}
