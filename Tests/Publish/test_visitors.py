"""Visitors follow links while a site is published a hundred times, and every second publisher is killed."""

import os
import subprocess

import pytest

import servers
from conftest import make_target
from crawler import Crawler
from published_site import PublishedSite, assert_holds

PUBLISHES = int(os.environ.get("CELLIST_PUBLISHES", "100"))


@pytest.fixture(params=["folder", "in-place", "moto"])
def place(request, home, tmp_path):
    """A target, and where visitors find it."""
    target = make_target(request.param, request, home)
    if request.param == "moto":
        yield target, request.getfixturevalue("moto").port, target.settings.split(":", 2)[2].strip('"').join(["/", "/"])
        return
    nginx = servers.program("nginx") or "/usr/sbin/nginx"
    if not os.path.exists(nginx):
        pytest.skip("nginx is not installed")
    port = servers.free_port()
    folder = target.settings.split()[1].rstrip(",")
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log; {'user root;' if os.getuid() == 0 else ''}\n"
        f"events {{}} http {{ access_log off; client_body_temp_path {tmp_path}; proxy_temp_path {tmp_path}; "
        f"fastcgi_temp_path {tmp_path}; uwsgi_temp_path {tmp_path}; scgi_temp_path {tmp_path}; "
        f"server {{ listen 127.0.0.1:{port}; root {folder}; }} }}\n")
    server = servers.Server(tmp_path, [nginx, "-c", f"{tmp_path}/nginx.conf", "-p", str(tmp_path)], port, "nginx.log")
    yield target, port, "/"
    server.process.terminate()
    server.process.wait()


def test_no_visitor_meets_a_broken_link(place):
    target, port, prefix = place
    site = PublishedSite(target.line)
    site.publish("t")
    crawler = Crawler(port, prefix)
    crawler.start()
    for number in range(PUBLISHES):
        site.edit()
        if number % 2:
            site.publish_and_kill("t", site.random.uniform(0.01, 0.5))
        else:
            site.publish("t", "--max-deletions", "1000")
    site.publish("t", "--max-deletions", "1000")
    crawler.is_over.set()
    crawler.join(60)
    print(f"{crawler.rounds} rounds, {crawler.requests} requests")
    assert crawler.broken == [] and crawler.requests > 1000 and crawler.requests > 20 * crawler.rounds
    assert_holds(site, target.files())
    site.close()
