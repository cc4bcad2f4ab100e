"""Tables, tasks and footnotes of Markdown as readers meet them: on list pages and record pages, in both directions."""

import subprocess
import tempfile
from pathlib import Path

import pytest
from built_site import BuiltSite
from test_accessibility import violations
from view_sites import LANGUAGES, PROGRAM, THEMES
from visit import HEIGHT

RECORD = """---
title: {title}
---
Words before ~~old~~ www.example.org and a note[^n].

| Name | Amount | {word} |
|:-----|-------:|:------:|
| Ada | 1.50 | `code` *more* |
| Bo | 22.00 | {long} |

- [ ] open
- [x] done

[^n]: The note.
"""


@pytest.fixture(scope="module")
def sites():
    with tempfile.TemporaryDirectory(prefix="cellist-markdown-") as name:
        built = {}
        for theme in THEMES:
            for language in LANGUAGES:
                folder = Path(name) / f"{theme}-{language}"
                notes = folder / "content/notes"
                notes.mkdir(parents=True)
                (folder / "content/site.yml").write_text(f"title: Notes\nlanguage: {language}\ntheme: {theme}\n")
                (notes / "list.yml").write_text("title: Notes\nrecord: {title: text}\nrecord-pages: true\n")
                for title in ["One", "Two"]:
                    (notes / f"{title.lower()}.md").write_text(
                        RECORD.format(title=title, word="Remark" * 12, long="Word" * 30))
                subprocess.run([PROGRAM, "build", "--site", folder], check=True, stdout=subprocess.DEVNULL)
                built[theme, language] = BuiltSite(folder / "site")
        yield built


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width, scheme", [(1440, "light"), (390, "dark"), (320, "light")])
def test_axe_finds_nothing_and_wide_tables_scroll_in_their_box(sites, browser, theme, language, width, scheme):
    site = sites[theme, language]
    page = browser.new_page(viewport={"width": width, "height": HEIGHT}, color_scheme=scheme)
    found = {}
    for path in site.pages():
        page.goto(site.origin + path)
        wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
        if rules := violations(page) or wide:
            found[path] = rules
    page.goto(site.origin + "/notes/one/")
    box = page.evaluate("""() => {
      const box = document.querySelector(".markdown-table");
      box.focus();
      return [box.scrollWidth > box.clientWidth, document.activeElement === box, box.getAttribute("role"),
        box.getAttribute("aria-label").startsWith("Name, Amount, Remark"), getComputedStyle(box).direction];
    }""")
    page.close()
    assert found == {}
    assert box == [True, True, "group", True, "rtl" if language == "ar" else "ltr"]


def test_footnotes_lead_there_and_back(sites, browser):
    page = browser.new_page()
    page.goto(sites["default", "en"].origin + "/notes/one/")
    page.click("sup a")
    assert page.evaluate("document.querySelector(':target').textContent.includes('The note.')")
    page.click(":target a:last-of-type")
    assert page.evaluate("document.querySelector(':target').closest('sup, a') !== null")
    page.close()


def test_all_of_a_table_is_printed(sites, browser):
    page = browser.new_page(viewport={"width": 700, "height": HEIGHT})
    page.emulate_media(media="print")
    page.goto(sites["default", "en"].origin + "/notes/one/")
    box = page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.markdown-table'))")
    page.close()
    assert box <= 0
