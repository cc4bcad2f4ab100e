#!/usr/bin/env python3
"""Measures the time and the memory that the nastiest inputs take, and whether both grow no faster than the inputs.

    budget.py CELLIST [CASE…] [--sizes 1,2,5,10]

Each case is a site that is made up here, of as many megabytes as asked for, and built by the program CELLIST. A case
fails where the program ends by a signal or in silence, where it takes more than ten seconds or a gigabyte per megabyte,
or where the last megabytes, from the largest size but one to the largest, cost more than 1.3 times the average. Times
are those of the processor.
"""

import argparse
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading

MEGABYTE = 1_000_000
SECONDS_PER_MEGABYTE = 10
BYTES_PER_MEGABYTE = 1_000_000_000
NOISE = 1.3
# Times as short as this are not compared: they are noise.
LEAST_SECONDS = 0.05
LEAST_BYTES = 20_000_000

CASES = {}


def case(function):
    CASES[function.__name__.replace("_", "-")] = function
    return function


def repeated(text, size):
    return (text * (size // len(text.encode()) + 1))[: max(size, len(text))]


def lines(size, line):
    """Numbered lines, as many as fit."""
    made, count, total = [], 0, 0
    while total < size:
        made.append(line(count))
        total += len(made[-1].encode())
        count += 1
    return made


def site(record="{name: text, text: markdown?}", **files):
    base = {
        "content/site.yml": "title: Budget\ntheme: plain\n",
        "content/items/list.yml": f"record: {record}\nid: name\n",
        "themes/plain/pages/list.mustache":
            "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
        "themes/plain/cells/cell.mustache": "<li id=\"{{@record.anchor}}\">{{@record.title}}</li>",
    }
    return base | files


def items(name, content, **more):
    return {f"content/items/{name}": content, **more}


# Readers

@case
def csv_rows(size):
    return site(**items("a.csv", "name,text\n" + "".join(lines(size, lambda n: f"r{n},\"a \"\"b\"\" c\"\n"))))


@case
def csv_one_field(size):
    return site(**items("a.csv", "name,text\na,\"" + repeated("\"\"x\n", size - size % 4) + "\"\n"))


@case
def csv_columns(size):
    count = size // 16
    header = "name," + ",".join(f"c{n}" for n in range(count))
    return site("{name: text}", **items("a.csv", f"{header}\na{',1' * count}\n")) | {
        "content/items/list.yml": "record: {name: text}\nid: name\nextra-keys: ignore\n"}


@case
def csv_short_rows(size):
    return site(**items("a.csv", "name,text\n" + "".join(lines(size, lambda n: f"r{n}\n"))))


@case
def json_one_line(size):
    rows = lines(size, lambda n: f'{{"name":"r{n}","text":"*a*"}}')
    return site(**items("a.json", f"[{','.join(rows)}]"))


@case
def json_escapes(size):
    return site(**items("a.json", '[{"name":"a","text":"' + repeated("\\u00e9", size - size % 6) + '"}]'))


@case
def json_keys(size):
    keys = ",".join(lines(size, lambda n: f'"k{n}":1'))
    return site("{name: text}", **items("a.json", f'[{{"name":"a",{keys}}}]')) | {
        "content/items/list.yml": "record: {name: text}\nid: name\nextra-keys: ignore\n"}


@case
def yaml_rows(size):
    return site(**items("a.yml", "".join(lines(size, lambda n: f"- {{name: r{n}, text: 'a ''b'''}}\n"))))


@case
def yaml_one_line(size):
    return site(**items("a.yml", "[" + ",".join(lines(size, lambda n: f"{{name: r{n}}}")) + "]"))


@case
def yaml_aliases(size):
    rows = lines(size, lambda n: f"- {{name: r{n}, text: *x}}\n")
    return site(**items("a.yml", "- {name: first, text: &x abc}\n" + "".join(rows)))


@case
def yaml_block(size):
    return site(**items("a.yml", "- name: a\n  text: |\n" + repeated("    line of text\n", size - size % 17)))


@case
def yaml_quoted(size):
    return site(**items("a.yml", "- name: a\n  text: \"" + repeated("\\x41\\n", size - size % 6) + "\"\n"))


@case
def toml_rows(size):
    rows = lines(size, lambda n: f'[[rows]]\nname = "r{n}"\ntext = """a "b" c"""\n')
    return site(**items("a.toml", "".join(rows))) | {
        "content/items/list.yml": "record: {name: text, text: text}\nid: name\nsources: [{file: a.toml, items: rows}]\n"}


@case
def toml_one_line(size):
    rows = lines(size, lambda n: f"{{name='r{n}',text='é'}}")
    return site(**items("a.toml", f"rows = [{','.join(rows)}]")) | {
        "content/items/list.yml": "record: {name: text, text: text}\nid: name\nsources: [{file: a.toml, items: rows}]\n"}


@case
def toml_dotted_keys(size):
    count = min(size // 14, 30_000)
    keys = "".join(f"k{n}.a = 1\n" for n in range(count)) + "".join(f"k{n}.b = 1\n" for n in range(count))
    return site(**items("a.md", f"+++\nname = 'a'\n{keys}+++\nBody\n")) | {
        "content/items/list.yml": "record: {name: text}\nid: name\nextra-keys: ignore\n"}


@case
def front_matter_large(size):
    return site(**items("a.md", "---\nname: a\ntext: |\n" + repeated("  line\n", size - size % 7) + "---\nBody\n"))


@case
def front_matter_body(size):
    return site(**items("a.md", "---\nname: a\n---\n" + repeated("----\n-- -\n", size)))


@case
def front_matter_unclosed(size):
    return site(**items("a.md", "---\nname: a\n" + repeated("text: x # ---\n", size)))


@case
def front_matter_files(size):
    files = lines(size, lambda n: f"---\nname: r{n}\ntext: \"*a*\"\n---\nBody of {n}\n")
    return site(**{f"content/items/r{n}.md": text for n, text in enumerate(files)})


def database(statements):
    with tempfile.NamedTemporaryFile(suffix=".sqlite") as file:
        connection = sqlite3.connect(file.name)
        statements(connection)
        connection.commit()
        connection.close()
        return pathlib.Path(file.name).read_bytes()


@case
def sqlite_rows(size):
    def fill(connection):
        connection.execute("create table t(name text, text text)")
        rows = ((f"r{n}", "some *text* of a row") for n in range(size // 35))
        connection.executemany("insert into t values (?, ?)", rows)

    return site(**{"content/items/a.sqlite": database(fill)}) | {
        "content/items/list.yml": "record: {name: text, text: markdown?}\nid: name\n"
        "sources: [{file: a.sqlite, query: \"select * from t\"}]\n"}


@case
def sqlite_one_value(size):
    def fill(connection):
        connection.execute("create table t(name text, text text)")
        connection.execute("insert into t values ('a', ?)", ("word " * (size // 5),))

    return site(**{"content/items/a.sqlite": database(fill)}) | {
        "content/items/list.yml": "record: {name: text, text: markdown?}\nid: name\n"
        "sources: [{file: a.sqlite, query: \"select * from t\"}]\n"}


@case
def tables_of_files(size):
    rows = "".join(lines(size, lambda n: f"r{n},{n}.5,some words of a row\n"))
    return site(**{"content/items/a.csv": "name,n,text\n" + rows}) | {
        "content/items/list.yml": "record: {name: text, text: markdown?, n: number}\nid: name\n"
        "sources: [{query: \"select * from t order by n desc\", tables: {t: a.csv}}]\n"}


# Calendars

def calendar(events):
    return site(**{"content/items/a.ics": f"BEGIN:VCALENDAR\n{''.join(events)}END:VCALENDAR\n"}) | {
        "content/items/list.yml": "record: {name: {type: text, from: uid}, text: {type: \"text?\", from: summary}}\n"
        "sources: [{file: a.ics, between: [2026-01-01, 2026-12-31]}]\n"}


@case
def calendar_events(size):
    return calendar(lines(size, lambda n: (
        f"BEGIN:VEVENT\nUID:e{n}\nSUMMARY:Some words\\, and\n  more\nDTSTART;TZID=Europe/Zurich:20260302T100000\n"
        "END:VEVENT\n")))


@case
def calendar_rules_without_a_time(size):
    # The 30th of February is looked for on every day from the first year on.
    return calendar(lines(size, lambda n: (
        f"BEGIN:VEVENT\nUID:e{n}\nDTSTART:00010101T100000\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30\nEND:VEVENT\n")))


@case
def calendar_one_line(size):
    return calendar(["BEGIN:VEVENT\nUID:a\nDTSTART:20260302\nSUMMARY:" + "word\n " * (size // 6) + "\nEND:VEVENT\n"])


# Values

@case
def numbers_long(size):
    return site("{name: text, n: number?}", **items("a.csv", "name,n\na," + "7" * size + "\n"))


@case
def numbers_sum(size):
    rows = lines(size, lambda n: f"r{n},{n}.{n}e-3\n")
    return site(**items("a.csv", "name,n\n" + "".join(rows))) | {
        "content/items/list.yml": "record: {name: text, n: number?}\nid: name\n"
        "sections: {by: name.initial, footer: {n: mean}}\n"}


@case
def patterns(size):
    when = " ".join(f"- {{template: cell, when: {{text: {{matches: '{'(a?)' + '{1000}'}b{n}'}}}}}}\n" for n in range(4))
    return site(**items("a.csv", "name,text\na," + "a" * size + "\n")) | {
        "content/items/list.yml": "record: {name: text, text: text}\nid: name\ncells:\n " + when
        + " - {template: cell}\n"}


@case
def references(size):
    rows = lines(size, lambda n: f"r{n},r{n // 2}\n")
    return site(**items("a.csv", "name,next\n" + "".join(rows))) | {
        "content/items/list.yml": "record: {name: text, next: {record: items}, prior: {records-from: items.next}}\n"
        "id: name\nsort: [next.name]\n"}


# Markdown

def markdown(text):
    return site(**items("a.md", "---\nname: a\n---\n" + text)) | {
        "themes/plain/cells/cell.mustache": "<li id=\"{{@record.anchor}}\">{{@record.title}}{{@record.body}}</li>"}


MARKDOWN = {
    "emphasis": "*a **b ", "emphasis-open": "_a", "images": "![[]()", "links-open": "[a](", "brackets": "[", "references": "[a]",
    "entities": "&#", "html-open": "<b", "headings": "# a\n", "setext": "a\n-\n", "quotes": "> a\n", "ticks": "`` ` ",
    "breaks": "a  \n", "escapes": "\\*", "autolinks": "<http://e.org/>", "emphasis-pairs": "*a* **b** ",
    "definitions": "[a]: /b\n", "rules": "* * *\n", "comments": "<!-- ",
    "tables": "|a|\n|-|\n\n", "rows": "|a|b|\n|-|-|\n", "table-breaks": "|a|\n|-|\n    b\n", "cells": "|a", "pipes": "\\|",
    "equals-rows": "|a|\n|-|\n===\n", "strikethrough": "~~a ~b~ ", "tildes": "~", "tasks": "- [ ] a\n",
    "addresses": "www.a.b http://c.d/((( ", "mails": "a@b.c ", "ats": "a@", "footnotes": "[^1] ",
    "footnote-texts": "a[^1]\n\n[^1]: b\n\n", "footnotes-in-footnotes": "[^1]: [^1]: ",
}
for name, piece in MARKDOWN.items():
    CASES[f"markdown-{name}"] = lambda size, piece=piece: markdown(repeated(piece, size))


@case
def markdown_wide_table(size):
    # Rows are filled up to the columns of the table.
    return markdown("|a" * (size // 8) + "\n" + "|-" * (size // 8) + "\n" + repeated("a\n", size // 2))


@case
def markdown_many_footnotes(size):
    count = size // 30
    return markdown("".join(f"a[^{n}] " for n in range(count)) + "\n\n" + "".join(f"[^{n}]: b\n" for n in range(count)))


@case
def markdown_nested_quotes(size):
    return markdown(repeated(">", size) + "a")


@case
def markdown_nested_lists(size):
    # An item inside an item needs its indentation, so that depth is the root of the size.
    depth = int((size / 2) ** 0.5)
    return markdown("".join("  " * n + "- a\n" for n in range(depth)))


@case
def markdown_long_line(size):
    return markdown(repeated("word ", size))


# Templates

def template(text, **files):
    return site(**items("a.csv", "name\na\n")) | {
        "themes/plain/cells/cell.mustache": f"<li id=\"{{{{@record.anchor}}}}\">{text}</li>"} | files


@case
def template_names(size):
    return template(repeated("{{name}} ", size - size % 9))


@case
def template_sections(size):
    depth = size // 22
    return template("{{#name}}" * depth + "x" + "{{/name}}" * depth)


@case
def template_text(size):
    return template(repeated("<b>text</b>\n", size - size % 12))


@case
def template_attributes(size):
    return template("<a " + repeated("a='b' ", size - size % 6) + ">x</a>")


@case
def template_comments(size):
    return template(repeated("{{! x }}\n", size - size % 9))


@case
def template_partials(size):
    return template(repeated("{{>part}}", size - size % 9), **{"themes/plain/parts/part.mustache": "x"})


@case
def template_doubling(size):
    # Each part includes the next one twice; the last of them is as large as the input is to be.
    parts = {f"themes/plain/parts/p{n}.mustache": f"{{{{>p{n + 1}}}}}{{{{>p{n + 1}}}}}" for n in range(25)}
    return template("{{>p0}}", **parts, **{"themes/plain/parts/p25.mustache": repeated("x", size)})


@case
def template_delimiters(size):
    return template(repeated("{{=<% %>=}}<%={{ }}=%>", size - size % 22))


@case
def template_unknown(size):
    return template("".join(lines(size, lambda n: f"{{{{nope{n}}}}}")))


# Diagnostics

@case
def diagnostics_html(size):
    rows = lines(size, lambda n: f'{{"name":"r{n}","text":"a<br>b"}}')
    return site(**items("a.json", f"[{','.join(rows)}]"))


@case
def diagnostics_keys(size):
    keys = ",".join(lines(size, lambda n: f'"k{n}":1'))
    return site("{name: text}", **items("a.json", f'[{{"name":"a",{keys}}}]'))


@case
def diagnostics_values(size):
    rows = lines(size, lambda n: f'{{"name":"r{n}","n":"x{n}"}}')
    return site("{name: text, n: integer?}", **items("a.json", f"[{','.join(rows)}]"))


@case
def diagnostics_choices(size):
    choices = ", ".join(f"choice{n}" for n in range(500))
    rows = lines(size, lambda n: f"r{n},choise{n}\n")
    return site(f"{{name: text, c: {{choice: [{choices}]}}}}", **items("a.csv", "name,c\n" + "".join(rows)))


@case
def diagnostics_long_ids(size):
    return site("{name: text}", **items("a.csv", "name\n" + "".join(lines(size, lambda n: f"{n}{'x' * 100_000}\n"))))


@case
def diagnostics_links(size):
    rows = lines(size, lambda n: f'{{"name":"r{n}","text":"[a](no{n}.md)"}}')
    return site(**items("a.json", f"[{','.join(rows)}]"))


@case
def diagnostics_duplicate_ids(size):
    return site("{name: text}", **items("a.csv", "name\n" + repeated("same\n", size - size % 5)))


# Measuring

def write(folder, files):
    for path, content in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode())


def run(cellist, files, limit):
    """The seconds and bytes that a build takes, its exit status, and whether it said anything."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder, files)
        with open(folder / "said", "wb") as said:
            process = subprocess.Popen(
                [cellist, "build", "--site", folder, "--output", folder / "output"], stdout=said, stderr=said,
                stdin=subprocess.DEVNULL)
            clock = threading.Timer(limit, process.kill)
            clock.start()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            clock.cancel()
        said = (folder / "said").stat().st_size
        shutil.rmtree(folder / "output", ignore_errors=True)
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, process.returncode, said > 0


def faults(sizes, runs):
    """What is wrong with the runs of a case."""
    for size, (seconds, memory, status, said) in zip(sizes, runs):
        if status < 0:
            return [f"ends by {signal.Signals(-status).name} at {size} MB"]
        if status not in (0, 1):
            return [f"ends with status {status} at {size} MB"]
        if not said:
            return [f"says nothing at {size} MB"]
        if seconds > SECONDS_PER_MEGABYTE * size:
            return [f"takes {seconds:.0f} s at {size} MB"]
        if memory > BYTES_PER_MEGABYTE * size:
            return [f"takes {memory / MEGABYTE:.0f} MB of memory at {size} MB"]
    found = []
    for what, index, least in (("time", 0, LEAST_SECONDS), ("memory", 1, LEAST_BYTES)):
        if runs[-1][index] < 4 * least:
            continue
        # The cost of each of the last megabytes, beside the average cost of all.
        last = (runs[-1][index] - runs[-2][index]) / (sizes[-1] - sizes[-2])
        average = runs[-1][index] / sizes[-1]
        if last > average * NOISE:
            found.append(f"the last megabytes take {last / average:.1f} times the {what}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cellist")
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--sizes", default="1,2,5,10", type=lambda text: [int(part) for part in text.split(",")])
    options = parser.parse_intermixed_args()
    sizes = options.sizes
    print(f"| input | {' | '.join(f'{size} MB' for size in sizes)} |")
    print(f"| --- |{' --: |' * len(sizes)}")
    failed = []
    for name in options.cases or CASES:
        runs = []
        for size in sizes:
            limit = SECONDS_PER_MEGABYTE * size + 5
            runs.append(run(options.cellist, CASES[name](size * MEGABYTE), limit))
            if runs[-1][2] not in (0, 1):
                break
        measured = [f"{seconds:.2f} s, {memory / MEGABYTE:.0f} MB" for seconds, memory, _, _ in runs]
        measured += ["–"] * (len(sizes) - len(runs))
        print(f"| {name} | {' | '.join(measured)} |", flush=True)
        failed += [f"{name}: {fault}" for fault in faults(sizes[: len(runs)], runs)]
    print()
    print("\n".join(failed) or "All within the budget.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
