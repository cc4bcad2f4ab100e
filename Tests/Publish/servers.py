"""Servers on this machine alone, which tests publish to."""

import os
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time
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
    """One of rclone's own servers, on a folder. It remembers for a second what lies there, `settle` waits for that: with
    none, it would look at every folder that it ever saw again and again, and have no time for anything else."""
    port = free_port()
    (folder / "root/bucket").mkdir(parents=True, exist_ok=True)
    return Server(folder, [program("rclone"), "serve", kind, "root", "--addr", f"127.0.0.1:{port}",
                           "--dir-cache-time=1s", *options], port, f"{kind}.log")


def settle():
    """Waits until a server of rclone knows what was changed behind its back."""
    time.sleep(1.2)


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


class Proxy:
    """Passes on what is sent to a port, until the network is gone."""

    def __init__(self, port: int):
        self.target = port
        self.lock = threading.Lock()
        self.left: float = float("inf")
        self.sent = 0
        self.connections: set[socket.socket] = set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def cut(self, after: int):
        """Breaks all connections when that many bytes more were sent, and takes no other until `mend`."""
        with self.lock:
            self.left = after

    @property
    def is_cut(self) -> bool:
        return self.left <= 0

    def mend(self):
        with self.lock:
            self.left = float("inf")

    def stop(self):
        self.cut(0)
        self.listener.close()
        self.break_all()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            if self.is_cut:
                self.reset(client)
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                self.reset(client)
                continue
            with self.lock:
                self.connections |= {client, server}
            threading.Thread(target=self.join, args=(client, server), daemon=True).start()

    def join(self, client: socket.socket, server: socket.socket):
        answers = threading.Thread(target=self.copy, args=(server, client, False), daemon=True)
        answers.start()
        self.copy(client, server, True)
        answers.join()
        with self.lock:
            self.connections -= {client, server}
        client.close()
        server.close()

    def copy(self, source: socket.socket, sink: socket.socket, counts: bool):
        try:
            while data := source.recv(65536):
                if counts:
                    with self.lock:
                        self.left -= len(data)
                        self.sent += len(data)
                    if self.is_cut:
                        return self.break_all()
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    @staticmethod
    def reset(connection: socket.socket):
        try:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        connection.close()

    def break_all(self):
        with self.lock:
            broken, self.connections = self.connections, set()
        for connection in broken:
            self.reset(connection)
