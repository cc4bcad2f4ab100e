"""A small site that a test edits, builds and publishes with the real program."""

import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

PROGRAM = os.environ.get("CELLIST", str(Path(__file__).parents[2] / ".build/release/cellist"))
BASE = "https://example.org/"
FILES = {
    "content/birds/list.yml":
        "title: Birds\nrecord: {id: text, name: text, family: text, seen: date, place: text}\nid: id\nsort: name\n"
        "sections: {by: family}\npages: 20\nrecord-pages: true\nterms: place\nfeed: {date: seen}\n"
        "calendar: {start: seen}\nexports: [json, csv]\ntools: {search: true, filter: [family]}\n",
    "content/index.md": "---\ntitle: Home\n---\n[Birds](birds)\n",
    "content/.well-known/security.txt": "Contact: mailto:info@example.org\n",
    "content/about.md": "---\ntitle: About\n---\nAbout this site.\n",
    "themes/small/theme.yml": "extends: default\n",
    "themes/small/assets/own.css": "body { color: rgb(1, 2, 3) }\n",
    "themes/small/parts/head-extra.mustache": '<link rel="stylesheet" href="{{@theme.assets.own.css}}">\n',
}
FAMILIES = ["Thrushes", "Crows", "Wrens", "Gulls"]
PLACES = [f"Place {number}" for number in range(25)]


class PublishedSite:
    """A site on disk, with targets that a test names."""

    def __init__(self, targets: str, birds: int = 50, seed: int = 1):
        self.folder = Path(tempfile.mkdtemp(prefix="cellist-publish-"))
        # Who runs the program, and with what beside the environment of the tests.
        self.user: int | None = None
        self.environment: dict[str, str] = {}
        self.random = random.Random(seed)
        self.write("content/site.yml", f"title: Test\nbase: {BASE}\ntheme: small\npublish:\n{targets}")
        for path, text in FILES.items():
            self.write(path, text)
        self.birds = {f"b{number}": [f"Bird {number}", FAMILIES[number % 4], PLACES[number % 4]] for number in range(birds)}
        self.next = birds
        self.save()

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def write(self, path: str, text: str):
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def save(self):
        rows = [f"{id},{name},{family},2024-05-{1 + sum(id.encode()) % 28:02},{place}\n"
                for id, (name, family, place) in self.birds.items()]
        self.write("content/birds/birds.csv", "id,name,family,seen,place\n" + "".join(rows))

    def edit(self):
        """Makes one to three random edits: records and their terms come, change and go, style sheets and pages change."""
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.choice(["change", "add", "remove", "place", "style", "page", "toggle"])
            if kind == "change":
                self.birds[self.random.choice(list(self.birds))][0] = f"Bird {self.random.random()}"
            elif kind == "add" or kind == "remove" and len(self.birds) < 45:
                self.birds[f"b{self.next}"] = [f"New {self.next}", self.random.choice(FAMILIES), self.random.choice(PLACES)]
                self.next += 1
            elif kind == "remove":
                del self.birds[self.random.choice(list(self.birds))]
            elif kind == "place":
                self.birds[self.random.choice(list(self.birds))][2] = self.random.choice(PLACES)
            elif kind == "style":
                red = self.random.randint(0, 255)
                self.write("themes/small/assets/own.css", f"body {{ color: rgb({red}, 0, 0) }}\n")
            elif kind == "page":
                self.write("content/about.md", f"---\ntitle: About\n---\nText {self.random.random()}\n")
            else:
                extra = self.folder / "content/extra.md"
                extra.unlink() if extra.exists() else self.write("content/extra.md", "---\ntitle: Extra\n---\nMore.\n")
        self.save()

    def run(self, *arguments: str, environment: dict | None = None, **options) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, text=True, user=self.user,
                              group=self.user, extra_groups=None if self.user is None else [],
                              env=os.environ | self.environment | (environment or {}), timeout=120, **options)

    def publish(self, target: str, *arguments: str, status: int = 0) -> subprocess.CompletedProcess:
        done = self.run("publish", target, *arguments)
        assert done.returncode == status, done.stdout + done.stderr
        return done

    def publish_and_kill(self, target: str, delay: float):
        """Publishes, and kills the program with SIGKILL after a while, unless it is done by then."""
        process = subprocess.Popen([PROGRAM, "publish", target, "--max-deletions", "1000"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(delay)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()

    def clean(self) -> dict[str, bytes]:
        """The files of the site, as a clean build makes them."""
        with tempfile.TemporaryDirectory() as folder:
            if self.user is not None:
                os.chown(folder, self.user, self.user)
            output = f"{folder}/site"
            done = self.run("build", "--clean", "--output", output)
            assert done.returncode == 0, done.stderr
            return {path: bytes for path, bytes in files_in(Path(output)).items() if not path.startswith(".cellist")}


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def is_retired(path: str, content: bytes) -> bool:
    """Whether a file's name ends in its own digest, as those of theme assets do."""
    return path.startswith("assets/") and f"-{hashlib.sha256(content).hexdigest()[:12]}." in path


def assert_holds(site: PublishedSite, published: dict[str, bytes]):
    """A target holds a clean build, and beside it nothing but what publishing keeps there."""
    clean = site.clean()
    rest = {path: content for path, content in published.items() if not path.startswith(".well-known/cellist/") and path != ".nojekyll"}
    wrong = {path for path in clean if clean[path] != rest.get(path)}
    foreign = {path for path in rest if path not in clean and not is_retired(path, rest[path])}
    assert not wrong and not foreign, (sorted(wrong)[:9], sorted(foreign)[:9])


def names(page: str, text: str) -> set[str]:
    """What a file names of its own site, as paths; a path of a folder ends with a slash or is empty.

    Pages name files in `href`, `src` and the attribute of tools; feeds, calendars, exports and site maps by their whole
    addresses, the data of tools by paths from the root."""
    found = set()
    links = re.findall(r'(?:href|src|data-tools)="([^"]+)"', text)
    links += re.findall(rf'{re.escape(BASE)}[^\s"\'<>\\,]*', text.replace("\r\n ", ""))
    if page.endswith(".json"):
        links += re.findall(r'"(/[^"\s\\]*)"', text)
        data = json.loads(text)
        if "slugs" in data:
            links += [f"{data['details']}{slug}/" for slug in data["slugs"]]
    for link in links:
        url = urljoin(urljoin(BASE, page), link)
        if url.startswith(BASE):
            found.add(unquote(urlsplit(url).path.lstrip("/")))
    return found


def broken_links(files: dict[str, bytes]) -> list[str]:
    """What files name that visitors reach from the home page, and is not there."""
    pages, seen, broken = ["index.html"], {"index.html"}, []
    while pages:
        page = pages.pop()
        if page not in files:
            broken.append(page)
            continue
        for name in names(page, files[page].decode(errors="replace")):
            path = f"{name}index.html" if name.endswith("/") or not name else name
            if path not in seen:
                seen.add(path)
                pages.append(path)
    return broken


def wait_until(holds, seconds: float = 20):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)
