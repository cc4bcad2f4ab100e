"""The style sheets in a site have the rules of those in the program, in fewer bytes."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = os.environ.get("CELLIST", str(ROOT / ".build/release/cellist"))
SHEETS = {
    "style": "themes/default/assets/style.css", "find": "Sources/Families/Tools/Client/find.css",
    "ledger": "themes/ledger/assets/ledger.css", "folio": "themes/folio/assets/folio.css",
}
RULES = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map(rule => rule.cssText);
}"""


def plain(rule):
    """The rule without the names of assets, which have digests in a site; what has a variable is printed as it is written."""
    return re.sub(r", ?", ",", re.sub(r'url\("[^"]*"\)', "url()", rule))


@pytest.mark.parametrize("theme", ["default", "ledger", "folio"])
def test_compact_sheets_have_the_same_rules(window, tmp_path, theme):
    (tmp_path / "content/a").mkdir(parents=True)
    (tmp_path / "content/site.yml").write_text(f"title: T\nbase: /\ntheme: {theme}\n")
    (tmp_path / "content/a/list.yml").write_text("record: {title: text}\ntools: true\n")
    (tmp_path / "content/a/a.csv").write_text("title\nOne\n")
    subprocess.run([PROGRAM, "build"], cwd=tmp_path, check=True, capture_output=True)
    files = {file.name.split("-")[0]: file for file in (tmp_path / "site/assets").glob("*.css")}
    assert {"style", "find"} <= set(files) <= set(SHEETS)
    for name, file in files.items():
        own, made = (ROOT / SHEETS[name]).read_text(), file.read_text()
        assert len(made) < len(own) * 0.9
        assert [plain(rule) for rule in window.evaluate(RULES, made)] == [plain(rule) for rule in window.evaluate(RULES, own)]
