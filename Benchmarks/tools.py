#!/usr/bin/env python3
"""Measures the tools of a list beside DataTables and List.js, on the same rows: what a browser loads, and how long a
reader waits.

    tools.py CELLIST DATATABLES JQUERY [--listjs SCRIPT] [--rounds N] [--rows N ...]

DATATABLES is the folder with `jquery.dataTables.min.js` and `css`, and JQUERY the script, as Debian's packages
libjs-jquery-datatables and libjs-jquery put them below /usr/share. SCRIPT is the `dist/list.min.js` of List.js. Each
count of rows makes these sites:

  cellist     a list with `view: table` and `tools: [search, filter, sort]`, whose pages have 100 rows
  one page    the same with all rows on one page
  datatables  a page with all rows in a table, which DataTables takes over
  list.js     the same, which List.js takes over; both show 100 rows at a time

A first visit loads the page and searches for one word; its time is from the navigation to the frame in which what is
found is counted. Then the word is typed anew, letter by letter, and the table is sorted by a column; each takes from the
event to the frame behind it. Frames come every 17 ms, whatever there is to do, so the events come at times that are spread
evenly between two of them, and the work is told as well: how long the page's thread is busy meanwhile. Bytes are those of all answers until then, compressed as `gzip -9` does.
"""

import argparse
import gzip
import html
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Tests/Web"))
from built_site import BuiltSite  # noqa: E402

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
KINDS = ["alkali", "halogen", "lanthanide", "metal", "metalloid", "gas", "actinide", "liquid", "salt", "acid"]
COLUMNS = ["name", "kind", "size", "day", "text"]
WORD = "zirkon"
# Has an input event happen, and waits for the frame behind what follows from it.
TYPE = """async ([selector, text, pause = 0]) => {
  await new Promise((done) => setTimeout(done, pause));
  const input = document.querySelector(selector);
  const start = performance.now();
  input.value = text;
  for (const type of ["input", "keyup", "search"]) input.dispatchEvent(new Event(type, { bubbles: true }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
}"""
CLICK = """async ([selector, pause]) => {
  await new Promise((done) => setTimeout(done, pause));
  const start = performance.now();
  document.querySelector(selector).click();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
}"""


def rows(count):
    for number in range(count):
        kind = KINDS[number * 7 % len(KINDS)]
        word = WORD if number % 97 == 5 else "quarz"
        day = f"{1900 + number % 120}-{number % 12 + 1:02}-{number % 28 + 1:02}"
        yield [f"Thing {number:05}", kind, f"{number * 37 % 1001}.5", day, f"Found with {word} beside the {kind}"]


def cellist(folder, program, count, pages):
    place = folder / "content/things"
    place.mkdir(parents=True)
    (folder / "content/site.yml").write_text("title: Tools\n")
    (place / "list.yml").write_text(
        f"title: Things\nrecord: {{name: text, kind: {{choice: [{', '.join(KINDS)}]}}, size: number, day: date, text: text}}\n"
        f"id: name\nsort: name\nview: table\ntools: [search, filter, sort]\n{pages}")
    (place / "rows.csv").write_text("".join(",".join(row) + "\n" for row in [COLUMNS, *rows(count)]))
    subprocess.run([program, "build", "--site", folder, "--output", folder / "site"], check=True, stderr=subprocess.DEVNULL)
    return {"site": folder / "site", "path": "/things/", "search": "form.tools [name=q]",
            "found": "document.querySelector('.found').textContent.match(/\\d/)", "sort": ".records th button"}


def datatables(folder, tables, jquery, count):
    site = folder / "site"
    site.mkdir(parents=True)
    (site / "404.html").write_text("")
    shutil.copy(jquery, site / "jquery.js")
    shutil.copy(tables / "jquery.dataTables.min.js", site / "tables.js")
    shutil.copy(tables / "css/jquery.dataTables.min.css", site / "tables.css")
    (site / "start.js").write_text("$(function () { $('#things').DataTable({ pageLength: 100 }); });\n")
    cells = lambda row, name: "".join(f"<{name}>{html.escape(text)}</{name}>" for text in row)
    body = "".join(f"<tr>{cells(row, 'td')}</tr>\n" for row in rows(count))
    (site / "index.html").write_text(
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8><title>Things</title><link rel=stylesheet href=tables.css>"
        "<script defer src=jquery.js></script><script defer src=tables.js></script><script defer src=start.js></script></head>"
        f"<body><table id=things><thead><tr>{cells(COLUMNS, 'th')}</tr></thead><tbody>\n{body}</tbody></table></body></html>\n")
    return {"site": site, "path": "/", "search": "#things_filter input",
            "found": "document.querySelector('.dataTables_info')?.textContent.includes('filtered')", "sort": "#things th"}


def listjs(folder, script, count):
    site = folder / "site"
    site.mkdir(parents=True)
    (site / "404.html").write_text("")
    shutil.copy(script, site / "list.js")
    (site / "start.js").write_text(
        f"const list = new List('things', {{ valueNames: {COLUMNS}, page: 100, pagination: true }});\n"
        "const found = document.querySelector('.found');\n"
        "list.on('updated', () => { found.textContent = list.searched ? `${list.matchingItems.length} found` : ''; });\n")
    heads = "".join(f"<th><button class=sort data-sort={name}>{name}</button></th>" for name in COLUMNS)
    cells = lambda row: "".join(f"<td class={name}>{html.escape(text)}</td>" for name, text in zip(COLUMNS, row))
    body = "".join(f"<tr>{cells(row)}</tr>\n" for row in rows(count))
    (site / "index.html").write_text(
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8><title>Things</title>"
        "<script defer src=list.js></script><script defer src=start.js></script></head>"
        "<body><div id=things><input class=search aria-label=Search><p class=found></p>"
        f"<table><thead><tr>{heads}</tr></thead><tbody class=list>\n{body}</tbody></table><ul class=pagination></ul></div>"
        "</body></html>\n")
    return {"site": site, "path": "/", "search": "#things .search",
            "found": "document.querySelector('.found').textContent.includes('found')", "sort": "#things .sort"}


def visit(browser, known, origin, turn):
    """What one reader waits for, in milliseconds, and what was loaded, in bytes.

    - `turn` is the number of the visit, by which its events come at other times.
    """
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(origin + known["path"], wait_until="commit")
    page.wait_for_selector(known["search"], state="visible")
    page.evaluate(TYPE, [known["search"], WORD])
    page.wait_for_function(known["found"])
    first = page.evaluate("performance.now()")
    loaded = sum(len(gzip.compress(answer.body(), 9)) for answer in answers)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def measured(script, *argument):
        page.wait_for_timeout(50)
        before = busy(session)
        return page.evaluate(script, argument), busy(session) - before

    pauses = [(number * 0.618 + turn * 0.37) % 1 * 1000 / 60 for number in range(3 * len(WORD))]
    keys = [measured(TYPE, known["search"], WORD[:number % len(WORD) + 1], pauses[number]) for number in range(3 * len(WORD))]
    page.evaluate(TYPE, [known["search"], ""])
    sort, sort_work = measured(CLICK, known["sort"], pauses[0])
    page.close()
    times, works = zip(*keys)
    return {
        "bytes": loaded, "first": first, "key": statistics.median(times), "slowest key": max(times), "sort": sort,
        "key work": statistics.median(works), "sort work": sort_work}


def busy(session):
    """For how many milliseconds the page's thread has worked."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration") * 1000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cellist")
    parser.add_argument("datatables", type=pathlib.Path)
    parser.add_argument("jquery")
    parser.add_argument("--listjs")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000, 10_000])
    options = parser.parse_args()
    print(f"{'rows':>6} {'':>12} {'KB':>7} {'first answer':>13} {'key':>8} {'slowest key':>12} {'sort':>8} "
          f"{'works: key':>11} {'sort':>8}   (ms, medians)")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for count in options.rows:
            folder = pathlib.Path(name) / str(count)
            sites = {
                "cellist": cellist(folder / "paged", options.cellist, count, "pages: 100\n"),
                "one page": cellist(folder / "whole", options.cellist, count, ""),
                "datatables": datatables(folder / "tables", options.datatables, options.jquery, count),
            }
            if options.listjs:
                sites["list.js"] = listjs(folder / "lists", options.listjs, count)
            origins = {key: BuiltSite(known["site"]).origin for key, known in sites.items()}
            found = {key: [] for key in sites}
            for turn in range(options.rounds + 1):
                for key, known in sites.items():
                    found[key].append(visit(browser, known, origins[key], turn))
            for key, visits in found.items():
                middle = {part: statistics.median(visit[part] for visit in visits[1:]) for part in visits[0]}
                print(f"{count:>6} {key:>12} {middle['bytes'] / 1000:>7.1f} {middle['first']:>13.0f} {middle['key']:>8.1f} "
                      f"{middle['slowest key']:>12.1f} {middle['sort']:>8.1f} "
                      f"{middle['key work']:>11.1f} {middle['sort work']:>8.1f}")
        browser.close()


main()
