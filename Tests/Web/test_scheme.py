"""The button for light and dark, which this site has."""

import pytest
from built_site import BuiltSite
from test_accessibility import violations
from test_markup import SITE
from visit import HEIGHT, WIDE

IS_DARK = """() => {
  const probe = document.createElement("i");
  probe.style.color = "var(--page)";
  document.body.append(probe);
  const [red] = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
  probe.remove();
  return red < 128;
}"""


@pytest.fixture(scope="module")
def site():
    return BuiltSite(SITE)


@pytest.mark.parametrize("system", ["light", "dark"])
def test_a_reader_chooses_and_the_browser_keeps_it(site, browser, system):
    context = browser.new_context(color_scheme=system, reduced_motion="reduce", viewport={"width": WIDE, "height": HEIGHT})
    page = context.new_page()
    page.goto(site.origin + "/elements/")
    assert page.evaluate(IS_DARK) == (system == "dark")
    # Nothing is kept before the first choice.
    assert page.evaluate("localStorage.length") == 0
    button = page.get_by_role("button", name="Dark", exact=True)
    assert button.get_attribute("aria-pressed") == str(system == "dark").lower()
    before = page.locator(".masthead").bounding_box()
    button.focus()
    page.keyboard.press("Enter")
    assert page.evaluate(IS_DARK) == (system == "light")
    assert button.get_attribute("aria-pressed") == str(system == "light").lower()
    assert page.locator(".masthead").bounding_box() == before
    assert violations(page) == {}
    # Another page has it before anything is painted: its script is ahead of the body.
    page.goto(site.origin + "/guide/")
    assert page.evaluate(IS_DARK) == (system == "light")
    order = page.evaluate("[...document.head.querySelectorAll('link[rel=stylesheet], script')].map(node => node.localName)")
    assert order.index("script") < len(order) and page.evaluate("!document.querySelector('head script').defer")
    page.get_by_role("button", name="Dark", exact=True).click()
    assert page.evaluate(IS_DARK) == (system == "dark")
    context.close()


def test_on_paper_all_is_light(site, browser):
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(site.origin + "/elements/")
    page.emulate_media(media="print", color_scheme="dark")
    assert not page.evaluate(IS_DARK)
    context.close()


def test_without_scripts_there_is_no_button(site, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site.origin + "/elements/")
    assert not page.locator(".scheme").is_visible()
    context.close()
