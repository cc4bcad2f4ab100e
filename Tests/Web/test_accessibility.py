"""axe-core finds nothing against WCAG 2 (A, AA) and good practice, on a page of each kind."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from visit import NARROWEST, WIDE

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": RULES}}


def violations(page):
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return {rule["id"]: [(node["html"][:160], node["failureSummary"]) for node in rule["nodes"][:3]] for rule in found}


@pytest.mark.parametrize("width, scheme", [(WIDE, "light"), (WIDE, "dark"), (NARROWEST, "light")])
def test_axe_finds_no_violations(kinds, open, width, scheme):
    found = {path: violations(open(path, width, color_scheme=scheme)) for path in kinds}
    assert {path: rules for path, rules in found.items() if rules} == {}


def test_axe_does_find_violations(kinds, open):
    page = open(kinds[0])
    page.evaluate("document.querySelector('main').innerHTML += '<img src=x><p style=color:#eee>pale'")
    assert {"image-alt", "color-contrast"} <= set(violations(page))
