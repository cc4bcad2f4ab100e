"""Values that a program might take for more than a place: each is refused by name, and nothing is started."""

import json

import pytest

from published_site import PublishedSite

HOSTILE = {
    "folder": ["-rf", "../other", "/srv/../etc", "a\nb", "", "/", "."],
    "git": ["-upload-pack=touch x", "--upload-pack=x", "ext::sh -c touch% x", "fd::7", "https://user:pass@example.org/x",
            "a\nb", "../x", "javascript://x", "", "file://a/../b"],
    "branch": ["-f", "--force", "a..b", "a b", "a:b", "+main", "a.lock", "/a", "a//b", "@{1}", "a\nb", "~1", ""],
    "rsync": ["-e sh", "--rsh=sh", "host", "/srv/www", "-oProxyCommand=x:/srv", "user@-host:/srv", "host:../etc",
              "rsync://user:pass@host/module", "host:/a\nb", "a b:/srv", "$(x):/srv", "host:", "host:-x", "", "`x`:/srv"],
    "rclone": ["-x:bucket", ":sftp,ssh=touch x:/", ":local:/etc", "store,ssh=x:bucket", "store:../etc", "store", "",
               "store:", "a=b:c", "s3:b\nc", "store:a:b", '"store":b', "--config=x:y"],
    "purge": ["-x", "/etc/passwd", "../x", "a\nb", ""],
}


def settings(key: str, value: str) -> str:
    own = f"{key}: {json.dumps(value)}"
    return {"branch": f"git: origin, {own}", "purge": f"folder: out, {own}"}.get(key, own)


@pytest.mark.parametrize("key", HOSTILE)
def test_a_hostile_value_is_refused_by_name_and_nothing_is_started(key, tmp_path):
    # Programs of these names tell that they were started.
    for name in ["git", "rsync", "rclone", "ssh", "sh", "ssh-keygen"]:
        (tmp_path / name).write_text(f"#!/bin/bash\ntouch {tmp_path}/started\n")
        (tmp_path / name).chmod(0o755)
    for value in HOSTILE[key]:
        site = PublishedSite(f"  t: {{{settings(key, value)}}}\n", birds=1)
        before = sorted(site.folder.rglob("*"))
        done = site.run("publish", "t", environment={"PATH": f"{tmp_path}:/usr/bin:/bin"})
        assert done.returncode == 1, (value, done.stderr)
        assert f"'{key}' of the target 't'" in done.stderr and "content/site.yml:5:" in done.stderr, done.stderr
        assert sorted(site.folder.rglob("*")) == before
        site.close()
    assert not (tmp_path / "started").exists()


@pytest.mark.parametrize("targets, message", [
    ("  t: x\n", "a publish target must be a mapping"),
    ("  t: {}\n", "needs one of 'folder', 'git', 'rsync' and 'rclone'"),
    ("  t: {folder: a, git: b}\n", "needs one of"),
    ("  t: {folder: a, brunch: b}\n", "a publish target has no setting 'brunch'"),
    ("  t: {folder: a, branch: b}\n", "'branch' belongs to a target with 'git'"),
    ("  t: {rclone: 'a:b', in-place: true}\n", "'in-place' belongs to a target with 'folder'"),
    ('  "../t": {folder: a}\n', "a target's name consists of"),
    ("  - folder\n", "'publish' must be a mapping"),
])
def test_what_is_no_target_is_an_error_with_its_place(targets, message):
    site = PublishedSite(targets, birds=1)
    before = sorted(site.folder.rglob("*"))
    # A mistake in another target does not concern this one, which is not there then.
    commands = [("check",)] if "../t" in targets else [("check",), ("publish", "t")]
    for done in [site.run(*command) for command in commands]:
        assert done.returncode == 1 and message in done.stderr and "content/site.yml:5:" in done.stderr, done.stderr
    assert site.run("publish", "t").returncode in (1, 64)
    assert sorted(site.folder.rglob("*")) == before
    site.close()


def test_a_target_that_is_not_there_is_named():
    site = PublishedSite("  live: {folder: a}\n", birds=1)
    done = site.run("publish", "liv")
    site.close()
    assert done.returncode == 64 and "no publish target 'liv'; there is 'live'" in done.stderr
