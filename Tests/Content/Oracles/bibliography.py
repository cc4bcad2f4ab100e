"""What pybtex and bibtexparser read in a bibliography, as JSON: bibliography.py FILE"""

import json
import re
import sys
import unicodedata

import bibtexparser
import pybtex.errors
from pybtex.database.input import bibtex
from pybtex.richtext import Text

pybtex.errors.set_strict_mode(False)
with open(sys.argv[1], encoding="utf-8") as file:
    written = file.read()
parsed = bibtex.Parser(encoding="utf-8").parse_string(written)
other = bibtexparser.parse_string(written)


def plain(latex):
    """The text that LaTeX sets; None where pybtex has no answer: it keeps mathematics and commands as they are."""
    if "$" in latex or re.search(r"\\(url|href|uppercase|sf|sc|it|bf|em|rm|tt|emph|text[a-z]+)\b", latex):
        return None
    try:
        text = str(Text.from_latex(latex))
    except Exception:
        return None
    return unicodedata.normalize("NFC", re.sub(r"\s+", " ", text.replace("\xa0", " ")).strip())


def name(person):
    parts = [
        person.first_names + person.middle_names,
        person.prelast_names,
        person.last_names,
        person.lineage_names,
    ]
    return [plain(" ".join(part)) for part in parts]


entries = {}
for key, entry in parsed.entries.items():
    entries[key] = {
        "type": entry.type.lower(),
        "names": {role.lower(): [name(person) for person in people] for role, people in entry.persons.items()},
        "fields": {field.lower(): plain(value) for field, value in entry.fields.items()},
    }
print(json.dumps({"entries": entries, "keys": sorted(entry.key for entry in other.entries)}))
