import CellistRecords
import CellistTestSupport
import Testing

@testable import CellistCommands
@testable import CellistPublishing

/// Targets as site.yml names them.
@Suite struct PublishTargetTests {
  private static func read(_ text: String) throws -> (targets: [PublishTarget], printed: String) {
    let site = TestSite(["content/site.yml": "title: T\npublish:\n\(text)"])
    var diagnostics = Diagnostics()
    let settings = try #require(site.builder.settings(&diagnostics))
    let targets = PublishTarget.all(settings.publish, &diagnostics)
    return (targets, diagnostics.all.map { "\($0.location?.description ?? ""): \($0.message)" }.joined(separator: "\n"))
  }

  @Test func `each kind of target is read`() throws {
    let (targets, printed) = try Self.read(
      """
        live: {folder: /srv/www/example}
        here: {folder: public, in-place: true}
        pages: {git: origin}
        code: {git: "git@example.org:a/b.git", branch: live}
        host: {rsync: "user@host:/srv/www/"}
        daemon: {rsync: "rsync://host:8873/module/site"}
        module: {rsync: "host::module/site"}
        bucket: {rclone: "store:bucket/site", purge: purge.txt}
        small: {folder: a, compress: [brotli, gzip]}
      """)
    #expect(printed == "")
    #expect(
      targets == [
        PublishTarget(name: "live", place: .folder("/srv/www/example", inPlace: false)),
        PublishTarget(name: "here", place: .folder("public", inPlace: true)),
        PublishTarget(name: "pages", place: .git("origin", branch: "gh-pages")),
        PublishTarget(name: "code", place: .git("git@example.org:a/b.git", branch: "live")),
        PublishTarget(name: "host", place: .rsync("user@host:/srv/www/")),
        PublishTarget(name: "daemon", place: .rsync("rsync://host:8873/module/site")),
        PublishTarget(name: "module", place: .rsync("host::module/site")),
        PublishTarget(name: "bucket", place: .rclone("store:bucket/site"), purge: "purge.txt"),
        PublishTarget(name: "small", place: .folder("a", inPlace: false), codings: [.gzip, .brotli]),
      ])
  }

  @Test(arguments: [
    ("git: \"ext::sh -c x\"", "'git' of the target 't' must not name a program with '::', found \"ext::sh -c x\""),
    ("git: -x", "'git' of the target 't' must not begin with a hyphen, found \"-x\""),
    ("git: \"https://a:b@c/d\"", "'git' of the target 't' must not hold a password, found \"https://a:b@c/d\""),
    ("git: origin, compress: gzip", "'compress' belongs to a target with 'folder' or 'rsync'"),
    (
      "folder: \"a\u{600}/../b\"",
      "'folder' of the target 't' must not hold a mark that joins with punctuation, found \"a\u{600}/../b\""
    ),
    ("folder: a, compress: [zip]", "'compress' of the target 't' must list gzip or brotli, found a list"),
    ("git: origin, branch: a..b", "'branch' of the target 't' must be the name of a branch, found \"a..b\""),
    (
      "git: origin, branch: refs/heads/x",
      "'branch' of the target 't' must be the name of a branch alone, without 'refs/heads/', found \"refs/heads/x\""
    ),
    (
      "folder: \"~/x\"",
      "'folder' of the target 't' must not begin with '~', which only a shell replaces by a home folder, found \"~/x\""
    ),
    ("folder: a/../b", "'folder' of the target 't' must not hold '..', found \"a/../b\""),
    ("folder: \"a\\nb\"", "'folder' of the target 't' must not hold control characters, found \"a\nb\""),
    (
      "rclone: \":sftp,ssh=x:/\"",
      "'rclone' of the target 't' must not be a connection string; it must name a configured remote and a folder in it, "
        + "such as store:bucket/site, found \":sftp,ssh=x:/\""
    ),
  ])
  func `a value that is more than a place is refused`(_ settings: String, _ message: String) throws {
    let (targets, printed) = try Self.read("  t: {\(settings)}\n")
    #expect(targets.isEmpty && printed.hasSuffix(": \(message)"), "\(printed)")
  }
}
