/// A service that publishes a site after each change of its repository, or a shell that does.
package enum Pipeline: String, CaseIterable, Sendable {
  case github, gitlab, shell

  /// The files that the service reads.
  package var files: [(path: String, text: String)] {
    switch self {
    case .github:
      [
        (".github/workflows/publish.yml", Self.githubPublishes), (".github/workflows/check.yml", Self.githubChecks),
        (".github/workflows/comment.yml", Self.githubComments),
      ]
    case .gitlab: [(".gitlab-ci.yml", Self.gitlabPublishes)]
    case .shell: [("publish.sh", Self.shellPublishes)]
    }
  }

  /// The lines of site.yml that say where the site goes; empty where the service fetches it.
  package var settings: String {
    switch self {
    case .github: "publish:\n  pages: {git: origin, branch: gh-pages}\n"
    case .gitlab: ""
    case .shell: "publish:\n  live: {folder: /srv/www/live}\n"
    }
  }

  // MARK: GitHub

  /// The steps of a job on Debian in which Cellist is installed.
  private static let githubInstalls = """
          - name: Install Cellist
            run: |
              apt-get update -qq && apt-get install -y -qq ca-certificates curl git
              git config --global --add safe.directory "$GITHUB_WORKSPACE"
              curl -fsSL -o /tmp/cellist.deb "$CELLIST" && apt-get install -y -qq /tmp/cellist.deb
            env:
              CELLIST: ${{ vars.CELLIST }}
    """

  private static let githubPublishes = """
    # Publishes the site on GitHub Pages after each push. In the repository's settings, the source of Pages must be the
    # branch gh-pages, and the variable CELLIST the address of Cellist's package for Debian.
    name: publish

    on:
      push:
        branches: [main]

    permissions:
      contents: write

    # One publisher after the other, and none is stopped midway.
    concurrency:
      group: publish
      cancel-in-progress: false

    jobs:
      publish:
        runs-on: ubuntu-latest
        container: debian:bookworm
        timeout-minutes: 30
        steps:
          - name: Install git
            run: apt-get update -qq && apt-get install -y -qq git
          - uses: actions/checkout@v6
    \(githubInstalls)
          # The cache holds the state of the last run: it tells which files changed, so the output itself is not kept.
          - uses: actions/cache@v5
            with:
              path: .cellist
              key: cellist-${{ github.sha }}
              restore-keys: cellist-
          - run: cellist publish pages

    """

  private static let githubChecks = """
    # Checks each pull request, without a secret and without the right to write, and keeps what it would change for
    # comment.yml.
    name: check

    on:
      pull_request:

    permissions:
      contents: read

    jobs:
      check:
        runs-on: ubuntu-latest
        container: debian:bookworm
        timeout-minutes: 30
        steps:
          - name: Install git
            run: apt-get update -qq && apt-get install -y -qq git
          - uses: actions/checkout@v6
            with:
              fetch-depth: 0
              persist-credentials: false
    \(githubInstalls)
          - run: cellist check --format github
          - name: Say what would change
            run: |
              mkdir comment
              echo "$NUMBER" > comment/number
              cellist diff "origin/$BASE" --format markdown > comment/text.md
            env:
              NUMBER: ${{ github.event.pull_request.number }}
              BASE: ${{ github.base_ref }}
          - uses: actions/upload-artifact@v5
            with:
              name: comment
              path: comment

    """

  private static let githubComments = """
    # Posts what a pull request would change. It may write comments, so it runs nothing of the pull request: what check.yml
    # kept is data to it.
    name: comment

    on:
      workflow_run:
        workflows: [check]
        types: [completed]

    permissions:
      actions: read
      pull-requests: write

    jobs:
      comment:
        if: github.event.workflow_run.conclusion == 'success' && github.event.workflow_run.event == 'pull_request'
        runs-on: ubuntu-latest
        timeout-minutes: 5
        steps:
          - uses: actions/download-artifact@v6
            with:
              name: comment
              run-id: ${{ github.event.workflow_run.id }}
              github-token: ${{ github.token }}
          - name: Comment
            run: |
              number=$(head -c 12 number | tr -cd '0-9')
              head -c 60000 text.md > comment.md
              gh pr comment "$number" --edit-last --create-if-none --body-file comment.md
            env:
              GH_TOKEN: ${{ github.token }}
              GH_REPO: ${{ github.repository }}

    """

  // MARK: GitLab

  private static let gitlabPublishes = """
    # Publishes the site on GitLab Pages after each push to the default branch, and checks merge requests. The variable
    # CELLIST of the project must be the address of Cellist's package for Debian.
    default:
      image: debian:bookworm
      before_script:
        - apt-get update -qq && apt-get install -y -qq ca-certificates curl git
        - curl -fsSL -o /tmp/cellist.deb "$CELLIST" && apt-get install -y -qq /tmp/cellist.deb

    variables:
      GIT_DEPTH: 0

    pages:
      stage: deploy
      script:
        - cellist build --output public --base "$CI_PAGES_URL"
      artifacts:
        paths: [public]
      rules:
        - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH

    check:
      stage: test
      script:
        - cellist check
        - cellist diff "origin/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME" --format markdown
      rules:
        - if: $CI_PIPELINE_SOURCE == "merge_request_event"

    """

  // MARK: Shell

  private static let shellPublishes = """
    #!/bin/sh
    # Publishes the site in a fresh checkout: publish.sh [TARGET]. The folder KEPT, ../kept by default, outlives the
    # checkout, and keeps what the last run knew. So only changes are made and sent.
    set -eu
    cd "$(dirname "$0")"
    kept=${KEPT:-../kept}
    if [ -d "$kept/.cellist" ] && [ ! -e .cellist ]; then cp -r "$kept/.cellist" .; fi
    cellist publish "${1:-live}"
    mkdir -p "$kept"
    rm -rf "$kept/new"
    cp -r .cellist "$kept/new"
    rm -rf "$kept/.cellist"
    mv "$kept/new" "$kept/.cellist"

    """
}
