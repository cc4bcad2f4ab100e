"""A list whose changes come from commits: their pages, those of the records, and both from the right."""

import os
import subprocess

import pytest
from built_site import BuiltSite
from test_accessibility import violations
from test_markup import errors
from view_sites import PROGRAM, THEMES
from visit import NARROWEST, WIDE, opened

LIST = """title: {en: Books, ar: كتب}
record:
  title: text
  year: integer
  price: {type: "number?", currency: EUR}
  note: text?
record-pages: true
history: {since: 2y}
"""
PATHS = [f"{tree}/books/{path}" for tree in ("", "/ar") for path in ("", "changes/", "emma/")]


def commit(folder, time):
    git = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "add", "-A", "content"], check=True)
    environment = os.environ | {"GIT_COMMITTER_DATE": f"{time} +0000"}
    subprocess.run([*git, "commit", "-q", "-m", "a"], check=True, env=environment)


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    found = {}
    for theme in THEMES:
        folder = tmp_path_factory.mktemp(theme)
        books = folder / "content/books"
        books.mkdir(parents=True)
        subprocess.run(["git", "-C", folder, "init", "-q"], check=True)
        (folder / "content/site.yml").write_text(
            f"title: T\nbase: https://books.example/\nlanguages: [en, ar]\ntheme: {theme}\n")
        (books / "list.yml").write_text(LIST)
        (books / "emma.md").write_text("---\ntitle: Emma\nyear: 1816\n---\nA novel.\n")
        (books / "dracula.md").write_text("---\ntitle: Dracula\nyear: 1897\n---\n")
        commit(folder, 1_600_000_000)
        (books / "emma.md").write_text(
            f"---\ntitle: Emma\nyear: 1815\nprice: 9.5\nnote: {'Verylongword' * 12}\n---\nA novel of manners.\n")
        commit(folder, 1_700_000_000)
        (books / "dracula.md").rename(books / "count.md")
        commit(folder, 1_700_100_000)
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


def test_a_reader_sees_what_changed(sites, window):
    page = opened(window, sites["default"], "/books/", WIDE)
    page.get_by_role("link", name="Changes").click()
    assert [day.inner_text() for day in page.locator("h2").all()] == ["November 16, 2023", "November 14, 2023"]
    change = page.locator("li", has=page.get_by_role("link", name="Emma"))
    lines = [line.inner_text() for line in change.locator("p").all()]
    assert lines[0] == "Year 1816 1815" and lines[1] == "Price €9.50" and lines[3] == "Text changed"
    page.get_by_role("link", name="Emma").click()
    assert page.locator(".history li").count() == 2
