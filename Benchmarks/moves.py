#!/usr/bin/env python3
"""Measures the own work of `cellist watch` for records that change, come, go and move. Prints a Markdown table.

    moves.py FOLDER CELLIST [--rounds N]
    moves.py FOLDER CELLIST --lists N [--typed PROGRAM] [--rounds N]
    moves.py FOLDER CELLIST --small N [--rounds N]
    moves.py FOLDER CELLIST --beside N [--rounds N]

FOLDER holds the site that `catalogue.py` wrote for Cellist, with its settings beside it. It is copied twice: with pages
numbered from the front and from the end. Their list pages tell no totals. Each round makes every kind of edit once; the
milliseconds are those that `watch` says after it. For a record in front with ordinary numbering, the time that writing the
changed files alone takes stands beside.

With `--lists`, FOLDER takes sites of N records, whose lists are declarative, merged, refer to another list, or are declared
in Swift by PROGRAM (`Benchmarks/Typed`); in each, a record changes in place.

With `--small`, FOLDER takes a site of N lists of 20 records each, with the default theme; a record of one changes.

With `--beside`, FOLDER takes a site with a list of N rows, which stay as they are, beside one of a record; in that, the file
of another comes and goes, and a page of the site is saved.
"""

import argparse
import pathlib
import queue
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import edits

RECORD = """---
title: "{title}"
summary: "A record that {word}"
version: "1"
section: misc
priority: optional
size: 1
installed: 2
maintainer: Somebody
tags: []
---
"""
SMALL = """record: {title: text, year: integer, day: date, tags: {type: [text], split: ";"}}
record-pages: true
terms: tags
view: table
sections: year
id: title
"""
LARGE = """title: Large
record: {name: text, year: integer, kind: text}
id: name
sort: [-year, name]
sections: kind
pages: 500
view: table
"""
# First and last in the order of titles.
FRONT, END = "!0", "zzzzzz"


class Watch:
    def __init__(self, cellist, site, output):
        self.process = subprocess.Popen(
            [cellist, "watch", "--site", site, "--output", output], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()
        self.hear()

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def hear(self):
        """The files and milliseconds of the next build."""
        while (line := self.lines.get(timeout=300)) is not None:
            if found := re.search(r"(.*), (\d+) ms$", line):
                return found[1], int(found[2])
        sys.exit("watch ended")

    def after(self, edit):
        # The state of the build before is being written.
        time.sleep(1.5)
        edit()
        return self.hear()

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=60)


def write(file, text):
    beside = file.parents[2] / "beside.tmp"
    beside.write_text(text)
    beside.rename(file)


def site(source, folder, numbering):
    shutil.copytree(source, folder)
    settings = folder / "content/packages/list.yml"
    pages = "pages: {size: 100, numbering: stable}" if numbering == "stable" else "pages: 100"
    settings.write_text(re.sub(r"^pages: .*$", pages, settings.read_text(), flags=re.MULTILINE))
    template = folder / "themes/bench/pages/list.mustache"
    text = template.read_text().replace("<h2>{{@section.count}} packages</h2>\n", "")
    template.write_text(text.replace("{{@page.number}}/{{@page.count}}\n", ""))


def floor(output, files):
    """The milliseconds that writing as many list pages takes, and moving them into place."""
    pages = sorted((output / "packages").glob("page/*/index.html"))[:files]
    texts = [page.read_bytes() for page in pages]
    stage = output.parent / "stage"
    stage.mkdir()
    start = time.monotonic()
    for number, text in enumerate(texts):
        (stage / str(number)).write_bytes(text)
    for number, page in enumerate(pages):
        (stage / str(number)).rename(page)
    took = (time.monotonic() - start) * 1000
    stage.rmdir()
    return took


def lists(options):
    print("| an edit in place of a list that is | files | median | least | most |\n|---|---|---|---|---|")
    kinds = {"declarative": options.cellist, "merged": options.cellist, "referring": options.cellist}
    if options.typed:
        kinds["typed"] = options.typed
    for kind, program in kinds.items():
        with tempfile.TemporaryDirectory(dir=options.folder) as name:
            folder = pathlib.Path(name)
            edits.write(folder / "site", kind, options.lists)
            record = folder / "site/content/packages/p42.md"
            watch = Watch(program, folder / "site", folder / "output")
            rounds = [watch.after(lambda: write(record, edits.markdown(42, f", and {number} more")))
                      for number in range(options.rounds)]
            watch.close()
            times = [milliseconds for _, milliseconds in rounds]
            files = re.sub(r".*; ", "", rounds[-1][0])
            print(f"| {kind} | {files} | {statistics.median(times)} ms | {min(times)} | {max(times)} |", flush=True)


def small(options):
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        content = pathlib.Path(name) / "site/content"
        for number in range(options.small):
            rows = [f"A{row},{1900 + row % 9},2024-01-{row + 1:02},{'xyz'[row % 3]}" for row in range(20)]
            (folder := content / f"l{number}").mkdir(parents=True)
            (folder / "list.yml").write_text(SMALL)
            (folder / "rows.csv").write_text("title,year,day,tags\n" + "\n".join(rows) + "\n")
        (content / "site.yml").write_text("title: Many lists\n")
        file = content / "l3/rows.csv"
        text = file.read_text()
        watch = Watch(options.cellist, content.parent, pathlib.Path(name) / "output")
        rounds = [watch.after(lambda: write(file, text.replace("A7", f"B{number}"))) for number in range(options.rounds)]
        watch.close()
        times = [milliseconds for _, milliseconds in rounds]
        print("| an edit among lists | median | least | most |\n|---|---|---|---|")
        print(f"| {options.small} | {statistics.median(times)} ms | {min(times)} | {max(times)} |")


def beside(options):
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        content = pathlib.Path(name) / "site/content"
        for folder in ["large", "small"]:
            (content / folder).mkdir(parents=True)
        rows = [f"n{row},{1900 + row % 120},k{row % 50}" for row in range(options.beside)]
        (content / "large/rows.csv").write_text("name,year,kind\n" + "\n".join(rows) + "\n")
        (content / "large/list.yml").write_text(LARGE)
        (content / "small/list.yml").write_text("title: Small\nrecord: {title: text}\n")
        (content / "small/a.md").write_text("---\ntitle: A\n---\n")
        (content / "site.yml").write_text("title: Beside\n")
        new, page = content / "small/b.md", content / "about.md"
        page.write_text("---\ntitle: About\n---\n")
        watch = Watch(options.cellist, content.parent, pathlib.Path(name) / "output")
        took = {}
        for number in range(options.rounds):
            edits = {"a file comes": lambda: write(new, "---\ntitle: B\n---\n"), "it goes": new.unlink,
                     "a page is saved": lambda: write(page, f"---\ntitle: About\n---\n{number}\n")}
            for kind, edit in edits.items():
                took.setdefault(kind, []).append(watch.after(edit)[1])
        watch.close()
        print(f"| beside {options.beside} rows | median | least | most |\n|---|---|---|---|")
        for kind, times in took.items():
            print(f"| {kind} | {statistics.median(times)} ms | {min(times)} | {max(times)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("cellist")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--lists", type=int, metavar="N")
    parser.add_argument("--small", type=int, metavar="N")
    parser.add_argument("--beside", type=int, metavar="N")
    parser.add_argument("--typed")
    options = parser.parse_args()
    if options.lists:
        return lists(options)
    if options.small:
        return small(options)
    if options.beside:
        return beside(options)
    print("| edit | numbering | files | median | least | most |\n|---|---|---|---|---|---|")
    for numbering in ["stable", "ordinary"]:
        with tempfile.TemporaryDirectory(dir=options.folder) as name:
            folder = pathlib.Path(name)
            site(options.folder / "cellist", folder / "site", numbering)
            records = folder / "site/content/packages"
            middle = sorted(records.glob("*.md"))[1000]
            text = middle.read_text()
            watch = Watch(options.cellist, folder / "site", folder / "output")
            took = {}
            for number in range(options.rounds):
                new = records / "zz-new.md"
                places = {"in front": FRONT} if numbering == "stable" else {"at the end": END, "in front": FRONT}
                edits = {"changes in place": lambda: write(
                    middle, re.sub(r'^(summary: ".*)"$', rf'\1 {number}"', text, flags=re.MULTILINE))}
                for place, title in places.items():
                    for kind, name in [("comes", title), ("moves", title + "z")]:
                        record = RECORD.format(title=name, word=kind)
                        edits[f"{kind} {place}"] = lambda record=record: write(new, record)
                    edits[f"goes {place}"] = new.unlink
                for kind, edit in edits.items():
                    took.setdefault(kind, []).append(watch.after(edit))
            write(middle, text)
            watch.hear()
            watch.close()
            for kind, rounds in took.items():
                times = [milliseconds for _, milliseconds in rounds]
                files = re.sub(r".*; ", "", rounds[-1][0])
                print(f"| a record {kind} | {numbering} | {files} "
                      f"| {statistics.median(times)} ms | {min(times)} | {max(times)} |")
            if numbering == "ordinary":
                count = len(list((folder / "output/packages/page").iterdir()))
                floors = [floor(folder / "output", count) for _ in range(options.rounds)]
                print(f"| {count} list pages written alone | | | {statistics.median(floors):.0f} ms | {min(floors):.0f} "
                      f"| {max(floors):.0f} |")


if __name__ == "__main__":
    main()
