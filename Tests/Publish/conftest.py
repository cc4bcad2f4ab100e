"""One server of each kind for all tests, and a target on it for each test."""

import itertools
import os
import subprocess
from pathlib import Path

import pytest

import servers
from published_site import PROGRAM, PublishedSite, files_in

NUMBERS = itertools.count()


def pytest_configure():
    if not Path(PROGRAM).exists():
        pytest.exit(f"there is no program {PROGRAM}: `make test-publish` builds it first", 1)
    os.environ["PATH"] = f"{servers.BINARIES}:{os.environ['PATH']}"


@pytest.fixture(scope="session")
def home(tmp_path_factory) -> Path:
    """The folder of the servers, with rclone's settings and nobody else's."""
    home = tmp_path_factory.mktemp("servers")
    os.environ["RCLONE_CONFIG"] = str(home / "rclone.conf")
    (home / "rclone.conf").write_text("")
    return home


def remote(home: Path, name: str, **settings):
    with (home / "rclone.conf").open("a") as file:
        file.write(f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in settings.items()))


@pytest.fixture(scope="session")
def moto(home):
    server = servers.Moto(home)
    remote(home, "moto", type="s3", provider="Other", access_key_id="key", secret_access_key="secret",
           endpoint=server.origin, region="us-east-1", force_path_style="true", acl="public-read")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def daemon(home):
    if not servers.program("rsync"):
        pytest.skip("rsync is not installed")
    folder = home / "rsync"
    folder.mkdir()
    server = servers.rsync_daemon(folder)
    server.root = folder / "root"
    yield server
    server.stop()


def rclone_server(home, kind, *options):
    folder = home / kind
    folder.mkdir()
    server = servers.rclone(folder, kind, *options)
    server.root = folder / "root"
    return server


@pytest.fixture(scope="session")
def dav(home):
    server = rclone_server(home, "webdav")
    remote(home, "dav", type="webdav", url=f"http://127.0.0.1:{server.port}", vendor="other")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def sftp(home):
    server = rclone_server(home, "sftp", "--user", "user", "--pass", "word")
    hidden = subprocess.run([servers.program("rclone"), "obscure", "word"], capture_output=True, text=True).stdout.strip()
    remote(home, "sftp", type="sftp", host="127.0.0.1", port=server.port, user="user", **{"pass": hidden})
    yield server
    server.stop()


@pytest.fixture(scope="session")
def s3(home):
    server = rclone_server(home, "s3", "--auth-key", "key,secret")
    remote(home, "s3", type="s3", provider="Rclone", access_key_id="key", secret_access_key="secret",
           endpoint=f"http://127.0.0.1:{server.port}", region="us-east-1")
    yield server
    server.stop()


class Target:
    """A place to publish to: what site.yml says of it, and what lies there."""

    def __init__(self, settings: str, files):
        self.settings = settings
        self.files = files

    @property
    def line(self) -> str:
        return f"  t: {{{self.settings}}}\n"


def moto_files(home, name):
    def files():
        folder = home / f"copy-{next(NUMBERS)}"
        subprocess.run([servers.program("rclone"), "copy", f"moto:bucket/{name}", str(folder)], check=True)
        return files_in(folder)
    return files


def git_files(repository):
    def files():
        names = subprocess.run(["git", "-C", repository, "ls-tree", "-r", "--name-only", "-z", "gh-pages"],
                               capture_output=True, check=True).stdout.decode().split("\0")[:-1]
        return {name: subprocess.run(["git", "-C", repository, "cat-file", "blob", f"gh-pages:{name}"],
                                     capture_output=True, check=True).stdout for name in names}
    return files


def make_target(kind: str, request, home: Path) -> Target:
    name = f"site{next(NUMBERS)}"
    match kind:
        case "folder":
            return Target(f"folder: {home}/{name}", lambda: files_in((home / name).resolve()))
        case "in-place":
            return Target(f"folder: {home}/{name}, in-place: true", lambda: files_in(home / name))
        case "git":
            repository = home / f"{name}.git"
            subprocess.run(["git", "init", "--quiet", "--bare", str(repository)], check=True)
            return Target(f"git: {repository}", git_files(repository))
        case "rsync":
            daemon = request.getfixturevalue("daemon")
            return Target(f'rsync: "rsync://127.0.0.1:{daemon.port}/site/{name}"', lambda: files_in(daemon.root / name))
        case "moto":
            request.getfixturevalue("moto")
            return Target(f'rclone: "moto:bucket/{name}"', moto_files(home, name))
        case "s3":
            server = request.getfixturevalue("s3")
            return Target(f'rclone: "s3:bucket/{name}"', lambda: files_in(server.root / "bucket" / name))
        case _:
            server = request.getfixturevalue(kind)
            return Target(f'rclone: "{kind}:{name}"', lambda: files_in(server.root / name))


KINDS = ["folder", "in-place", "git", "rsync", "moto", "s3", "dav", "sftp"]


@pytest.fixture(params=KINDS)
def target(request, home) -> Target:
    return make_target(request.param, request, home)


@pytest.fixture
def site(target):
    site = PublishedSite(target.line)
    yield site
    site.close()
