"""The site that `make site` built, served as a static host would serve it."""

import re
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

REFRESH = re.compile(r'http-equiv="refresh" content="0; url=([^"]*)"')


def edited(text: str, part: str, other: str) -> str:
    """The text with something else in place of a part, which has to be there: else a test goes on with what it was."""
    assert part in text, f"there is no {part!r} to be replaced in {text!r}"
    return text.replace(part, other)


class BuiltSite:
    """The files of a site, and the loopback address that answers with them."""

    def __init__(self, folder: Path, pieces: int = 1):
        """With more than one piece, a page comes as over a slow line, a piece each 50 ms."""
        self.folder = folder
        canonical = re.search(r'rel="canonical" href="([^"]*)"', (folder / "index.html").read_text())
        self.base = urlsplit(canonical[1]).path if canonical else "/"
        self.home = canonical[1] if canonical else "/"
        handler = partial(StaticHost, base=self.base, pieces=pieces, directory=str(folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def pages(self) -> list[str]:
        """The paths of all pages, as links name them: a page's folder stands for its index.html."""
        return [self.address(file) for file in self.files if not REFRESH.search(file.read_text())]

    def redirects(self) -> dict[str, str]:
        """Where each page leads that stands at a former address."""
        ends = {self.address(file): REFRESH.search(file.read_text()) for file in self.files}
        return {path: end[1] for path, end in ends.items() if end}

    @property
    def files(self) -> list[Path]:
        return sorted(self.folder.rglob("*.html"))

    def address(self, file: Path) -> str:
        return self.base + file.relative_to(self.folder).as_posix().removesuffix("index.html")

    def path(self, link: str) -> str | None:
        """What a link names within the site; nothing for a link that leads out of it."""
        parts = urlsplit(link)
        if not link.startswith((self.origin, self.home)) or parts.scheme not in ("http", "https"):
            return None
        return unquote(parts.path)

    def holds(self, path: str) -> bool:
        """Whether a path names a file, with no redirection from `/list` to `/list/`."""
        if not path.startswith(self.base):
            return False
        return (self.folder / (path.removeprefix(self.base) + ("index.html" if path.endswith("/") else ""))).is_file()


class StaticHost(SimpleHTTPRequestHandler):
    """Serves a folder below a base path, and 404.html where there is nothing."""

    def __init__(self, *arguments, base: str, pieces: int, **options):
        self.base = base
        self.pieces = pieces
        super().__init__(*arguments, **options)

    def translate_path(self, path):
        below = path.startswith(self.base)
        return super().translate_path("/" + path.removeprefix(self.base) if below else "/no/such/page")

    def copyfile(self, source, outputfile):
        if self.pieces == 1 or not source.name.endswith(".html"):
            return super().copyfile(source, outputfile)
        page = source.read()
        size = -(-len(page) // self.pieces)
        for start in range(0, len(page), size):
            outputfile.write(page[start:start + size])
            outputfile.flush()
            time.sleep(0.05)

    def send_error(self, code, message=None, explain=None):
        body = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass
