import ArgumentParser

/// What a command's exit status says. The numbers above 63 are those of sysexits.h.
package enum ExitStatus {
  /// The site has errors, all of which were printed; nothing was written.
  package static let siteHasErrors = ExitCode(1)
  /// The arguments make no sense.
  package static let usage = ExitCode(64)
  /// Something could not be read or written.
  package static let io = ExitCode(74)
  /// Another build holds the output folder.
  package static let locked = ExitCode(75)
}
