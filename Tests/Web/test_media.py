"""The pages heed what the reader's system asks for: less motion, paper, dark."""

import pytest

# The selectors of all rules in force that animate, also those that wait for a pointer.
MOTION = """() => {
  const inForce = rules => [...rules].flatMap(rule =>
    rule instanceof CSSMediaRule ? (matchMedia(rule.conditionText).matches ? inForce(rule.cssRules) : [])
    : rule.style ? [rule, ...inForce(rule.cssRules ?? [])] : [])
  const moves = style => style.animationName && style.animationName !== 'none'
    || parseFloat(style.transitionDuration) > 0 || style.scrollBehavior === 'smooth'
  return [...document.styleSheets].flatMap(sheet => inForce(sheet.cssRules))
    .filter(rule => moves(rule.style)).map(rule => rule.selectorText)
}"""

COLOURS = """() => {
  const style = getComputedStyle(document.body)
  return [style.color, style.backgroundColor].map(colour => Math.max(...colour.match(/\\d+/g).map(Number)))
}"""


def test_nothing_moves_for_a_reader_who_asks_for_less_motion(kinds, open):
    for path in kinds:
        assert open(path, reduced_motion="reduce").evaluate(MOTION) == [], path


def test_scrolling_is_smooth_for_the_others(kinds, open):
    assert "html:focus-within" in open(kinds[0], reduced_motion="no-preference").evaluate(MOTION)


def test_paper_shows_the_content_without_what_leads_elsewhere(kinds, open):
    for path in kinds:
        page = open(path)
        page.emulate_media(media="print")
        assert page.locator("h1").is_visible(), path
        assert page.locator(".menu:visible, .index:visible, .pagination:visible, .skip:visible").count() == 0, path


def test_no_row_is_lost_on_paper(kinds, open):
    for path in kinds:
        page = open(path)
        rows = page.locator(".cells > li:visible").count()
        page.emulate_media(media="print")
        assert page.locator(".cells > li:visible").count() == rows, path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_ink_and_page_change_places_in_the_dark(kinds, open, scheme):
    for path in kinds:
        ink, page = open(path, color_scheme=scheme).evaluate(COLOURS)
        assert (ink < 50 and page > 250) if scheme == "light" else (ink > 220 and page < 30), path
