"""The pipelines that `cellist new site --ci` writes, from an empty repository to a site below a path: step by step, with a
record that comes due, pull requests, and a damaged cache."""

import hashlib
import http.server
import io
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import threading
import time
import zlib
from datetime import datetime, timedelta, timezone
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
import yaml

from pipelines import GitLab, Machine, Workflow
from published_site import PROGRAM, files_in

VERSION = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout.split()[0]
NAME = f"cellist-{VERSION}-linux-{platform.machine()}"
TOOLS = Path(sys.executable).parent
WORKFLOWS = {"github": ".github/workflows", "github-branch": ".github/workflows", "forgejo": ".forgejo/workflows"}


class Quiet(http.server.SimpleHTTPRequestHandler):
    # What a host that reads _headers sends with each page.
    policy = ""

    def end_headers(self):
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, *arguments):
        pass


def serve(folder: Path) -> http.server.ThreadingHTTPServer:
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), lambda *arguments: Quiet(*arguments, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    """The address of a release of the program under test."""
    folder = tmp_path_factory.mktemp("release")
    with tarfile.open(folder / f"{NAME}.tar.xz", "w:xz", preset=0) as tar:
        tar.add(Path(PROGRAM).resolve(), f"{NAME}/bin/cellist")
    server = serve(folder)
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def picture(width: int, height: int) -> bytes:
    """A PNG of one colour."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = zlib.compress((b"\0" + b"\x30\x60\x90" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) \
        + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


class Project:
    """A repository of a stranger, with a working copy and a bare one that the service has."""

    def __init__(self, folder: Path, service: str, release: str, soon: timedelta):
        self.folder = folder / "work"
        self.origin = folder / "project.git"
        self.due = datetime.now(timezone.utc) + soon
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(self.origin)], check=True)
        done = subprocess.run([PROGRAM, "new", "site", str(self.folder), "--ci", service, "--release", release],
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        self.write("content/site.yml", (self.folder / "content/site.yml").read_text() + "headers-file: true\n")
        self.write("content/birds/list.yml", """\
title: Birds
tools: {search: true, sort: [name, wings]}
record: {name: text, family: text, wings: integer, photo: {type: "asset?", thumbnails: [60]}}
id: name
sort: name
sections: {by: family}
record-pages: true
""")
        (self.folder / "content/birds/photo.png").write_bytes(picture(200, 100))
        self.write("content/birds/birds.csv", "name,family,wings,photo,publish\nCrow,Crows,2,photo.png,\nJay,Crows,2,,\n"
                   f"Wren,Wrens,2,,\nSwift,Swifts,2,,{self.due.isoformat(timespec='seconds')}\n")
        self.git("init", "-q", "-b", "main")
        self.git("remote", "add", "origin", str(self.origin))
        self.commit("Begin")

    def write(self, path: str, text: str):
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def edit(self, path: str, old: str, new: str):
        text = (self.folder / path).read_text()
        assert old in text
        self.write(path, text.replace(old, new))

    def git(self, *arguments: str):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", *arguments], cwd=self.folder, check=True,
                       capture_output=True)

    def commit(self, message: str, branch: str = "main"):
        self.git("add", "-A")
        self.git("commit", "-qm", message)
        self.git("push", "-q", "origin", f"HEAD:{branch}")

    def branch_files(self, branch: str) -> dict[str, bytes]:
        """What a branch of the repository holds."""
        archive = subprocess.run(["git", "-C", str(self.origin), "archive", branch], capture_output=True, check=True)
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
            return {member.name: tar.extractfile(member).read() for member in tar if member.isfile()}


def links(page: str, text: str, base: str) -> set[str]:
    """What a page names of its own site, as paths below the host."""
    found = set()
    for link in re.findall(r'(?:href|src)="([^"]+)"', text):
        url = urlsplit(urljoin(urljoin(base, page), link))
        if url.netloc == urlsplit(base).netloc:
            found.add(unquote(url.path))
    return found


def crawled(files: dict[str, bytes], base: str, start: str = "") -> set[str]:
    """The pages that visitors reach, after it was seen that all they name is there, below the base, and has its style."""
    root = urlsplit(base).path
    pages, seen = [f"{start}index.html"], set()
    while pages:
        page = pages.pop()
        seen.add(page)
        text = files[page].decode()
        styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', text)
        assert styles, page
        for path in links(page, text, base):
            assert path.startswith(root), (page, path)
            path = path.removeprefix(root)
            path = f"{path}index.html" if path.endswith("/") or not path else path
            assert path in files, (page, path)
            if path.endswith(".html") and path not in seen:
                pages.append(path)
    return seen


def complaints(files: dict[str, bytes], base: str, folder: Path) -> list[str]:
    """What a browser says on its console of the home page and the list's, served below the base's path."""
    browser = shutil.which("chromium")
    if not browser:
        pytest.skip("there is no chromium")
    for path, content in files.items():
        place = folder / urlsplit(base).path.strip("/") / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    server = serve(folder)
    Quiet.policy = re.search(r"Content-Security-Policy: (.*)", files["_headers"].decode())[1]
    found = []
    for path in ["", "birds/"]:
        done = subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", f"--user-data-dir={folder}-data",
             "--virtual-time-budget=2000", "--dump-dom",
             f"http://127.0.0.1:{server.server_port}{urlsplit(base).path}{path}"],
            capture_output=True, text=True, timeout=120)
        assert "<h1" in done.stdout, done.stderr
        found += [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    Quiet.policy = ""
    server.shutdown()
    return found


class Service:
    """What a test asks of a service, whichever it is."""

    def __init__(self, name: str, project: Project, machine: Machine):
        self.name, self.project, self.machine = name, project, machine
        self.base = {"gitlab": "https://owner.gitlab.io/project/"}.get(name, "https://owner.github.io/project/")

    def file(self, name: str) -> Path:
        return self.project.folder / WORKFLOWS[self.name] / name

    def publish(self, event: str = "push") -> bool:
        """Whether something was published."""
        if self.name == "gitlab":
            job = GitLab(self.machine, self.project.folder / ".gitlab-ci.yml", "main", "pages", CI_PIPELINE_SOURCE=event)
            assert job.status in (0, 3), self.machine.log[-1]
            return job.status == 0
        first = len(self.machine.log)
        run = Workflow(self.machine, self.file("publish.yml"), "main", event).run()
        if self.name == "github":
            return "deploy" in run.done
        return any(script.startswith(("$ cellist publish", "$ git config")) for script in self.machine.log[first:])

    def files(self) -> dict[str, bytes]:
        if self.name in ("github", "gitlab"):
            return files_in(self.machine.site)
        return self.project.branch_files("pages" if self.name == "forgejo" else "gh-pages")


@pytest.fixture(params=["github", "github-branch", "forgejo", "gitlab"])
def service(request, release, tmp_path) -> Service:
    project = Project(tmp_path, request.param, release, timedelta(seconds=25))
    if request.param == "forgejo":
        # Forgejo has no address that all its sites share: site.yml names it.
        project.write("content/site.yml", (project.folder / "content/site.yml").read_text()
                      + "base: https://owner.github.io/project/\n")
        project.commit("Name the address")
    return Service(request.param, project, Machine(tmp_path / "machine", project.origin))


def test_files_are_what_services_read(release, tmp_path):
    for name in WORKFLOWS:
        project = Project(tmp_path / name, name, release, timedelta(days=1))
        files = sorted(map(str, (project.folder / WORKFLOWS[name]).glob("*.yml")))
        if name != "forgejo":
            check = subprocess.run([TOOLS / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", *files],
                                   capture_output=True, text=True)
            assert check.returncode == 0, check.stdout
        lint = subprocess.run([TOOLS / "actionlint", "-shellcheck=", "-no-color", *files], capture_output=True, text=True)
        unknown = [line for line in lint.stdout.splitlines() if re.match(r"^\S+:\d+:\d+:", line)
                   and not (name == "forgejo" and ('label "docker"' in line or "code.forgejo.org" in line))]
        assert not unknown, lint.stdout
    project = Project(tmp_path / "gitlab", "gitlab", release, timedelta(days=1))
    check = subprocess.run([TOOLS / "check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", "--data-transform",
                            "gitlab-ci", str(project.folder / ".gitlab-ci.yml")], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout


def test_from_an_empty_repository_to_a_site_that_changes_by_the_clock(service, tmp_path):
    project, machine = service.project, service.machine
    assert service.publish()
    files = service.files()
    pages = crawled(files, service.base)
    assert "birds/crow/index.html" in pages and "birds/swift/index.html" not in files
    assert any(path.startswith("assets/pictures/") and path.endswith("-60.webp") for path in files), sorted(files)
    assert complaints(files, service.base, tmp_path / "served") == []
    assert not any(path.startswith(".cellist") for path in files)

    # Nothing is due, and that is known in seconds.
    start = time.monotonic()
    if datetime.now(timezone.utc) < project.due - timedelta(seconds=8):
        assert not service.publish("schedule")
        assert time.monotonic() - start < 8
    # What came due is published by the clock alone.
    time.sleep(max(0, (project.due - datetime.now(timezone.utc)).total_seconds() + 1))
    assert service.publish("schedule")
    assert "birds/swift/index.html" in crawled(service.files(), service.base)
    assert not service.publish("schedule")

    # A cache that is damaged, and one that is gone, cost time and nothing else.
    for damage in [True, False]:
        for state in machine.caches.rglob("*.sqlite"):
            whole = state.read_bytes()
            state.write_bytes(whole[:len(whole) // 3] + b"damaged" * 4000) if damage else state.unlink()
        old, new = ("Wren,Wrens,2", "Wren,Wrens,31") if damage else ("Wren,Wrens,31", "Wren,Wrens,41")
        project.edit("content/birds/birds.csv", old, new)
        project.commit("Count the wings of wrens")
        assert service.publish()
        assert new.split(",")[2] in service.files()["birds/wren/index.html"].decode()
        crawled(service.files(), service.base)


@pytest.mark.parametrize("service", ["github", "github-branch"], indirect=True)
def test_a_pull_request_is_checked_told_and_shown(service, tmp_path):
    project, machine = service.project, service.machine
    assert service.publish()
    before = service.files()
    project.git("checkout", "-qb", "change")
    project.edit("content/birds/birds.csv", "Jay,Crows,2", "Jay,Crows,22")
    project.edit("content/birds/birds.csv", "Wren,Wrens", "Winter wren,Wrens")
    project.edit("content/site.yml", "language: en\n", "language: en\ntheme: own\n")
    project.write("themes/own/theme.yml", "extends: default\nsettings: {accent: moss}\n")
    project.commit("Change birds, and the theme", "change")
    event = {"action": "opened", "pull_request": {"number": 7, "head": {"repo": {"full_name": "owner/project"}}}}
    Workflow(machine, service.file("check.yml"), "change", "pull_request", event, base_ref="main").run()
    (machine.folder / "head").write_text("change")
    commit = subprocess.run(["git", "rev-parse", "change"], cwd=project.folder, capture_output=True, text=True).stdout.strip()
    checked = {"workflow_run": {"conclusion": "success", "event": "pull_request", "head_sha": commit, "id": 1}}
    Workflow(machine, service.file("comment.yml"), "main", "workflow_run", checked).run()
    comment = machine.comment.read_text()
    assert "| `Jay` | updated | `wings` | `2` | `22` |" in comment
    assert "| `Winter wren` (`Wren` → `Winter wren`) | renamed | `name` | `Wren` | `Winter wren` |" in comment
    assert re.search(r"- the same words in other markup: \d+, for example ", comment)
    assert re.search(r"- other words: \d+ – ", comment)

    # A comment that claims to be of another pull request is not posted.
    machine.comment.unlink()
    checked["workflow_run"]["head_sha"] = "0" * 40
    with pytest.raises(AssertionError):
        Workflow(machine, service.file("comment.yml"), "main", "workflow_run", checked).run()
    assert not machine.comment.exists()

    if service.name == "github":
        return
    assert f"[`birds/jay/`]({service.base}pr/7/birds/jay/)" in comment
    Workflow(machine, service.file("preview.yml"), "change", "pull_request", event, base_ref="main").run()
    files = service.files()
    assert {path: content for path, content in files.items() if not path.startswith("pr/")} == before
    below = {path.removeprefix("pr/7/"): content for path, content in files.items() if path.startswith("pr/7/")}
    assert "birds/winter-wren/index.html" in crawled(below, f"{service.base}pr/7/")
    # The site is published beside it, and the preview again.
    project.git("checkout", "-q", "main")
    project.edit("content/birds/birds.csv", "Crow,Crows,2", "Crow,Crows,12")
    project.commit("Count the wings of crows")
    assert service.publish()
    assert {f"pr/7/{path}" for path in below} <= set(service.files())
    event["action"] = "closed"
    Workflow(machine, service.file("preview.yml"), "change", "pull_request", event, base_ref="main").run()
    assert not any(path.startswith("pr/") for path in service.files())
    crawled(service.files(), service.base)
    # A fork's has no right to write, and is not tried.
    event["pull_request"]["head"]["repo"]["full_name"] = "stranger/project"
    run = Workflow(machine, service.file("preview.yml"), "change", "pull_request", event, base_ref="main").run()
    assert run.done == {}


def test_a_merge_request_of_gitlab_is_told(release, tmp_path):
    project = Project(tmp_path, "gitlab", release, timedelta(days=1))
    machine = Machine(tmp_path / "machine", project.origin)
    project.git("checkout", "-qb", "change")
    project.edit("content/birds/birds.csv", "Jay,Crows,2", "Jay,Crows,22")
    project.commit("Change a bird", "change")
    job = GitLab(machine, project.folder / ".gitlab-ci.yml", "change", "check",
                 CI_PIPELINE_SOURCE="merge_request_event", CI_MERGE_REQUEST_TARGET_BRANCH_NAME="main")
    assert job.status == 0, machine.log[-1]
    assert "| `Jay` | updated | `wings` | `2` | `22` |" in job.output


def test_a_program_with_another_digest_is_not_run(release, tmp_path):
    project = Project(tmp_path, "github", release, timedelta(days=1))
    digest = hashlib.sha256(Path(PROGRAM).read_bytes()).hexdigest()
    project.edit(".github/workflows/publish.yml", digest, "0" * 64)
    machine = Machine(tmp_path / "machine", project.origin)
    with pytest.raises(AssertionError, match="FAILED"):
        Workflow(machine, project.folder / ".github/workflows/publish.yml", "main", "push").run()


def test_a_shell_publishes_by_the_clock(release, tmp_path):
    project = Project(tmp_path, "shell", release, timedelta(seconds=20))
    live = tmp_path / "live"
    project.edit("content/site.yml", "/srv/www/live", str(live))
    project.commit("Name the folder")
    machine = Machine(tmp_path / "machine", project.origin)
    machine.program("cellist", f'exec {Path(PROGRAM).resolve()} "$@"')

    def run(*arguments: str) -> str:
        done = machine.shell(f"sh publish.sh {' '.join(arguments)}", machine.clone("origin/main"), os.environ | {
            "KEPT": str(tmp_path / "kept"), "PATH": f"{machine.programs}:{os.environ['PATH']}"})
        assert done.returncode == 0, done.stderr
        return done.stderr

    assert "generation 1" in run()
    assert "nothing is due at live; it changes next on" in run("live", "--due")
    time.sleep(max(0, (project.due - datetime.now(timezone.utc)).total_seconds() + 1))
    assert "generation 2" in run("live", "--due")
    assert (live / "birds/swift/index.html").exists()
    assert run("live", "--due") == "nothing is due at live\n"


HOSTILE = ["`id`", "$(touch pwned)", "${{ github.token }}", "'; touch pwned; '", "</pre><script>alert(1)</script>", "@everyone",
           "### Year\n\n1", "%0A::set-output name=x::y", "\x1b[2J", "x" * 60_000, "-n", "--help", "EOF\nEOF"]


def issue(project: Project, action: str, name: str, family="Crows", wings="2", label=None) -> dict:
    body = "\r\n\r\n".join(["### About", "birds: a new record", "### name", name, "### family", family, "### wings", wings])
    event = {"action": action, "issue": {"number": 5, "body": body, "user": {"login": "reader-1", "id": 77}}}
    return event | ({"label": {"name": label}} if label else {})


def test_an_issue_is_checked_and_becomes_a_commit(release, tmp_path):
    project = Project(tmp_path, "github", release, timedelta(days=1))
    done = subprocess.run([PROGRAM, "new", "site", str(project.folder), "--forms", "github", "--release", release],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    project.commit("Add forms")
    folder = project.folder / ".github"
    for kind, files in [("issue-forms", folder.glob("ISSUE_TEMPLATE/*.yml")), ("workflows", folder.glob("workflows/*.yml"))]:
        check = subprocess.run([TOOLS / "check-jsonschema", "--builtin-schema", f"vendor.github-{kind}", *map(str, files)],
                               capture_output=True, text=True)
        assert check.returncode == 0, check.stdout
    records = folder / "workflows/records.yml"
    lint = subprocess.run([TOOLS / "actionlint", "-shellcheck=", "-no-color", str(records)], capture_output=True, text=True)
    assert lint.returncode == 0, lint.stdout
    # Nothing of an issue stands in a command.
    for job in yaml.safe_load(records.read_text())["jobs"].values():
        assert not any("${{" in step.get("run", "") for step in job["steps"])

    machine = Machine(tmp_path / "machine", project.origin)

    def run(event: dict) -> Workflow:
        machine.comment.unlink(missing_ok=True)
        return Workflow(machine, records, "main", "issues", event).run()

    before = project.branch_files("main")
    run(issue(project, "opened", "Rook"))
    assert "This can be accepted" in machine.comment.read_text() and "+ Rook" in machine.comment.read_text()
    run(issue(project, "edited", "Rook", wings="many"))
    assert "cannot be accepted" in machine.comment.read_text()
    assert "wings: 'wings' must be an integer" in machine.comment.read_text()
    run({"action": "opened", "issue": {"number": 6, "body": "It does not work.", "user": {"login": "r", "id": 1}}})
    assert not machine.comment.exists()
    for value in HOSTILE:
        run(issue(project, "opened", value))
        comment = machine.comment.read_text()
        assert "<script" not in comment and comment.count("</pre>") == 1 and len(comment) < 65_000
    assert project.branch_files("main") == before
    assert not list(machine.folder.rglob("pwned"))

    run(issue(project, "labeled", "Rook", label="other"))
    assert project.branch_files("main") == before
    run(issue(project, "labeled", "Rook `id` ${{ x }}", label="accepted"))
    after = project.branch_files("main")
    assert [path for path in after if after[path] != before.get(path)] == ["content/birds/birds.csv"]
    table = "content/birds/birds.csv"
    assert after[table].decode() == before[table].decode() + "Rook `id` ${{ x }},Crows,2,,\n"
    log = subprocess.run(["git", "-C", str(project.origin), "log", "-1", "--format=%an|%B", "main"], capture_output=True, text=True)
    assert log.stdout.startswith("github-actions[bot]|Records: issue 5\n")
    assert "Co-authored-by: reader-1 <77+reader-1@users.noreply.github.com>" in log.stdout
    # What does not fit is no commit, and the run says so.
    with pytest.raises(AssertionError):
        run(issue(project, "labeled", "Rook `id` ${{ x }}", label="accepted"))
    assert project.branch_files("main") == after
