#!/usr/bin/env python3
"""Measures edits of lists whose records come together in several ways, beside a declarative list, and of a list of very
many rows, beside its cold build. Prints Markdown tables.

    edits.py FOLDER CELLIST [--typed PROGRAM] [--records N] [--rows N] [--rounds N]

FOLDER takes the sites. PROGRAM declares the list `packages` in Swift (`Benchmarks/Typed`). Each edit is built by a new
process. The sites take turns, round by round, so that whatever else the machine does meets all of them alike; of their
times, in wall clock and of the processors, the medians are compared.
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import time

FIELDS = ("{title: text, summary: markdown, version: text, section: text, priority: text, size: integer, "
          "installed: integer, maintainer: text, homepage: url?, tags: [text]}")
CELLS = "cells: [{template: required, when: {priority: required}}, {template: package}]\n"
THEMES = pathlib.Path(__file__).parent / "cellist/themes"


def markdown(number, word):
    return (f"---\ntitle: package-{number}\nsummary: A *small* package{word}\nversion: 1.{number}\nsection: section-{number % 40}\n"
            f"priority: optional\nsize: {number}\ninstalled: {number * 3}\nmaintainer: Maintainer {number % 700}\n"
            f"tags: [one, two]\n---\n")


def settings(kind):
    merged = 'sources: ["*.md", {file: more.yml, merge: update}]\n' if kind == "merged" else ""
    fields = FIELDS.replace("section: text", "section: {record: sections}") if kind == "referring" else FIELDS
    record = "" if kind == "typed" else f"record: {fields}\n{CELLS}"
    return f"title: Packages\n{record}sort: title\npages: 100\nrecord-pages: true\n{merged}"


def write(site, kind, count):
    folder = site / "content/packages"
    folder.mkdir(parents=True)
    (site / "content/site.yml").write_text("title: Packages\ntheme: bench\n")
    shutil.copytree(THEMES, site / "themes")
    (folder / "list.yml").write_text(settings(kind))
    for number in range(count):
        (folder / f"p{number}.md").write_text(markdown(number, ""))
    if kind == "referring":
        sections = site / "content/sections"
        sections.mkdir()
        (sections / "list.yml").write_text("title: Sections\nrecord: {name: text}\nsort: name\n")
        (sections / "all.yml").write_text("".join(f"- {{id: section-{number}, name: Section {number}}}\n" for number in range(40)))
    if kind == "merged":
        # One of ten records is corrected.
        (folder / "more.yml").write_text("".join(
            f"- {{title: package-{number}, version: '2.{number}'}}\n" for number in range(0, count, 10)))
        (folder / "list.yml").write_text(settings(kind) + "id: title\n")


def run(command):
    """How long a command takes, by the clock and of the processors, and its memory in megabytes."""
    before = os.times()
    start = time.monotonic()
    report = subprocess.run(["/usr/bin/time", "-f", "%M", *map(str, command)], capture_output=True, text=True)
    assert report.returncode == 0, report.stdout + report.stderr
    wall = time.monotonic() - start
    after = os.times()
    busy = after.children_user + after.children_system - before.children_user - before.children_system
    return wall, busy, int(report.stderr.split()[-1]) / 1000


def median(runs):
    return [statistics.median(column) for column in zip(*runs)]


def line(name, values, base):
    wall, busy, memory = values
    print(f"| {name} | {wall:.3f} s | {wall / base[0]:.2f} | {busy:.3f} s | {busy / base[1]:.2f} | {memory:.0f} MB |",
          flush=True)


def head(title, base):
    print(f"\n| {title} | time | of {base} | processor time | of {base} | memory |\n|---|---|---|---|---|---|")


def lists(options):
    kinds = {"declarative": options.cellist, "merged": options.cellist}
    if options.typed:
        kinds["typed"] = options.typed
    runs = {kind: [] for kind in kinds}
    for kind, program in kinds.items():
        write(options.folder / kind, kind, options.records)
        run([program, "build", "--site", options.folder / kind, "--output", options.folder / f"{kind}-output"])
    for number in range(options.rounds):
        for kind, program in kinds.items():
            time.sleep(0.2)
            place = options.folder / kind / "content/packages" / f"p{(number * 37 + 5) % options.records}.md"
            place.write_text(markdown((number * 37 + 5) % options.records, f", and {number} more"))
            time.sleep(0.2)
            command = [program, "build", "--site", options.folder / kind, "--output", options.folder / f"{kind}-output"]
            runs[kind].append(run(command))
    head(f"one edit, {options.records:,} records", "declarative")
    base = median(runs["declarative"])
    for kind in kinds:
        line(kind, median(runs[kind]), base)


def rows(options):
    script = pathlib.Path(__file__).with_name("rows.py")
    site = options.folder / "rows"
    subprocess.run([script, site, "--rows", str(options.rows)], check=True)
    command = [options.cellist, "build", "--site", site, "--output", options.folder / "rows-output"]
    cold = run(command)
    unchanged = median([run(command) for _ in range(3)])
    edits = []
    for number in range(3):
        subprocess.run([script, site, "--edit", str(options.rows // 2 + number)], check=True)
        edits.append(run(command))
    head(f"{options.rows:,} rows", "cold")
    line("cold", cold, cold)
    line("nothing changed", unchanged, cold)
    line("one row edited", median(edits), cold)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("cellist")
    parser.add_argument("--typed")
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, {len(os.sched_getaffinity(0))} cores")
    if options.records:
        lists(options)
    if options.rows:
        rows(options)


if __name__ == "__main__":
    main()
