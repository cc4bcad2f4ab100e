"""The events that icalendar and recurring-ical-events find in a calendar, as JSON: calendars.py FILE FIRST LAST"""

import datetime
import json
import sys

import icalendar
import recurring_ical_events

first, last = (datetime.date.fromisoformat(text) for text in sys.argv[2:4])
try:
    with open(sys.argv[1], encoding="utf-8") as file:
        calendar = icalendar.Calendar.from_ical(file.read())
    found = recurring_ical_events.of(calendar).between(first, last + datetime.timedelta(days=1))
except Exception:
    # What they cannot read.
    print("null")
    sys.exit()


def written(value):
    return value.isoformat().replace("+00:00", "Z")


events = []
for event in found:
    start, end = event.start, event.end
    if not isinstance(start, datetime.datetime):
        end -= datetime.timedelta(days=1)
    # What takes place by its own clock on none of the days is not asked for.
    if start.strftime("%Y%m%d") > last.strftime("%Y%m%d") or end.strftime("%Y%m%d") < first.strftime("%Y%m%d"):
        continue
    categories = event.get("CATEGORIES", [])
    categories = categories if isinstance(categories, list) else [categories]
    events.append(
        [
            str(event.get("UID", "")),
            written(start),
            written(end),
            str(event.get("SUMMARY", "")),
            [str(name) for item in categories for name in item.cats],
        ]
    )
print(json.dumps(sorted(events)))
