"""A small site that `cellist watch` builds and serves while a test edits it."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

PROGRAM = os.environ.get("CELLIST", str(Path(__file__).parents[2] / ".build/release/cellist"))

FILES = {
    "content/site.yml": "title: Test\ntheme: small\n",
    "content/birds/list.yml": "title: Birds\nrecord: {name: text, family: text, note: markdown?}\nid: name\n"
                              "sort: name\nsections: {by: family}\nrecord-pages: true\n",
    "themes/small/theme.yml": "extends: default\n",
    "themes/small/assets/own.css": "body { color: rgb(1, 2, 3) }\n",
    "themes/small/parts/head-extra.mustache": '<link rel="stylesheet" href="{{@theme.assets.own.css}}">\n',
    "themes/small/cells/cell.mustache":
        '<li class="cell" id="{{@record.anchor}}"><h3>{{name}}</h3><input aria-label="Note on {{name}}">{{note}}</li>\n',
}
BIRDS = {"Robin": "Thrushes", "Blackbird": "Thrushes", "Rook": "Crows", "Jay": "Crows", "Wren": "Wrens"}


class WatchedSite:
    def __init__(self, header="name,family"):
        self.folder = Path(tempfile.mkdtemp(prefix="cellist-watch-"))
        self.birds = dict(BIRDS)
        for path, text in FILES.items():
            self.write(path, text)
        self.save(header)
        self.process = subprocess.Popen(
            [PROGRAM, "watch", "--port", "4700"], cwd=self.folder, stderr=subprocess.PIPE, text=True)
        self.origin = None
        while self.origin is None:
            line = self.process.stderr.readline()
            assert line, "the server did not start"
            found = re.search(r"http://localhost:\d+", line)
            self.origin = found and found[0]

    def write(self, path, text):
        """Saves as many editors do: another file takes the name."""
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_name(f".{place.name}.new")
        beside.write_text(text)
        beside.rename(place)

    def save(self, header="name,family"):
        self.write("content/birds/birds.csv", "\n".join([header, *map(",".join, self.birds.items())]) + "\n")

    def close(self):
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(timeout=10)
        finally:
            self.process.stderr.close()
            shutil.rmtree(self.folder, ignore_errors=True)
