"""Follows every link and asset of every page of a site, again and again, while somebody publishes it."""

import http.client
import re
import threading
from urllib.parse import unquote, urljoin, urlsplit

from published_site import BASE


class Crawler(threading.Thread):
    """Begins at the home page and again when all pages are seen. Notes what a page names and is not there, unless the
    page, fetched again, no longer names it."""

    def __init__(self, port: int, prefix: str):
        super().__init__(daemon=True)
        self.port = port
        self.prefix = prefix
        self.is_over = threading.Event()
        self.broken: list[str] = []
        self.rounds = 0
        self.requests = 0
        self.connection = None

    def run(self):
        try:
            while not self.is_over.is_set():
                self.crawl()
                self.rounds += 1
        except Exception as error:
            self.broken.append(repr(error))
            raise

    def get(self, path: str) -> tuple[int, str]:
        self.requests += 1
        if path.endswith("/"):
            path += "index.html"
        for attempt in range(3):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
                self.connection.request("GET", self.prefix + path)
                answer = self.connection.getresponse()
                return answer.status, answer.read().decode(errors="replace")
            except (http.client.HTTPException, ConnectionError):
                self.connection = None
                if attempt == 2:
                    raise

    @staticmethod
    def names(page: str, text: str) -> set[str]:
        """What a page names of its own site."""
        found = set()
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            url = urljoin(urljoin(BASE, page), link)
            if url.startswith(BASE):
                found.add(unquote(urlsplit(url).path.lstrip("/")))
        return found

    def crawl(self):
        pages, seen = [""], {""}
        while pages and not self.is_over.is_set():
            page = pages.pop()
            status, text = self.get(page or "/")
            if status != 200:
                continue
            for name in self.names(page, text):
                status, _ = self.get(name or "/")
                if status != 200:
                    again, text_again = self.get(page or "/")
                    if again == 200 and name in self.names(page, text_again) and self.get(name or "/")[0] != 200:
                        self.broken.append(f"{page} names {name}: {status}")
                elif name not in seen and (name.endswith("/") or name.endswith(".html")):
                    seen.add(name)
                    pages.append(name)
