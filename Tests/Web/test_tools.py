"""The tools of a list: what readers search for, filter and sort by in their browser."""

import csv
import gzip
import json
import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from built_site import BuiltSite, edited
from test_accessibility import violations
from visit import HEIGHT, NARROWEST, WIDE

PROGRAM = os.environ.get("CELLIST", str(Path(__file__).parents[2] / ".build/release/cellist"))
COLOURS = ["red", "green", "blue"]
TOOLS = "tools: [search, filter, sort]\n"
RECORD = (
    "record: {name: text, colour: {choice: [red, green, blue], label: Colour}, size: {type: 'number?', unit: g}, "
    "day: date, q: integer}\nid: name\nsort: q\n"
)
LISTS = {
    "rows": f"{RECORD}view: rows\n{TOOLS}",
    "table": f"{RECORD}view: table\nsections: {{by: colour, footer: {{size: sum}}}}\n{TOOLS}",
    "cards": f"{RECORD}view: cards\nrecord-pages: true\n{TOOLS}",
    "paged": f"{RECORD}view: rows\nsections: colour\npages: 10\n{TOOLS}",
    "paged-table": f"{RECORD}view: table\npages: 10\n{TOOLS}",
}
# More values of a field than stand there at once.
MANY = f"record: {{name: text, town: text}}\nid: name\nsort: name\nview: rows\ntools: {{search: true, filter: town}}\n"
# The terms of a field that readers filter by, and of one that the tools know nothing else of.
TERMS = {
    "terms": f"{RECORD}view: rows\nsections: colour\npages: 10\nterms: [colour, {{by: q, ranges: [31], pages: 50}}]\n{TOOLS}",
    "terms-table": f"{RECORD}view: table\npages: 10\nterms: [{{by: colour, pages: 50}}, {{by: q, ranges: [31]}}]\n{TOOLS}",
}
SHOWN = "() => [...document.querySelectorAll('main :is(.cell h3, tbody:not(.head, .foot) th)')]" \
        ".filter(head => head.checkVisibility()).map(head => head.innerText)"


# So long that words are searched, and not all records read.
LONG = 10_001
WORDS = f"{edited(RECORD, 'q: integer', 'q: integer, about: text')}view: rows\npages: 500\nshow: {{text: about}}\nterms: colour\n{TOOLS}"


def long_rows():
    """Every third is red, each has a sign of its own, and one in a hundred tells of Zürich."""
    lines = ["name,colour,size,day,q,about"]
    for number in range(1, LONG + 1):
        about = "Von Zürich nach 東京" if number % 100 == 0 else "Sonst nichts"
        lines.append(f"Élan {number},{COLOURS[number % 3]},1.50,2024-05-15,{number},{about}")
    return "\n".join(lines) + "\n"


def rows(count=60):
    """Names that sort otherwise as words than as they stand; one in seven has no size."""
    lines = ["name,colour,size,day,q"]
    for number in range(1, count + 1):
        size = "" if number % 7 == 0 else f"{number * 37 % 101}.50"
        lines.append(f"Élan {number},{COLOURS[number % 3]},{size},2024-{number % 12 + 1:02}-15,{number}")
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def site():
    with tempfile.TemporaryDirectory(prefix="cellist-tools-") as name:
        folder = Path(name)
        for path, settings in {**LISTS, **TERMS}.items():
            (folder / "content" / path).mkdir(parents=True)
            (folder / "content" / path / "list.yml").write_text(f"title: {path}\n{settings}")
            (folder / "content" / path / "rows.csv").write_text(rows())
        (folder / "content/long").mkdir()
        (folder / "content/long/list.yml").write_text(f"title: long\n{WORDS}")
        (folder / "content/long/rows.csv").write_text(long_rows())
        (folder / "content/many").mkdir()
        (folder / "content/many/list.yml").write_text(f"title: many\n{MANY}")
        (folder / "content/many/rows.csv").write_text(
            "name,town\n" + "".join(f"Thing {n},{'Zürich' if n == 25 else 'Place'} {n}\n" for n in range(1, 31)))
        (folder / "content/site.yml").write_text("title: Tools\n")
        subprocess.run([PROGRAM, "build", "--site", folder, "--output", folder / "site"], check=True)
        yield BuiltSite(folder / "site")


@pytest.fixture
def load(site, browser):
    pages = []

    def load(path, width=WIDE, script=True):
        page = browser.new_page(viewport={"width": width, "height": HEIGHT}, java_script_enabled=script)
        page.set_default_timeout(8000)
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.on("request", lambda request: request.url.startswith(site.origin) or pytest.fail(request.url))
        page.goto(site.origin + path)
        pages.append(page)
        return page

    yield load
    for page in pages:
        page.close()


def found(page, text):
    page.wait_for_function("text => document.querySelector('.found').textContent === text", arg=text)
    return page.evaluate(SHOWN)


@pytest.mark.parametrize("name", LISTS)
def test_a_search_shows_what_has_all_its_words(load, name):
    page = load(f"/{name}/")
    assert page.locator(".tools").is_visible()
    page.locator("[name=q]").press_sequentially("elan RED")
    # Every third record is red.
    first = found(page, "20 of 60")
    assert len(first) == 20 and set(first) <= {f"Élan {number}" for number in range(3, 61, 3)}
    page.fill("[name=q]", "élan 58")
    assert found(page, "1 of 60") == ["Élan 58"]
    page.fill("[name=q]", "nothing")
    assert found(page, "0 of 60") == []
    page.click("[type=reset]")
    assert found(page, "")[:1] == page.evaluate(SHOWN)[:1] and not page.locator("[type=reset]").is_visible()
    assert page.evaluate("document.activeElement.name") == "q"


def test_a_phrase_is_words_one_after_the_other(load):
    page = load("/many/")
    for query, answer in [('"thing 2"', "1 of 30"), ('"2 thing"', "0 of 30"), ("2 thing", "1 of 30"), ('"thing 1', "1 of 30"), ("thi", "30 of 30"),
                          ("hing", "0 of 30")]:
        page.fill("[name=q]", query)
        found(page, answer)


def test_a_word_that_is_not_whole_yet_narrows_nothing(load):
    page = load("/many/")
    page.locator("[name=q]").press_sequentially("thing zu")
    assert len(found(page, "30 of 30")) == 30
    page.locator("[name=q]").press_sequentially("r")
    found(page, "1 of 30")
    page.reload()
    page.fill("[name=q]", "th")
    found(page, "30 of 30")


@pytest.mark.parametrize("name", LISTS)
def test_an_order_puts_what_has_no_value_last(load, name):
    page = load(f"/{name}/")
    before = page.evaluate(SHOWN)
    sizes = {number: number * 37 % 101 for number in range(1, 61) if number % 7}
    page.select_option("[name=sort]", "-size")
    # While records are loaded, it says so.
    page.wait_for_function("document.querySelector('.found').textContent.includes('60')")
    expected = [f"Élan {number}" for number in sorted(sizes, key=lambda number: -sizes[number])]
    shown = page.evaluate(SHOWN)
    assert shown[:50] == expected[:50]
    assert len(shown) in (50, 60)
    page.select_option("[name=sort]", "name")
    page.wait_for_function("!location.search.includes('size')")
    assert page.evaluate(SHOWN)[:11] == [f"Élan {number}" for number in range(1, 12)]
    page.select_option("[name=sort]", "")
    page.wait_for_function("!location.search")
    assert page.evaluate(SHOWN) == before


def options(page, name):
    """The values of a filter that are in sight, each with its count."""
    page.wait_for_selector(f"[data-filter={name}] li:visible")
    return [text.replace("\n", " ") for text in page.locator(f"[data-filter={name}] li:visible").all_inner_texts()]


def choose(page, name, value):
    page.locator(f"[data-filter={name}] label", has_text=value).locator("input").click()


def chips(page):
    return page.locator(".chosen button").all_text_contents()


@pytest.mark.parametrize("name", LISTS)
def test_filters_join_and_tell_how_many_there_would_be(load, name):
    page = load(f"/{name}/")
    assert options(page, "colour") == ["red 20", "green 20", "blue 20"]
    choose(page, "colour", "green")
    found(page, "20 of 60 in green")
    page.fill("[data-filter=q] input >> nth=0", "31")
    found(page, "10 of 60 in green, 31 – ")
    assert options(page, "colour") == ["red 10", "green 10", "blue 10"]
    page.fill("[data-filter=day] input >> nth=1", "2024-06-30")
    assert found(page, "4 of 60 in green,  – 2024-06-30, 31 – ") == ["Élan 37", "Élan 40", "Élan 49", "Élan 52"]
    choose(page, "colour", "blue")
    found(page, "8 of 60 in green or blue,  – 2024-06-30, 31 – ")
    assert options(page, "colour") == ["red 5", "green 4", "blue 4"]
    page.locator(".chosen button", has_text="day").click()
    found(page, "20 of 60 in green or blue, 31 – ")
    assert page.evaluate("document.activeElement.textContent") == "Colour: green"


@pytest.mark.parametrize("name", LISTS)
def test_what_is_asked_for_stands_in_the_address(load, name):
    page = load(f"/{name}/?q=élan&colour=blue&field-q=10..&sort=-q")
    shown = found(page, "17 of 60 in blue, 10 – ")
    assert shown[0] == "Élan 59" and len(shown) == 17
    assert chips(page) == ["Colour: blue", "q: 10 – "]
    choose(page, "colour", "red")
    found(page, "34 of 60 in red or blue, 10 – ")
    assert "colour=red&colour=blue" in page.url and page.evaluate(SHOWN)[0] == "Élan 60"
    page.go_back()
    page.wait_for_function("!location.search.includes('red')")
    assert found(page, "17 of 60 in blue, 10 – ") == shown
    assert page.locator("[data-filter=colour] :checked").count() == 1


@pytest.mark.parametrize("name", ["rows", "paged-table"])
def test_records_without_a_value_can_be_chosen(load, name):
    page = load(f"/{name}/?colour=red&size=90..&size=")
    # One in seven has no size: 21 and 42 of the red ones.
    expected = [n for n in range(3, 61, 3) if n % 7 == 0 or n * 37 % 101 + .5 >= 90]
    assert len(found(page, f"{len(expected)} of 60 in red, 90 –  or no value")) == len(expected)
    assert options(page, "size") == ["no value 2"]
    page.locator("[data-filter=size] [type=checkbox]").click()
    found(page, f"{len(expected) - 2} of 60 in red, 90 – ")


def test_where_nothing_is_found_the_choice_that_leaves_out_most_can_be_taken_away(load):
    page = load("/rows/?colour=red&colour=purple&field-q=1000..&q=elan")
    found(page, "0 of 60 in red or purple, 1000 – . Not in the list: Colour: purple")
    assert chips(page) == ["Colour: red", "Colour: purple", "q: 1000 – ", "Without q (20)"]
    page.locator(".chosen button", has_text="Without").click()
    assert len(found(page, "20 of 60 in red or purple. Not in the list: Colour: purple")) == 20
    assert "field-q" not in page.url
    page.fill("[name=q]", "nothing")
    found(page, "0 of 60 in red or purple. Not in the list: Colour: purple")
    page.locator(".chosen button", has_text="Without nothing (20)").click()
    found(page, "20 of 60 in red or purple. Not in the list: Colour: purple")
    assert page.input_value("[name=q]") == ""


def test_many_values_are_searched(load):
    page = load("/many/")
    assert len(options(page, "town")) == 12
    page.fill("[data-filter=town] [type=search]", "zur")
    assert options(page, "town") == ["Zürich 25 1"]
    choose(page, "town", "Zürich 25")
    assert found(page, "1 of 30 in Zürich 25") == ["Thing 25"]
    page.fill("[data-filter=town] [type=search]", "")
    assert len(options(page, "town")) == 13 and page.locator("[data-filter=town] :checked").is_visible()
    page.fill("[data-filter=town] [type=search]", "nowhere")
    assert options(page, "town") == ["Zürich 25 1"]


@pytest.mark.parametrize("width", [390, 1000])
def test_a_sheet_of_filters_leaves_the_first_hit_in_sight(load, width):
    page = load("/paged/", width)
    assert not page.locator(".filters").is_visible()
    page.click(".tools .open")
    page.wait_for_selector("[data-filter=colour] li:visible")
    assert page.locator(".open").get_attribute("aria-expanded") == "true"
    choose(page, "colour", "green")
    found(page, "20 of 60 in green")
    # In one step of the page, since a cell that comes late takes the place of the one that is measured.
    page.wait_for_function("""() => {
      const hit = document.querySelector(".results .cell")?.getBoundingClientRect();
      const sheet = document.querySelector(".filters").getBoundingClientRect();
      return hit && 0 <= hit.top && hit.bottom <= sheet.top;
    }""")
    assert page.locator(".show").inner_text() == "Show 20"
    assert violations(page) == {}
    page.keyboard.press("Escape")
    assert not page.locator(".filters").is_visible()
    assert page.evaluate("document.activeElement.className") == "open"
    page.click(".tools .open")
    page.click(".show")
    assert not page.locator(".filters").is_visible() and len(page.evaluate(SHOWN)) == 20


@pytest.mark.parametrize("name", ["paged", "paged-table", "cards"])
def test_results_are_the_lists_own_cells_with_marks(load, name):
    page = load(f"/{name}/?sort=-q")
    found(page, "60 of 60")
    # What the records say stands there at once, and cells of other pages take its place.
    page.wait_for_function("() => { const rows = [...document.querySelectorAll('.results > *')];"
                           "return rows.length === 50 && rows.every(row => row.querySelector('time')) }")
    assert page.evaluate("[...document.querySelectorAll('.results [id]')].length") == 0
    page.fill("[name=q]", '"elan 57" 2024')
    found(page, "1 of 60")
    cell = page.locator(".results > *")
    assert cell.locator("mark").all_inner_texts() == ["Élan 57", "2024"]
    plain = cell.inner_html().replace('<mark class="hit">', "").replace("</mark>", "")
    place = {"paged": "page/2/", "paged-table": "page/6/", "cards": ""}[name]
    page.goto(page.url.replace(f"/{name}/", f"/{name}/{place}").split("?")[0])
    assert plain == page.locator("main [data-cells] > *", has_text="Élan 57").inner_html()
    page.go_back()
    page.fill("[name=q]", "x")
    page.fill("[name=q]", "")
    page.wait_for_function("!document.querySelector('mark')")


@pytest.mark.parametrize("value", ["csv", "json"])
@pytest.mark.parametrize("path, count", [("/paged/?colour=green&sort=-q", 20), ("/long/?q=zurich", 100)])
def test_what_is_found_can_be_taken(load, path, count, value):
    page = load(path)
    page.wait_for_function("document.querySelector('.found').textContent")
    with page.expect_download() as download:
        page.click(f".take [value={value}]")
    assert download.value.suggested_filename == f"{path.split('/')[1]}.{value}"
    text = Path(download.value.path()).read_bytes().decode()
    rows = json.loads(text) if value == "json" else list(csv.DictReader(text.splitlines()))
    assert len(rows) == count
    if "paged" in path:
        assert [row["title"] for row in rows] == [f"Élan {number}" for number in range(58, 0, -3)]
        assert rows[0]["url"].endswith("/paged/page/6/#élan-58") or "/paged/page/" in rows[0]["url"]


def test_heads_of_columns_sort_and_say_so(load):
    page = load("/table/")
    head = page.locator("main:not([data-found]) thead th, [data-results] thead th", has_text="size")
    for order, first in [("ascending", "Élan 30"), ("descending", "Élan 30"), ("none", "Élan 3")]:
        head.locator("button").click()
        page.wait_for_function(
            "order => document.querySelector('[data-name=size]').ariaSort === order", arg=order)
        page.wait_for_timeout(50)
        shown = page.evaluate(SHOWN)
        sizes = {f"Élan {number}": number * 37 % 101 for number in range(1, 61) if number % 7}
        if order == "none":
            assert shown[0] == first
        else:
            expected = sorted(sizes, key=sizes.get, reverse=order == "descending")
            assert shown == expected[:50]


def test_the_slash_leads_to_the_search_and_the_rest_to_results(load):
    page = load("/paged/")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "q"
    page.keyboard.type("1/")
    assert page.input_value("[name=q]") == "1/"
    page.fill("[name=q]", "élan")
    assert len(found(page, "60 of 60")) == 50
    page.click("button.more")
    page.wait_for_function("document.querySelectorAll('.results > *').length === 60")
    assert not page.locator("button.more").is_visible()
    page.locator(".results a").last.click()
    page.wait_for_function("location.pathname.endsWith('/paged/page/6/')")
    assert page.locator(":target").is_visible()


@pytest.mark.parametrize("name", TERMS)
@pytest.mark.parametrize("page_number", ["", "page/2/"])
def test_a_page_of_a_term_has_the_tools_for_its_records(load, name, page_number):
    term = "q/from-31" if name == "terms-table" else "colour/red"
    every = 30 if name == "terms-table" else 20
    page = load(f"/{name}/{term}/{page_number}")
    loaded = []
    page.on("request", lambda request: loaded.append(request.url))
    before = page.evaluate(SHOWN)
    assert page.locator(".tools").is_visible() and len(before) == 10
    page.locator("[name=q]").press_sequentially("elan APRIL")
    # Every third is red, and every twelfth of April.
    numbers = range(31, 61) if name == "terms-table" else range(3, 61, 3)
    expected = {f"Élan {number}" for number in numbers if number % 12 == 3}
    assert set(found(page, f"{len(expected)} of {every}")) == expected
    assert {url for url in loaded if url.endswith(".json")} <= {f"{page.url.split(name)[0]}{name}/tools.json"}
    page.locator(".results a").first.click()
    page.wait_for_function("document.querySelector(':target')?.innerText.includes('April')")
    page.go_back()
    found(page, f"{len(expected)} of {every}")
    page.click("[type=reset]")
    found(page, "")
    assert page.evaluate(SHOWN) == before


@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
def test_a_result_that_is_pressed_or_has_the_focus_stays_until_it_leads_on(load, hand):
    """Results' own cells come from their pages a moment later; a click is a press and a release of one element."""
    page = load("/paged/")
    pages = []
    page.route("**/page/*/", lambda route: pages.append(route))
    page.fill("[name=q]", "elan APRIL")
    found(page, "5 of 60")
    link = page.locator(".results a").last
    link.focus()
    if hand == "mouse":
        link.hover()
        page.mouse.down()
    while not pages:
        page.wait_for_timeout(50)
    page.route("**/page/*/", lambda route: route.continue_())
    for answer in pages:
        answer.continue_()
    # The others have come.
    page.wait_for_function("document.querySelectorAll('.results .anchor').length >= 4")
    page.mouse.up() if hand == "mouse" else page.keyboard.press("Enter")
    page.wait_for_function("location.pathname.endsWith('/paged/page/2/')")


@pytest.mark.parametrize("path, every", [("/terms/q/from-31/", 30), ("/terms-table/colour/red/", 20)])
def test_the_rows_of_a_term_that_has_one_page_are_shown_and_hidden(load, path, every):
    page = load(path)
    before = page.evaluate(SHOWN)
    assert len(before) == every
    page.select_option("[name=sort]", "-q")
    assert found(page, f"{every} of {every}")[0] == "Élan 60"
    assert len(page.evaluate(SHOWN)) == every
    page.fill("[name=q]", "60 january")
    assert found(page, f"1 of {every}") == ["Élan 60"]
    assert len(options(page, "colour")) == (3 if "/q/" in path else 1)
    page.click("[type=reset]")
    found(page, "")
    assert page.evaluate(SHOWN) == before
    assert violations(page) == {}


def test_a_term_of_a_long_list_is_searched_for_its_records(load):
    page = load("/long/colour/red/?q=élan+990")
    assert found(page, "5 of 3,333") == [f"Élan {number}" for number in (990, 9900, 9903, 9906, 9909)]
    page.fill("[name=q]", "elan 9900")
    assert found(page, "1 of 3,333") == ["Élan 9900"]


def test_the_scripts_are_small(site):
    [find], [index] = (list(site.folder.glob(f"assets/{name}-*.js")) for name in ("find", "words"))
    assert len(gzip.compress(find.read_bytes(), 9)) <= 8 * 1024
    # Long lists alone load that of their words.
    assert len(gzip.compress(index.read_bytes(), 9)) <= 1_250


def test_modules_of_the_scripts_do_what_their_tests_say():
    tests = sorted(str(path) for path in (Path(__file__).parent / "scripts").glob("*.mjs"))
    subprocess.run(["node", "--test", *tests], check=True, stdout=subprocess.DEVNULL)


def test_without_scripts_there_is_a_list_and_no_form(load):
    page = load("/rows/", script=False)
    assert not page.locator(".tools").is_visible()
    assert page.locator(".cell").count() == 60


def test_a_reader_is_told_when_the_records_cannot_be_read(load):
    page = load("/rows/", 390)
    page.route("**/tools.json", lambda route: route.abort())
    page.fill("[name=q]", "red")
    page.wait_for_function("document.querySelector('.found').textContent === 'The records could not be loaded.'")
    assert len(page.evaluate(SHOWN)) == 60
    page.unroute("**/tools.json")
    page.fill("[name=q]", "green")
    assert len(found(page, "20 of 60")) == 20


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("width", [WIDE, NARROWEST, 320])
def test_nothing_is_wider_than_the_page_and_axe_finds_nothing(load, name, width):
    page = load(f"/{name}/?q=1&colour=red&sort=-size", width)
    page.wait_for_function("document.querySelector('.found').textContent")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == {}


def test_a_long_list_is_searched_by_words_and_the_rest_is_not_loaded(load):
    page = load("/long/")
    loaded = []
    page.on("response", lambda response: loaded.append(response.url.rsplit("/", 1)[1]))
    for query, answer, shown in [
        ("zurich", "100 of 10,001", 10), ("ZÜRI 京", "100 of 10,001", 10), ("zu", "0 of 10,001", 0),
        ("elan 4711", "1 of 10,001", 1), ("red zürich", "33 of 10,001", 10), ("zürich xy", "0 of 10,001", 0),
    ]:
        page.fill("[name=q]", query)
        assert len(found(page, answer)) == shown, query
    assert not [name for name in loaded if name.startswith("tools-")] and len(loaded) < 80
    # What follows is about the results that stand there until their pages have come.
    page.route("**/page/*/", lambda route: None)
    page.reload()
    found(page, "0 of 10,001")
    page.fill("[name=q]", "zurich")
    found(page, "100 of 10,001")
    page.click("button.more")
    page.wait_for_function("document.querySelectorAll('.results > li').length === 20")
    assert page.locator(".results .excerpt").first.inner_text() == "Von Zürich nach 東京"
    page.unroute("**/page/*/")
    page.locator(".results a").first.click()
    page.wait_for_function("document.querySelector(':target')?.innerText.includes('Zürich')")


def test_the_other_tools_of_a_long_list_read_all_of_it(load):
    page = load("/long/")
    page.locator("[data-filter=colour] summary").click()
    choose(page, "colour", "red")
    assert len(found(page, "3,333 of 10,001 in red")) == 50
    page.fill("[name=q]", "zürich")
    assert len(found(page, "33 of 10,001 in red")) == 33
    page.fill("[name=q]", "elan 9999")
    assert found(page, "1 of 10,001 in red") == ["Élan 9999"]
    page.click("[type=reset]")
    assert len(found(page, "")) == 500


def test_bars_show_how_the_values_of_a_range_are_spread(site, browser):
    page = browser.new_page(viewport={"width": WIDE, "height": HEIGHT})
    page.goto(f"{site.origin}/rows/")
    facet = page.locator("[data-filter=size]")
    bars = facet.locator(".bars i")
    page.wait_for_function("[...document.querySelectorAll('[data-filter=size] .bars i')].some(bar => bar.style.getPropertyValue('--share') === '1')")
    if facet.get_attribute("open") is None:
        facet.locator("summary").click()
    shares = "bars => bars.map(bar => Number(bar.style.getPropertyValue('--share')))"
    before = bars.evaluate_all(shares)
    assert len(before) == 24 and max(before) == 1 and facet.locator(".bars [data-none]").count() == 0
    # They follow the other choices, and what is outside of the range is paler.
    page.locator("[data-filter=colour] label", has_text="red").click()
    page.wait_for_function("document.querySelector('main').hasAttribute('data-found')")
    facet.locator("input").first.fill("20")
    page.wait_for_function("document.querySelectorAll('.bars [data-none]').length > 0")
    assert violations(page) == {}
    page.close()


TALKS = """title,from,to
Opening,2026-05-03 16:00,2026-05-03 17:00
Dinner,2026-05-03 18:00,2026-05-03 23:00
Poster,2026-05-04 09:00,
Some day,,
"""


def test_what_takes_place_now_is_marked_by_the_clock_of_the_reader(browser):
    with tempfile.TemporaryDirectory() as folder:
        files = {
            "content/site.yml": "title: T\nbase: /\ntime-zone: Europe/Zurich\n",
            "content/talks/list.yml": "record: {title: text, from: datetime?, to: datetime?}\nid: title\nsort: from\nview: rows\n"
                                      "show: {start: from, end: to}\ntools: search\n",
            "content/talks/talks.csv": TALKS,
        }
        for path, text in files.items():
            (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / path).write_text(text)
        subprocess.run([PROGRAM, "build"], cwd=folder, check=True, capture_output=True)
        site = BuiltSite(Path(folder) / "site")
        context = browser.new_context(timezone_id="America/New_York", viewport={"width": WIDE, "height": HEIGHT})
        page = context.new_page()
        page.clock.install(time="2026-05-03T13:30:00Z")
        page.goto(site.origin + "/talks/")
        page.wait_for_load_state("networkidle")
        now = page.locator("[aria-current=time]")
        titles = "nodes => nodes.map(node => node.closest('.cell').querySelector('h3').textContent.trim())"
        assert now.evaluate_all(titles) == []
        page.clock.fast_forward("45:00")
        assert now.evaluate_all(titles) == ["Opening"]
        assert page.locator(".now").inner_text().split() == ["Now:", "Opening", "Next:", "Dinner"]
        assert violations(page) == {}
        page.get_by_role("searchbox").fill("opening")
        page.clock.run_for(2_000)
        page.locator("main[data-found] .results .cell").wait_for()
        assert page.locator(".results [aria-current=time]").count() == 1
        page.clock.fast_forward("03:00:00")
        assert now.evaluate_all(titles) == ["Dinner"]
        context.close()


@pytest.mark.parametrize("view", ["rows", "table", "cards"])
def test_a_reader_has_a_list_of_their_own(browser, view):
    with tempfile.TemporaryDirectory() as folder:
        files = {
            "content/site.yml": "title: T\nbase: /\n",
            "content/talks/list.yml": "record: {title: text, from: datetime, to: datetime?, track: {choice: [a, b]}}\nid: title\n"
                                      f"sort: from\nview: {view}\nrecord-pages: true\nsections: track\npages: {{by: section}}\n"
                                      "show: {start: from, end: to}\ntools: {search: true, filter: track, keep: true}\n",
            "content/talks/talks.csv": "title,from,to,track\nOpening,2026-05-03 16:00,2026-05-03 17:00,a\n"
                                       "Demo,2026-05-03 16:30,2026-05-03 18:00,b\nDinner,2026-05-03 18:00,2026-05-03 23:00,a\n"
                                       "C--D,2026-05-04 09:00,,b\n",
        }
        for path, text in files.items():
            (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / path).write_text(text)
        subprocess.run([PROGRAM, "build"], cwd=folder, check=True, capture_output=True)
        site = BuiltSite(Path(folder) / "site")
        context = browser.new_context(viewport={"width": WIDE, "height": HEIGHT})
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.goto(site.origin + "/talks/")
        stored = "() => localStorage.length"
        star = page.get_by_role("button", name="Keep: Opening")
        star.wait_for()
        own = page.locator(".kept")
        assert page.evaluate(stored) == 0 and not own.is_visible()
        star.click()
        page.get_by_role("button", name="Keep: Dinner").click()
        page.wait_for_function("document.querySelector('.kept').textContent === 'My list (2)'")
        assert violations(page) == {}
        # What other pages of the list have is found by the search, and kept from there.
        page.get_by_role("searchbox").fill("demo")
        # The list's own rows take the place of those of the search.
        page.locator(".results time").first.wait_for()
        page.locator(".results [aria-label='Keep: Demo']").click()
        page.get_by_role("searchbox").fill("")
        own.click()
        page.wait_for_function("document.querySelectorAll('.results .star[aria-pressed=true]').length === 3")
        assert page.evaluate("() => location.search").startswith("?mine=opening%2Cdinner%2Cdemo")
        texts = page.locator(".results .clash").all_inner_texts()
        assert texts == ["At the same time: Demo", "At the same time: Opening"]
        page.locator(".beside summary").click()
        rows = page.locator(".beside tr").evaluate_all("rows => rows.map(row => row.innerText.split('\\t').map(text => text.trim()))")
        assert rows[0] == ["", "Opening", "Dinner", "Demo"] and ["Track", "a", "a", "b"] in [[r[0].capitalize(), *r[1:]] for r in rows]
        assert violations(page) == {}
        # Sent to somebody else, it is the same list, and theirs remains empty.
        other = browser.new_context(viewport={"width": NARROWEST, "height": HEIGHT})
        theirs = other.new_page()
        theirs.goto(page.url)
        theirs.locator(".results .star").nth(2).wait_for()
        assert theirs.evaluate(stored) == 0 and theirs.locator(".results .star[aria-pressed=true]").count() == 0
        assert violations(theirs) == {}
        assert theirs.evaluate("document.documentElement.scrollWidth") <= NARROWEST
        other.close()
        # Another's list can be kept as a whole, and a browser that stores nothing keeps it as long as the page lasts.
        strict = browser.new_context(viewport={"width": WIDE, "height": HEIGHT})
        strict.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied'); } })")
        refused = strict.new_page()
        refused.on("pageerror", lambda error: pytest.fail(str(error)))
        refused.goto(page.url)
        refused.get_by_role("button", name="Keep (3)").click()
        refused.wait_for_function("document.querySelectorAll('.results .star[aria-pressed=true]').length === 3")
        strict.close()
        # The focus goes to the star in the place of the one that left.
        page.locator(".results [aria-label='Keep: Opening']").focus()
        page.keyboard.press("Enter")
        page.wait_for_function("document.activeElement.getAttribute('aria-label') === 'Keep: Dinner'")
        # Without a star a record leaves the list; without any, all are there again, and nothing is stored.
        for name in ["Demo", "Dinner"]:
            page.locator(f".results [aria-label='Keep: {name}']").click()
        page.wait_for_function("!document.querySelector('main').hasAttribute('data-found')")
        assert page.evaluate(stored) == 0 and page.evaluate("() => location.search") == ""
        # A record's own page has a star for the same list.
        page.goto(site.origin + "/talks/c--d/")
        star = page.get_by_role("button", name="Keep: C--D")
        star.click()
        assert star.get_attribute("aria-pressed") == "true"
        assert violations(page) == {}
        page.goto(site.origin + "/talks/")
        own.click()
        page.wait_for_function("document.querySelectorAll('.results .star[aria-pressed=true]').length === 1")
        assert page.evaluate("() => location.search") == "?mine=c--d"
        page.goto(site.origin + "/talks/c--d/")
        star.click()
        assert page.evaluate(stored) == 0
        context.close()


def test_a_readers_list_goes_along_to_other_languages(browser):
    with tempfile.TemporaryDirectory() as folder:
        files = {
            "content/site.yml": "title: T\nbase: /\nlanguages: [en, de]\n",
            "content/talks/list.yml": "record: {title: {type: text, localized: true}}\ntools: {search: true, keep: true}\n",
            "content/talks/talks.csv": "id,title,title.de\nopening,Opening,Eröffnung\ndinner,Dinner,\n",
        }
        for path, text in files.items():
            (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / path).write_text(text)
        subprocess.run([PROGRAM, "build"], cwd=folder, check=True, capture_output=True)
        site = BuiltSite(Path(folder) / "site")
        context = browser.new_context()
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.goto(site.origin + "/talks/?mine=opening,nope")
        page.locator(".results .star").wait_for()
        # A name that the list does not have is not kept.
        page.get_by_role("button", name="Keep (1)").wait_for()
        page.goto(site.origin + "/talks/?mine=opening")
        page.locator(".results .star").wait_for()
        page.wait_for_function("document.querySelector('.languages [lang=de]').href.endsWith('?mine=opening')")
        page.click(".languages [lang=de]")
        page.locator(".results .star").wait_for()
        assert page.evaluate("() => location.pathname + location.search") == "/de/talks/?mine=opening"
        assert "Eröffnung" in page.locator(".results").inner_text()
        context.close()


def test_columns_that_a_reader_hides_are_hidden_on_every_page(load):
    shown = "() => [...document.querySelectorAll('.records thead th')].filter(head => head.checkVisibility()).map(head => head.dataset.name)"
    page = load("/paged-table/?hide=size")
    page.wait_for_function("document.querySelectorAll('.columns input').length === 4")
    assert page.evaluate(shown) == ["name", "colour", "day", "q"]
    page.click(".columns summary")
    page.locator(".columns label", has_text="day").click()
    page.wait_for_function("location.search === '?hide=size%2Cday'")
    page.keyboard.press("Escape")
    assert page.locator(".columns[open]").count() == 0
    page.click(".columns summary")
    page.locator("h1").click()
    assert page.locator(".columns[open]").count() == 0
    page.locator(".columns summary").focus()
    assert page.evaluate("document.activeElement.matches('.columns summary')")
    # Results and other pages have the same columns, and so has the list when a search is over.
    page.fill("[name=q]", "élan 33")
    page.locator(".results th", has_text="Élan 33").wait_for()
    assert page.locator(".results td:visible").count() == 2 * page.locator(".results th").count()
    page.click("[type=reset]")
    found(page, "")
    page.locator(".pagination [rel=next]").first.click()
    page.wait_for_function("document.querySelectorAll('.columns input').length === 4")
    assert "/page/2/" in page.url and page.evaluate(shown) == ["name", "colour", "q"]
    assert violations(page) == {}
