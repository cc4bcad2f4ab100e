"""One browser and one server for all tests of a process. A test opens the pages it needs, or asks about all visits."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from built_site import BuiltSite
from visit import HEIGHT, WIDE, Visit, visit

FOLDER = Path(__file__).parents[2] / "site"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def pytest_collection_modifyitems(items):
    """Where two processes share the tests, one has all that visit the built site, so that it is visited once."""
    for item in items:
        group = "site" if "site" in item.fixturenames else item.path.stem
        item.add_marker(pytest.mark.xdist_group(group))


@pytest.fixture(scope="session")
def site():
    if not (FOLDER / "index.html").exists():
        pytest.exit(f"there is no site in {FOLDER}: `make test-web` builds it first", 1)
    return BuiltSite(FOLDER)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def window(browser):
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture(scope="session")
def visits(site, browser) -> dict[str, Visit]:
    """Every page of the site, visited once."""
    with browser.new_page() as page:
        return {path: visit(page, site, path) for path in site.pages()}


@pytest.fixture(scope="session")
def kinds(visits) -> list[str]:
    """One page of each kind."""
    first = {}
    for path, found in visits.items():
        first.setdefault(found.kind, path)
    return list(first.values())


@pytest.fixture(scope="session")
def open(site, browser):
    """Opens a page as a reader has asked for it. Motion is reduced, so that scrolling jumps and nothing need wait."""
    window = browser.new_page()

    def open(path, width=WIDE, **media):
        window.set_viewport_size({"width": width, "height": HEIGHT})
        window.emulate_media(**{"media": "screen", "color_scheme": "light", "reduced_motion": "reduce"} | media)
        window.goto(site.origin + path)
        return window

    return open
