"""What a link within a page leads to is in sight, and not under the headers that stick to the top."""

import pytest

from visit import NARROW, NARROWEST, WIDE

# The hidden part of a section's beginning: its heading, or its first row, or the words that stand where there is none.
HIDDEN = """link => {
  const section = document.getElementById(decodeURIComponent(link.hash.slice(1)))
  const seen = (element, y) => {
    const box = element.getBoundingClientRect(), above = document.elementFromPoint(box.x + 8, y(box))
    return above && (element === above || element.contains(above))
  }
  const heading = section.querySelector('h2')
  const row = section.matches('tbody') ? section.nextElementSibling.rows[0] : section.querySelector('li, .empty')
  return [
    seen(heading, box => box.y + box.height / 2) || 'heading of ' + section.id,
    row.getBoundingClientRect().top >= heading.getBoundingClientRect().bottom - 1 || 'first row of ' + section.id,
  ].filter(answer => answer !== true)
}"""

# The rows whose beginning is covered after a link has led to them.
COVERED_ROWS = """() => [...document.querySelectorAll('.cells > [id]')].filter(row => {
  row.scrollIntoView()
  const title = row.querySelector('h3, h4'), box = title.getClientRects()[0]
  const above = document.elementFromPoint(box.x + 2, box.y + box.height / 2)
  return !(above && (title.contains(above) || above.contains(title) && row.contains(above)))
}).map(row => row.id)"""


@pytest.fixture(scope="session")
def lists(kinds, visits):
    return [path for path in kinds if "list" in visits[path].kind.split()]


@pytest.mark.parametrize("width", [WIDE, NARROW, NARROWEST])
def test_a_link_of_the_section_index_shows_the_section_from_its_heading(lists, open, width):
    followed = 0
    for path in lists:
        page = open(path, width)
        for link in page.locator(".index a").all():
            if link.evaluate("link => link.pathname === location.pathname && link.hash"):
                link.click()
                followed += 1
                assert link.evaluate(HIDDEN) == [], path
    assert followed > 0


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_a_link_to_a_row_shows_the_row_from_its_title(lists, open, width):
    covered = {path: open(path, width).evaluate(COVERED_ROWS) for path in lists}
    assert {path: rows for path, rows in covered.items() if rows} == {}
