"""How many records readers find, against what a few lines of Python say, in lists of all lengths."""

import os
import random
import re
import subprocess
import tempfile
import unicodedata
from pathlib import Path
from urllib.parse import urlencode

import pytest
from built_site import BuiltSite

PROGRAM = os.environ.get("CELLIST", str(Path(__file__).parents[2] / ".build/release/cellist"))
# Pages of a hundred, and one for all: the long ones where `make test-all` asks for them.
LENGTHS = [(1_000, True), (1_000, False), (5_000, True)]
if os.environ.get("CELLIST_EVERY_SCREEN"):
    LENGTHS += [(5_000, False), (20_000, True), (20_000, False)]
QUESTIONS = 200
TOWNS = ["Zürich", "Genève", "Łódź", "Århus", "Bern", "Olten", "Chur", "Thun", "Zug", "Basel", "Lugano", "Neuchâtel", "Straßburg"]
KINDS = ["grant", "prize", "stipend", "loan"]
TOPICS = ["Library", "Libretto", "Bridge", "Orchard", "Théâtre", "Garden", "Œuvre", "Mill"]
RECORD = (
    "record: {name: text, town: 'text?', kind: {choice: [grant, prize, stipend, loan]}, amount: 'number?', decided: date, "
    "topics: {type: [text], split: ';'}, about: text}\nid: name\nview: rows\nshow: {badge: kind, text: about}\n"
    "tools: {search: true, filter: [town, kind, amount, decided, topics]}\n"
)


def made(count):
    chance = random.Random(5)
    for number in range(1, count + 1):
        topics = chance.sample(TOPICS, 2)
        town = chance.choice(TOWNS + [""])
        yield {
            "name": f"{topics[0]} {number}", "town": town, "kind": chance.choice(KINDS),
            "amount": chance.choice(["", str(chance.randint(1, 500) * 100)]),
            "decided": f"{chance.randint(2019, 2026)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
            "topics": ";".join(topics), "about": f"A {topics[1]} near {chance.choice(TOWNS)}: open to everybody",
        }


def words(text):
    text = "".join(letter for letter in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(letter))
    for letter, plain in {"ł": "l", "ß": "ss", "œ": "oe", "ø": "o"}.items():
        text = text.replace(letter, plain)
    return re.findall(r"[^\W_]+", text)


def has(row, term):
    own = row["words"]
    wanted = words(term)
    last = wanted[-1]
    return any(
        own[place:place + len(wanted) - 1] == wanted[:-1]
        and (own[place + len(wanted) - 1] == last or len(last) >= 3 and own[place + len(wanted) - 1].startswith(last))
        for place in range(len(own) - len(wanted) + 1))


def count(rows, terms, chosen):
    def fits(row, name, choices):
        value = row[name]
        if name == "topics":
            return any(choice in value.split(";") for choice in choices)
        if name in ("amount", "decided"):
            for choice in choices:
                low, _, high = choice.partition("..")
                order = int if name == "amount" else str
                if choice == "" and value == "" or choice and value and (not low or order(value) >= order(low)) and (
                        not high or order(value) <= order(high)):
                    return True
            return False
        return value in choices

    return sum(all(has(row, term) for term in terms) and all(fits(row, *choice) for choice in chosen.items()) for row in rows)


def questions(rows):
    chance = random.Random(11)
    for _ in range(QUESTIONS):
        terms = []
        for _ in range(chance.randint(0, 2)):
            word = chance.choice(chance.choice(rows)["words"])
            terms.append(word[:chance.randint(3, 6)] if chance.random() < .5 else word)
        chosen = {}
        if chance.random() < .4:
            chosen["town"] = chance.sample(TOWNS + [""], chance.randint(1, 3))
        if chance.random() < .4:
            chosen["kind"] = chance.sample(KINDS, chance.randint(1, 2))
        if chance.random() < .3:
            chosen["amount"] = chance.choice([["10000..30000"], ["..5000", ""], [""], ["40000.."]])
        if chance.random() < .2:
            chosen["decided"] = ["2021-03-15..2024-06-01"]
        if chance.random() < .3:
            chosen["topics"] = chance.sample(TOPICS, chance.randint(1, 2))
        if terms or chosen:
            yield terms, chosen


ASK = """async (addresses) => {
  const counts = [], found = document.querySelector(".found");
  for (const address of addresses) {
    found.textContent = "";
    history.replaceState(null, "", address);
    dispatchEvent(new Event("popstate"));
    while (!/\\d/.test(found.textContent)) await new Promise(done => setTimeout(done, 2));
    counts.push(found.textContent.split(" of ")[0]);
  }
  return counts;
}"""


@pytest.mark.parametrize("length, is_paged", LENGTHS)
def test_as_many_are_found_as_there_are(browser, length, is_paged):
    rows = list(made(length))
    with tempfile.TemporaryDirectory(prefix="cellist-counts-") as name:
        folder = Path(name)
        (folder / "content/items").mkdir(parents=True)
        (folder / "content/site.yml").write_text("title: Counts\n")
        (folder / "content/items/list.yml").write_text(RECORD + ("pages: 100\n" if is_paged else ""))
        (folder / "content/items/rows.csv").write_text(
            "\n".join([",".join(rows[0]), *(",".join(row.values()) for row in rows)]) + "\n")
        subprocess.run([PROGRAM, "build", "--site", folder, "--output", folder / "site"], check=True)
        for row in rows:
            row["words"] = words(" ".join(row.values()))
        asked = list(questions(rows))
        page = browser.new_page()
        page.set_default_timeout(120_000)
        page.goto(BuiltSite(folder / "site").origin + "/items/")
        addresses = ["?" + urlencode({"q": " ".join(terms), **chosen} if terms else chosen, doseq=True) for terms, chosen in asked]
        counts = page.evaluate(ASK, addresses)
        page.close()
    expected = [f"{count(rows, terms, chosen):,}" for terms, chosen in asked]
    assert {address: pair for address, pair in zip(addresses, zip(counts, expected)) if pair[0] != pair[1]} == {}
