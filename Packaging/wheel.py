#!/usr/bin/env python3
"""Makes wheels that carry a program which needs no library: wheel.py PROGRAM FOLDER

`pipx run cellist` and `uvx cellist` are then an installation on any Linux: one wheel is for systems with glibc, one for
those with musl. The same program and commit make the same bytes.
"""

import base64
import hashlib
import os
import platform
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SYSTEMS = ["manylinux_2_17", "musllinux_1_1"]
METADATA = """\
Metadata-Version: 2.1
Name: cellist
Version: {version}
Summary: Static site generator of list pages
License: MIT
Keywords: static-site-generator,lists,tables,csv,markdown
Classifier: Environment :: Console
Classifier: License :: OSI Approved :: MIT License
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Internet :: WWW/HTTP :: Site Management
Requires-Python: >=3.7
{address}Description-Content-Type: text/markdown

# Cellist

Cellist is a static site generator of list pages: directories, catalogues, publication lists, programmes, glossaries,
price lists, tables of open data. Content files become typed records; records become themed, accessible pages.

```console
$ cellist new site library && cd library
$ cellist build
```

The wheel holds one program that needs nothing else installed, not even Python once it is there.
"""


def text(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def commit_time() -> int:
    """The time of the commit, which a zip file can only tell from 1980 on."""
    try:
        seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or text("git", "log", "-1", "--format=%ct"))
    except (OSError, subprocess.CalledProcessError):
        seconds = 0
    return max(seconds, 315532800)


def files(program: Path, version: str) -> dict[str, tuple[bytes, int]]:
    """The files that pip puts below a prefix, with their modes."""
    data = f"cellist-{version}.data"
    with tempfile.TemporaryDirectory() as prefix:
        subprocess.run([HERE / "install.sh", program, prefix], check=True)
        share = {
            f"{data}/data/{path.relative_to(prefix)}": (path.read_bytes(), 0o644)
            for path in Path(prefix, "share").rglob("*") if path.is_file()
        }
    return {f"{data}/scripts/cellist": (program.read_bytes(), 0o755)} | dict(sorted(share.items()))


def about(version: str, tag: str, repository: str) -> dict[str, tuple[bytes, int]]:
    info = f"cellist-{version}.dist-info"
    address = f"Project-URL: Source, {repository}\n" if repository else ""
    wheel = f"Wheel-Version: 1.0\nGenerator: cellist\nRoot-Is-Purelib: false\nTag: {tag}\n"
    return {
        f"{info}/LICENSE": ((HERE.parent / "LICENSE").read_bytes(), 0o644),
        f"{info}/METADATA": (METADATA.format(version=version, address=address).encode(), 0o644),
        f"{info}/WHEEL": (wheel.encode(), 0o644),
    }


def write(wheel: Path, members: dict[str, tuple[bytes, int]], record: str, date: tuple):
    lines = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        def add(path: str, content: bytes, mode: int):
            member = zipfile.ZipInfo(path, date)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.create_system = 3
            member.external_attr = (0o100000 | mode) << 16
            archive.writestr(member, content)

        for path, (content, mode) in members.items():
            add(path, content, mode)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{path},sha256={digest},{len(content)}\n")
        add(record, "".join([*lines, f"{record},,\n"]).encode(), 0o644)


def main(program: Path, folder: Path):
    version = text(program, "--version").split()[0]
    folder.mkdir(parents=True, exist_ok=True)
    content = files(program, version)
    for system in SYSTEMS:
        tag = f"py3-none-{system}_{platform.machine()}"
        members = content | about(version, tag, os.environ.get("CELLIST_REPOSITORY", ""))
        record = f"cellist-{version}.dist-info/RECORD"
        write(folder / f"cellist-{version}-{tag}.whl", members, record, time.gmtime(commit_time())[:6])


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]))
