"""Whatever goes wrong is said, leaves the target whole, and is put right by the next publish."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

import servers
from conftest import git_files, make_target, remote
from published_site import PROGRAM, PublishedSite, assert_holds, broken_links, files_in, wait_until


@pytest.fixture
def two(target):
    """A site, and another one with the same target."""
    sites = [PublishedSite(target.line, seed=seed) for seed in (1, 2)]
    yield sites
    for site in sites:
        site.close()


def test_a_target_with_files_of_others_is_refused(request, home):
    for kind in ["folder", "in-place", "git", "rsync", "moto", "dav"]:
        target = make_target(kind, request, home)
        put_foreign(kind, target, home)
        before = target.files() if kind != "folder" else None
        site = PublishedSite(target.line)
        refused = site.publish("t", status=64)
        assert "not" in refused.stderr, (kind, refused.stderr)
        if before is not None:
            assert target.files() == before
        site.close()


def put_foreign(kind, target, home):
    name = target.settings.split("/")[-1].strip('"').split(",")[0].split(":")[-1]
    match kind:
        case "folder" | "in-place":
            place = home / name
        case "git":
            script = f"git init -q -b gh-pages {home}/other-{name} && cd {home}/other-{name} && touch own && git add . " \
                     f"&& git -c user.name=n -c user.email=e commit -qm m && git push -q {home}/{name} gh-pages"
            subprocess.run(["sh", "-c", script], check=True)
            return
        case "rsync":
            place = home / "rsync/root" / name
        case "dav":
            place = home / "webdav/root" / name
        case "moto":
            (home / "own").write_text("own")
            subprocess.run([servers.program("rclone"), "copyto", str(home / "own"), f"moto:bucket/{name}/own"], check=True)
            return
    place.mkdir(parents=True)
    (place / "own").write_text("own")
    if kind == "dav":
        servers.settle()


def test_a_target_of_another_site_is_refused(site, target):
    site.publish("t")
    before = target.files()
    text = (site.folder / "content/site.yml").read_text()
    assert "https://example.org/" in text
    site.write("content/site.yml", text.replace("https://example.org/", "https://example.net/"))
    refused = site.publish("t", status=64)
    assert "the target holds the site of 'https://example.org/'" in refused.stderr
    assert target.files() == before


def test_an_older_generation_that_comes_back_is_refused(request, home):
    target = make_target("in-place", request, home)
    site = PublishedSite(target.line)
    place = target.settings.split()[1].rstrip(",")
    site.publish("t")
    subprocess.run(["cp", "-a", place, f"{place}.old"], check=True)
    site.edit()
    site.publish("t", "--max-deletions", "100")
    subprocess.run(["rm", "-r", place], check=True)
    os.rename(f"{place}.old", place)
    assert "generation 2 was seen there before" in site.publish("t", status=64).stderr
    assert site.run("verify", "--published", "t").returncode == 64
    site.publish("t", "--take-over", "--max-deletions", "100")
    assert_holds(site, target.files())
    site.close()


@pytest.mark.parametrize("target", ["folder", "in-place", "git", "moto"], indirect=True)
def test_of_two_publishers_one_is_told_or_both_are_in_turn(two, target):
    one, other = two
    one.publish("t")
    for _ in range(50 if target.settings.startswith(("folder", "rclone")) else 5):
        for site in two:
            site.edit()
            assert site.run("build").returncode == 0
        # The generations that each has seen are not the point here.
        started = [subprocess.Popen([PROGRAM, "publish", "t", "--max-deletions", "1000"], cwd=site.folder,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for site in two]
        said = [process.communicate(timeout=120)[1] for process in started]
        statuses = [process.returncode for process in started]
        assert set(statuses) <= {0, 75}, said
        if 0 not in statuses:
            # Each overtook the other; the next one puts it right.
            one.publish("t", "--max-deletions", "1000")
            assert_holds(one, target.files())
        elif statuses != [0, 0]:
            assert_holds(two[statuses.index(0)], target.files())
        else:
            first = two[0].run("verify", "--published", "t", "--deep").returncode
            second = two[1].run("verify", "--published", "t", "--deep").returncode
            assert 0 in (first, second)


def test_a_network_that_goes_midway_leaves_the_target_whole(request, home, tmp_path):
    for kind in ["dav", "s3"]:
        folder = tmp_path / kind
        folder.mkdir()
        protocol = {"dav": "webdav", "s3": "s3"}[kind]
        options = ["--auth-key", "key,secret"] if kind == "s3" else []
        server = servers.rclone(folder, protocol, *options)
        settings = {"dav": f"type = webdav\nurl = http://127.0.0.1:{server.port}\nvendor = other\n",
                    "s3": "type = s3\nprovider = Rclone\naccess_key_id = key\nsecret_access_key = secret\n"
                          f"endpoint = http://127.0.0.1:{server.port}\n"}[kind]
        with (home / "rclone.conf").open("a") as file:
            file.write(f"[gone{kind}]\n{settings}")
        site = PublishedSite(f'  t: {{rclone: "gone{kind}:bucket/x"}}\n', birds=400)
        site.publish("t")
        for id in list(site.birds)[::2]:
            site.birds[id][0] += " again"
        site.save()
        assert site.run("build").returncode == 0
        root = folder / "root/bucket/x"
        stamp = {path: path.stat().st_mtime_ns for path in root.rglob("index.html")}
        process = subprocess.Popen([PROGRAM, "publish", "t"], cwd=site.folder, stderr=subprocess.PIPE, text=True)
        wait_until(lambda: any(path.stat().st_mtime_ns != stamp.get(path) for path in root.rglob("index.html")))
        server.stop()
        said = process.communicate(timeout=300)[1]
        assert process.returncode == 74 and "rclone: " in said, said
        # A file that the server had not put in place yet when it was killed; the server has no other use
        # for it.
        for path in root.rglob(".rclone_temp_put_*"):
            path.unlink()
        again = servers.Server(folder, server.process.args, server.port, "again.log")
        site.publish("t")
        assert_holds(site, files_in(root))
        again.stop()
        site.close()


def place_behind(proxy, kind: str, name: str, home) -> str:
    """What site.yml says of a target of a test, reached through a proxy."""
    if kind == "rsync":
        return f'rsync: "rsync://127.0.0.1:{proxy.port}/site/{name}"'
    if kind == "git":
        return f'git: "git://127.0.0.1:{proxy.port}/{name}.git"'
    text = (home / "rclone.conf").read_text()
    section = re.search(rf"^\[{kind}\]\n((?:[a-z].*\n)+)", text, re.MULTILINE)[1]
    section = section.replace(f"127.0.0.1:{proxy.target}", f"127.0.0.1:{proxy.port}")
    section = section.replace(f"port = {proxy.target}", f"port = {proxy.port}")
    with (home / "rclone.conf").open("a") as file:
        file.write(f"[behind-{name}]\n{section}")
    return f'rclone: "behind-{name}:{"bucket/" if kind in ("moto", "s3") else ""}{name}"'


@pytest.fixture(scope="session")
def git_daemon(home):
    port = servers.free_port()
    server = servers.Server(home, ["git", "daemon", "--listen=127.0.0.1", f"--port={port}", f"--base-path={home}",
                                   "--export-all", "--enable=receive-pack", "--reuseaddr"], port, "git.log")
    yield server
    server.stop()


@pytest.mark.parametrize("kind", ["git", "rsync", "moto", "s3", "dav", "sftp"])
def test_a_network_that_breaks_leaves_every_link_whole(kind, request, home):
    target = make_target(kind, request, home)
    name = re.search(r"site\d+", target.settings.split(home.name)[-1])[0]
    proxy = servers.Proxy(request.getfixturevalue({"rsync": "daemon", "git": "git_daemon"}.get(kind, kind)).port)
    site = PublishedSite(f"  t: {{{place_behind(proxy, kind, name, home)}}}\n", birds=300)
    site.publish("t")
    whole = 0
    for number, share in enumerate([1, 0.05, 0.5, 0.8]):
        # Noise, since git and rsync send little of what resembles what is there.
        for id in list(site.birds)[::2]:
            site.birds[id][0] = f"{number} {site.random.randbytes(60).hex()}"
        del site.birds[f"b{number}"]
        site.birds[f"new{number}"] = ["New", "Crows", "Place 1"]
        site.save()
        if share < 1:
            proxy.cut(int(share * whole))
            refused = site.publish("t", status=74)
            assert f"{kind if kind in ('git', 'rsync') else 'rclone'}: " in refused.stderr.replace("git ", "git: "), refused.stderr
            assert broken_links(target.files()) == []
            proxy.mend()
        before = proxy.sent
        site.publish("t")
        whole = whole or proxy.sent - before
        assert_holds(site, target.files())
        assert broken_links(target.files()) == []
    proxy.stop()
    site.close()


def test_no_server_and_no_program_are_said(home):
    (home / "rclone.conf").open("a").write("[nowhere]\ntype = webdav\nurl = http://127.0.0.1:1\nvendor = other\n")
    for settings, message in [("rclone: 'nowhere:x'", "rclone: "), ("rsync: 'rsync://127.0.0.1:1/m/'", "rsync: "),
                              ("git: /nowhere/at.all", "git ls-remote: "), ("git: 'https://127.0.0.1:1/x'", "git ls-remote: "),
                              ("folder: /proc/nowhere, in-place: true", "/proc/nowhere: "),
                              ("folder: /proc/nowhere", "/proc/nowhere")]:
        site = PublishedSite(f"  t: {{{settings}}}\n", birds=1)
        assert message in site.publish("t", status=74).stderr
        site.close()
    site = PublishedSite("  t: {rclone: 'unknown:x'}\n", birds=1)
    assert "rclone has no remote 'unknown'" in site.publish("t", status=64).stderr
    done = site.run("publish", "t", environment={"PATH": "/nowhere"})
    assert done.returncode == 74 and "rclone cannot be run: it is not installed" in done.stderr
    site.close()


@pytest.fixture
def small_disk(tmp_path):
    """A file system of two megabytes."""
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(tmp_path)], capture_output=True)
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(tmp_path)])


def served_from(folder, kind: str, home):
    """A target of a kind whose files lie in a folder: its server, what site.yml says of it, and what lies there."""
    root = folder / "root"
    match kind:
        case "folder" | "in-place":
            settings = f"folder: {folder}/site{', in-place: true' if kind == 'in-place' else ''}"
            return None, settings, lambda: files_in((folder / "site").resolve())
        case "git":
            subprocess.run(["git", "init", "--quiet", "--bare", str(folder / "site.git")], check=True)
            return None, f"git: {folder}/site.git", git_files(folder / "site.git")
        case "rsync":
            server = servers.rsync_daemon(folder)
            return server, f"rsync: rsync://127.0.0.1:{server.port}/site/x", lambda: files_in(root / "x")
        case "s3":
            server = servers.rclone(folder, "s3", "--auth-key", "key,secret")
            rest = {"type": "s3", "provider": "Rclone", "access_key_id": "key", "secret_access_key": "secret",
                    "endpoint": f"http://127.0.0.1:{server.port}", "region": "us-east-1"}
        case "dav":
            server = servers.rclone(folder, "webdav")
            rest = {"type": "webdav", "url": f"http://127.0.0.1:{server.port}", "vendor": "other"}
    name = f"own{server.port}"
    remote(home, name, **rest)
    return server, f"rclone: '{name}:bucket/x'", lambda: files_in(root / "bucket/x")


@pytest.mark.skipif(os.getuid() != 0, reason="only root may mount a small file system")
@pytest.mark.parametrize("kind", ["folder", "in-place", "git", "rsync", "s3", "dav"])
def test_a_full_disk_leaves_the_target_whole(kind, small_disk, home):
    server, settings, files = served_from(small_disk, kind, home)
    site = PublishedSite(f"  t: {{{settings}}}\n")
    try:
        site.publish("t")
        large = site.random.randbytes(2_500_000).hex()
        site.write("content/large.txt", large)
        site.birds["b1"][0] = "Again"
        site.save()
        refused = site.publish("t", status=74)
        if kind in ("folder", "in-place", "git", "rsync"):
            assert "No space left on device" in refused.stderr
        else:
            assert "rclone: " in refused.stderr
        assert broken_links(files()) == []
        (site.folder / "content/large.txt").unlink()
        site.publish("t")
        assert_holds(site, files())
    finally:
        site.close()
        if server:
            server.stop()


@pytest.mark.skipif(os.getuid() != 0, reason="only root may do without permissions")
@pytest.mark.parametrize("kind", ["folder", "in-place", "git"])
def test_a_folder_without_permission_leaves_the_target_whole(kind, home, monkeypatch):
    nobody = 65534
    folder = Path(tempfile.mkdtemp(prefix="cellist-permission-"))
    folder.chmod(0o755)
    _, settings, files = served_from(folder, kind, home)
    site = PublishedSite(f"  t: {{{settings}}}\n")
    site.user = nobody
    # The tests' own git looks into the repository of somebody else.
    for name, value in [("COUNT", "1"), ("KEY_0", "safe.directory"), ("VALUE_0", "*")]:
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    monkeypatch.setenv("HOME", str(folder))

    def give(place: Path, user: int):
        subprocess.run(["chown", "-hR", f"{user}:{user}", str(place)], check=True)

    give(folder, nobody)
    give(site.folder, nobody)
    site.publish("t")
    denied = {"folder": folder / "site.releases", "in-place": folder / "site/birds", "git": folder / "site.git/objects"}[kind]
    for number in range(40):
        site.birds[f"b{number}"][0] += " again"
    site.save()
    give(denied, 0)
    refused = site.publish("t", status=74)
    assert ("remote unpack failed" if kind == "git" else "Permission denied") in refused.stderr, refused.stderr
    assert broken_links(files()) == []
    give(denied, nobody)
    site.publish("t")
    assert_holds(site, files())
    site.close()
    shutil.rmtree(folder)


@pytest.mark.parametrize("kind", ["git", "rsync", "s3", "dav"])
def test_a_server_that_permits_no_writing_leaves_the_target_whole(kind, home, tmp_path):
    server, settings, files = served_from(tmp_path, kind, home)
    site = PublishedSite(f"  t: {{{settings}}}\n")
    site.publish("t")
    before = files()
    site.birds["b1"][0] = "Again"
    site.save()

    def again(forbids: bool):
        """Starts a server once more, as one that permits no writing or as it was."""
        arguments = [argument for argument in server.process.args if argument != "--read-only"]
        if kind == "s3":
            arguments = arguments[:-1] + ["other,secret" if forbids else "key,secret"]
        elif kind == "dav" and forbids:
            arguments.append("--read-only")
        elif kind == "rsync":
            text = configuration.read_text()
            configuration.write_text(re.sub("read only = .*", f"read only = {'yes' if forbids else 'no'}", text))
        server.stop()
        return servers.Server(tmp_path, arguments, server.port, "again.log")

    hook = tmp_path / "site.git/hooks/pre-receive"
    configuration = tmp_path / "rsyncd.conf"
    if server:
        server = again(True)
    else:
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/bin/sh\nexit 1\n")
        hook.chmod(0o755)
    refused = site.publish("t", status=74)
    assert {"git": "hook declined", "rsync": "rsync: ", "s3": "rclone: ", "dav": "rclone: "}[kind] in refused.stderr
    assert files() == before
    if server:
        server = again(False)
    else:
        hook.unlink()
    site.publish("t")
    assert_holds(site, files())
    if server:
        server.stop()
    site.close()


@pytest.fixture
def clock_of_2001(tmp_path) -> dict[str, str]:
    """An environment in which it is 2001. Swift brings the compiler."""
    (tmp_path / "clock.c").write_text(
        "#include <time.h>\ntime_t time(time_t *now) { if (now) *now = 1000000000; return 1000000000; }\n")
    subprocess.run(["clang", "-shared", "-fPIC", "-o", "clock.so", "clock.c"], cwd=tmp_path, check=True)
    return {"LD_PRELOAD": str(tmp_path / "clock.so")}


@pytest.mark.parametrize("target", ["in-place", "folder", "git", "moto"], indirect=True)
def test_a_clock_that_goes_back_keeps_generations_and_retired_files(site, target, clock_of_2001):
    site.publish("t")
    site.write("themes/small/assets/own.css", "body { color: red }\n")
    site.publish("t")
    old = {path for path in target.files() if path.startswith("assets/own-")}
    published = json.loads(target.files()[".well-known/cellist/manifest.json"])["time"]
    assert len(old) == 2 and published > 1_700_000_000
    for generation in (3, 4, 5):
        site.birds["b1"][0] = f"Again {generation}"
        site.save()
        done = site.run("publish", "t", environment=clock_of_2001)
        assert done.returncode == 0 and f"generation {generation}" in done.stderr, done.stderr
        assert old <= set(target.files())
        assert json.loads(target.files()[".well-known/cellist/manifest.json"])["time"] == published
        assert_holds(site, target.files())


def test_the_lease_of_another_machine_is_kept_for_an_hour_whatever_the_clock(request, home, clock_of_2001):
    target = make_target("in-place", request, home)
    site = PublishedSite(target.line)
    site.publish("t")
    site.edit()
    lease = Path(target.settings.split()[1].rstrip(",")) / ".well-known/cellist/lease.json"
    now = int(time.time())
    for began, status in [(now, 75), (now - 3500, 75), (now + 3500, 75), (now - 3700, 0), (now + 3700, 0)]:
        lease.write_text(json.dumps({"cellist": 1, "generation": 9, "time": began, "machine": "other", "process": 1,
                                     "started": "1", "puts": [], "deletions": [], "present": []}))
        done = site.publish("t", "--max-deletions", "1000", status=status)
        assert status == 0 or "a publisher of another machine is at work" in done.stderr, done.stderr
        assert lease.exists() == (status == 75)
    lease.write_text(json.dumps({"cellist": 1, "generation": 9, "time": now, "machine": "other", "process": 1,
                                 "started": "1", "puts": [], "deletions": [], "present": []}))
    done = site.run("publish", "t", "--max-deletions", "1000", environment=clock_of_2001)
    assert done.returncode == 0, done.stderr
    assert_holds(site, target.files())
    site.close()
