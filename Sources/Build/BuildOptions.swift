/// What a build is asked to do beside what the site's settings say.
package struct BuildOptions: Hashable, Sendable {
  /// Takes the place of the site's own base.
  package var base: String?
  /// Whether drafts are published.
  package var drafts = false
  /// The instant at which it is decided what is published, in seconds since 1970-01-01T00:00:00Z.
  package var now: Int

  package init(base: String? = nil, drafts: Bool = false, now: Int) {
    self.base = base
    self.drafts = drafts
    self.now = now
  }
}
