"""Every view in every built-in theme: nothing is wider than the page, and axe finds nothing."""

import os
from itertools import product

import pytest
from built_site import BuiltSite
from conftest import CHROMIUM
from test_accessibility import violations
from view_sites import LANGUAGES, LONG, THEMES, VIEWS, view_sites
from visit import NARROWEST, WIDE, opened

# Windows, colour schemes and languages: each with each where `make test-all` asks for that.
SCREENS = (list(product([WIDE, NARROWEST, 320], ["light", "dark"], LANGUAGES)) if os.environ.get("CELLIST_EVERY_SCREEN")
           else [(WIDE, "light", "en"), (NARROWEST, "dark", "en"), (320, "light", "ar")])

# How far the content moved while the page came, as browsers count it.
SHIFT = """() => new Promise(done => new PerformanceObserver(list =>
  done(list.getEntries().reduce((sum, entry) => sum + entry.value, 0))).observe({type: 'layout-shift', buffered: true})
  || setTimeout(() => done(0), 200))"""


# The spacing that some readers need: WCAG 2.2, 1.4.12.
SPACED = "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }" \
         " p { margin-bottom: 2em !important }"
# The elements whose own box cuts off what is in them, and how much of the page lies outside the window.
CUT = """() => {
  const cuts = (element) => {
    const { overflowX, overflowY, webkitLineClamp, clipPath } = getComputedStyle(element);
    const isCut = (how, inner, outer) => ["hidden", "clip"].includes(how) && inner > outer + 1;
    return clipPath === "none" && (isCut(overflowX, element.scrollWidth, element.clientWidth)
      || webkitLineClamp === "none" && isCut(overflowY, element.scrollHeight, element.clientHeight));
  };
  const root = document.documentElement;
  const over = root.scrollWidth - root.clientWidth;
  return [...document.querySelectorAll("body *")].filter(cuts).map((element) => element.className || element.nodeName)
    .concat(over > 0 ? [`${over} px outside`] : []);
}"""
# Elements that a background alone tells from others, where there are no backgrounds.
PLAIN = """() => [...document.querySelectorAll(".badge, [aria-current], :is([data-view=tiles], [data-view=calendar]) > .cell")]
  .filter((element) => element.checkVisibility()).filter((element) => {
    const { borderBlockEndWidth, textDecorationLine, fontWeight, listStyleType } = getComputedStyle(element);
    return parseFloat(borderBlockEndWidth) === 0 && textDecorationLine === "none" && Number(fontWeight) < 600;
  }).map((element) => element.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def sites():
    with view_sites() as outputs:
        yield {key: BuiltSite(output) for key, output in outputs.items()}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width, scheme, language", SCREENS)
def test_axe_finds_nothing(sites, window, theme, width, scheme, language):
    paths = [f"/{view}/" for view in VIEWS] + ["/", "/cards/small/", "/table/kind/", "/table/kind/one/"]
    found = {path: violations(opened(window, sites[theme, language], path, width, scheme)) for path in paths}
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
@pytest.mark.parametrize("path", ["/", "/papers/"])
def test_a_table_of_five_columns_stands_in_its_box(sites, window, theme, path):
    """On a page as on the list's own: a long title wraps, and leaves room for other columns where the box scrolls."""
    page = opened(window, sites[theme, "en"], path, WIDE)
    assert page.evaluate("""() => {
      const box = document.querySelector(".scroll"), title = document.createRange();
      title.selectNodeContents(document.querySelector("[id^=measuring] th, [id*=':measuring'] th"));
      const right = (element) => element.getBoundingClientRect().right;
      return [box.scrollWidth <= box.clientWidth, new Set([...title.getClientRects()].map(({ top }) => Math.round(top / 8))).size > 1,
        [...document.querySelectorAll(".records thead th")].every((head) => right(head) <= right(box) + 1)];
    }""") == [True, True, True]
    page = opened(window, sites[theme, "en"], path, 700)
    title, box = (page.locator(selector).first.bounding_box()["width"] for selector in (".records tbody th", ".scroll"))
    assert title <= box / 2


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("path", ["/rows/", "/rows/kind/one/", "/table/", "/table/kind/one/"])
def test_filters_are_beside_the_records(sites, window, theme, path):
    """On the pages of a list and of a term."""
    page = opened(window, sites[theme, "en"], path, WIDE)
    page.wait_for_selector(".filters:not([hidden])")
    filters, records = (page.locator(selector).bounding_box() for selector in (".filters", ".sections"))
    assert records["x"] + records["width"] <= filters["x"]


def cut(window, site, style="main {}"):
    found = {}
    for view in [f"{view}/" for view in VIEWS] + ["", "cards/small/", "table/kind/"]:
        for width in (WIDE, NARROWEST):
            page = opened(window, site, f"/{view}", width)
            page.add_style_tag(content=style)
            if parts := page.evaluate(CUT):
                found[view, width] = parts
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_no_text_is_cut_off_that_is_set_wider(sites, window, theme):
    assert cut(window, sites[theme, "en"], SPACED) == {}


def test_no_text_is_cut_off_that_is_twice_as_large(sites, browser):
    """Readers set the size of texts in their browser."""
    large = browser.browser_type.launch(executable_path=CHROMIUM, args=["--blink-settings=defaultFontSize=32"])
    window = large.new_page()
    found = {theme: cut(window, sites[theme, "en"]) for theme in THEMES}
    size = window.evaluate("getComputedStyle(document.documentElement).fontSize")
    large.close()
    assert size == "32px"
    assert found == {theme: {} for theme in THEMES}


@pytest.mark.parametrize("theme", THEMES)
def test_colours_of_the_reader_leave_everything_to_be_seen(sites, window, theme):
    window.emulate_media(forced_colors="active")
    plain = {view: opened(window, sites[theme, "en"], f"/{view}", WIDE).evaluate(PLAIN)
             for view in [f"{view}/" for view in VIEWS] + ["", "cards/small/"]}
    window.emulate_media(forced_colors="none")
    assert {view: found for view, found in plain.items() if found} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_moves_while_a_page_comes(sites, window, theme):
    site = BuiltSite(sites[theme, "en"].folder, pieces=12)
    shifts = {(view, width): opened(window, site, f"/{view}/", width).evaluate(SHIFT)
              for width in (WIDE, 390) for view in VIEWS}
    assert {key: shift for key, shift in shifts.items() if shift > 0.02} == {}


# Folio is a page to be read, with room above; a calendar begins with the days of a month.
@pytest.mark.parametrize("theme", ["default", "ledger"])
def test_records_begin_soon_below_a_heading_that_browses_and_finds(sites, window, theme):
    tops = {(view, width): opened(window, sites[theme, "en"], f"/{view}/", width).evaluate(
        "document.querySelector('[data-cells] > *').getBoundingClientRect().top")
        for width in (1440, 390) for view in VIEWS if view != "calendar"}
    assert {key: top for key, top in tops.items() if top > {1440: 320, 390: 420}[key[1]]} == {}


def test_a_schedule_is_an_agenda_where_there_is_no_room(sites, window):
    site = sites["default", "en"]
    tops = "[...document.querySelectorAll('.timetable .cell')].map(cell => cell.getBoundingClientRect().top)"
    seen = "[...document.querySelectorAll('.timetable :is(thead, .place)')].filter(part => part.checkVisibility()).length"
    page = opened(window, site, "/schedule/", WIDE)
    wide = page.evaluate(tops)
    # Three begin at nine, two of them in one place; one comes after them, in a third.
    assert len(wide) == 4 and len(set(wide)) == 3 and page.evaluate(seen) == 1
    assert page.evaluate("[...document.querySelectorAll('.timetable thead th')].map(head => head.innerText)") == ["one", "two", "three"]
    page = opened(window, site, "/schedule/", 390)
    narrow = page.evaluate(tops)
    assert narrow == sorted(set(narrow)) and page.evaluate(seen) == 4


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
