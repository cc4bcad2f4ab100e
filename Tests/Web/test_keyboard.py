"""The keyboard reaches everything, in sight."""

import pytest

from visit import NARROW, WIDE

# Whether what has the focus is marked, and what of it is in the window at least in part not hidden, say under what sticks
# to the window's edge.
STOP = """() => {
  const stop = document.activeElement, style = getComputedStyle(stop), box = stop.getClientRects()[0]
  return {
    name: stop.outerHTML.slice(0, 120),
    page: stop === document.body,
    marked: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0,
    seen: [.1, .5, .9].some(share => {
      const middle = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2
      const top = document.elementFromPoint(box.x + box.width * share, middle)
      return top && (stop.contains(top) || top.contains(stop))
    }),
  }
}"""


def test_tab_reaches_the_skip_link_first_and_it_leads_to_the_content(kinds, open):
    for path in kinds:
        page = open(path)
        page.keyboard.press("Tab")
        skip = page.locator(".skip")
        assert skip.evaluate("link => link === document.activeElement"), path
        assert skip.bounding_box()["width"] > 50, f"{path}: the skip link has the focus and is not seen"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.localName") == "main", path
        page.keyboard.press("Tab")
        inside = "document.activeElement === document.body || !!document.activeElement.closest('main, footer')"
        assert page.evaluate(inside), f"{path}: after the skip link, Tab goes back to the menu"


# Backwards, because it is at the top that something sticks.
@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_every_stop_of_the_keyboard_is_marked_and_in_sight(kinds, open, width):
    for path in kinds:
        page = open(path, width)
        for _ in range(page.locator("a[href]:visible").count()):
            page.keyboard.press("Shift+Tab")
            stop = page.evaluate(STOP)
            assert stop["page"] or stop["marked"] and stop["seen"], (path, stop)
