"""What a browser finds on a page, read in one visit so that all tests can ask about it."""

from dataclasses import dataclass

from playwright.sync_api import Page

from built_site import BuiltSite

WIDE, NARROW, NARROWEST = 1200, 500, 360
HEIGHT = 800

FACTS = """() => ({
  headings: document.querySelectorAll('h1').length,
  ids: [...document.querySelectorAll('[id]')].map(element => element.id),
  links: [...document.querySelectorAll('[href], [src]')].map(element =>
    new URL(element.getAttribute('href') ?? element.getAttribute('src'), document.baseURI).href),
  kind: [...new Set([...document.querySelectorAll('main, .cells > *')].flatMap(element => [...element.classList]))]
    .sort().join(' '),
})"""

# The elements that stick out, or the page itself; nothing when it fits.
OVERFLOW = """() => {
  const page = document.documentElement
  if (page.scrollWidth <= page.clientWidth) return []
  const wide = [...document.querySelectorAll('main *')].filter(element =>
    element.getBoundingClientRect().right > page.clientWidth + 1)
  return ['html', ...wide.slice(0, 5).map(element => element.localName + '.' + element.getAttribute('class'))]
}"""


@dataclass
class Visit:
    """One page: its status, what went wrong while it loaded, and the facts that tests judge."""

    status: int
    complaints: list[str]
    headings: int
    ids: list[str]
    links: list[str]
    kind: str  # the class names of main and of the cells: pages of one kind come from the same templates
    overflow: dict[int, list[str]]  # by width


def visit(page: Page, site: BuiltSite, path: str) -> Visit:
    complaints = []
    watch = {
        "console": lambda message: message.type in ("error", "warning") and complaints.append(message.text),
        "pageerror": lambda error: complaints.append(str(error)),
        # An icon that was still on its way when the visit ended did not fail.
        "requestfailed": lambda request: request.failure == "net::ERR_ABORTED"
        or complaints.append(f"failed: {request.url}"),
        "request": lambda request: request.url.startswith((site.origin, "data:"))
        or complaints.append(f"leaves the site: {request.url}"),
    }
    for event, report in watch.items():
        page.on(event, report)
    page.set_viewport_size({"width": WIDE, "height": HEIGHT})
    status = page.goto(site.origin + path).status
    facts = page.evaluate(FACTS)
    overflow = {}
    for width in (WIDE, NARROW, NARROWEST):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        overflow[width] = page.evaluate(OVERFLOW)
    for event, report in watch.items():
        page.remove_listener(event, report)
    return Visit(status, complaints, overflow=overflow, **facts)


def opened(window, site, path, width, scheme="light"):
    """A page as it is when its faces are there. Motion is reduced."""
    window.set_viewport_size({"width": width, "height": HEIGHT})
    window.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    window.goto(site.origin + path)
    window.evaluate("document.fonts.ready.then(() => 0)")
    return window
