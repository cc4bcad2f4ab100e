"""`cellist update` with a server that does what servers do, and what they should not."""

import http.server
import subprocess
import threading
import time

import pytest

from published_site import PROGRAM

ROWS = "title,year\nEmma,1815\nPersuasion,1817\n"


class Server(http.server.ThreadingHTTPServer):
    """Answers each path with what `answers` has for it: a function of the request."""

    def __init__(self):
        self.answers, self.asked = {}, []
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"

    def do_GET(self):
        self.server.asked.append((self.path, dict(self.headers)))
        self.server.answers[self.path](self)

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def server():
    server = Server()
    yield server
    server.shutdown()
    server.server_close()


class Site:
    def __init__(self, folder, url, more=""):
        self.folder = folder
        (folder / "content/books").mkdir(parents=True)
        (folder / "content/site.yml").write_text("title: Books\n")
        (folder / "content/books/list.yml").write_text(
            f'record: {{title: text, year: integer}}\nid: title\nsources: [{{url: "{url}"{more}}}]\n')

    def run(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=60)

    def files(self):
        paths = sorted((self.folder / "content.lock").glob("*")) + sorted(self.folder.glob("*.lock"))
        return {path.name: path.read_bytes() for path in paths if path.is_file()}


def rows(text, **headers):
    return lambda request: request.answer(200, text.encode(), **headers)


def test_a_file_is_fetched_once_and_built_without_a_connection(tmp_path, server):
    server.answers["/books.csv"] = rows(ROWS, ETag='"1"')
    site = Site(tmp_path, f"{server.origin}/books.csv")
    built = site.run("build")
    assert built.returncode == 1
    assert f"error: '{server.origin}/books.csv' has not been fetched [missing-source]" in built.stderr
    updated = site.run("update")
    assert updated.returncode == 0, updated.stderr
    assert f"fetched: {server.origin}/books.csv ({len(ROWS)} bytes)" in updated.stderr
    assert "Emma" in updated.stdout
    assert site.run("build").returncode == 0
    assert "Persuasion" in (tmp_path / "site/books/index.html").read_text()
    assert len(server.asked) == 1
    before = site.files()
    # The server says that nothing has changed, and then what has.
    server.answers["/books.csv"] = lambda request: request.answer(304)
    again = site.run("update")
    assert (again.returncode, again.stdout) == (0, "")
    assert server.asked[-1][1]["If-None-Match"] == '"1"'
    assert site.files() == before
    server.answers["/books.csv"] = rows(ROWS.replace("1815", "1816"))
    changed = site.run("update")
    assert changed.returncode == 0, changed.stderr
    assert "1815" in changed.stdout and "1816" in changed.stdout
    assert site.run("build").returncode == 0
    assert "1816" in (tmp_path / "site/books/index.html").read_text()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda request: request.answer(404), "the server answered with status 404"),
        (lambda request: request.answer(500), "the server answered with status 500"),
        (lambda request: request.answer(304), None),
        (lambda request: request.answer(200), "the answer is empty"),
        (lambda request: request.answer(302, Location="file:///etc/passwd"), "it leads to another address"),
        (lambda request: request.answer(302, Location="http://example.org/"), "it leads to another address"),
        (lambda request: request.answer(302, Location="/books.csv"), "addresses lead to each other"),
        (lambda request: request.answer(200, b"title", Content_Length="100"), "curl: (18)"),
        (lambda request: request.answer(200, b"title", Content_Length="200000000"), "larger than 100 MB"),
        (lambda request: request.connection.close(), "curl: (52)"),
    ],
)
def test_a_bad_answer_changes_nothing(tmp_path, server, answer, message):
    server.answers["/books.csv"] = rows(ROWS, ETag='"1"')
    site = Site(tmp_path, f"{server.origin}/books.csv")
    assert site.run("update").returncode == 0
    before = site.files()
    server.answers["/books.csv"] = answer
    updated = site.run("update")
    assert site.files() == before
    if message:
        assert (updated.returncode, message in updated.stderr) == (74, True), updated.stderr
    else:
        assert updated.returncode == 0
    assert site.run("build").returncode == 0


def test_a_server_that_is_gone_changes_nothing(tmp_path, server):
    server.answers["/books.csv"] = rows(ROWS)
    site = Site(tmp_path, f"{server.origin}/books.csv")
    assert site.run("update").returncode == 0
    before = site.files()
    server.shutdown()
    server.server_close()
    updated = site.run("update")
    assert updated.returncode == 74 and "curl: (7)" in updated.stderr
    assert site.files() == before and site.run("build").returncode == 0


def test_a_file_without_an_end_is_cut_off(tmp_path, server):
    def endless(request):
        request.send_response(200)
        request.end_headers()
        try:
            while True:
                request.wfile.write(b"x" * 1_000_000)
        except OSError:
            pass

    server.answers["/books.csv"] = endless
    site = Site(tmp_path, f"{server.origin}/books.csv")
    start = time.monotonic()
    updated = site.run("update")
    assert updated.returncode == 74 and "the file is larger than 100 MB" in updated.stderr
    assert time.monotonic() - start < 50 and site.files() == {}


def test_what_is_secret_is_printed_nowhere(tmp_path, server):
    server.answers["/books.csv?key=s3cret"] = rows(ROWS)
    site = Site(tmp_path, f"{server.origin.replace('//', '//ada:s3cret@')}/books.csv?key=s3cret")
    said = [site.run("build").stderr, site.run("update").stderr]
    server.answers["/books.csv?key=s3cret"] = lambda request: request.answer(403)
    said += [site.run("update").stderr, *(text.decode() for text in site.files().values())]
    assert len(said) == 5 and "s3cret" not in "\n".join(said)
    assert "3 | sources: [{url: \"http://**********@127.0.0.1" in said[0]
    assert "Authorization" in server.asked[0][1]


def test_a_file_that_somebody_edited_is_an_error_until_the_next_update(tmp_path, server):
    server.answers["/books.csv"] = rows(ROWS)
    site = Site(tmp_path, f"{server.origin}/books.csv")
    assert site.run("update").returncode == 0
    assert site.run("build").returncode == 0
    name = next(name for name in site.files() if name.endswith(".csv"))
    (tmp_path / "content.lock" / name).write_text("title,year\nForged,1999\n")
    built = site.run("build")
    assert built.returncode == 1
    assert f"'content.lock/{name}' is not the file that cellist.lock describes" in built.stderr
    assert site.run("update").returncode == 0 and site.run("build").returncode == 0


def test_a_broken_lock_is_written_anew_and_a_strange_file_is_not(tmp_path, server):
    server.answers["/books.csv"] = rows(ROWS)
    site = Site(tmp_path, f"{server.origin}/books.csv")
    assert site.run("update").returncode == 0
    lock = tmp_path / "cellist.lock"
    whole = lock.read_text()
    lock.write_text(whole + "<<<<<<< HEAD\n")
    assert site.run("build").returncode == 1
    assert site.run("update").returncode == 0 and lock.read_text() == whole
    lock.write_text("mine\n")
    updated = site.run("update")
    assert updated.returncode == 64 and lock.read_text() == "mine\n"
    assert "the lock cannot be written to './cellist.lock', which is a file that Cellist did not write" in updated.stderr


def test_settings_that_are_wrong_are_told_before_anything_is_fetched(tmp_path, server):
    site = Site(tmp_path, f"{server.origin}/books.csv", ", shete: A")
    updated = site.run("update")
    assert updated.returncode == 1 and server.asked == []
    assert "a source has no setting 'shete'" in updated.stderr and "has not been fetched" not in updated.stderr


def test_a_revision_of_git_is_compared_with_what_was_fetched_then(tmp_path, server):
    server.answers["/books.csv"] = rows(ROWS)
    site = Site(tmp_path, f"{server.origin}/books.csv")
    assert site.run("update").returncode == 0
    git = ["git", "-C", str(tmp_path), "-c", "user.name=n", "-c", "user.email=n@example.org"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "m"]):
        subprocess.run([*git, *arguments], check=True)
    server.answers["/books.csv"] = rows(ROWS.replace("1815", "1816"))
    assert site.run("update").returncode == 0
    diff = site.run("diff", "HEAD")
    assert diff.returncode == 0 and "1815 → 1816" in diff.stdout, diff.stdout + diff.stderr


def test_what_no_list_names_any_more_goes(tmp_path, server):
    server.answers["/books.csv"] = rows(ROWS)
    server.answers["/other.csv"] = rows(ROWS)
    site = Site(tmp_path, f"{server.origin}/books.csv")
    assert site.run("update").returncode == 0
    (tmp_path / "content.lock/mine.txt").write_text("mine")
    settings = tmp_path / "content/books/list.yml"
    settings.write_text(settings.read_text().replace("books.csv", "other.csv"))
    assert site.run("update").returncode == 0
    assert [name.split("-")[0] for name in site.files()] == ["mine.txt", "other", "cellist.lock"]


def test_a_file_with_mistakes_is_kept_and_told(tmp_path, server):
    server.answers["/rows"] = rows(ROWS.replace("1815", "soon"))
    site = Site(tmp_path, f"{server.origin}/rows", ", format: csv")
    updated = site.run("update")
    assert updated.returncode == 1
    assert ":2:6: error: " in updated.stderr and len(site.files()) == 2


def test_links_are_not_followed(tmp_path, server):
    server.answers["/books.csv"] = rows(ROWS)
    (tmp_path / "elsewhere").mkdir()
    site = Site(tmp_path / "site", f"{server.origin}/books.csv")
    (tmp_path / "site/content.lock").symlink_to(tmp_path / "elsewhere")
    updated = site.run("update")
    assert updated.returncode == 64 and "'content.lock' cannot be written, since it is a link" in updated.stderr
    assert list((tmp_path / "elsewhere").iterdir()) == []
