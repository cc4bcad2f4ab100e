#!/usr/bin/env python3
"""Writes a site with one list of very many CSV rows.

    rows.py FOLDER [--rows N] [--all] [--edit ROW]

The rows have six fields, one of them Markdown; the list shows 100 a page. With `--all`, it also has two levels of sections
with sums, terms of two fields, a feed and two exports. With `--edit`, a word is added to the Markdown of one row of a
site that is there.
"""

import argparse
import pathlib
import random

LIST = """title: Parts
id: number
record: {number: integer, name: text, maker: text, price: number, added: date, text: markdown}
sort: name
pages: 100
"""

ALL = """sections: [{by: added.year, order: descending}, {by: name.initial, footer: {price: sum}}]
terms: [added.year, name.initial]
feed: added
exports: [json, csv]
view: rows
"""

WORDS = ("bolt bracket cable casing clamp connector cover crank dial disc drum fan filter flange fuse gasket gauge gear "
         "handle hinge hook hose housing joint key lamp latch lens lever lid link lock motor nozzle nut panel pedal pin "
         "pipe piston plate plug pump rail ring rod roller rotor screw seal shaft shield sleeve spring switch tank tube "
         "valve washer wheel").split()


def row(number, chance):
    name = " ".join(chance.choice(WORDS) for _ in range(2)).capitalize()
    maker = f"Maker {chance.randrange(5000)}"
    price = f"{chance.randrange(1, 100000) / 100:.2f}"
    day = f"20{chance.randrange(10, 25)}-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}"
    text = f"A *{chance.choice(WORDS)}* with a {chance.choice(WORDS)}, for **{chance.choice(WORDS)}s** and {chance.choice(WORDS)}s."
    return f'{number},{name} {number % 997},{maker},{price},{day},"{text}"\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--edit", type=int)
    options = parser.parse_args()
    folder = options.folder / "content/parts"
    table = folder / "parts.csv"
    if options.edit is not None:
        lines = table.read_bytes().splitlines(keepends=True)
        assert lines[options.edit].endswith(b'."\n')
        lines[options.edit] = lines[options.edit][:-3] + b', again."\n'
        table.write_bytes(b"".join(lines))
        return
    folder.mkdir(parents=True)
    (options.folder / "content/site.yml").write_text("title: Parts\n" + ("base: https://example.org/\n" if options.all else ""))
    (folder / "list.yml").write_text(LIST + (ALL if options.all else ""))
    chance = random.Random(1)
    with table.open("w", encoding="utf-8") as file:
        file.write("number,name,maker,price,added,text\n")
        for number in range(1, options.rows + 1):
            file.write(row(number, chance))


if __name__ == "__main__":
    main()
