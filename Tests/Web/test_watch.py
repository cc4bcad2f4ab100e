"""A page that is open while its site is edited is as a fresh load would be, and is not loaded again for it."""

import random

import pytest
from watched_site import BIRDS, FILES, WatchedSite

# What a page holds, without what the server adds.
TREE = """() => {
  const copy = document.documentElement.cloneNode(true);
  for (const node of copy.querySelectorAll("[data-cellist]")) node.remove();
  return copy.outerHTML;
}"""


@pytest.fixture(scope="module")
def watched():
    site = WatchedSite()
    yield site
    assert site.close() == 0


@pytest.fixture
def page(watched, browser):
    page = browser.new_page(viewport={"width": 800, "height": 300})
    page.goto(f"{watched.origin}/birds/")
    page.evaluate("window.loaded = 1")
    yield page
    page.close()
    watched.birds = dict(BIRDS)
    for path, text in FILES.items():
        watched.write(path, text)
    watched.save()


def check(page, expression, browser, loaded=True):
    """Waits until an expression holds, and compares the page with a fresh load of it."""
    page.wait_for_function(expression, timeout=10_000)
    fresh = browser.new_page(viewport={"width": 800, "height": 300})
    fresh.goto(page.url)
    want = fresh.evaluate(TREE)
    fresh.close()
    page.wait_for_function(f"(want) => ({TREE})() === want", arg=want, timeout=10_000)
    assert page.evaluate("window.loaded === 1") == loaded


def names(*expected):
    return f"[...document.querySelectorAll('.cell h3')].map((e) => e.textContent).join() === '{','.join(expected)}'"


def test_rows_come_go_move_and_change(watched, page, browser):
    check(page, names("Jay", "Rook", "Blackbird", "Robin", "Wren"), browser)
    watched.birds["Fieldfare"] = "Thrushes"
    watched.save()
    check(page, names("Jay", "Rook", "Blackbird", "Fieldfare", "Robin", "Wren"), browser)
    del watched.birds["Rook"]
    watched.save()
    check(page, names("Jay", "Blackbird", "Fieldfare", "Robin", "Wren"), browser)
    watched.birds["Robin"] = "Flycatchers"
    watched.save()
    check(page, names("Jay", "Robin", "Blackbird", "Fieldfare", "Wren"), browser)
    del watched.birds["Jay"]
    watched.save()
    check(page, "document.querySelectorAll('section').length === 3", browser)
    watched.write("content/birds/list.yml", FILES["content/birds/list.yml"].replace("sort: name", "sort: -name"))
    check(page, names("Robin", "Fieldfare", "Blackbird", "Wren"), browser)


def test_what_a_reader_does_is_kept(watched, page, browser):
    page.get_by_label("Note on Robin").fill("seen twice")
    page.evaluate("document.querySelector('#robin').scrollIntoView({block: 'start', behavior: 'instant'})")
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") > 0
    top = "document.querySelector('#robin').getBoundingClientRect().top"
    at = page.evaluate(top)
    watched.birds["Robin"] = "Thrushes"
    watched.birds["Whinchat"] = "Wrens"
    watched.save()
    check(page, "document.querySelector('#whinchat')", browser)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Note on Robin"
    assert page.get_by_label("Note on Robin").input_value() == "seen twice"
    assert abs(page.evaluate(top) - at) < 2


def test_templates_styles_and_pages_of_records(watched, page, browser):
    cell = FILES["themes/small/cells/cell.mustache"]
    watched.write("themes/small/cells/cell.mustache", cell.replace("<h3>", '<h3 class="loud">'))
    check(page, "document.querySelector('h3.loud')", browser)
    watched.write("themes/small/assets/own.css", "body { color: rgb(9, 9, 9) }\n")
    check(page, "getComputedStyle(document.body).color === 'rgb(9, 9, 9)'", browser)
    page.goto(f"{watched.origin}/birds/robin/")
    page.evaluate("window.loaded = 1")
    watched.birds["Robin"] = "Flycatchers"
    watched.save()
    check(page, "document.body.textContent.includes('Flycatchers')", browser)


def test_mistakes_are_shown_until_they_are_mended(watched, page, browser):
    watched.save("name,famly")
    page.wait_for_function("document.querySelector('pre[data-cellist]')", timeout=10_000)
    assert "content/birds/birds.csv:1:6: error:" in page.locator("pre[data-cellist]").inner_text()
    assert page.locator(".cell").count() == 5
    watched.save()
    page.wait_for_function("!document.querySelector('pre[data-cellist]')", timeout=10_000)
    check(page, names("Jay", "Rook", "Blackbird", "Robin", "Wren"), browser)


def test_a_site_that_begins_with_mistakes(browser):
    site = WatchedSite(header="name,famly")
    page = browser.new_page()
    page.goto(f"{site.origin}/birds/")
    page.wait_for_function("document.querySelector('pre[data-cellist]')", timeout=10_000)
    site.save()
    page.wait_for_function(names("Jay", "Rook", "Blackbird", "Robin", "Wren"), timeout=10_000)
    page.close()
    assert site.close() == 0


def test_any_edits_end_as_a_fresh_load(watched, page, browser):
    chance = random.Random(7)
    families = ["Crows", "Thrushes", "Wrens", "Finches"]
    for number in range(40):
        name = chance.choice([*BIRDS, "Linnet", "Siskin", "Raven"])
        if name in watched.birds and chance.random() < 0.4:
            del watched.birds[name]
        else:
            watched.birds[name] = chance.choice(families)
        watched.birds["Last"] = f"Zz{number}"
        watched.save()
        check(page, f"document.querySelector('main')?.textContent.includes('Zz{number}')", browser)
