#!/usr/bin/env python3
"""Measures what an edit costs where a list has terms, a feed, a site map and redirects, and whole-list exports beside them.
Prints a Markdown table.

    features.py FOLDER CELLIST [--rounds N]

FOLDER holds the site that `catalogue.py` wrote for Cellist, whose records get a date each. Three sites are made of it: as
it is, with the features, and with exports besides. Each round edits one record's summary in each of them, and then its
section, by which there are terms; a new process builds each edit. What publishing an edit to a folder sends is counted.
"""

import argparse
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import time

FEATURES = """terms: [section, priority, {by: tags, pages: 100}]
feed: {date: day}
"""
TERMS = """{{<layout}}
{{$main}}
<h1>{{@page.title}}</h1>
<ul>
{{#@page.terms}}<li><a href="{{url}}">{{title}}</a> {{count}}</li>{{/@page.terms}}
</ul>
{{/main}}
{{/layout}}
"""
EXPORTS = "exports: [json, csv]\n"


def write(source, site, kind):
    shutil.copytree(source, site)
    settings = site / "content/packages/list.yml"
    text = settings.read_text().replace("  title: text\n", "  title: text\n  day: date\n")
    if kind != "plain":
        text += FEATURES
    if kind == "exports":
        text += EXPORTS
    settings.write_text(text)
    records = sorted((site / "content/packages").glob("*.md"))
    for number, record in enumerate(records):
        day = f"{2000 + number % 24}-{number % 12 + 1:02}-{number % 28 + 1:02}"
        record.write_text(record.read_text().replace("---\n", f"---\nday: {day}\n", 1))
    if kind != "plain":
        redirects = "".join(f"  /old/{number}/: packages/\n" for number in range(654))
        with open(site / "content/site.yml", "a", encoding="utf-8") as file:
            file.write(f"redirects:\n{redirects}")
        pages = site / "themes/bench/pages"
        shutil.copy(pages / "list.mustache", pages / "term.mustache")
        (pages / "terms.mustache").write_text(TERMS)
    with open(site / "content/site.yml", "a", encoding="utf-8") as file:
        file.write(f"publish:\n  target: {{folder: {site.parent}/{kind}-published, in-place: true}}\n")
    return records[1000]


def run(*command):
    start = time.monotonic()
    report = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert report.returncode == 0, report.stdout + report.stderr
    return time.monotonic() - start, (report.stdout + report.stderr).strip().splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("cellist")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    kinds = ["plain", "features", "exports"]
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = pathlib.Path(name).resolve()
        middle, took, sent = {}, {}, {}
        for kind in kinds:
            middle[kind] = write(options.folder / "cellist", folder / kind, kind)
            took[kind, "cold build"] = [run(options.cellist, "build", "--site", folder / kind)[0]]
            run(options.cellist, "publish", "target", "--site", folder / kind)
            time.sleep(3)
        texts = {kind: file.read_text() for kind, file in middle.items()}
        for number in range(options.rounds):
            for edit, pattern, text in [("summary", r'^(summary: ".*)"$', rf'\1 {number}"'),
                                        ("section", r"^section: .*$", f"section: moved{number % 2}")]:
                for kind in kinds:
                    texts[kind] = re.sub(pattern, text, texts[kind], flags=re.MULTILINE)
                    middle[kind].write_text(texts[kind])
                    took.setdefault((kind, edit), []).append(run(options.cellist, "build", "--site", folder / kind)[0])
        for edit, pattern, text in [("summary", r'^(summary: ".*)"$', r'\1 again"'),
                                    ("section", r"^section: .*$", "section: other")]:
            for kind in kinds:
                if edit == "summary":
                    run(options.cellist, "publish", "target", "--site", folder / kind)
                texts[kind] = re.sub(pattern, text, texts[kind], flags=re.MULTILINE)
                middle[kind].write_text(texts[kind])
                sent[kind, edit] = run(options.cellist, "publish", "target", "--site", folder / kind)[1][-1]
    print("| site | what | seconds | of the plain site's | publishing it |\n|---|---|---|---|---|")
    for (kind, edit), times in took.items():
        base = statistics.median(took["plain", edit])
        print(f"| {kind} | {edit} | {statistics.median(times):.2f} ({min(times):.2f} to {max(times):.2f}) "
              f"| {statistics.median(times) / base:.2f} | {sent.get((kind, edit), '')} |")


if __name__ == "__main__":
    main()
