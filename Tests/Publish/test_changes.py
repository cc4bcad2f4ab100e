"""The feed of changes at a target: a copy that follows it has the export, byte for byte."""

import json

import pytest

from mirror import Gap, Mirror
from published_site import assert_holds

FEED = ".well-known/cellist/changes.jsonl"
EXPORT = "birds/index.json"


def ask(site, wanted=True):
    settings = (site.folder / "content/site.yml").read_text().replace("changes: true\n", "")
    site.write("content/site.yml", settings + ("changes: true\n" if wanted else ""))


def lines(target):
    return [json.loads(line) for line in target.files()[FEED].splitlines()]


@pytest.mark.parametrize("target", ["folder", "in-place", "git", "rsync", "moto"], indirect=True)
def test_copies_that_follow_have_the_export(site, target):
    ask(site)
    site.publish("t")
    first = target.files()[EXPORT]
    copies = [Mirror(first), Mirror(first)]
    for round in range(8):
        site.edit()
        site.publish("t", "--max-deletions", "100")
        files = target.files()
        copies[0].follow(files[FEED], "birds")
        assert copies[0].export == files[EXPORT]
    copies[1].follow(files[FEED], "birds")
    assert copies[1].export == files[EXPORT]
    assert site.run("verify", "--published", "t", "--deep").returncode == 0
    with pytest.raises(Gap):
        Mirror(b"[]\n").follow(files[FEED], "birds")
    ask(site, False)
    site.publish("t")
    assert FEED not in target.files()
    assert_holds(site, target.files())


@pytest.mark.parametrize("target", ["folder", "git"], indirect=True)
def test_a_rollback_is_in_the_feed(site, target):
    ask(site)
    site.publish("t")
    copy = Mirror(target.files()[EXPORT])
    del site.birds["b3"]
    site.birds["b4"][0] = "Aardvark"
    site.save()
    site.publish("t")
    copy.follow(target.files()[FEED], "birds")
    assert copy.export == target.files()[EXPORT]
    site.publish("t", "--rollback")
    copy.follow(target.files()[FEED], "birds")
    assert copy.export == target.files()[EXPORT] and "Aardvark" not in copy.export.decode()
    assert site.publish("t", "--max-deletions", "100").returncode == 0
    copy.follow(target.files()[FEED], "birds")
    assert copy.export == target.files()[EXPORT] and "Aardvark" in copy.export.decode()


@pytest.mark.parametrize("target", ["in-place"], indirect=True)
def test_what_is_not_exported_is_not_in_the_feed(site, target):
    ask(site)
    site.publish("t")
    before = target.files()[FEED]
    site.write("content/about.md", "---\ntitle: About\n---\nOther words.\n")
    site.publish("t")
    assert target.files()[FEED] == before
    site.birds["b7"][0] = "Another bird"
    site.save()
    # A machine that keeps the state alone makes and sends what changed.
    site.run("build")
    site.publish("t")
    changes = [line for line in lines(target) if "change" in line]
    assert [(line["generation"], line["id"], line["before"], line["after"]) for line in changes if line["change"] == "changed"] == [
        (3, "b7", {"name": "Bird 7"}, {"name": "Another bird"})]
