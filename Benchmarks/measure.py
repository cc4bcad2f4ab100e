#!/usr/bin/env python3
"""Measures builds side by side and prints a Markdown table.

    measure.py FOLDER CELLIST TYPED HUGO [--rounds N]

FOLDER holds the sites as `run.sh` made them, TYPED is a program that declares the list in Swift. The commands take turns,
round by round, so that whatever else the machine does meets all of them alike, and none is always the first to write
where the file system has not been lately; of their times the medians are compared.
hyperfine starts and times each run, after what earlier runs wrote has reached the disk and what this one is to read is
in memory: a machine may take that away from one of them and not from another. GNU time reports the memory, in one more
round.

Each cold build writes into a folder of its own, and `run.sh` removes them all at the end, rather than before each run:
ext4 without a journal keeps away from inodes that were freed in the last minutes, and searching for others takes it
longer than all the rest. What an earlier run left is moved aside for the same reason. Builds after a change go into the
folders of the last cold ones. The change is a word at the end of one record.
"""

import argparse
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import tempfile
import time as clock

COPY = "`cp -r` of the output"


def commands(folder, output, copied, cellist, typed, hugo):
    """What is measured: names, the folders that are looked at, and commands."""
    def build(kind, command):
        return f"{folder}/{kind} {output}/{kind}", command

    return {
        "Cellist": build("cellist", f"{cellist} build --site {folder}/cellist --output {output}/cellist"),
        "in Swift": build("typed", f"{typed} build --site {folder}/typed --output {output}/typed"),
        "Hugo": build("hugo", f"{hugo} --quiet --noBuildLock --source {folder}/hugo --destination {output}/hugo"),
        COPY: (str(copied), f"cp -r {copied} {output}/copy"),
    }


def seconds(read, command, folder, prepare=None):
    """How long a command takes, and how long it keeps processors busy."""
    result = folder / "run.json"
    before = f"{prepare or ':'}; sync -f {folder}; grep -r -q -s nothing-has-this-in-it {read}; :"
    subprocess.run(
        ["hyperfine", "--style", "none", "--shell", "none", "--runs", "1", "--prepare", f"sh -c '{before}'",
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
    parser.add_argument("typed")
    parser.add_argument("hugo")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    outputs = options.folder / "output"
    if outputs.exists():
        outputs.rename(tempfile.mkdtemp(prefix="left-", dir=options.folder))

    def round_of(number):
        outputs.joinpath(str(number)).mkdir(parents=True)
        return commands(
            options.folder, outputs / str(number), outputs / "copied/cellist", options.cellist, options.typed,
            options.hugo)

    records = sorted((options.folder / "cellist/content/packages").glob("*.md"))
    print(f"{len(records):,} records, {options.rounds} rounds, {len(os.sched_getaffinity(0))} × {processor()}, "
          f"load {os.getloadavg()[0]:.1f}\n")
    print("| | time (median) | least | of Hugo's | processor time | memory | of Hugo's |")
    print("|---|---|---|---|---|---|---|")

    def table(title, runs, memory):
        time = {name: statistics.median(wall for wall, _ in values) for name, values in runs.items()}
        busy = {name: statistics.median(processors for _, processors in values) for name, values in runs.items()}
        for name, values in runs.items():
            print(f"| {title}: {name} | {time[name]:.3f} s | {min(values)[0]:.3f} s | {time[name] / time['Hugo']:.3f} "
                  f"| {busy[name]:.3f} s | {memory[name]:.0f} MB | {memory[name] / memory['Hugo']:.2f} |", flush=True)
        return time

    runs, memory = {}, {}
    # `cp` copies the files that Cellist writes.
    subprocess.run(round_of("copied")["Cellist"][1].split(), check=True, capture_output=True)
    for number in range(options.rounds):
        turns = list(round_of(number).items())
        for name, (read, command) in turns[number % len(turns):] + turns[:number % len(turns)]:
            runs.setdefault(name, []).append(seconds(read, command, options.folder))
    last = round_of("last")
    for name, (_, command) in last.items():
        memory[name] = megabytes(command)
    time = table("cold", runs, memory)

    # Both know by now what lies in their folders; what was written a moment ago is looked at again once.
    again = {name: command for name, command in last.items() if name != COPY}
    settle(again)
    runs, memory = {}, {}
    for number in range(options.rounds):
        for name, (read, command) in again.items():
            runs.setdefault(name, []).append(seconds(read, command, options.folder))
    for name, (_, command) in again.items():
        memory[name] = megabytes(command)
    table("nothing changed", runs, memory)

    edited = records[len(records) // 2].name
    files = {"Cellist": options.folder / "cellist/content/packages" / edited,
             "in Swift": options.folder / "typed/content/packages" / edited,
             "Hugo": options.folder / "hugo/content/packages" / edited}
    texts = {name: file.read_bytes() for name, file in files.items()}
    runs, memory = {}, {}
    try:
        for number in range(options.rounds):
            for name, (read, command) in again.items():
                runs.setdefault(name, []).append(seconds(read, command, options.folder, f"echo again >> {files[name]}"))
        for name, (_, command) in again.items():
            with files[name].open("a") as file:
                file.write("again\n")
            memory[name] = megabytes(command)
    finally:
        for name, text in texts.items():
            files[name].write_bytes(text)
    table("one record edited", runs, memory)
    for _, command in again.values():
        subprocess.run(command.split(), check=True, capture_output=True)
    print(f"\nA cold build takes {ratio(time['Cellist'], time[COPY])} of the time that copying its output takes.")


def settle(commands):
    for _ in range(2):
        clock.sleep(3)
        for _, command in commands.values():
            subprocess.run(command.split(), check=True, capture_output=True)


if __name__ == "__main__":
    main()
