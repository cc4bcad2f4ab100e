#!/usr/bin/env python3
"""Proves that two sites are the same: the same paths, and on each page the same elements, attributes and words.

    compare.py CELLIST HUGO

Differences without a meaning are not counted: how a character is escaped, white space between words, the order of a
tag's attributes and of the addresses in a sitemap, and files whose names begin with a dot. Headings within texts have
ids in Cellist's pages; Hugo's are switched off, since they repeat where several texts share a page.
"""

import collections
import html.parser
import pathlib
import sys


class Page(html.parser.HTMLParser):
    """A page as a list of tags and texts."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.parts, self.words = [], ""
        self.feed(text)
        self.close()
        self.flush()

    def flush(self):
        text = " ".join(self.words.split())
        if text:
            self.parts.append(text)
        self.words = ""

    def handle_starttag(self, tag, attributes):
        self.flush()
        is_heading = tag in ("h1", "h2", "h3", "h4", "h5", "h6")
        kept = sorted((name, value or "") for name, value in attributes if not (is_heading and name == "id"))
        self.parts.append(("<" + tag, *kept))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        self.flush()
        self.parts.append(("</" + tag,))

    def handle_data(self, data):
        self.words += data


def files(folder):
    root = pathlib.Path(folder)
    paths = (path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): path for path in paths if not path.name.startswith(".")}


def content(path):
    if path.suffix == ".html":
        return Page(path.read_text(encoding="utf-8")).parts
    if path.suffix == ".xml":
        return sorted(map(str, Page(path.read_text(encoding="utf-8")).parts))
    return path.read_bytes()


def difference(one, other):
    """The first parts in which two pages differ."""
    for index, (left, right) in enumerate(zip(one, other)):
        if left != right:
            return index, left, right
    return min(len(one), len(other)), f"{len(one)} parts", f"{len(other)} parts"


def main():
    ours, theirs = files(sys.argv[1]), files(sys.argv[2])
    shared = sorted(ours.keys() & theirs.keys())
    different = [path for path in shared if content(ours[path]) != content(theirs[path])]
    kinds = collections.Counter(pathlib.Path(path).suffix for path in shared)
    print(f"{len(shared)} files in both ({', '.join(f'{count} {kind}' for kind, count in sorted(kinds.items()))}),",
          f"{len(ours) - len(shared)} only in the first, {len(theirs) - len(shared)} only in the second,",
          f"{len(different)} differ")
    for path in sorted(ours.keys() - theirs.keys())[:5]:
        print(f"  only in the first: {path}")
    for path in sorted(theirs.keys() - ours.keys())[:5]:
        print(f"  only in the second: {path}")
    for path in different[:5]:
        index, left, right = difference(content(ours[path]), content(theirs[path]))
        print(f"  {path}, part {index}:\n    {left}\n    {right}")
    sys.exit(0 if ours.keys() == theirs.keys() and not different else 1)


if __name__ == "__main__":
    main()
