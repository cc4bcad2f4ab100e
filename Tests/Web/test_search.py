"""The search of a whole site: its field on every page, its results, and how many there are beside an oracle."""

import gzip
import random
import subprocess
from pathlib import Path
from urllib.parse import urlencode

import pytest
from built_site import BuiltSite
from test_accessibility import violations
from test_counts import has, words
from test_markup import errors
from view_sites import PROGRAM, THEMES
from visit import NARROWEST, OVERFLOW, WIDE, opened

TOWNS = ["Zürich", "Genève", "Łódź", "Århus", "Bern", "Olten", "Chur", "Thun", "Zug", "Basel"]
THINGS = ["Library", "Libretto", "Bridge", "Orchard", "Théâtre", "Garden", "Œuvre", "Mill"]
# Of a first answer with everything that the page loads, compressed, besides the page, its style sheets and its script.
MOST_BYTES = 40_000


def written(folder, theme, count, languages=""):
    """A site of two lists, one with texts, and a page; returns the words of each thing that is found, by its title."""
    chance = random.Random(7)
    for name in ("places", "people"):
        (folder / "content" / name).mkdir(parents=True)
    (folder / "content/site.yml").write_text(f"title: Search\ntheme: {theme}\nsearch: true\n{languages}")
    (folder / "content/about.md").write_text("---\ntitle: About us\n---\nWe keep a *library* of mills.\n")
    (folder / "content/places/list.yml").write_text(
        "title: Places\nrecord: {name: text, town: text, about: markdown}\nid: name\nrecord-pages: true\npages: 100\n")
    (folder / "content/people/list.yml").write_text("title: People\nrecord: {name: text, town: text}\nid: name\n")
    rows = [(f"{chance.choice(THINGS)} {number}", chance.choice(TOWNS), f"A *{chance.choice(THINGS)}* near {chance.choice(TOWNS)}")
            for number in range(count)]
    people = [(f"Person {number} of {chance.choice(THINGS)}", chance.choice(TOWNS)) for number in range(50)]
    (folder / "content/places/rows.csv").write_text("name,town,about\n" + "".join(",".join(row) + "\n" for row in rows))
    (folder / "content/people/rows.csv").write_text("name,town\n" + "".join(",".join(row) + "\n" for row in people))
    subprocess.run([PROGRAM, "build", "--site", folder, "--output", folder / "site"], check=True)
    known = [{"title": row[0], "words": words(" ".join(row))} for row in rows + people]
    return known + [{"title": "About us", "words": words("We keep a library of mills. About us")}]


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    found = {}
    for theme in THEMES:
        folder = tmp_path_factory.mktemp(theme)
        written(folder, theme, 200, "languages: [en, ar]\n")
        found[theme] = BuiltSite(folder / "site")
    return found


def answered(window):
    window.wait_for_function("/\\d/.test(document.querySelector('.found').textContent)")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", [WIDE, NARROWEST])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(sites, window, theme, width, scheme):
    found = {}
    for path in ("/", "/places/", "/search/", "/search/?q=library", "/ar/search/?q=bridge"):
        opened(window, sites[theme], path, width, scheme)
        if "?" in path:
            answered(window)
        found[path] = violations(window), window.evaluate(OVERFLOW)
    assert {path: rules for path, rules in found.items() if any(rules)} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_markup_is_valid(sites, theme):
    assert errors(sites[theme].folder) == []


def test_words_typed_on_any_page_lead_to_results(sites, window):
    opened(window, sites["default"], "/places/", WIDE)
    window.fill(".masthead input", "bridge zurich")
    window.keyboard.press("Enter")
    window.wait_for_url("**/search/?q=bridge+zurich")
    answered(window)
    titles = window.locator(".hits a").all_inner_texts()
    assert titles and titles == sorted(titles, key=lambda title: "Bridge" not in title)
    assert window.locator(".hits mark").count() >= len(titles)
    # The address follows the words, and the first stop of the keyboard after the field is a result.
    window.fill("main input", "person 7")
    window.wait_for_function("document.querySelector('.hits a')?.textContent.startsWith('Person 7')")
    assert window.url.endswith("?q=person+7")
    window.keyboard.press("Tab")
    assert window.evaluate("document.activeElement.closest('.hits') !== null")
    assert window.locator(".hits small").first.inner_text() == "People"
    window.keyboard.press("Enter")
    window.wait_for_url("**/people/#person-7-*")


def test_more_results_are_shown_on_request(sites, window):
    opened(window, sites["default"], "/search/?q=near", WIDE)
    answered(window)
    assert window.locator(".hits li").count() == 10
    window.click(".more")
    window.wait_for_function("document.querySelectorAll('.hits li').length === 20")


def test_nothing_moves_while_results_come(sites, window):
    opened(window, sites["default"], "/search/?q=library", WIDE)
    answered(window)
    top = window.locator("main form").bounding_box()
    opened(window, sites["default"], "/search/", WIDE)
    assert window.locator("main form").bounding_box() == top


def test_without_scripts_the_page_has_the_lists(sites, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(sites["default"].origin + "/search/?q=library")
    assert page.locator(".directory a").all_inner_texts() == ["People", "Places"]
    assert not page.locator("main form").is_visible()
    context.close()


ASK = """async (queries) => {
  const counts = [], [input, found] = [document.querySelector("main input"), document.querySelector(".found")];
  for (const query of queries) {
    input.value = "";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.value = query;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    while (!/\\d/.test(found.textContent)) await new Promise(done => setTimeout(done, 2));
    counts.push(found.textContent.split(" of ")[0]);
  }
  return counts;
}"""


@pytest.mark.parametrize("length", [50, 3_000])
def test_as_many_are_found_as_there_are(window, tmp_path, length):
    known = written(tmp_path, "default", length)
    chance = random.Random(11)
    queries = []
    for _ in range(200):
        terms = [chance.choice(chance.choice(known)["words"]) for _ in range(chance.randint(1, 3))]
        queries.append(" ".join(term[:chance.randint(3, 6)] if chance.random() < .5 else term for term in terms))
    opened(window, BuiltSite(tmp_path / "site"), "/search/", WIDE)
    counts = window.evaluate(ASK, queries)
    expected = [f"{sum(all(has(row, term) for term in query.split()) for row in known):,}" for query in queries]
    assert {query: pair for query, pair in zip(queries, zip(counts, expected)) if pair[0] != pair[1]} == {}


def test_a_first_answer_is_small(window, tmp_path):
    written(tmp_path, "default", 20_000)
    loaded = []
    window.on("response", lambda response: "/search/site/" in response.url and loaded.append(response.url))
    opened(window, BuiltSite(tmp_path / "site"), "/search/?" + urlencode({"q": "theatre olten"}), WIDE)
    answered(window)
    files = [tmp_path / "site/search/site" / url.rsplit("/", 1)[1] for url in set(loaded)]
    assert files and sum(len(gzip.compress(Path(file).read_bytes(), 9)) for file in files) < MOST_BYTES
