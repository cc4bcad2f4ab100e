#!/usr/bin/env python3
"""Measures cold builds side by side and prints a Markdown table.

    measure.py FOLDER CELLIST HUGO [--rounds N]

FOLDER holds the two sites as `run.sh` made them. The commands take turns, round by round, so that whatever else the
machine does meets all of them alike; of their times the medians are compared. hyperfine starts and times each run,
after what earlier runs wrote has reached the disk. GNU time reports the memory, in one more round.

Each round writes into a folder of its own and all are removed at the end, rather than before each run: ext4 without a
journal keeps away from inodes that were freed in the last minutes, and searching for others takes it longer than all
the rest.
"""

import argparse
import json
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess

COPY = "`cp -r` of the output"


def commands(folder, output, cellist, hugo):
    """What is measured: names and commands. What Cellist wrote is what is copied."""
    return {
        "Cellist": f"{cellist} build --site {folder}/cellist --output {output}/cellist",
        "Hugo": f"{hugo} --quiet --noBuildLock --source {folder}/hugo --destination {output}/hugo",
        COPY: f"cp -r {output}/cellist {output}/copy",
    }


def seconds(command, folder):
    """How long a command takes, and how long it keeps processors busy."""
    result = folder / "run.json"
    subprocess.run(
        ["hyperfine", "--style", "none", "--shell", "none", "--runs", "1", "--prepare", f"sync -f {folder}",
         "--export-json", str(result), command],
        check=True, stdout=subprocess.DEVNULL)
    measured = json.loads(result.read_text())["results"][0]
    return measured["times"][0], measured["user"] + measured["system"]


def megabytes(command):
    report = subprocess.run(["/usr/bin/time", "-v", *command.split()], check=True, capture_output=True, text=True)
    return int(re.search(r"Maximum resident set size \(kbytes\): (\d+)", report.stderr)[1]) / 1000


def processor():
    names = re.findall(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return names[0] if names else platform.processor()


def ratio(value, base):
    return f"{value / base:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("cellist")
    parser.add_argument("hugo")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    outputs = options.folder / "output"
    shutil.rmtree(outputs, ignore_errors=True)

    def round_of(number):
        outputs.joinpath(str(number)).mkdir(parents=True)
        return commands(options.folder, outputs / str(number), options.cellist, options.hugo)

    runs, memory = {}, {}
    for number in range(options.rounds):
        for name, command in round_of(number).items():
            runs.setdefault(name, []).append(seconds(command, options.folder))
    for name, command in round_of("last").items():
        memory[name] = megabytes(command)
    time = {name: statistics.median(wall for wall, _ in values) for name, values in runs.items()}
    busy = {name: statistics.median(processors for _, processors in values) for name, values in runs.items()}

    records = sum(1 for _ in (options.folder / "cellist/content/packages").glob("*.md"))
    print(f"{records:,} records, {options.rounds} rounds, {len(os.sched_getaffinity(0))} × {processor()}, "
          f"load {os.getloadavg()[0]:.1f}\n")
    print("| cold build | time (median) | least | of Hugo's | processor time | of Hugo's | memory | of Hugo's |")
    print("|---|---|---|---|---|---|---|---|")
    for name, values in runs.items():
        print(f"| {name} | {time[name]:.2f} s | {min(values)[0]:.2f} s | {ratio(time[name], time['Hugo'])} "
              f"| {busy[name]:.2f} s | {ratio(busy[name], busy['Hugo'])} "
              f"| {memory[name]:.0f} MB | {ratio(memory[name], memory['Hugo'])} |")
    print(f"\nCellist takes {ratio(time['Cellist'], time[COPY])} of the time that copying takes.")


if __name__ == "__main__":
    main()
