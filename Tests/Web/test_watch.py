"""A page that is open while its site is edited is as a fresh load would be, and is not loaded again for it."""

import random

import pytest
from built_site import edited
from watched_site import BIRDS, FILES, WatchedSite

# The tree of a page, without the server's additions.
TREE = """() => {
  const copy = document.documentElement.cloneNode(true);
  for (const node of copy.querySelectorAll("[data-cellist]")) node.remove();
  return copy.outerHTML;
}"""
# How each build has changed the page: by rows alone, by rows and what is around them, or by all of it fetched anew.
# When nothing more comes, the page is compared with a fresh one, and "mended" if that differs.
HEARD = """window.heard = []; addEventListener("cellist:patched", ({ detail }) => window.heard.push(detail));"""
# A mark on each cell, which only a cell that stays itself keeps.
MARKED = "for (const cell of document.querySelectorAll('.cell')) cell.mark = cell.id"
# A machine may be busy with something else.
PATIENCE = 30_000
SIZE = {"width": 800, "height": 300}
LIST = FILES["content/birds/list.yml"]
# Templates that say nothing of how much there is.
PLAIN = {
    "themes/small/pages/list.mustache":
        "{{<layout}}\n{{$main}}\n<main id=\"page:main\" tabindex=\"-1\">\n{{#@page.sections}}\n{{> sections/section}}\n"
        "{{/@page.sections}}\n</main>\n{{/main}}\n{{/layout}}\n",
    "themes/small/sections/section.mustache":
        "<section id=\"{{@section.anchor}}\">\n<ul data-cells>\n{{#@section.cells}}\n{{>*@cell}}\n{{/@section.cells}}\n"
        "</ul>\n</section>\n",
}


@pytest.fixture(scope="module")
def watched():
    site = WatchedSite()
    yield site
    assert site.close() == 0


@pytest.fixture
def page(watched, browser):
    page = opened(browser, f"{watched.origin}/birds/")
    yield page
    page.close()
    watched.birds, watched.notes = dict(BIRDS), {}
    for path in set(PLAIN) | {"themes/other/theme.yml"}:
        (watched.folder / path).unlink(missing_ok=True)
    for path, text in FILES.items():
        watched.write(path, text)
    watched.settle()


def opened(browser, address):
    page = browser.new_page(viewport=SIZE)
    page.add_init_script(HEARD)
    page.goto(address)
    page.evaluate("window.loaded = 1")
    page.evaluate(MARKED)
    # The server knows what is open a moment after it is.
    page.wait_for_timeout(100)
    return page


def check(page, expression, browser, *, by=("rows", "frame"), loaded=True):
    """Waits until an expression holds, and compares the page with a fresh load of it."""
    page.wait_for_function(expression, timeout=PATIENCE)
    fresh = browser.new_page(viewport=SIZE)
    fresh.goto(page.url)
    want = fresh.evaluate(TREE)
    fresh.close()
    page.wait_for_function(f"(want) => ({TREE})() === want", arg=want, timeout=PATIENCE)
    assert page.evaluate("window.loaded === 1") == loaded
    heard = page.evaluate("window.heard.splice(0)")
    assert not loaded or heard and set(heard) <= set(by), heard


def names(*expected):
    return f"[...document.querySelectorAll('.cell h3')].map((e) => e.textContent).join() === '{','.join(expected)}'"


def marks(page):
    """The cells that have been themselves since they were marked."""
    return page.evaluate(
        "[...document.querySelectorAll('.cell')].filter((cell) => cell.mark === cell.id).map((cell) => cell.id)")


def nodes(page):
    """How many nodes the browser holds for a page, whether they are in it or not. Those of a page that was left are freed a
    moment later, so the least of some counts tells."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def count():
        page.wait_for_timeout(500)
        session.send("HeapProfiler.collectGarbage")
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "Nodes")

    least = min(count() for _ in range(4))
    session.detach()
    return least


def test_rows_come_go_move_and_change(watched, page, browser):
    assert page.evaluate(names("Jay", "Rook", "Blackbird", "Robin", "Wren"))
    watched.birds["Fieldfare"] = "Thrushes"
    watched.save()
    check(page, names("Jay", "Rook", "Blackbird", "Fieldfare", "Robin", "Wren"), browser)
    assert marks(page) == ["jay", "rook", "blackbird", "robin", "wren"]
    del watched.birds["Rook"]
    watched.save()
    check(page, names("Jay", "Blackbird", "Fieldfare", "Robin", "Wren"), browser)
    watched.birds["Robin"] = "Crows"
    watched.save()
    check(page, names("Jay", "Robin", "Blackbird", "Fieldfare", "Wren"), browser)
    assert marks(page) == ["jay", "robin", "blackbird", "wren"]
    watched.write("content/birds/list.yml", edited(LIST, "sort: name", "sort: -name"))
    check(page, names("Robin", "Jay", "Fieldfare", "Blackbird", "Wren"), browser)
    assert marks(page) == ["robin", "jay", "blackbird", "wren"]


def test_one_record_is_one_row(watched, page, browser):
    for note in ["seen", "heard *often*", ""]:
        watched.save(notes={"Robin": note})
        word = note.split(" ")[0]
        check(page, f"document.querySelector('#robin').textContent.includes('{word}')", browser, by=["rows"])
        assert marks(page) == ["jay", "rook", "blackbird", "robin", "wren"]


def test_sections_come_go_and_move(watched, page, browser):
    watched.birds["Robin"] = "Flycatchers"
    watched.save()
    check(page, names("Jay", "Rook", "Robin", "Blackbird", "Wren"), browser)
    assert marks(page) == ["jay", "rook", "robin", "blackbird", "wren"]
    del watched.birds["Jay"], watched.birds["Rook"]
    watched.birds["Wren"] = "Flycatchers"
    watched.save()
    check(page, names("Robin", "Wren", "Blackbird"), browser)
    assert marks(page) == ["robin", "wren", "blackbird"]
    watched.write("content/birds/list.yml", edited(LIST, "{by: family}", "{by: family, order: descending}"))
    check(page, names("Blackbird", "Robin", "Wren"), browser)
    assert marks(page) == ["blackbird", "robin", "wren"]
    watched.birds.clear()
    watched.save()
    check(page, "document.querySelectorAll('.cell').length === 0", browser)
    watched.birds |= BIRDS
    watched.save()
    check(page, names("Wren", "Blackbird", "Robin", "Jay", "Rook"), browser)


def test_rows_suffice_where_nothing_else_tells_of_them(watched, page, browser):
    for path, text in PLAIN.items():
        watched.write(path, text)
    check(page, "!document.querySelector('h2')", browser, by=["fetched"])
    page.evaluate(MARKED)
    for name, family in [("Fieldfare", "Thrushes"), ("Robin", "Crows"), ("Robin", "Wrens"), ("Jay", "Wrens")]:
        watched.birds[name] = family
        watched.save()
        check(page, f"document.querySelector('#{name.lower()}')?.closest('#{family.lower()}')", browser, by=["rows"])
    del watched.birds["Blackbird"]
    watched.save()
    check(page, names("Rook", "Fieldfare", "Jay", "Robin", "Wren"), browser, by=["rows"])
    assert marks(page) == ["rook", "jay", "robin", "wren"]


def test_rows_cross_the_bounds_of_pages(watched, page, browser):
    watched.write("content/birds/list.yml", LIST + "pages: 2\n")
    check(page, names("Jay", "Rook"), browser)
    second = opened(browser, f"{watched.origin}/birds/page/2/")
    third = opened(browser, f"{watched.origin}/birds/page/3/")
    watched.birds["Hooded Crow"] = "Crows"
    watched.save()
    check(page, names("Hooded Crow", "Jay"), browser)
    check(second, names("Rook", "Blackbird"), browser)
    check(third, names("Robin", "Wren"), browser)
    assert [marks(each) for each in (page, second, third)] == [["jay"], ["blackbird"], ["wren"]]
    # The page goes, and comes back.
    del watched.birds["Hooded Crow"], watched.birds["Wren"]
    watched.save()
    check(third, "document.body.textContent.includes('not found')", browser, by=["frame", "fetched"])
    watched.birds["Wren"] = "Wrens"
    watched.save()
    check(third, names("Wren"), browser, by=["fetched"])
    check(second, names("Blackbird", "Robin"), browser)
    second.close()
    third.close()


def test_what_a_reader_does_is_kept(watched, page, browser):
    page.get_by_label("Note on Robin").fill("seen twice")
    page.evaluate("document.activeElement.setSelectionRange(2, 4)")
    page.evaluate("document.querySelector('#robin').scrollIntoView({block: 'start', behavior: 'instant'})")
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") > 0
    top = "document.querySelector('#robin').getBoundingClientRect().top"
    at = page.evaluate(top)
    watched.birds["Mistle Thrush"] = "Thrushes"
    watched.birds["Whinchat"] = "Wrens"
    watched.save()
    check(page, "document.querySelector('#whinchat')", browser)
    watched.save(notes={"Robin": "seen", "Jay": "heard"})
    check(page, "document.querySelector('#robin').textContent.includes('seen')", browser, by=["rows"])
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Note on Robin"
    assert page.get_by_label("Note on Robin").input_value() == "seen twice"
    assert page.evaluate("[document.activeElement.selectionStart, document.activeElement.selectionEnd]") == [2, 4]
    assert abs(page.evaluate(top) - at) < 2
    # Also where the row itself moves.
    watched.birds["Robin"] = "Crows"
    watched.save()
    check(page, "document.querySelector('#robin').closest('#crows')", browser)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Note on Robin"
    assert page.get_by_label("Note on Robin").input_value() == "seen twice"


def test_what_a_reader_opened_stays_open(watched, page, browser):
    cell = FILES["themes/small/cells/cell.mustache"]
    watched.write("themes/small/cells/cell.mustache",
                  edited(cell, "</li>", "<details><summary>More</summary>{{family}}</details></li>"))
    check(page, "document.querySelector('#robin details')", browser)
    page.evaluate("document.querySelector('#robin details').open = true")
    watched.save(notes={"Robin": "seen", "Jay": "heard"})
    page.wait_for_function("document.querySelector('#robin').textContent.includes('seen')", timeout=PATIENCE)
    page.wait_for_timeout(500)
    assert page.evaluate("document.querySelectorAll('details[open]').length") == 1
    assert page.evaluate("window.heard.splice(0)") == ["rows"]
    # A page that opens it by itself is followed.
    watched.write("themes/small/cells/cell.mustache",
                  edited(cell, "</li>", "<details open><summary>More</summary>{{family}}</details></li>"))
    check(page, "document.querySelectorAll('details[open]').length === 5", browser)


def test_filters_have_their_choices_after_every_change(browser):
    tools = "tools: {filter: [family, name]}\n"
    site = WatchedSite(port=4720, files={"content/birds/list.yml": LIST + tools})
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.add_init_script(HEARD)
    page.goto(f"{site.origin}/birds/")
    boxes = "document.querySelectorAll('.filters:not([hidden]) [type=checkbox]').length"
    page.wait_for_function(f"{boxes} === 8", timeout=PATIENCE)
    # A section that comes, and words above the list, change more than rows.
    site.birds["Dipper"] = "Dippers"
    site.save()
    page.wait_for_function(f"{boxes} === 10 && window.heard.length > 0", timeout=PATIENCE)
    site.write("content/birds/list.yml", LIST + tools + "description: All of them\n")
    page.wait_for_function("document.querySelector('.lede')?.textContent === 'All of them'", timeout=PATIENCE)
    page.wait_for_function(f"{boxes} === 10", timeout=PATIENCE)
    page.get_by_role("checkbox", name="Dippers").check()
    page.wait_for_function("document.querySelectorAll('.results .cell').length === 1", timeout=PATIENCE)
    page.close()
    assert site.close() == 0


def test_templates_styles_and_themes(watched, page, browser):
    cell = FILES["themes/small/cells/cell.mustache"]
    watched.write("themes/small/cells/cell.mustache", edited(cell, "<h3>", '<h3 class="loud">'))
    check(page, "document.querySelector('h3.loud')", browser, by=["rows"])
    watched.write("themes/small/assets/own.css", "body { color: rgb(9, 9, 9) }\n")
    check(page, "getComputedStyle(document.body).color === 'rgb(9, 9, 9)'", browser, by=["frame"])
    assert marks(page) == ["jay", "rook", "blackbird", "robin", "wren"]
    watched.write("themes/other/theme.yml", "extends: default\n")
    watched.write("content/site.yml", edited(FILES["content/site.yml"], "small", "other"))
    check(page, "!document.querySelector('h3.loud') && !document.querySelector('input')", browser, by=["frame"])
    watched.write("content/site.yml", "title: Other words\ntheme: other\n")
    check(page, "document.title.includes('Other words')", browser, by=["frame"])


def test_pages_of_records(watched, browser, page):
    page.goto(f"{watched.origin}/birds/robin/")
    page.evaluate("window.loaded = 1")
    page.wait_for_timeout(100)
    watched.birds["Robin"] = "Flycatchers"
    watched.save()
    check(page, "document.body.textContent.includes('Flycatchers')", browser, by=["frame"])
    # The fields beside the title are on its page, too.
    watched.birds["Rhea"] = "Ratites"
    watched.save()
    check(page, "document.body.textContent.includes('Rhea')", browser, by=["frame"])


def test_mistakes_are_shown_until_they_are_mended(watched, page, browser):
    watched.save("name,famly")
    page.wait_for_function("document.querySelector('pre[data-cellist]')", timeout=PATIENCE)
    assert "content/birds/birds.csv:1:6: error:" in page.locator("pre[data-cellist]").inner_text()
    assert page.locator(".cell").count() == 5
    problem = "document.querySelector('pre[data-cellist]').textContent"
    watched.write("content/birds/linnet.md", "---\nname: Linnet\nfamily: [\n---\n")
    page.wait_for_function(f"{problem}.includes('linnet.md:')", timeout=PATIENCE)
    watched.write("content/birds/linnet.md", "---\nname: Linnet\nfamily: Finches\n---\n")
    page.wait_for_function(f"!{problem}.includes('linnet.md:')", timeout=PATIENCE)
    watched.save()
    page.wait_for_function("!document.querySelector('pre[data-cellist]')", timeout=PATIENCE)
    check(page, names("Jay", "Rook", "Linnet", "Blackbird", "Robin", "Wren"), browser)
    (watched.folder / "content/birds/linnet.md").unlink()
    check(page, names("Jay", "Rook", "Blackbird", "Robin", "Wren"), browser)


def test_a_site_that_begins_with_mistakes(browser):
    site = WatchedSite(header="name,famly")
    page = browser.new_page()
    page.goto(f"{site.origin}/birds/")
    page.wait_for_function("document.querySelector('pre[data-cellist]')", timeout=PATIENCE)
    site.save()
    page.wait_for_function(names("Jay", "Rook", "Blackbird", "Robin", "Wren"), timeout=PATIENCE)
    page.close()
    assert site.close() == 0


def test_a_base_that_changes(watched, page, browser):
    watched.write("content/site.yml", FILES["content/site.yml"] + "base: https://example.com/wood/\n")
    page.wait_for_timeout(500)
    page.goto(f"{watched.origin}/")
    assert page.url == f"{watched.origin}/wood/"
    page.goto(f"{watched.origin}/wood/birds/")
    page.evaluate("window.loaded = 1")
    page.wait_for_timeout(100)
    watched.save(notes={"Robin": "seen"})
    check(page, "document.querySelector('#robin').textContent.includes('seen')", browser, by=["rows"])


def test_any_edits_end_as_a_fresh_load(watched, page, browser):
    """500 edits, of which none is answered by a fresh load, and none leaves anything behind."""
    chance = random.Random(7)
    families = ["Crows", "Thrushes", "Wrens", "Finches"]
    everyone = [*BIRDS, "Linnet", "Siskin", "Raven", "Chough", "Dipper", "Serin"]
    fresh = browser.new_page(viewport=SIZE)
    sizes = []
    for number in range(500):
        for _ in range(chance.choice([1, 1, 1, 3, 8])):
            name = chance.choice(everyone)
            if name in watched.birds and chance.random() < 0.4:
                del watched.birds[name]
            else:
                watched.birds[name] = chance.choice(families)
        watched.birds["Last"] = f"Zz{number}"
        if number % 50 == 25:
            order = chance.choice(["sort: -name", "sort: name"])
            watched.write("content/birds/list.yml", edited(LIST, "sort: name", order))
        watched.save(notes={chance.choice(everyone): f"note {number}"})
        page.wait_for_function(f"document.querySelector('main')?.textContent.includes('Zz{number}')", timeout=PATIENCE)
        if number % 10 == 9:
            # The last of several builds may still be on its way.
            page.wait_for_timeout(50)
            fresh.goto(page.url)
            want = fresh.evaluate(TREE)
            page.wait_for_function(f"(want) => ({TREE})() === want", arg=want, timeout=PATIENCE)
        if number in (100, 499):
            sizes.append((watched.memory(), nodes(page)))
    fresh.close()
    page.wait_for_timeout(500)
    heard = page.evaluate("window.heard")
    assert page.evaluate("window.loaded === 1") and set(heard) <= {"rows", "frame"} and len(heard) >= 500
    assert page.evaluate("document.querySelectorAll('[data-cellist]').length") == 1
    (before, nodes_before), (after, nodes_after) = sizes
    assert after < before + 4 and nodes_after < nodes_before + 200, sizes
