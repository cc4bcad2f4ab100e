"""A run in CI: a fresh clone with all times new, the state of the last run, and no output of it."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from conftest import make_target
from published_site import PublishedSite, assert_holds


def fresh_clone(site: PublishedSite, state: Path | None) -> PublishedSite:
    """Commits the site, and goes on in a clone of it."""
    script = "git init -q -b main . ; git add content themes && git -c user.name=n -c user.email=e commit -qm m"
    subprocess.run(["sh", "-c", script], cwd=site.folder, check=True)
    folder = Path(tempfile.mkdtemp(prefix="cellist-clone-"))
    subprocess.run(["git", "clone", "-q", str(site.folder), str(folder)], check=True)
    if state:
        shutil.copytree(state, folder / ".cellist")
    shutil.rmtree(site.folder)
    site.folder = folder
    return site


@pytest.mark.parametrize("target", ["in-place", "folder", "git", "moto"], indirect=True)
def test_a_run_with_the_state_of_the_last_makes_what_changed_alone(site, target, tmp_path):
    site.publish("t")
    for _ in range(3):
        shutil.copytree(site.folder / ".cellist", tmp_path / "state", dirs_exist_ok=True)
        site.edit()
        next(iter(site.birds.values()))[0] += "!"
        site.save()
        fresh_clone(site, tmp_path / "state")
        done = site.publish("t", "--max-deletions", "100")
        assert "made anew" not in done.stderr and not (site.folder / "site").exists()
        assert_holds(site, target.files())


def test_a_state_that_is_stale_foreign_damaged_or_missing_does_no_harm(request, home, tmp_path):
    target = make_target("in-place", request, home)
    site = PublishedSite(target.line)
    site.publish("t")
    shutil.copytree(site.folder / ".cellist", tmp_path / "stale")
    site.edit()
    site.publish("t", "--max-deletions", "100")
    other = PublishedSite(target.line, birds=30, seed=5)
    other.run("build")
    shutil.copytree(other.folder / ".cellist", tmp_path / "foreign")
    shutil.copytree(tmp_path / "stale", tmp_path / "damaged")
    for file in (tmp_path / "damaged").glob("*.sqlite"):
        whole = file.read_bytes()
        file.write_bytes(whole[:len(whole) // 2] + b"damaged" * 5000 + whole[len(whole) // 2 + 35000:])
    for name in ["stale", "foreign", "damaged", None]:
        site.edit()
        fresh_clone(site, name and tmp_path / name)
        done = site.publish("t", "--max-deletions", "100")
        if name == "damaged":
            assert "everything was made anew: the state" in done.stderr, done.stderr
        assert_holds(site, target.files())
    site.close()
    other.close()


def test_an_overlay_holds_the_changed_files_alone(request, home):
    target = make_target("in-place", request, home)
    site = PublishedSite(target.line)
    before = site.clean()
    assert site.run("build").returncode == 0
    shutil.rmtree(site.folder / "site")
    site.birds["b7"][0] = "Bird 7 again"
    site.save()
    done = site.run("build", "--overlay", "changed")
    assert done.returncode == 0, done.stderr
    after = site.clean()
    changed = {path for path in after if before.get(path) != after[path]}
    overlay = {str(path.relative_to(site.folder / "changed")) for path in (site.folder / "changed").rglob("*")
               if path.is_file() and not path.name.startswith(".cellist")}
    assert overlay == changed
    assert site.run("build", "--overlay", "changed").returncode == 64
    site.close()
