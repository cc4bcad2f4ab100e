"""Publish, edit, publish, delete, publish: at each kind of target, what lies there is a clean build."""

import re

import pytest

from published_site import assert_holds


def test_a_target_holds_what_a_clean_build_makes(site, target):
    assert "generation 1" in site.publish("t").stderr
    assert_holds(site, target.files())
    for _ in range(4):
        site.edit()
        site.publish("t", "--max-deletions", "100")
        assert_holds(site, target.files())
    for id in list(site.birds)[:10]:
        del site.birds[id]
    site.save()
    site.publish("t", "--max-deletions", "100")
    assert_holds(site, target.files())
    assert "holds the site already" in site.publish("t").stderr


def test_only_what_changed_is_sent(site, target):
    site.publish("t")
    site.birds["b7"][0] = "Bird 7 again"
    site.save()
    planned = site.publish("t", "--dry-run")
    sent = [line.split()[1] for line in planned.stdout.splitlines()]
    assert "birds/b7/index.html" in sent and len(sent) <= 14
    assert re.search(rf"generation 2: {len(sent)} files with", site.publish("t").stderr)


def test_a_file_becomes_a_folder_and_back(site, target):
    site.write("content/x", "a file")
    site.publish("t")
    (site.folder / "content/x").unlink()
    site.write("content/x/y/z", "a file below")
    site.publish("t")
    assert_holds(site, target.files())
    (site.folder / "content/x/y/z").unlink()
    (site.folder / "content/x/y").rmdir()
    (site.folder / "content/x").rmdir()
    site.write("content/x", "a file again")
    site.publish("t")
    assert_holds(site, target.files())


def test_many_deletions_need_to_be_allowed(site, target):
    site.publish("t")
    before = target.files()
    site.birds = dict(list(site.birds.items())[:10])
    site.save()
    refused = site.publish("t", status=64)
    number = re.search(r"--max-deletions (\d+) allows it", refused.stderr)[1]
    assert target.files() == before
    site.publish("t", "--max-deletions", number)
    assert_holds(site, target.files())


def test_a_style_sheet_that_is_not_used_any_more_stays_for_visitors_with_older_pages(site, target):
    site.publish("t")
    old = {path for path in target.files() if path.startswith("assets/own-")}
    site.write("themes/small/assets/own.css", "body { color: red }\n")
    site.publish("t")
    assert len(old) == 1 and old < set(target.files())
    assert_holds(site, target.files())


@pytest.mark.parametrize("target", ["folder", "git"], indirect=True)
def test_a_rollback_publishes_the_generation_before(site, target):
    site.publish("t")
    before = target.files()
    site.edit()
    site.birds["b1"][0] = "Somebody else"
    site.save()
    site.publish("t", "--max-deletions", "100")
    site.publish("t", "--rollback")
    after = target.files()
    assert {path for path in before if before[path] != after.get(path)} == {".well-known/cellist/manifest.json"}
    site.publish("t", "--max-deletions", "100")
    assert_holds(site, target.files())


@pytest.mark.parametrize("target", ["in-place", "rsync", "moto"], indirect=True)
def test_a_rollback_is_refused_where_nothing_is_kept(site, target):
    site.publish("t")
    assert "does not keep earlier generations" in site.publish("t", "--rollback", status=64).stderr


@pytest.mark.parametrize("target", ["git"], indirect=True)
def test_a_branch_has_the_mark_without_which_hosts_leave_files_out(site, target):
    site.publish("t")
    assert target.files()[".nojekyll"] == b"" and ".well-known/security.txt" in target.files()
    assert site.run("verify", "--published", "t", "--deep").returncode == 0
    site.edit()
    site.publish("t", "--max-deletions", "100")
    site.publish("t", "--rollback")
    assert target.files()[".nojekyll"] == b""


@pytest.mark.parametrize("target", ["in-place"], indirect=True)
def test_addresses_that_go_away_are_named_with_their_redirects(site, target):
    site.publish("t")
    site.birds["finchk"] = site.birds.pop("b5")
    del site.birds["b6"]
    site.save()
    site.write("content/about.md", "---\ntitle: About\n---\nMore.\n")
    assert site.run("build").returncode == 0
    told = site.publish("t", "--max-deletions", "100").stderr
    assert "addresses that went away: 2\n  /birds/b5/ (birds: 'b5')\n  /birds/b6/ (birds: 'b6')\n" in told, told
    assert 'redirects:\n  "/birds/b5/": "birds/finchk/"\n' in told, told
