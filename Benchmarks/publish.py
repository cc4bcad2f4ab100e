#!/usr/bin/env python3
"""Measures what publishing one edit costs, beside `rclone sync` and `hugo deploy`, and prints Markdown tables.

    publish.py FOLDER CELLIST HUGO [--rounds N]

FOLDER holds the sites as `run.sh` made them, with all packages. `make .venv/publish` installs what is needed beside them:
rclone, and moto, which answers as S3 does. It runs on this machine and counts requests by kind, and the bytes of requests
with their headers; it is one process of Python, so it takes longer for a listing than S3 does, and the time that it took
for listings is told.

The edit is a word at the end of the summary of one record, which is shown on the record's page and on one of the list
pages, whose templates tell no totals. First all three meet a storage that holds the site, and the output of the build
before. Cellist builds and publishes; what it has built is what `rclone sync --fast-list` sends, which compares times, or
digests with `--checksum`; without `--fast-list` it would list every folder by itself. Hugo builds and deploys.

Then they do as a run in CI does: a fresh clone, all times new, and no output. Cellist has the state of the run before.
"""

import argparse
import json
import multiprocessing
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import time
import urllib.request

BINARIES = pathlib.Path(sys.executable).parent
KINDS = ["PUT", "GET", "LIST", "HEAD", "DELETE"]


class Counting:
    """Counts what a storage is asked for. Its own questions go by the path `/-/`."""

    def __init__(self, storage):
        self.storage = storage
        self.reset()

    def reset(self):
        self.counts = dict.fromkeys(KINDS, 0) | {"bytes": 0, "listing": 0.0}

    def __call__(self, environ, start_response):
        path, query = environ["PATH_INFO"], environ.get("QUERY_STRING", "")
        if path == "/-/counts":
            text = json.dumps(self.counts).encode()
            self.reset()
            start_response("200 OK", [("Content-Length", str(len(text)))])
            return [text]
        if path.startswith("/-/fill/"):
            self.fill(path.removeprefix("/-/fill/"), environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])).decode())
            start_response("200 OK", [("Content-Length", "0")])
            return [b""]
        method = environ["REQUEST_METHOD"]
        names_object = len(path.strip("/").split("/", 1)) > 1
        kind = {"POST": "DELETE"}.get(method, "LIST" if method == "GET" and not names_object else method)
        headers = sum(len(key) - 5 + len(value) + 4 for key, value in environ.items() if key.startswith("HTTP_"))
        self.counts[kind] += 1
        self.counts["bytes"] += int(environ.get("CONTENT_LENGTH") or 0) + headers + len(path) + len(query) + 20
        start = time.monotonic()
        answer = self.storage(environ, start_response)
        if kind == "LIST":
            self.counts["listing"] += time.monotonic() - start
        return answer

    @staticmethod
    def fill(bucket, folder):
        """Puts the files of a folder of this machine into a bucket, with their times as rclone keeps them."""
        from moto.core import DEFAULT_ACCOUNT_ID
        from moto.s3.models import s3_backends
        backend = s3_backends[DEFAULT_ACCOUNT_ID]["aws"]
        for path in files(pathlib.Path(folder)):
            key = backend.put_object(bucket, str(path.relative_to(folder)), path.read_bytes())
            nanoseconds = path.stat().st_mtime_ns
            key.set_metadata({"x-amz-meta-mtime": f"{nanoseconds // 10**9}.{nanoseconds % 10**9:09}"})


def serve(port, log):
    sys.stdout = sys.stderr = open(log, "w")
    os.environ["MOTO_PORT"] = str(port)
    from moto.server import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
    from werkzeug.serving import run_simple

    class Quiet(MotoRequestHandler):
        def log_request(self, *arguments):
            pass

    storage = DomainDispatcherApplication(create_backend_app)
    run_simple("127.0.0.1", port, Counting(storage), threaded=True, request_handler=Quiet)


class Storage:
    def __init__(self, work):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.origin = f"http://127.0.0.1:{port}"
        self.process = multiprocessing.get_context("spawn").Process(target=serve, args=(port, work / "moto.log"))
        self.process.start()
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)

    def ask(self, path, method="GET", body=None):
        with urllib.request.urlopen(urllib.request.Request(self.origin + path, body, method=method)) as answer:
            return answer.read()

    def counts(self):
        return json.loads(self.ask("/-/counts"))


def files(folder):
    return (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".cellist"))


def size(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def run(*command, **options):
    """How long a command takes, and what it says."""
    start = time.monotonic()
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    taken = time.monotonic() - start
    assert done.returncode == 0, (command, done.stdout[-2000:], done.stderr[-2000:])
    return taken, done.stdout + done.stderr


class Table:
    def __init__(self, storage):
        self.storage = storage
        print("| | build | to the storage | " + " | ".join(f"`{kind}`" for kind in KINDS)
              + " | requests | KiB sent | of it for listings |")
        print("|---" * (len(KINDS) + 6) + "|")

    def row(self, name, rounds):
        """A line of medians; each round takes seconds to build, and to publish."""
        measured = []
        for take in rounds:
            self.storage.counts()
            build, publish = take()
            measured.append((build, publish, self.storage.counts()))
        counts = [counts for _, _, counts in measured]

        def middle(values):
            return statistics.median(values)

        builds = [build for build, _, _ in measured if build is not None]
        kinds = " | ".join(f"{middle(count[kind] for count in counts):.0f}" for kind in KINDS)
        requests = middle(sum(count[kind] for kind in KINDS) for count in counts)
        print(f"| {name} | {f'{middle(builds):.2f} s' if builds else 'in it'} | {middle(take for _, take, _ in measured):.2f} s"
              f" | {kinds} | {requests:.0f} | {middle(count['bytes'] for count in counts) / 1024:.1f}"
              f" | {middle(count['listing'] for count in counts):.1f} s |", flush=True)
        return middle((build or 0) + take for build, take, _ in measured)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("cellist")
    parser.add_argument("hugo")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    work = options.folder / "publish"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    storage = Storage(work)
    try:
        measure(options, work, storage)
    finally:
        storage.process.kill()
        storage.process.join()


def measure(options, work, storage):
    rclone = BINARIES / "rclone"
    os.environ |= {"RCLONE_CONFIG": str(work / "rclone.conf"), "AWS_ACCESS_KEY_ID": "key",
                   "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1", "PATH": f"{BINARIES}:{os.environ['PATH']}"}
    (work / "rclone.conf").write_text(
        "[store]\ntype = s3\nprovider = Other\naccess_key_id = key\nsecret_access_key = secret\n"
        f"endpoint = {storage.origin}\nregion = us-east-1\nforce_path_style = true\n")
    for bucket in ["cellist", "times", "digests", "hugo"]:
        storage.ask(f"/{bucket}", "PUT")

    sites = {kind: work / kind for kind in ["cellist", "hugo"]}
    for kind, site in sites.items():
        shutil.copytree(options.folder / kind, site)
    with (sites["cellist"] / "content/site.yml").open("a") as file:
        file.write(f'publish:\n  store: {{rclone: "store:cellist"}}\n  copy: {{folder: {work}/copy, in-place: true}}\n')
    with (sites["hugo"] / "hugo.toml").open("a") as file:
        file.write('\n[deployment]\n[[deployment.targets]]\nname = "store"\nURL = "s3://hugo?region=us-east-1&use_path_style='
                   f'true&disable_https=true&endpoint={storage.origin}"\n')
    for kind, site in sites.items():
        (site / ".gitignore").write_text("/.cellist\n/site\n/public\n/resources\n")
        run("git", "init", "-q", "-b", "main", site)
        commit(site)
    records = sorted((sites["cellist"] / "content/packages").glob("*.md"))
    edited = records[len(records) // 2].name
    print(f"{len(records):,} records, {options.rounds} rounds, load {os.getloadavg()[0]:.1f}\n")

    def edit(site, word):
        record = site / "content/packages" / edited
        text = record.read_text().split('"\n')
        summary = next(index for index, line in enumerate(text) if "summary:" in line)
        text[summary] += f" {word}"
        record.write_text('"\n'.join(text))

    def publish(site):
        return run(options.cellist, "publish", "store", "--site", site)[0]

    def built(site, output):
        return run(options.hugo, "--quiet", "--noBuildLock", "--source", site, "--destination", output)[0]

    def deploy(site, output):
        return run(options.hugo, "deploy", "--quiet", "--target", "store", "--maxDeletes", "-1", "--source", site,
                   "--destination", output)[0]

    def sync(folder, bucket, *flags):
        return run(rclone, "sync", "--exclude=.cellist*", "--fast-list", "--transfers=16", "--checkers=16", *flags,
                   folder, f"store:{bucket}")[0]

    cellist, hugo = sites["cellist"], sites["hugo"]
    output, public = cellist / "site", work / "public"
    # A folder and a storage receive the same files; a folder only takes less time.
    run(options.cellist, "publish", "copy", "--site", cellist)
    built(hugo, public)
    for bucket, folder in {"cellist": work / "copy", "times": output, "digests": output, "hugo": public}.items():
        storage.ask(f"/-/fill/{bucket}", "POST", str(folder).encode())
    table = Table(storage)

    def edit_and(number, action):
        def take():
            edit(cellist, f"edited{number}")
            edit(hugo, f"edited{number}")
            return action()
        return take

    rounds = range(options.rounds)
    ours = table.row("Cellist, one edit", [edit_and(number, lambda: (None, publish(cellist))) for number in rounds])
    table.row("`rclone sync`, one edit", [lambda: (None, sync(output, "times"))])
    # A record that was not sent yet, of a build that is there.
    table.row("`rclone sync --checksum`, one edit", [lambda: (None, sync(output, "digests", "--checksum"))])
    table.row("Hugo and `hugo deploy`, one edit", [lambda: (built(hugo, public), deploy(hugo, public))])

    print("\nA fresh clone, with all times new:\n")
    table = Table(storage)

    def cloned(kind, number):
        edit(sites[kind], f"clone{number}")
        commit(sites[kind])
        clone = work / f"clone-{kind}-{number}"
        run("git", "clone", "-q", "--depth=1", f"file://{sites[kind]}", clone)
        return clone

    def ours_in_ci(number):
        clone = cloned("cellist", number)
        state = cellist / ".cellist" if number == 0 else work / f"clone-cellist-{number - 1}/.cellist"
        shutil.copytree(state, clone / ".cellist")
        storage.counts()
        return None, publish(clone)

    ours_in_ci_seconds = table.row("Cellist", [lambda number=number: ours_in_ci(number) for number in rounds])

    def hugo_in_ci(number, send):
        clone = cloned("hugo", number)
        folder = work / f"public-{number}"
        build = built(clone, folder)
        storage.counts()
        return build, send(clone, folder)

    deployed = table.row("Hugo and `hugo deploy`", [lambda: hugo_in_ci(0, deploy)])
    synced = table.row("Hugo and `rclone sync --checksum`",
                       [lambda: hugo_in_ci(1, lambda clone, folder: sync(folder, "hugo", "--checksum"))])
    state = size(cellist / ".cellist")
    print(f"\nCellist's one edit takes {ours:.2f} s; its run in CI {ours_in_ci_seconds:.2f} s, "
          f"{ours_in_ci_seconds / min(deployed, synced):.3f} of Hugo's. The state has {state / 1e6:.1f} MB, "
          f"{state / size(output):.3f} of the output's {size(output) / 1e6:.1f} MB.")


def commit(site):
    run("git", "-C", site, "add", "-A")
    run("git", "-C", site, "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "m")


if __name__ == "__main__":
    main()
