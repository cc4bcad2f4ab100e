"""The pictures of README, of the site that was built: `make pictures`."""

import sys
from pathlib import Path

from built_site import BuiltSite
from conftest import CHROMIUM, FOLDER
from playwright.sync_api import sync_playwright

# The four pages in the picture.
PAGES = ["/patterns/", "/sky/", "/reference/conditions/", "/typography/"]
FRAMES = """
<!doctype html><style>
body { margin: 0; display: grid; grid-template-columns: repeat(2, 640px); gap: 2px; background: #c8ccd2 }
div { width: 640px; height: 420px; overflow: hidden }
iframe { width: 1160px; height: 762px; border: 0; transform: scale(.5518); transform-origin: 0 0 }
</style>
"""


def main(folder: Path):
    site = BuiltSite(FOLDER)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_page(viewport={"width": 1280, "height": 842}, reduced_motion="reduce")
        page.goto(f"{site.origin}/elements/")
        page.evaluate("scrollTo(0, 575)")
        page.screenshot(path=folder / "elements.png")
        page.goto(site.origin)
        frames = "".join(f'<div><iframe src="{site.origin}{path}"></iframe></div>' for path in PAGES)
        page.set_content(FRAMES + frames, wait_until="networkidle")
        page.screenshot(path=folder / "views.png")
        browser.close()


main(Path(sys.argv[1]))
