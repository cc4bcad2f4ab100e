/// A service that publishes a site after each change of its repository, or a shell that does.
package enum Pipeline: String, CaseIterable, Sendable {
  /// GitHub Pages takes what a workflow built.
  case github
  /// GitHub Pages takes a branch, where pull requests have a place too.
  case githubBranch = "github-branch"
  case gitlab, forgejo, shell

  /// The files that the service reads, by their paths.
  ///
  /// - Parameter release: where the service gets the program.
  package func files(_ release: ProgramRelease) -> [(path: String, text: String)] {
    let files: [(path: String, bytes: [UInt8])] =
      switch self {
      case .github:
        [
          (".github/workflows/publish.yml", PackageResources.github_publish_yml),
          (".github/workflows/check.yml", PackageResources.github_check_yml),
          (".github/workflows/comment.yml", PackageResources.github_comment_yml),
        ]
      case .githubBranch:
        [
          (".github/workflows/publish.yml", PackageResources.github_branch_publish_yml),
          (".github/workflows/preview.yml", PackageResources.github_preview_yml),
          (".github/workflows/check.yml", PackageResources.github_check_yml),
          (".github/workflows/comment.yml", PackageResources.github_comment_yml),
        ]
      case .gitlab: [(".gitlab-ci.yml", PackageResources.gitlab_ci_yml)]
      case .forgejo:
        [
          (".forgejo/workflows/publish.yml", PackageResources.forgejo_publish_yml),
          (".forgejo/workflows/check.yml", PackageResources.forgejo_check_yml),
        ]
      case .shell: [("publish.sh", PackageResources.publish_sh)]
      }
    return files.map { ($0.path, filled(Self.text($0.bytes), release)) }
  }

  /// The workflow that makes commits of issues.
  func records(_ release: ProgramRelease) -> String {
    filled(Self.text(PackageResources.github_records_yml), release)
  }

  /// The lines of site.yml that say where the site goes; empty where the service fetches it.
  package var settings: String {
    switch self {
    case .github, .gitlab: ""
    case .githubBranch: "publish:\n  pages: {git: origin, branch: gh-pages}\n"
    case .forgejo: "publish:\n  pages: {git: origin, branch: pages}\n"
    case .shell: "publish:\n  live: {folder: /srv/www/live}\n"
    }
  }

  /// A file with its parts in place, of which each stands in the files of several pipelines.
  private func filled(_ text: String, _ release: ProgramRelease) -> String {
    let hasPreview = self == .githubBranch
    let condition = text.contains("id: due") ? "if: steps.due.outputs.nothing != 'true'\n        " : ""
    let closed = text.contains("ACTION") ? "if: github.event.action != 'closed'\n        " : condition
    let parts = [
      ("ENV", Self.text(PackageResources.github_env_yml)),
      ("PROGRAM", Self.text(PackageResources.github_program_yml)),
      ("BASE", Self.text(PackageResources.github_base_yml)),
      ("NEEDED", Self.text(PackageResources.github_needed_yml)),
    ].map { ($0.0, String($0.1.dropLast())) }
    let values = [
      ("IF", closed), ("RUNNER", release.isForARM ? "ubuntu-24.04-arm" : "ubuntu-latest"),
      ("PREVIEW", hasPreview ? "--preview-base \"$PREVIEW\" " : ""),
      (
        "PREVIEWENV",
        hasPreview
          ? "\n          PREVIEW: ${{ github.event.pull_request.head.repo.full_name == github.repository && "
            + "format('{0}pr/{1}/', env.BASE, github.event.pull_request.number) || '' }}" : ""
      ),
      ("FROM", release.note), ("RELEASE", release.address), ("NAME", release.name), ("SHA256", release.sha256),
    ]
    return (parts + values).reduce(text) { $0.replacing("@\($1.0)@", with: $1.1) }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
