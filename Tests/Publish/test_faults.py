"""Whatever goes wrong is said, leaves the target whole, and is put right by the next publish."""

import os
import signal
import subprocess
import time

import pytest

import servers
from conftest import make_target
from published_site import PROGRAM, PublishedSite, assert_holds, wait_until


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


def test_a_target_of_another_site_is_refused(site, target):
    site.publish("t")
    before = target.files()
    text = (site.folder / "content/site.yml").read_text()
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
        (folder / "root/bucket").mkdir()
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
        again = servers.Server(folder, [servers.program("rclone"), "serve", protocol, "root", "--addr",
                                        f"127.0.0.1:{server.port}", "--dir-cache-time=0s", *options], server.port, "again.log")
        site.publish("t")
        from published_site import files_in
        assert_holds(site, files_in(root))
        again.stop()
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


@pytest.mark.skipif(os.getuid() != 0, reason="only root may mount a small file system")
@pytest.mark.parametrize("place", ["folder: {}/site", "folder: {}/site, in-place: true"])
def test_a_full_disk_leaves_the_target_whole(place, tmp_path):
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(tmp_path)], capture_output=True)
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    site = PublishedSite(f"  t: {{{place.format(tmp_path)}}}\n")
    try:
        site.publish("t")
        site.write("content/large.txt", "x" * 3_000_000)
        site.birds["b1"][0] = "Again"
        site.save()
        refused = site.publish("t", status=74)
        assert "No space left on device" in refused.stderr
        (site.folder / "content/large.txt").unlink()
        site.publish("t")
        from published_site import files_in
        assert_holds(site, files_in((tmp_path / "site").resolve()))
    finally:
        site.close()
        subprocess.run(["umount", str(tmp_path)])


@pytest.mark.parametrize("target", ["in-place", "folder", "moto"], indirect=True)
def test_a_clock_that_goes_back_keeps_generations_and_retired_files(site, target):
    if not servers.program("faketime"):
        pytest.skip("faketime is not installed")
    site.publish("t")
    site.write("themes/small/assets/own.css", "body { color: red }\n")
    site.publish("t")
    old = {path for path in target.files() if path.startswith("assets/own-")}
    site.birds["b1"][0] = "Again"
    site.save()
    done = subprocess.run(["faketime", "2001-01-01", PROGRAM, "publish", "t"], cwd=site.folder, capture_output=True,
                          text=True)
    assert done.returncode == 0 and "generation 3" in done.stderr, done.stderr
    assert old <= set(target.files())
    assert_holds(site, target.files())
