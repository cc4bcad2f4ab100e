"""Writes workbooks of made-up cells with openpyxl and odfpy, and what was written: workbooks.py FOLDER SEED"""

import datetime
import json
import random
import sys

import openpyxl
from odf import opendocument, table, text

folder, seed = sys.argv[1], int(sys.argv[2])
made = random.Random(seed)
columns = ["text", "number", "date", "instant", "truth"]


def cells():
    date = datetime.date(1901, 1, 1) + datetime.timedelta(days=made.randrange(60_000))
    instant = datetime.datetime(2000, 1, 1) + datetime.timedelta(seconds=made.randrange(10**9))
    number = made.choice([made.randrange(-1000, 1000), round(made.uniform(-1e6, 1e6), made.randrange(6)), 0.1 + 0.2])
    words = made.choice(["Zürich", "a & b", " x ", "<b>", "1815", "日本", "a\nb", "“q”", "n/a"])
    row = {"text": words, "number": number, "date": date, "instant": instant, "truth": made.random() < 0.5}
    return {key: None if key != "text" and made.random() < 0.2 else value for key, value in row.items()}


rows = [cells() for _ in range(60)]

book = openpyxl.Workbook()
sheet = book.active
sheet.title = "One"
sheet.append(columns)
for row in rows:
    sheet.append([row[column] for column in columns])
book.save(f"{folder}/made.xlsx")

document = opendocument.OpenDocumentSpreadsheet()
sheet = table.Table(name="One")
document.spreadsheet.addElement(sheet)


def paragraphs(cell, words):
    for line in words.split("\n"):
        paragraph = text.P()
        # Spaces at the ends of a paragraph, and runs of them, are elements of their own.
        for index, part in enumerate(line.split(" ")):
            if index:
                paragraph.addElement(text.S(c=1))
            paragraph.addText(part)
        cell.addElement(paragraph)


def cell(value):
    if value is None:
        return table.TableCell()
    if isinstance(value, bool):
        return table.TableCell(valuetype="boolean", booleanvalue=str(value).lower())
    if isinstance(value, (int, float)):
        return table.TableCell(valuetype="float", value=repr(value))
    if isinstance(value, (datetime.datetime, datetime.date)):
        return table.TableCell(valuetype="date", datevalue=value.isoformat())
    made_cell = table.TableCell(valuetype="string")
    paragraphs(made_cell, value)
    return made_cell


for row in [{column: column for column in columns}] + rows:
    line = table.TableRow()
    for column in columns:
        line.addElement(cell(row[column]))
    sheet.addElement(line)
document.save(f"{folder}/made.ods")


def plain(value):
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, bool) or value is None:
        return None if value is None else str(value).lower()
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


print(json.dumps([[plain(row[column]) for column in columns] for row in rows]))
