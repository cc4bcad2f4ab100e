"""The sites to start from: built, verified, and looked at as a reader does."""

import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from built_site import BuiltSite
from test_accessibility import violations
from visit import HEIGHT, visit

PROGRAM = os.environ.get("CELLIST", str(Path(__file__).parents[2] / ".build/release/cellist"))
STARTERS = ["lab", "conference", "data", "shop"]


@pytest.fixture(scope="module")
def starters():
    with tempfile.TemporaryDirectory(prefix="cellist-starters-") as name:
        sites = {}
        for starter in STARTERS:
            folder = Path(name) / starter
            subprocess.run([PROGRAM, "new", "site", folder, "--like", starter], check=True, stdout=subprocess.DEVNULL)
            for command in ["check", "build", "verify"]:
                subprocess.run([PROGRAM, command, "--site", folder, "--output", folder / "site"][:4 if command == "check" else 6], check=True)
            sites[starter] = BuiltSite(folder / "site")
        yield sites


@pytest.mark.parametrize("starter", STARTERS)
@pytest.mark.parametrize("width, scheme", [(1440, "light"), (390, "dark")])
def test_axe_finds_nothing_and_pictures_are_there(starters, browser, starter, width, scheme):
    site = starters[starter]
    page = browser.new_page(viewport={"width": width, "height": HEIGHT}, color_scheme=scheme)
    found = {}
    for path in site.pages():
        page.goto(site.origin + path)
        page.evaluate("document.querySelectorAll('img').forEach(image => image.loading = 'eager')")
        page.wait_for_function("[...document.images].every(image => image.complete)")
        broken = page.evaluate("[...document.images].filter(image => !image.naturalWidth).map(image => image.src)")
        wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
        if rules := violations(page) or broken or wide:
            found[path] = rules
    page.close()
    assert found == {}


@pytest.mark.parametrize("starter", STARTERS)
def test_every_page_answers_and_complains_of_nothing(starters, browser, starter):
    site = starters[starter]
    page = browser.new_page()
    visits = {path: visit(page, site, path) for path in site.pages()}
    page.close()
    assert {path: found.complaints for path, found in visits.items() if found.complaints} == {}
    assert {path: found.headings for path, found in visits.items() if found.headings != 1} == {}
    dead = {link for found in visits.values() for link in found.links
            if (path := site.path(link.split("#")[0])) is not None and not site.holds(path)}
    assert dead == set()
