"""A small site that `cellist watch` builds and serves while a test edits it."""

import itertools
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections import deque
from pathlib import Path

from raw_socket import ask, request

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
NUMBERS = itertools.count()


def wait_until(holds):
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)


class WatchedSite:
    def __init__(self, header="name,family", port=4700, options=(), command="watch", files=None):
        self.folder = Path(tempfile.mkdtemp(prefix="cellist-watch-"))
        self.birds = dict(BIRDS)
        self.notes = {}
        for path, text in (FILES | (files or {})).items():
            self.write(path, text)
        self.save(header)
        self.process = subprocess.Popen(
            [PROGRAM, command, "--all", "--port", str(port), *options], cwd=self.folder, stderr=subprocess.PIPE, text=True)
        found = None
        while found is None:
            self.greeting = self.process.stderr.readline()
            assert self.greeting, "the server did not start"
            found = re.search(r"http://localhost:(\d+)\S*", self.greeting)
        self.address = found[0]
        self.origin = f"http://localhost:{found[1]}"
        self.port = int(found[1])
        # A program that is not listened to stops when it has said enough to fill a pipe.
        self.lines = deque(maxlen=100)
        self.listener = threading.Thread(target=self.lines.extend, args=(self.process.stderr,), daemon=True)
        self.listener.start()

    def write(self, path, text):
        """Saves as many editors do: another file takes the name."""
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_name(f".{place.name}.new")
        beside.write_text(text)
        beside.rename(place)

    def save(self, header="name,family", notes=None):
        """Writes all birds, with notes on some, which stay."""
        self.notes |= notes or {}
        rows = [f"{name},{family},{self.notes.get(name, '')}" for name, family in self.birds.items()]
        self.write("content/birds/birds.csv", "\n".join([f"{header},note", *rows]) + "\n")

    def edit(self):
        """Saves birds as no save before, and waits until they are served."""
        mark = f"Zz{next(NUMBERS)}"
        self.birds = BIRDS | {"Last": mark}
        self.save()
        wait_until(lambda: mark.encode() in self.get("/birds/").content)

    def settle(self):
        """Edits birds and takes that back, and waits until nothing is being built: changes are told of in order."""
        self.edit()
        self.birds = dict(BIRDS)
        self.save()
        wait_until(lambda: re.search(rb'(?s)^(?!.*>Last<).*data-cellist="\d+"', self.get("/birds/").content))

    def spoil(self):
        """Saves many mistakes, which are much to be told of."""
        number = next(NUMBERS)
        self.birds = {f"Bird {number} {row}": "" for row in range(1000)}
        self.save()

    def get(self, path, *headers, method="GET"):
        return ask(self.port, request(f"{method} {path}", f"Host: localhost:{self.port}", *headers), method)

    def open_files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def memory(self):
        """What the program holds of the machine's memory, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def processor_time(self):
        """How long the program has kept a processor busy, in seconds."""
        numbers = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(timeout=10)
        finally:
            self.process.kill()
            self.listener.join()
            self.process.stderr.close()
            shutil.rmtree(self.folder, ignore_errors=True)
