"""A copy of a site's exports that follows its feed of changes, by the documentation alone."""

import hashlib
import json


class Number(str):
    """A number with the digits that were written."""


def text(value) -> str:
    """A value as exports write it."""
    match value:
        case Number(): return str(value)
        case dict(): return "{" + ", ".join(f"{json.dumps(key, ensure_ascii=False)}: {text(item)}" for key, item in value.items()) + "}"
        case list(): return "[" + ", ".join(map(text, value)) + "]"
        case _: return json.dumps(value, ensure_ascii=False)


def read(line):
    return json.loads(line, parse_int=Number, parse_float=Number)


class Gap(Exception):
    """Changes are missing: the export has to be taken anew."""


class Mirror:
    def __init__(self, export: bytes):
        self.records = read(export)

    @property
    def export(self) -> bytes:
        lines = ",\n".join(map(text, self.records))
        return (f"[\n{lines}\n]\n" if lines else "[]\n").encode()

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.export).hexdigest()

    def follow(self, feed: bytes, name: str):
        """Applies what came after this copy, and returns the changes."""
        lines = [line for line in map(read, feed.splitlines()) if line["list"] == name]
        heads = [place for place, line in enumerate(lines) if "export" in line]
        assert heads, "the list is in no line"
        if lines[heads[-1]]["to"] == self.digest:
            return []
        starts = [place for place in heads if lines[place]["from"] == self.digest]
        if not starts:
            raise Gap
        changes = lines[starts[-1]:]
        while changes:
            head, count = changes[0], 1
            while count < len(changes) and "export" not in changes[count]:
                count += 1
            if head["from"] != self.digest:
                raise Gap
            self.apply(changes[1:count])
            assert head["to"] == self.digest
            changes = changes[count:]
        return lines[starts[-1]:]

    def apply(self, lines):
        records = {text(record["id"]): record for record in self.records}
        placed = []
        for line in lines:
            record = records.get(text(line["id"]))
            if line["change"] == "added":
                record = line["after"]
            elif line["change"] == "changed":
                values = {**record, **line["after"]}
                names = line.get("fields") or [name for name in record if name not in line["before"] or name in line["after"]]
                record = {name: values[name] for name in names}
            if "at" in line or line["change"] == "removed":
                records.pop(text(line["id"]), None)
            if "at" in line:
                placed.append((int(line["at"]), record))
            elif line["change"] != "removed":
                records[text(line["id"])] = record
        self.records = list(records.values())
        for place, record in placed:
            self.records.insert(place, record)
