"""A site in three languages, one of them from the right: its pages, and the links from language to language."""

import re
import subprocess
from itertools import permutations

import pytest
from built_site import BuiltSite
from test_accessibility import violations
from test_markup import errors
from view_sites import PROGRAM, THEMES
from visit import NARROWEST, WIDE, opened

SITE = """title: {en: Elements, de: Elemente, ar: العناصر}
base: https://elements.example/
languages: [en, de, ar]
menu: [elements, {title: {en: About, de: Über}, url: about.md}]
"""
LIST = """title: {en: Elements, de: Elemente, ar: العناصر}
record: {symbol: text, name: {type: text, localized: true}, note: {type: "markdown?", localized: true}, year: integer}
id: symbol
title-field: name
record-pages: true
sort: name
sections: {by: name.initial}
tools: [search, sort]
"""
ROWS = """symbol,name.en,name.de,name.ar,note.en,note.de,year
H,Hydrogen,Wasserstoff,هيدروجين,*Light* as air,*Leichter* als Luft,1766
O,Oxygen,Sauerstoff,,To breathe,,1774
Fe,Iron,Eisen,حديد,Rusts,Rostet,1600
"""
PATHS = [f"{tree}/{path}" for tree in ("", "/de", "/ar") for path in ("", "about/", "elements/", "elements/o/")]


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    found = {}
    for theme in THEMES:
        folder = tmp_path_factory.mktemp(theme)
        (folder / "content/elements").mkdir(parents=True)
        for path, text in {
            "site.yml": f"{SITE}theme: {theme}\n", "index.md": "---\ntitle: {en: Home, de: Zuhause, ar: بيت}\n---\n",
            "about.md": "---\ntitle: About\n---\nWho we are.\n", "about.de.md": "---\ntitle: Über\n---\nWer wir sind.\n",
            "elements/list.yml": LIST, "elements/rows.csv": ROWS,
        }.items():
            (folder / "content" / path).write_text(text)
        subprocess.run([PROGRAM, "build", "--site", folder, "--output", folder / "site"], check=True)
        found[theme] = BuiltSite(folder / "site")
    return found


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", [WIDE, NARROWEST])
def test_axe_finds_nothing(sites, window, theme, width):
    found = {path: violations(opened(window, sites[theme], path, width)) for path in PATHS}
    assert {path: rules for path, rules in found.items() if rules} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_is_wider_than_the_page(sites, window, theme):
    over = {path: opened(window, sites[theme], path, 320).evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth") for path in PATHS}
    assert {path: width for path, width in over.items() if width > 0} == {}


def test_the_checker_finds_nothing(sites):
    assert {theme: errors(site.folder) for theme, site in sites.items()} == {theme: [] for theme in sites}


def test_pages_name_each_other(sites):
    folder = sites["default"].folder
    named = {}
    for file in folder.rglob("index.html"):
        links = dict(re.findall(r'hreflang="([a-z]*)" href="https://elements.example/([^"]*)"', file.read_text()))
        assert list(links) == ["en", "de", "ar"]
        named[file.relative_to(folder).as_posix().removesuffix("index.html")] = links
    assert len(named) == 3 * 6
    for links in named.values():
        for one, other in permutations(links.values(), 2):
            assert other in named[one].values()


@pytest.mark.parametrize("theme", THEMES)
def test_a_reader_goes_to_the_same_record_in_another_language(sites, window, theme):
    page = opened(window, sites[theme], "/elements/h/", WIDE)
    page.get_by_role("link", name="Deutsch").click()
    assert page.url.endswith("/de/elements/h/") and page.locator("h1").inner_text() == "Wasserstoff"
    page.get_by_role("link", name="العربية").press("Enter")
    assert page.url.endswith("/ar/elements/h/") and page.evaluate("document.documentElement.dir") == "rtl"
    assert page.get_by_role("link", name="العربية").get_attribute("aria-current") == "true"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("path", ["/elements/", "/de/elements/", "/ar/elements/"])
def test_the_index_covers_no_section(sites, window, theme, path):
    page = opened(window, sites[theme], path, WIDE)
    assert page.evaluate("""() => {
      const index = document.querySelector(".index").getBoundingClientRect();
      const heading = document.querySelector(".section > h2").getBoundingClientRect();
      return index.bottom <= heading.top || index.right <= heading.left || heading.right <= index.left;
    }""")


def test_a_text_in_another_language_says_so(sites, window):
    page = opened(window, sites["default"], "/ar/elements/o/", WIDE)
    assert page.evaluate("document.querySelector('h1').lang") == "en"
    assert page.locator("[lang=en]", has_text="To breathe").get_attribute("dir") == "ltr"
