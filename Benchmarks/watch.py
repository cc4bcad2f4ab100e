#!/usr/bin/env python3
"""Measures, of `cellist watch` and `hugo server`, how long one saved record takes to be shown in an open page.

    watch.py FOLDER CELLIST HUGO [--rounds N] [--seconds N]

FOLDER holds the sites as `run.sh` made them. Both servers run as they do by default, but for where they write. One
browser has the same page of both open: the list page that shows the record in the middle. Each round puts a new word
into the summary of that record, which its cell shows. Another file takes the record's name, and the clock is read just
before that; the page itself notes when the word is first in its text, put there or come with a reload.

The servers take turns, round by round, and are saved to at moments that keep no step with either. The first round of
each does not count. A server that has taken all its seconds, and three rounds, takes no more.

The list's first page is visited before the one that stays open: until then Hugo does not render the others again.
"""

import argparse
import os
import pathlib
import queue
import random
import re
import signal
import statistics
import subprocess
import sys
import threading
import time

from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
LIST = "packages/"
# Keeps the time at which each word was first in the text, in milliseconds since 1970.
NOTING = """(() => {
  window.shown = {};
  new MutationObserver(() => {
    const now = performance.timeOrigin + performance.now();
    for (const [word] of document.documentElement.textContent.matchAll(/shown[0-9]+here/g)) window.shown[word] ??= now;
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()"""


class Server:
    """A server of one site, the page of it that is open, and what was measured."""

    def __init__(self, name, record, work, command):
        """`work` fits what it says after each build, with the milliseconds that took."""
        self.name, self.record, self.work = name, record, work
        self.text = record.read_text()
        self.beside = record.parents[2] / record.name
        # Of each round: from save to shown and its own work, in milliseconds, and whether the page was loaded again.
        self.rounds = []
        self.lines = queue.Queue()
        self.process = subprocess.Popen(
            [str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def hear(self, pattern):
        """Waits for a line that fits."""
        said = []
        while (line := self.lines.get(timeout=600)) is not None:
            said.append(line)
            if found := re.search(pattern, line):
                return found
        sys.exit(f"{self.name} ended:\n{''.join(said)}")

    def open(self, browser, path):
        self.page = browser.new_page()
        self.page.add_init_script(NOTING)
        for place in [LIST, path]:
            self.page.goto(self.address + place)
        assert f">{self.record.stem}</a>" in self.page.content(), f"{self.page.url} lacks {self.record.stem}"

    def measure(self, word):
        """Puts a word into the summary and waits until the page shows it."""
        self.page.bring_to_front()
        self.page.evaluate("window.isKept = true")
        while not self.lines.empty():
            self.lines.get()
        self.beside.write_text(re.sub(r'^(summary: ".*)"$', rf'\1 {word}"', self.text, flags=re.MULTILINE))
        saved = time.time()
        self.beside.rename(self.record)
        shown = self.page.wait_for_function("(word) => window.shown?.[word]", arg=word, polling=20, timeout=120_000)
        work = float(self.hear(self.work)[1])
        self.page.wait_for_load_state()
        self.rounds.append((shown.json_value() - saved * 1000, work, not self.page.evaluate("window.isKept === true")))

    def close(self):
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.beside.unlink(missing_ok=True)
        self.record.write_text(self.text)

    def row(self, base):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        memory = int(re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)[1]) / 1000
        times, works, reloads = zip(*self.rounds)
        median = statistics.median(times)
        return (f"| {self.name} | {median:.0f} ms | {min(times):.0f} ms | {max(times):.0f} ms "
                f"| {median / statistics.median(took for took, _, _ in base.rounds):.3f} "
                f"| {statistics.median(works):.0f} ms | {sum(reloads)} of {len(times)} | {memory:.0f} MB |")


def page_of(record, output):
    """The path of the list page on which a record's cell stands."""
    first = output / LIST
    for file in [first / "index.html", *first.glob("page/*/index.html")]:
        if f">{record.stem}</a>" in file.read_text():
            return f"{file.parent.relative_to(output)}/"
    sys.exit(f"no page shows {record.stem}")


def measure(servers, path, rounds, seconds):
    chance = random.Random(7)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for server in servers:
            server.open(browser, path)
        for number in range(rounds + 1):
            for server in servers:
                if number > 3 and sum(took for took, _, _ in server.rounds) > seconds * 1000:
                    continue
                time.sleep(chance.uniform(1, 2))
                server.measure(f"shown{number}here")
                if number == 0:
                    server.rounds = []
        browser.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("cellist")
    parser.add_argument("hugo")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=120)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = options.folder.resolve()
    output = folder / "output/watch"
    output.mkdir(parents=True, exist_ok=True)
    records = sorted((folder / "cellist/content" / LIST).glob("*.md"))
    name = records[len(records) // 2].name
    kinds = {
        "Cellist": (r"([\d.]+) ms$", [options.cellist, "watch", "--site"], "--output"),
        "Hugo": (r"^Total in (\d+) ms$", [options.hugo, "server", "--source"], "--destination"),
    }
    servers, load = [], os.getloadavg()[0]
    try:
        for kind, (work, command, option) in kinds.items():
            site = folder / kind.lower()
            command += [site, option, output / kind.lower()]
            server = Server(kind, site / "content" / LIST / name, work, command)
            servers.append(server)
            server.address = server.hear(r"http://localhost:\d+/")[0]
        path = page_of(servers[0].record, output / "cellist")
        measure(servers, path, options.rounds, options.seconds)
        print(f"{len(records):,} records, one saved that /{path} shows, load {load:.1f}\n")
        print("| | save to shown (median) | least | greatest | of Hugo's | its own work | page reloaded | memory |")
        print("|---|---|---|---|---|---|---|---|")
        for server in servers:
            print(server.row(servers[-1]))
    finally:
        for server in servers:
            server.close()


if __name__ == "__main__":
    main()
