"""`cellist verify --published` finds what is not as a clean build makes it, and who signed it."""

import subprocess

import pytest

import servers
from published_site import assert_holds


def change(target, home, request, path: str, content: bytes | None):
    """Changes one file at a target behind the publisher's back; None removes it."""
    place = target.settings.split(": ", 1)[1].strip('"').split(",")[0]
    if target.settings.startswith("git"):
        folder = f"{place}.work"
        subprocess.run(["rm", "-rf", folder], check=True)
        subprocess.run(["git", "clone", "-q", "-b", "gh-pages", place, folder], check=True)
        write(f"{folder}/{path}", content)
        script = "git add -A . && git -c user.name=n -c user.email=e commit -qm m && git push -q origin gh-pages"
        subprocess.run(["sh", "-c", script], cwd=folder, check=True)
    elif "moto:" in place:
        file = home / "changed"
        if content is None:
            subprocess.run([servers.program("rclone"), "deletefile", f"{place}/{path}"], check=True)
        else:
            file.write_bytes(content)
            subprocess.run([servers.program("rclone"), "copyto", "--ignore-times", str(file), f"{place}/{path}"],
                           check=True)
    else:
        name = place.split("/")[-1].split(":")[-1]
        kind = {"rsync": "rsync/root", "s3": "s3/root/bucket", "dav": "webdav/root", "sftp": "sftp/root"}
        below = "" if target.settings.startswith("folder") else \
            kind["rsync" if target.settings.startswith("rsync") else place.split(":")[0]]
        write(str(home / below / name / path), content)
        if target.settings.startswith("rclone"):
            servers.settle()


def write(path: str, content: bytes | None):
    subprocess.run(["rm", "-f", path], check=True)
    if content is not None:
        with open(path, "wb") as file:
            file.write(content)


def test_a_changed_byte_a_missing_and_a_foreign_file_are_found(site, target, home, request):
    site.publish("t")
    assert site.run("verify", "--published", "t", "--deep").returncode == 0
    files = target.files()
    page = files["birds/b3/index.html"]
    change(target, home, request, "birds/b3/index.html", page[:-3] + b"?" + page[-2:])
    change(target, home, request, "birds/b4/index.html", None)
    change(target, home, request, "foreign.html", b"foreign")
    done = site.run("verify", "--published", "t", "--deep")
    assert done.returncode == 1, done.stderr
    assert done.stdout == "birds/b3/index.html: differs\nbirds/b4/index.html: missing\nforeign.html: foreign\n"


def test_what_was_changed_at_the_target_is_sent_again_by_a_repair(site, target, home, request):
    site.publish("t")
    whole = target.files()
    page = whole["birds/b3/index.html"]
    change(target, home, request, "birds/b3/index.html", page[:-3] + b"?" + page[-2:])
    change(target, home, request, "birds/b4/index.html", None)
    change(target, home, request, "foreign.html", b"foreign")
    assert "2 files with" in site.run("publish", "t", "--repair", "--dry-run").stderr
    done = site.run("publish", "t", "--repair")
    assert done.returncode == 0, done.stderr
    assert "since 2 files were missing there, or had other bytes" in done.stderr
    files = target.files()
    assert files.pop("foreign.html") == b"foreign"
    assert {path for path in whole if files.get(path) != whole[path]} <= {".well-known/cellist/manifest.json"}
    assert "holds the site already" in site.run("publish", "t", "--repair").stderr


def test_a_site_that_changed_since_is_found_by_the_manifest(site, target):
    site.publish("t")
    assert "of a clean build, by its manifest" in site.run("verify", "--published", "t").stderr
    assert "by its manifest" not in site.run("verify", "--published", "t", "--deep").stderr
    site.birds["b3"][0] = "Somebody else"
    del site.birds["b4"]
    site.birds["new"] = ["New", "Crows", "Place 1"]
    site.save()
    done = site.run("verify", "--published", "t")
    assert done.returncode == 1
    lines = set(done.stdout.splitlines())
    assert {"birds/b3/index.html: differs", "birds/b4/index.html: foreign", "birds/new/index.html: missing"} <= lines


@pytest.fixture
def key(tmp_path):
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / "key")], check=True)
    (tmp_path / "signers").write_text(f"site@example.org {(tmp_path / 'key.pub').read_text()}")
    return tmp_path


@pytest.mark.parametrize("target", ["in-place", "git", "moto"], indirect=True)
def test_a_signed_manifest_is_checked_and_a_tampered_one_refused(site, target, key, home, request):
    site.publish("t")
    unsigned = site.run("verify", "--published", "t", "--signers", str(key / "signers"))
    assert unsigned.returncode == 64 and "the manifest is not signed" in unsigned.stderr
    site.publish("t", "--sign", str(key / "key"))
    signed = site.run("verify", "--published", "t", "--signers", str(key / "signers"))
    assert signed.returncode == 0, signed.stderr
    path = ".well-known/cellist/manifest.json"
    text = target.files()[path].decode()
    change(target, home, request, path, text.replace('"generation":2', '"generation":9').encode())
    tampered = site.run("verify", "--published", "t", "--signers", str(key / "signers"))
    assert tampered.returncode == 64 and "the signature of the manifest is not valid" in tampered.stderr
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key / "other")], check=True)
    (key / "others").write_text(f"site@example.org {(key / 'other.pub').read_text()}")
    change(target, home, request, path, text.encode())
    assert site.run("verify", "--published", "t", "--signers", str(key / "others")).returncode == 64


def test_the_manifest_is_what_ssh_keygen_itself_accepts(request, home, key):
    from conftest import make_target
    from published_site import PublishedSite
    import json
    target = make_target("in-place", request, home)
    site = PublishedSite(target.line)
    site.publish("t", "--sign", str(key / "key"))
    root = json.loads(target.files()[".well-known/cellist/manifest.json"])
    statement = f"cellist\nbase: {root['base']}\ngeneration: {root['generation']}\ndigest: {root['digest']}\n"
    (key / "sig").write_text(root["signature"])
    done = subprocess.run(["ssh-keygen", "-Y", "verify", "-n", "cellist", "-f", str(key / "signers"), "-I",
                           "site@example.org", "-s", str(key / "sig")], input=statement.encode())
    assert done.returncode == 0
    site.close()
