"""Follows every link of every file of a site, again and again, while somebody publishes it."""

import http.client
import threading

from published_site import names


class Crawler(threading.Thread):
    """Begins at the home page and again when all files are seen: pages, feeds, calendars, exports and the data of tools.
    Notes what a file names and is not there, unless the file, fetched again, no longer names it."""

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
        path = path.lstrip("/")
        if path.endswith("/") or not path:
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

    def crawl(self):
        pages, seen = [""], {""}
        while pages and not self.is_over.is_set():
            page = pages.pop()
            status, text = self.get(page or "/")
            if status != 200:
                continue
            for name in names(page, text):
                status, _ = self.get(name or "/")
                if status == 403:
                    # moto puts a file first and lets others read it a moment later.
                    status, _ = self.get(name or "/")
                if status != 200:
                    again, text_again = self.get(page or "/")
                    if again == 200 and name in names(page, text_again):
                        self.broken.append(f"{page} names {name}: {status}")
                elif name not in seen:
                    seen.add(name)
                    pages.append(name)
