"""Every page of the site loads whole, fits its window and is well formed."""

from collections import Counter
from urllib.parse import unquote, urldefrag

import pytest

from visit import NARROW, NARROWEST, WIDE


def test_the_site_has_pages(visits):
    assert len(visits) > 100


def test_every_page_answers(visits):
    assert {path: found.status for path, found in visits.items() if found.status != 200} == {}


def test_no_page_fails_a_request_or_complains_in_the_console(visits):
    assert {path: found.complaints for path, found in visits.items() if found.complaints} == {}


@pytest.mark.parametrize("width", [WIDE, NARROW, NARROWEST])
def test_no_page_scrolls_sideways(visits, width):
    assert {path: found.overflow[width] for path, found in visits.items() if found.overflow[width]} == {}


def test_every_page_has_one_main_heading(visits):
    assert {path: found.headings for path, found in visits.items() if found.headings != 1} == {}


def test_no_id_stands_twice_on_a_page(visits):
    def twice(ids):
        return [id for id, count in Counter(ids).items() if count > 1]

    assert {path: twice(found.ids) for path, found in visits.items() if twice(found.ids)} == {}


def test_every_link_within_the_site_leads_to_a_page_and_a_place_on_it(site, visits):
    def broken(link):
        address, fragment = urldefrag(link)
        path = site.path(address)
        if path is None:
            return False
        if not site.holds(path):
            return True
        return bool(fragment) and path in visits and unquote(fragment) not in visits[path].ids

    links = {link for found in visits.values() for link in found.links}
    dead = {link for link in links if broken(link)}
    assert {path: dead & set(found.links) for path, found in visits.items() if dead & set(found.links)} == {}


def test_every_page_can_be_reached_from_the_start_page(site, visits):
    reached, waiting = set(), [site.base]
    while waiting:
        path = waiting.pop()
        if path in visits and path not in reached:
            reached.add(path)
            waiting += [site.path(urldefrag(link)[0]) for link in visits[path].links]
    # Each language has a page for what is not found.
    assert set(visits) - reached == {f"{site.base}{tree}404.html" for tree in ("", "de/")}


def test_a_former_address_leads_to_where_the_page_is_now(site, open):
    redirects = site.redirects()
    assert redirects
    for path, end in redirects.items():
        page = open(path)
        page.wait_for_url(site.origin + end)
        assert page.locator("h1").count() == 1


def test_an_unknown_address_shows_the_404_page_in_its_dress(site, open):
    page = open(site.base + "no/such/page/")
    assert page.locator("main.lost").count() == 1
    assert page.evaluate("[...document.styleSheets].every(sheet => sheet.cssRules.length > 0)")
