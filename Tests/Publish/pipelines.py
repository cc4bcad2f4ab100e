"""Runs the files that `cellist new site --ci` writes as their services would: every `run` step by a shell, in the order of the
file, in a fresh clone, with the variables that the service documents. The few actions that the files use are played here."""

import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import yaml


class Machine:
    """A runner of a service: a home, and what is kept from run to run."""

    def __init__(self, folder: Path, origin: Path):
        self.folder = folder
        self.origin = origin
        self.caches = folder / "caches"
        self.artifacts = folder / "artifacts"
        self.site: Path | None = None
        self.runs = 0
        self.log: list[str] = []
        self.comment = folder / "comment.md"
        # Stands in for the service's own programs: nothing is installed, and comments go to a file.
        self.programs = folder / "programs"
        self.programs.mkdir(parents=True)
        self.program("sudo", 'exec "$@"')
        self.program("apt-get", f'echo "$@" >> {folder}/apt.log')
        self.program("gh", f'''case "$2" in
          view) git -C {origin} rev-parse "refs/heads/$(cat {folder}/head)" ;;
          comment) while [ $# -gt 1 ]; do [ "$1" = --body-file ] && cp "$2" {self.comment}; shift; done ;;
        esac''')

    def program(self, name: str, script: str):
        file = self.programs / name
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def shell(self, script: str, folder: Path, environment: dict) -> subprocess.CompletedProcess:
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=folder,
                              env=environment, capture_output=True, text=True, timeout=300)
        self.log.append(f"$ {script}\n{done.stdout}{done.stderr}[{done.returncode}]")
        return done

    def environment(self, home: Path) -> dict:
        keep = ["LANG", "TMPDIR"]
        return {name: os.environ[name] for name in keep if name in os.environ} | {
            "PATH": f"{self.programs}:{os.environ['PATH']}", "HOME": str(home), "CI": "true",
            "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}

    def clone(self, ref: str) -> Path:
        folder = Path(tempfile.mkdtemp(dir=self.folder, prefix="clone-"))
        subprocess.run(["git", "clone", "-q", str(self.origin), str(folder)], check=True)
        subprocess.run(["git", "checkout", "-q", "--detach", ref], cwd=folder, check=True)
        return folder


class Nothing(str):
    """The value of a name that is not there, and of all names below it."""

    def __getattr__(self, name: str):
        return self


class Names(dict):
    """A context of an expression."""

    def __getattr__(self, name: str):
        value = self.get(name.replace("__", "-"), Nothing())
        return Names(value) if isinstance(value, dict) else value


def evaluate(expression: str, context: dict):
    """The value of an expression of a workflow, with the operators and the function that the files use."""
    text = re.sub(r"'[^']*'|&&|\|\||!(?!=)|[A-Za-z_][\w-]*(?:\.[\w-]+)*", lambda found: {
        "&&": " and ", "||": " or ", "!": " not "}.get(found[0], found[0] if found[0].startswith("'")
                                                     else found[0].replace("-", "__")), expression)
    names = {name: Names(value) for name, value in context.items()}
    return eval(text, {"__builtins__": {}, "format": lambda form, *values: form.format(*values), "true": True}, names)


def filled(text, context: dict) -> str:
    def text_of(value) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)
    return re.sub(r"\$\{\{(.*?)\}\}", lambda found: text_of(evaluate(found[1].strip(), context)), text_of(text))


class Workflow:
    """A run of a workflow of GitHub or Forgejo."""

    def __init__(self, machine: Machine, file: Path, ref: str, event_name: str, event: dict | None = None, base_ref=""):
        self.machine = machine
        self.file = yaml.safe_load(file.read_text())
        self.ref = ref
        self.home = Path(tempfile.mkdtemp(dir=machine.folder, prefix="home-"))
        machine.runs += 1
        self.github = {
            "event_name": event_name, "ref_name": ref, "base_ref": base_ref, "repository": "owner/project",
            "run_id": machine.runs, "run_attempt": 1, "token": "none", "event":
                {"repository": {"default_branch": "main"}} | (event or {})}
        self.done: dict[str, dict] = {}

    def run(self) -> "Workflow":
        for name, job in self.file["jobs"].items():
            needs = {need: {"outputs": self.done.get(need, {})} for need in [job.get("needs")] if need}
            context = {"github": self.github, "needs": needs}
            if all(need in self.done for need in needs) and ("if" not in job or evaluate(job["if"], context)):
                self.done[name] = self.job(job, context)
        return self

    def job(self, job: dict, context: dict) -> dict:
        self.workspace = Path(tempfile.mkdtemp(dir=self.machine.folder, prefix="work-"))
        self.saves: list[tuple[Path, str]] = []
        files = {name: self.home / name.lower() for name in ["GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH"]}
        for file in files.values():
            file.write_text("")
        self.variables = {name: filled(value, context) for name, value in self.file.get("env", {}).items()}
        context = context | {"env": self.variables, "steps": {}}
        environment = self.machine.environment(self.home) | {name: str(file) for name, file in files.items()} | {
            "GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "owner/project", "GITHUB_REPOSITORY_OWNER": "owner",
            "GITHUB_EVENT_NAME": self.github["event_name"], "GITHUB_REF_NAME": self.ref, "RUNNER_TEMP": str(self.home)}
        for step in job["steps"]:
            if "if" in step and not evaluate(step["if"], context):
                continue
            options = {name: filled(value, context) for name, value in step.get("with", {}).items()}
            if "uses" in step:
                outputs = self.action(step["uses"].split("@")[0].removeprefix("https://code.forgejo.org/"), options)
            else:
                files["GITHUB_OUTPUT"].write_text("")
                paths = files["GITHUB_PATH"].read_text().split()
                own = {name: filled(value, context) for name, value in step.get("env", {}).items()}
                done = self.machine.shell(step["run"], self.workspace, environment | self.variables | own | {
                    "PATH": ":".join([*paths, environment["PATH"]]), "GITHUB_WORKSPACE": str(self.workspace)})
                assert done.returncode == 0, "\n".join(self.machine.log[-3:])
                outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
                self.variables |= dict(line.split("=", 1) for line in files["GITHUB_ENV"].read_text().splitlines())
            if "id" in step:
                context["steps"][step["id"]] = {"outputs": outputs}
        for place, key in self.saves:
            self.save(place, key)
        return {name: filled(value, context) for name, value in job.get("outputs", {}).items()}

    # What the actions do, as far as the files rely on it.

    def place(self, path: str) -> Path:
        return self.home / path[2:] if path.startswith("~/") else self.workspace / path

    def save(self, place: Path, key: str):
        kept = self.machine.caches / key
        if place.exists() and not kept.exists():
            shutil.copytree(place, kept)

    def restore(self, place: Path, key: str, prefixes: str):
        caches = self.machine.caches
        found = [caches / key] if (caches / key).exists() else []
        for prefix in prefixes.split():
            found += sorted(caches.glob(f"{prefix}*"), key=lambda cache: int(re.findall(r"\d+", cache.name)[0]))[::-1]
        if found:
            shutil.copytree(found[0], place)

    def action(self, name: str, options: dict) -> dict:
        machine = self.machine
        match name:
            case "actions/checkout":
                shutil.rmtree(self.workspace)
                self.workspace = machine.clone(f"origin/{self.ref}")
            case "actions/cache":
                self.restore(self.place(options["path"]), options["key"], options.get("restore-keys", ""))
                self.saves.append((self.place(options["path"]), options["key"]))
            case "actions/cache/restore":
                self.restore(self.place(options["path"]), options["key"], options.get("restore-keys", ""))
            case "actions/cache/save":
                self.save(self.place(options["path"]), options["key"])
            case "actions/configure-pages":
                return {"base_url": "https://owner.github.io/project"}
            case "actions/upload-pages-artifact":
                assert options["include-hidden-files"] == "true"
                with tarfile.open(machine.folder / "pages.tar", "w") as tar:
                    tar.add(self.place(options["path"]), ".")
            case "actions/deploy-pages":
                machine.site = Path(tempfile.mkdtemp(dir=machine.folder, prefix="pages-"))
                with tarfile.open(machine.folder / "pages.tar") as tar:
                    tar.extractall(machine.site, filter="data")
                return {"page_url": "https://owner.github.io/project/"}
            case "actions/upload-artifact":
                kept = machine.artifacts / options["name"]
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(self.place(options["path"]), kept)
            case "actions/download-artifact":
                shutil.copytree(machine.artifacts / options["name"], self.place(options.get("path", ".")),
                                dirs_exist_ok=True)
            case _:
                raise AssertionError(f"nobody plays {name}")
        return {}


class GitLab:
    """A job of a pipeline of GitLab."""

    def __init__(self, machine: Machine, file: Path, ref: str, job: str, **variables: str):
        self.machine = machine
        self.file = yaml.safe_load(file.read_text())
        self.folder = machine.clone(f"origin/{ref}")
        job = self.file[job]
        caches = [cache["paths"][0] for cache in job["cache"]]
        for path in caches:
            if (machine.caches / path).exists():
                shutil.copytree(machine.caches / path, self.folder / path)
        names = {name: str(value) for name, value in self.file["variables"].items()}
        for name in names:
            names[name] = re.sub(r"\$(\w+)", lambda found: names[found[1]], names[name])
        home = Path(tempfile.mkdtemp(dir=machine.folder, prefix="home-"))
        script = "\n".join(self.file["default"]["before_script"] + job["script"])
        done = machine.shell(script, self.folder, machine.environment(home) | names | variables | {
            "GITLAB_CI": "true", "CI_COMMIT_BRANCH": ref, "CI_DEFAULT_BRANCH": "main",
            "CI_PAGES_URL": "https://owner.gitlab.io/project"})
        self.status = done.returncode
        self.output = done.stdout
        if done.returncode == 0:
            for path in caches:
                if (self.folder / path).exists():
                    shutil.rmtree(machine.caches / path, ignore_errors=True)
                    shutil.copytree(self.folder / path, machine.caches / path)
            if "artifacts" in job:
                machine.site = self.folder / job["artifacts"]["paths"][0]
