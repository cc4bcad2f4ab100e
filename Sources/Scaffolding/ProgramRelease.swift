/// Where pipelines get the program from, by version and digest.
package struct ProgramRelease: Sendable {
  /// The folder of the release's files.
  package let address: String
  /// The name of the tarball, and of the folder in it: "cellist-0.1.0-linux-x86_64".
  package let name: String
  /// The digest of the program in the tarball, in hexadecimal digits.
  package let sha256: String
  /// Whether an address was known; else it names nobody's release.
  package let isKnown: Bool

  /// - Parameters:
  ///   - address: the folder of the release's files; nil for that of the repository's release.
  ///   - repository: the address of the repository that released the program; empty where none did.
  ///   - machine: the machine that the program is for, as `uname -m` tells it.
  ///   - sha256: the digest of the program.
  package init(at address: String?, repository: String, version: String, machine: String, sha256: String) {
    isKnown = address != nil || !repository.isEmpty
    let home = repository.isEmpty ? "https://github.com/OWNER/cellist" : repository
    self.address = (address ?? "\(home)/releases/download/v\(version)").withoutSlash
    name = "cellist-\(version)-linux-\(machine)"
    self.sha256 = sha256
  }

  /// Whether the program runs on ARM alone.
  var isForARM: Bool { name.hasSuffix("aarch64") }

  /// A comment about it.
  var note: String {
    isKnown
      ? "The release of Cellist that builds the site, and the digest of its program: change them together."
      : "A placeholder: the program that wrote this belongs to no release. Put in the account whose release you use, and the "
        + "digest in its file \(name).program.sha256."
  }
}

extension String {
  fileprivate var withoutSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
