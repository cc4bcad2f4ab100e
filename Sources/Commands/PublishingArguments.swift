import ArgumentParser
import CellistContent
import CellistSettings
import CellistText
import Glibc

/// The arguments that decide what is published, and its address.
struct PublishingArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Where the site will stand, instead of the 'base' of site.yml.", valueName: "address"))
  var base: String?

  @Flag(help: "Publish drafts as well.")
  var drafts = false

  @Option(
    help: ArgumentHelp(
      "Decide as of this date, such as 2024-05-01 or 2024-05-01T09:30, in the site's time zone what is published.",
      valueName: "date"))
  var now: String?

  /// The options of a build from the arguments.
  func options(_ lists: [TypedList]) throws -> BuildOptions {
    if let base, SiteBase(base) == nil {
      throw ValidationError("--base must be an address such as https://example.org/path/, found '\(base)'.")
    }
    if let now, let zone = TimeZoneRules("UTC"), Schedule.instant(now, zone: zone) == nil {
      throw ValidationError("--now must be a date such as 2024-05-01, found '\(now)'.")
    }
    var options = BuildOptions(base: base, drafts: drafts, now: time(nil), date: now)
    options.lists = lists
    return options
  }
}
