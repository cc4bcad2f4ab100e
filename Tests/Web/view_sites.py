"""Sites with every view in every built-in theme, from the left and from the right."""

import os
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

PROGRAM = os.environ.get("CELLIST", str(Path(__file__).parents[2] / ".build/release/cellist"))
VIEWS = ["rows", "table", "cards", "tiles", "glossary", "timeline", "calendar", "schedule"]
THEMES = ["default", "ledger", "folio"]
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
RECORD = (
    "record: {name: text, kind: {choice: [one, two, three], label: Kind}, photo: {type: 'asset?', alt: text}, "
    "size: {type: 'number?', unit: g}, open: boolean, day: date, link: 'url?', text: 'text?', more: 'markdown?'}\n"
    "id: name\nsections: {by: kind, footer: {size: sum}}\nterms: [kind]\ntools: [search, filter, sort]\n"
    "title: Things\ndescription: Some things, by what they are.\n"
)
ROWS = (
    "name,kind,photo,size,open,day,link,text,more\n"
    "Small,one,a.svg,0,false,2024-05-01,,A small thing,*Said* of it with `code`\n"
    f"{LONG},one,,,true,2023-02-03,https://example.org/{LONG},{LONG},{LONG} `{LONG}`\n"
    "صغير,two,a.svg,1.5,true,2022-01-01,,شيء صغير,نص [رابط](https://example.org/)\n"
    "Third,three,,1000000,false,2021-12-31,https://example.org/,,\n"
)
# The same on one day, with the kinds as places.
TIMED = RECORD.replace("day: date", "day: datetime").replace("sections: {by: kind, footer: {size: sum}}", "show: {place: kind}")
TIMES = {"2024-05-01": "09:00", "2023-02-03": "09:00", "2022-01-01": "09:00", "2021-12-31": "11:00"}
# Papers of five columns, as a view on the home page: a title is longer than there is room for.
PAPERS = (
    "title,authors,year,venue,doi\n"
    "Measuring the slow decay of incremental builds in very large static sites over a decade of edits,"
    '"Anna Berg, Bo Carlsson and Chen Dan",2021,Proceedings of a Conference on Incremental Computation,'
    "https://example.org/10.1000/abcdef\n"
    "A short title,E. Frank,2019,Journal of Lists,https://example.org/10.1000/xyz\n"
)
HOME = "---\ntitle: Home\nviews:\n  papers: {list: papers, view: table}\n---\nHere are papers.\n\n{{papers}}\n"
PICTURE = "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300'><rect width='400' height='300'/></svg>"
LANGUAGES = ["en", "ar"]


@contextmanager
def view_sites():
    """The output of each site, by its theme and its language; all lie in one folder."""
    with tempfile.TemporaryDirectory(prefix="cellist-views-") as name:
        sites = {}
        for theme in THEMES:
            for language in LANGUAGES:
                folder = Path(name) / theme / language
                for view in VIEWS:
                    (folder / "content" / view).mkdir(parents=True)
                    pages = "record-pages: true\n" if view in ("table", "cards") else ""
                    record, rows = (TIMED, ROWS) if view == "schedule" else (RECORD, ROWS)
                    for day, time in TIMES.items() if view == "schedule" else []:
                        rows = rows.replace(day, f"2024-05-01T{time}")
                    (folder / "content" / view / "list.yml").write_text(f"{record}view: {view}\n{pages}")
                    (folder / "content" / view / "rows.csv").write_text(rows)
                    (folder / "content" / view / "a.svg").write_text(PICTURE)
                (folder / "content/papers").mkdir()
                (folder / "content/papers/list.yml").write_text(
                    "record: {title: text, authors: text, year: integer, venue: text, doi: url}\nid: title\nview: table\n")
                (folder / "content/papers/rows.csv").write_text(PAPERS)
                (folder / "content/index.md").write_text(HOME)
                (folder / "content/site.yml").write_text(f"title: Views\ntheme: {theme}\nlanguage: {language}\n")
                subprocess.run([PROGRAM, "build", "--site", folder, "--output", folder / "site"], check=True)
                sites[theme, language] = folder / "site"
        yield sites
