/// A place where a site is published, as `publish:` in site.yml names it.
package struct PublishTarget: Hashable, Sendable {
  /// The kind of place, and with it the program that takes files there.
  package enum Place: Hashable, Sendable {
    /// A folder of this machine: of releases behind a symbolic link, or with its files replaced one by one.
    case folder(String, inPlace: Bool)
    /// A branch of a git repository, which is a remote's name or an address.
    case git(String, branch: String)
    /// A folder that rsync reaches, through ssh or as a daemon's.
    case rsync(String)
    /// A folder of a remote that is configured in rclone.
    case rclone(String)
  }

  package let name: String
  package let place: Place
  /// The file that gets the addresses that changed, below the site's folder.
  package var purge: String?
  /// The codings of the compressed copies that are to stand beside files.
  package var codings: [ContentCoding] = []

  package init(name: String, place: Place, purge: String? = nil, codings: [ContentCoding] = []) {
    self.codings = codings
    self.name = name
    self.place = place
    self.purge = purge
  }
}
