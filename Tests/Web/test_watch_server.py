"""The server of `cellist watch` serves its own site to its own machine, and outlives whatever clients do."""

import fcntl
import itertools
import os
import resource
import signal
import socket
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from raw_socket import (BINARY, CLOSE, PING, PONG, TEXT, OpenPage, answer, ask, connect, frame, handshake, open_pages,
                        own_address, request)
from watched_site import BIRDS, PROGRAM, WatchedSite, wait_until

PORT = 4720
OTHER_PORT = 4740
FULL_PORTS = range(4760, 4780)
HOST = f"Host: localhost:{PORT}"
OWN = f"Origin: http://localhost:{PORT}"


@pytest.fixture(scope="module")
def site():
    site = WatchedSite(port=PORT)
    assert site.port == PORT
    site.edit()
    site.idle_files = site.open_files()
    yield site
    assert site.close() == 0


@pytest.fixture(autouse=True)
def lives_on(site):
    """Whatever a test does, the site is built and served after it, and nobody's socket stays open."""
    yield
    site.edit()
    wait_until(lambda: site.open_files() <= site.idle_files + 2)


def test_builds_are_explained():
    site = WatchedSite(port=OTHER_PORT, options=["--explain"])
    site.edit()
    wait_until(lambda: "birds: arranged anew: records came or went\n" in site.lines)
    assert any(line.startswith("updated birds/index.html: birds: 'Last' is new") for line in site.lines), site.lines
    assert site.close() == 0


# Who is served, and what.


def test_nobody_else_can_connect():
    for address in ["127.0.0.2", own_address()]:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((address, PORT), timeout=5).close()
    rows = [line.split() for name in ["tcp", "tcp6"] for line in Path(f"/proc/net/{name}").read_text().splitlines()]
    listening, port = "0A", f":{PORT:04X}"
    assert [row[1] for row in rows if row[3] == listening and row[1].endswith(port)] == [f"0100007F{port}"]


def test_nobody_else_is_served(site):
    assert site.get("/birds/").status == 200
    for hosts in [[], ["Host: evil.example"], [HOST, HOST], [HOST, "Host: evil.example"], ["Host: evil.example", HOST],
                  ["Host:"], ["Host: localhost"], [f"Host: localhost:{PORT + 1}"], [f"{HOST}, evil.example"],
                  [f"{HOST}.evil.example"]]:
        assert ask(PORT, request("GET /birds/", *hosts)).status == 403, hosts
    assert ask(PORT, b"GET /birds/ HTTP/1.0\r\n\r\n").status == 403


def test_no_other_page_may_listen(site):
    for origins in [[], ["Origin: null"], ["Origin: http://evil.example"], [OWN, OWN], [f"{OWN}.evil.example"],
                    [f"{OWN}/"], [OWN.replace("http:", "https:")], ["Origin: http://localhost"],
                    [f"Origin: http://localhost:{PORT + 1}"]]:
        assert ask(PORT, handshake(PORT, *origins)[1]).status == 403, origins
    assert ask(PORT, handshake(PORT, OWN)[1].replace(HOST.encode(), b"Host: evil.example")).status == 403
    assert site.get("/__cellist/socket", OWN).status == 403
    for origin in [OWN, f"Origin: http://127.0.0.1:{PORT}"]:
        assert ask(PORT, handshake(PORT, origin)[1]).status == 101, origin


def test_paths_that_lead_out_of_the_site_lead_nowhere(site):
    assert site.get("/birds").status == 301
    up = ["..", "%2e%2e", "%2E%2E", "%2e.", ".%2E", "%252e%252e", "..%00", "%c0%ae%c0%ae"]
    paths = [f"/{name}/content/site.yml" for name in up] + [f"/birds/{name}/{name}/content/site.yml" for name in up]
    for path in [*paths, "/..", "/.", "/birds/.", "/./birds/", "//birds/", "/birds//robin/", "/birds%2f",
                 "/birds%2Frobin/", "/..%2fcontent/site.yml", "/..\\content\\site.yml", "/..%5ccontent%5csite.yml",
                 "/birds\\", "/a%00b", "/birds/index.html%00", "/birds/%00", "/%", "/%2", "/%zz",
                 "/.cellist", "/%2ecellist", "/__cellist/", f"/{'a' * 300}", "/" * 5000]:
        assert site.get(path).status == 404, path


def test_links_and_pipes_in_the_output_are_not_followed(site, tmp_path):
    (tmp_path / "secret.html").write_text("secret")
    output = site.folder / "site"
    (output / "folder").symlink_to(tmp_path)
    (output / "file.html").symlink_to(tmp_path / "secret.html")
    (output / "own.html").symlink_to("index.html")
    os.mkfifo(output / "pipe.html")
    for path in ["/folder", "/folder/", "/folder/secret.html", "/file.html", "/own.html", "/pipe.html", "/pipe.html/"]:
        assert site.get(path).status == 404, path
    site.edit()
    assert (tmp_path / "secret.html").read_text() == "secret"


# The rules of HTTP, kept and broken.


def test_only_reading_is_allowed(site):
    # A page tells the number of the build that it was served after, and a build may end between the two.
    wait_until(lambda: site.get("/birds/", method="HEAD").getheaders() == site.get("/birds/").getheaders())
    with connect(PORT) as end:
        end.sendall(request("HEAD /birds/", HOST, "Connection: close"))
        assert b"".join(iter(lambda: end.recv(1 << 16), b"")).endswith(b"\r\n\r\n")
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"]:
        assert site.get("/birds/", method=method).status == 405, method
    for line in ["OPTIONS *", "CONNECT evil.example:443", "BREW /birds/", "get /birds/"]:
        assert ask(PORT, request(line, HOST)).status in {400, 405}, line
    assert site.get(f"http://localhost:{PORT}/birds/").status in {200, 404}
    for address in ["http://evil.example/birds/", "https://evil.example/", "file:///etc/passwd", "*", "birds/"]:
        assert site.get(address).status in {400, 403, 404}, address


def test_requests_that_are_too_long_are_answered_or_refused(site):
    before = site.memory()
    for size in [10_000, 100_000, 5_000_000]:
        long = "a" * size
        allowed = {200, 404, 400, 414, 431} if size == 10_000 else {400, 414, 431}
        for data in [request(f"GET /{long}", HOST), request(f"GET /birds/?{long}", HOST),
                     request("GET /birds/", HOST, f"X: {long}"), request("GET /birds/", HOST, f"{long}: x"),
                     request("GET /birds/", HOST, *["X: y"] * (size // 6))]:
            answered = ask(PORT, data)
            assert answered is None or answered.status in allowed, (size, data[:20])
    assert site.memory() < before + 16


def test_what_is_not_http_is_refused():
    for data in [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", bytes(100_000), b"\xff" * 1000,
                 b"\r\n" * 50_000 + b"?", b"GET /birds/ HTTP/9.9\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                 request("GET /birds/", "no header"), request("GET /birds/", f"Host : localhost:{PORT}"),
                 request("POST /", HOST, "Content-Length: -1"),
                 request("POST /", HOST, "Content-Length: 5", "Transfer-Encoding: chunked") + b"0\r\n\r\n",
                 request("POST /", HOST, "Transfer-Encoding: chunked") + b"zz\r\n"]:
        answered = ask(PORT, data)
        assert answered is None or answered.status == 400, data[:60]


def test_silence_in_a_request_holds_up_nobody(site):
    data = request("GET /birds/", HOST, "Content-Length: 5")
    with ExitStack() as stack:
        for end in range(0, len(data) + 1, 2):
            stack.enter_context(connect(PORT)).sendall(data[:end])
        began = time.monotonic()
        assert site.get("/birds/").status == 200
        assert time.monotonic() - began < 1


def test_bodies_are_passed_over():
    bodies = [("Content-Length: 5", b"hello"), ("Transfer-Encoding: chunked", b"5\r\nhello\r\n0\r\n\r\n")]
    with connect(PORT) as end:
        for (header, body), (method, status) in itertools.product(bodies, [("GET", 200), ("POST", 405)]):
            end.sendall(request(f"{method} /birds/", HOST, header) + body)
            assert answer(end).status == status, (method, header)


# Many clients, and slow ones.


def test_many_pages_are_told_and_leave_nothing_behind(site):
    sizes = []
    for _ in range(5):
        with open_pages(PORT, 200) as pages:
            assert all(page.receive()[0] == TEXT for page in pages)
            assert site.open_files() > 200
            began = time.monotonic()
            site.edit()
            assert all(page.receive()[0] == TEXT for page in pages)
            assert time.monotonic() - began < 4
        wait_until(lambda: site.open_files() <= site.idle_files + 2)
        sizes.append(site.memory())
    assert sizes[-1] < sizes[1] + 4, sizes


def test_pages_that_do_not_read_hold_up_nobody(site):
    before = site.memory()
    with open_pages(PORT, 50, room=4096) as slow, open_pages(PORT, 1) as (page,):
        assert page.receive()[0] == TEXT
        for _ in range(100):
            began = time.monotonic()
            site.spoil()
            assert page.receive()[0] == TEXT
            assert time.monotonic() - began < 3
        assert site.memory() < before + 64
        assert 0 < slow[0].unread() < 100
        site.edit()
        assert slow[0].receive()[0] == TEXT


@pytest.mark.parametrize("header", ["Connection: keep-alive", "Connection: close"])
def test_slow_readers_get_all_of_a_file(site, header):
    (site.folder / "site/large.bin").write_bytes(bytes(10_000_000))
    with connect(PORT, room=4096) as end:
        end.sendall(request("GET /large.bin", HOST, header))
        time.sleep(0.5)
        answered = answer(end)
    assert answered is not None and len(answered.content) == 10_000_000


@pytest.mark.parametrize("kind", ["pings", "requests"])
def test_clients_that_ask_and_do_not_read_take_little_memory(site, kind):
    before = site.memory()
    with open_pages(PORT, 1, room=4096) as (page,), connect(PORT, room=4096) as client:
        end = client if kind == "requests" else page.socket
        data = request("GET /birds/", HOST) if kind == "requests" else frame(PING, bytes(125))
        end.settimeout(1)
        try:
            for _ in range(100):
                end.sendall(data * 1000)
        except TimeoutError:
            pass
        for _ in range(20):
            time.sleep(0.1)
            assert site.memory() < before + 12


def test_more_clients_than_files_can_be_open(site):
    limits = resource.prlimit(site.process.pid, resource.RLIMIT_NOFILE)
    allowed = site.open_files() + 50
    resource.prlimit(site.process.pid, resource.RLIMIT_NOFILE, (allowed, limits[1]))
    try:
        with ExitStack() as stack:
            for _ in range(100):
                stack.enter_context(connect(PORT))
            wait_until(lambda: site.open_files() >= allowed)
            busy = site.processor_time()
            time.sleep(2)
            assert site.processor_time() - busy < 0.5
    finally:
        resource.prlimit(site.process.pid, resource.RLIMIT_NOFILE, limits)


# Broken clients.


def test_a_page_that_talks_is_not_listened_to():
    with open_pages(PORT, 1) as (page,):
        for code, data in [(TEXT, b"reload"), (TEXT, b"\xff"), (BINARY, bytes(9)), (TEXT, bytes(16_384)), (PONG, b"")]:
            page.send(code, data)
        for data in [b"", b"still there?", b"x" * 125]:
            page.send(PING, data)
            assert page.receive_until(PONG) == data


def test_a_farewell_is_returned():
    for data in [b"", b"\x03\xe8", b"\x03\xe9going away"]:
        with open_pages(PORT, 1) as (page,):
            page.send(CLOSE, data)
            assert page.receive_until(CLOSE) is not None, data
            assert page.receive() is None


def test_a_frame_without_a_mask_ends_the_socket():
    with open_pages(PORT, 1) as (page,):
        page.send(TEXT, b"reload", is_masked=False)
        page.receive_until(CLOSE)
        assert page.receive() is None


def test_a_frame_that_is_too_long_ends_the_socket(site):
    before = site.memory()
    for length in [16_385, 1 << 16, 1 << 31, 1 << 40, (1 << 63) - 1, 1 << 63, (1 << 64) - 1]:
        with open_pages(PORT, 1) as (page,):
            page.send(TEXT, bytes(1000), length=length)
            page.receive_until(CLOSE)
            assert page.receive() is None, length
    assert site.memory() < before + 16


def test_pages_that_go_without_a_word(site):
    data = handshake(PORT, OWN)[1]
    for end in [*range(0, len(data), 10), len(data)]:
        with connect(PORT) as client:
            client.sendall(data[:end])
    for number in range(5):
        pages = [OpenPage(PORT, room=4096) for _ in range(20)]
        site.spoil()
        time.sleep(number * 0.02)
        for page in pages:
            page.reset()


# Other programs on the machine.


def test_a_port_that_is_taken_is_passed_over():
    first = WatchedSite(port=OTHER_PORT)
    second = WatchedSite(port=OTHER_PORT)
    try:
        assert first.greeting == f"http://localhost:{OTHER_PORT}/\n"
        assert second.greeting == f"port {OTHER_PORT} is taken; http://localhost:{OTHER_PORT + 1}/\n"
        assert ask(second.port, request("GET /birds/", f"Host: localhost:{second.port}")).status == 200
    finally:
        assert [first.close(), second.close()] == [0, 0]


def test_ports_that_are_all_taken(site):
    with ExitStack() as stack:
        for port in FULL_PORTS:
            stack.enter_context(socket.create_server(("127.0.0.1", port)))
        ended = subprocess.run([PROGRAM, "watch", "--port", str(FULL_PORTS[0]), "--output", "elsewhere"],
                               cwd=site.folder, stderr=subprocess.PIPE, text=True, timeout=10)
    message = f"error: the ports from {FULL_PORTS[0]} on are all taken; --port names another one\n"
    assert ended.stderr.endswith(message) and ended.returncode == 64


def test_an_edit_while_another_build_writes_is_built_after_it(site):
    with open_pages(PORT, 1) as (page,):
        assert page.receive()[0] == TEXT
        with open(site.folder / "site/.cellist") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            site.birds = BIRDS | {"Firecrest": "Kinglets"}
            site.save()
            time.sleep(1)
        wait_until(lambda: site.get("/birds/firecrest/").status == 200)
        assert page.receive()[0] == TEXT


def test_the_output_stays_as_it_is_if_asked(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    site = WatchedSite(port=OTHER_PORT, options=["--scratch"])
    site.edit()
    assert {place.name for place in site.folder.iterdir()} == {"content", "themes"}
    assert any(place.name.startswith("cellist-") and (place / "site/birds").exists() for place in tmp_path.iterdir())
    assert site.close() == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_whoever_listens(number):
    site = WatchedSite(port=OTHER_PORT)
    with open_pages(site.port, 20) as pages:
        assert all(page.receive()[0] == TEXT for page in pages)
        site.process.send_signal(number)
        assert site.process.wait(timeout=2) == 0
        assert all(page.receive() is None for page in pages)
    built = subprocess.run([PROGRAM, "build"], cwd=site.folder, stderr=subprocess.PIPE, text=True)
    assert built.returncode == 0, built.stderr
    assert site.close() == 0
