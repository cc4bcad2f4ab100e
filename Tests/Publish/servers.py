"""Servers on this machine alone, which tests publish to."""

import os
import shutil
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

from published_site import wait_until

BINARIES = Path(sys.executable).parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def program(name: str) -> str | None:
    """Where a program is: beside this interpreter, or on PATH."""
    own = BINARIES / name
    return str(own) if own.exists() else shutil.which(name)


class Server:
    """A process that listens on a port."""

    def __init__(self, folder: Path, arguments: list[str], port: int, log: str):
        self.port = port
        self.log = folder / log
        self.process = subprocess.Popen(arguments, cwd=folder, stdout=self.log.open("wb"), stderr=subprocess.STDOUT)
        wait_until(lambda: is_open(port))

    def stop(self):
        self.process.kill()
        self.process.wait()


def rclone(folder: Path, kind: str, *options: str) -> Server:
    """One of rclone's own servers, on a folder."""
    port = free_port()
    (folder / "root").mkdir(exist_ok=True)
    return Server(folder, [program("rclone"), "serve", kind, "root", "--addr", f"127.0.0.1:{port}",
                           "--dir-cache-time=0s", *options], port, f"{kind}.log")


def rsync_daemon(folder: Path) -> Server:
    port = free_port()
    (folder / "root").mkdir(exist_ok=True)
    (folder / "rsyncd.conf").write_text(
        f"use chroot = no\naddress = 127.0.0.1\n[site]\npath = {folder}/root\nread only = no\n"
        f"{'uid = root' if os.getuid() == 0 else ''}\n{'gid = root' if os.getuid() == 0 else ''}\n")
    return Server(folder, [program("rsync"), "--daemon", "--no-detach", f"--port={port}", "--config=rsyncd.conf"], port,
                  "rsync.log")


class Moto(Server):
    """A storage that answers conditional writes as S3 does, and says which requests it got."""

    def __init__(self, folder: Path):
        port = free_port()
        super().__init__(folder, [program("moto_server"), "-H", "127.0.0.1", "-p", str(port)], port, "moto.log")
        self.origin = f"http://127.0.0.1:{port}"
        urllib.request.urlopen(urllib.request.Request(f"{self.origin}/bucket", method="PUT"))

    def requests(self) -> list[str]:
        """The requests so far, each `<method> <path>`."""
        found = []
        for line in self.log.read_text().splitlines():
            for method in ["GET", "PUT", "HEAD", "DELETE", "POST"]:
                at = line.find(f"{method} /")
                if at >= 0:
                    found.append(line[at:].split(" HTTP/")[0])
                    break
        return found
