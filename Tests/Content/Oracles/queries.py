"""The rows that sqlite-utils finds in tables of files, as JSON: queries.py QUERY NAME=FILE…"""

import json
import sys

import sqlite_utils
from sqlite_utils.utils import Format, TypeTracker, rows_from_file

database = sqlite_utils.Database(memory=True)
for argument in sys.argv[2:]:
    name, _, path = argument.partition("=")
    with open(path, "rb") as file:
        rows, kind = rows_from_file(file)
        if kind in (Format.CSV, Format.TSV):
            tracker = TypeTracker()
            database[name].insert_all({key: value or None for key, value in row.items()} for row in tracker.wrap(rows))
            database[name].transform(types=tracker.types)
        else:
            database[name].insert_all(rows)
print(json.dumps(list(database.query(sys.argv[1]))))
