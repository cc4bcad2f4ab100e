"""Every view in every built-in theme: nothing is wider than the page, and axe finds nothing."""

import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from built_site import BuiltSite
from test_accessibility import violations
from visit import HEIGHT, NARROWEST, WIDE

PROGRAM = os.environ.get("CELLIST", str(Path(__file__).parents[2] / ".build/release/cellist"))
VIEWS = ["rows", "table", "cards", "tiles", "glossary", "timeline", "calendar"]
THEMES = ["default", "ledger", "folio"]
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
RECORD = (
    "record: {name: text, kind: {choice: [one, two, three], label: Kind}, photo: {type: 'asset?', alt: text}, "
    "size: {type: 'number?', unit: g}, open: boolean, day: date, link: 'url?', text: 'text?', more: 'markdown?'}\n"
    "id: name\nsections: {by: kind, footer: {size: sum}}\nterms: [kind]\ntools: [search, filter, sort]\n"
    "title: Things\ndescription: Some things, by what they are.\n"
)
ROWS = (
    "name,kind,photo,size,open,day,link,text,more\n"
    "Small,one,a.svg,0,false,2024-05-01,,A small thing,*Said* of it with `code`\n"
    f"{LONG},one,,,true,2023-02-03,https://example.org/{LONG},{LONG},{LONG} `{LONG}`\n"
    "صغير,two,a.svg,1.5,true,2022-01-01,,شيء صغير,نص [رابط](https://example.org/)\n"
    "Third,three,,1000000,false,2021-12-31,https://example.org/,,\n"
)
PICTURE = "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300'><rect width='400' height='300'/></svg>"
# How far the content moved while the page came, as browsers count it.
SHIFT = """() => new Promise(done => new PerformanceObserver(list =>
  done(list.getEntries().reduce((sum, entry) => sum + entry.value, 0))).observe({type: 'layout-shift', buffered: true})
  || setTimeout(() => done(0), 200))"""


@pytest.fixture(scope="module")
def sites():
    with tempfile.TemporaryDirectory(prefix="cellist-views-") as name:
        sites = {}
        for theme in THEMES:
            for language in ["en", "ar"]:
                folder = Path(name) / theme / language
                for view in VIEWS:
                    (folder / "content" / view).mkdir(parents=True)
                    pages = "record-pages: true\n" if view in ("table", "cards") else ""
                    (folder / "content" / view / "list.yml").write_text(f"{RECORD}view: {view}\n{pages}")
                    (folder / "content" / view / "rows.csv").write_text(ROWS)
                    (folder / "content" / view / "a.svg").write_text(PICTURE)
                (folder / "content/site.yml").write_text(f"title: Views\ntheme: {theme}\nlanguage: {language}\n")
                subprocess.run([PROGRAM, "build", "--site", folder, "--output", folder / "site"], check=True)
                sites[theme, language] = BuiltSite(folder / "site")
        yield sites


@pytest.fixture(scope="module")
def window(browser):
    page = browser.new_page()
    yield page
    page.close()


def opened(window, site, path, width, scheme="light"):
    window.set_viewport_size({"width": width, "height": HEIGHT})
    window.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    window.goto(site.origin + path)
    window.evaluate("document.fonts.ready.then(() => 0)")
    return window


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width, scheme", [(WIDE, "light"), (NARROWEST, "dark")])
def test_axe_finds_nothing(sites, window, theme, width, scheme):
    paths = [f"/{view}/" for view in VIEWS] + ["/", "/cards/small/", "/table/kind/", "/table/kind/one/"]
    found = {path: violations(opened(window, sites[theme, "en"], path, width, scheme)) for path in paths}
    assert {path: rules for path, rules in found.items() if rules} == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", ["en", "ar"])
def test_nothing_is_wider_than_the_page(sites, window, theme, language):
    wide = {}
    for view in [f"{view}/" for view in VIEWS] + ["", "cards/small/"]:
        for width in (WIDE, 700, 320):
            page = opened(window, sites[theme, language], f"/{view}", width)
            over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            if over > 0:
                wide[view, width] = over
    assert wide == {}


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_moves_while_a_page_comes(sites, window, theme):
    site = sites[theme, "en"]
    shifts = {view: opened(window, site, f"/{view}/", WIDE).evaluate(SHIFT) for view in VIEWS}
    # A face that comes late takes the place of one that is a little wider.
    assert {view: shift for view, shift in shifts.items() if shift > (0.1 if theme == "folio" else 0.02)} == {}


def test_a_calendar_is_an_agenda_where_there_is_no_room(sites, window):
    page = opened(window, sites["default", "en"], "/calendar/", WIDE)
    # Four months, each with one record.
    assert page.locator(".day:visible").count() == 31 + 28 + 31 + 31
    assert page.get_by_role("listitem").filter(has_text="Friday, December 31").count() == 1
    columns = page.evaluate("[...document.querySelectorAll('.day')].map(day => day.getBoundingClientRect().x)")
    assert len(set(columns)) == 7
    page = opened(window, sites["default", "en"], "/calendar/", NARROWEST)
    assert page.locator(".day:visible").count() == 4
    assert not page.locator(".weekdays:visible").count()


def test_false_zero_and_missing_differ(sites, window):
    page = opened(window, sites["default", "en"], "/table/", WIDE)
    cells = page.locator("tr", has=page.locator("th", has_text="Small")).locator("td")
    assert "0" in cells.all_inner_texts() and "No" in cells.all_inner_texts()
    assert page.locator("tbody [role=img]").first.get_attribute("aria-label") == "no value"
