#!/usr/bin/env python3
"""Writes Debian's package catalogue as a site of records, one Markdown file with YAML front matter per package.

    catalogue.py cellist|hugo FOLDER [--records N]      N = 0: every package

The settings, templates and styles of the site are copied from the folder of that name beside this script; the records
are the same for both. Which packages are taken depends on nothing but their names, so two machines with the same
release of Debian measure the same site. The lists must hold the long descriptions:

    apt-get -o Acquire::Languages=en update
"""

import argparse
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
LISTS = pathlib.Path("/var/lib/apt/lists")


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode("utf-8", "replace")


def stanzas(text):
    """The paragraphs of a Debian control file, each as a dictionary; the lines of a folded field keep their breaks."""
    for paragraph in text.split("\n\n"):
        fields, key = {}, None
        for line in paragraph.splitlines():
            if line.startswith((" ", "\t")) and key:
                fields[key] += "\n" + line[1:]
            elif ":" in line:
                key, _, value = line.partition(":")
                fields[key] = value.strip()
        if "Package" in fields:
            yield fields


def catalogue():
    """The first stanza of each package, with its long description, which apt keeps in files of their own."""
    packages = {}
    for fields in stanzas(output("apt-cache", "dumpavail")):
        packages.setdefault(fields["Package"], fields)
    translations = sorted(LISTS.glob("*_i18n_Translation-en*"))
    if not packages or not translations:
        sys.exit("The package lists lack descriptions. Run: apt-get -o Acquire::Languages=en update")
    for path in translations:
        for fields in stanzas(output("/usr/lib/apt/apt-helper", "cat-file", str(path))):
            if fields["Package"] in packages and "Description-en" in fields:
                packages[fields["Package"]]["Description"] = fields["Description-en"]
    return packages


def chosen(names, count):
    """A sample of names that looks random and is always the same."""
    ranked = sorted(names, key=lambda name: hashlib.sha256(name.encode()).hexdigest())
    return sorted(ranked[:count] if count else ranked)


def markdown(text):
    """A description as Markdown: a line with a dot is an empty one. What would be a link or a tag is plain text."""
    lines = ["" if line.strip() == "." else line for line in text.split("\n")]
    return re.sub(r"[<\[]", r"\\\g<0>", "\n".join(lines).strip())


def record(fields):
    summary, _, description = fields.get("Description", "").partition("\n")
    tags = sorted({tag.split("::")[0].strip() for tag in re.split(r"[,\n]", fields.get("Tag", ""))} - {""})
    front = {
        "title": fields["Package"],
        "summary": markdown(summary),
        "version": fields.get("Version", ""),
        "section": fields.get("Section", "misc").rpartition("/")[2],
        "priority": fields.get("Priority", "optional"),
        "size": int(fields.get("Size", 0)),
        "installed": int(fields.get("Installed-Size", 0)),
        "maintainer": fields.get("Maintainer", "").partition("<")[0].strip(),
        "tags": tags,
    }
    if re.fullmatch(r"https?://[^\s\"'<>]+", fields.get("Homepage", "")):
        front["homepage"] = fields["Homepage"]
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in front.items()]
    return "---\n" + "\n".join(lines) + "\n---\n" + markdown(description) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["cellist", "hugo"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--records", type=int, default=10_000, metavar="N")
    options = parser.parse_args()
    packages = catalogue()
    shutil.copytree(HERE / options.kind, options.folder)
    records = options.folder / "content" / "packages"
    for name in chosen(packages, options.records):
        (records / f"{name}.md").write_text(record(packages[name]), encoding="utf-8")


if __name__ == "__main__":
    main()
