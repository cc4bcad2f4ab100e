"""What caches are told: headers where the target takes them, and the list of addresses that changed."""

import json
import subprocess

import servers
from conftest import make_target
from published_site import BASE, PublishedSite


def test_the_purge_list_names_every_changed_address_and_no_other(request, home):
    target = make_target("in-place", request, home)
    site = PublishedSite(f"  t: {{{target.settings}, purge: purge.txt}}\n")
    site.publish("t")
    before = site.clean()
    expected = sorted((site.folder / "purge.txt").read_text().splitlines())
    for _ in range(100):
        site.edit()
        site.publish("t", "--max-deletions", "1000")
        after = site.clean()
        changed = {path for path in before | after if before.get(path) != after.get(path)}
        # A publication that changes nothing leaves the list.
        expected = sorted(BASE + (path.removesuffix("index.html") if path.endswith("index.html") else path)
                          for path in changed) or expected
        assert sorted((site.folder / "purge.txt").read_text().splitlines()) == expected
        before = after
    site.close()


def test_a_storage_gets_headers_by_cache_class(request, home, moto):
    target = make_target("moto", request, home)
    site = PublishedSite(target.line)
    site.publish("t")
    name = target.settings.split("/")[1].strip('"')
    style = next(path for path in target.files() if path.startswith("assets/own-"))

    def header(path):
        listed = subprocess.run([servers.program("rclone"), "lsjson", "--metadata", f"moto:bucket/{name}/{path}"],
                                capture_output=True, check=True)
        return json.loads(listed.stdout)[0]["Metadata"]["cache-control"]

    assert header(style) == "public, max-age=31536000, immutable"
    assert header("birds/index.html") == "no-cache"
    site.close()


def test_one_edit_costs_few_requests_and_neither_a_listing_nor_a_question(request, home, moto):
    target = make_target("moto", request, home)
    site = PublishedSite(target.line, birds=2000)
    site.publish("t")
    before = len(moto.requests())
    site.birds["b777"][0] = "Bird 777!"
    site.save()
    done = site.publish("t")
    made = moto.requests()[before:]
    assert len(made) <= 30, made
    assert [line for line in made if line.startswith("HEAD") or "list-type" in line or "prefix=" in line] == []
    assert f" {len(made)} requests" in done.stderr, (done.stderr, made)
    assert [line for line in site.publish("t").stderr.splitlines()][-1].count("2 requests") == 1
    site.close()
