import assert from "node:assert/strict";
import test from "node:test";
import { calendarOf, folded } from "../../../Sources/Families/Tools/Client/calendar.js";

const fields = [{ name: "room", kind: "words", part: "place" }, { name: "from", kind: "datetime", part: "start" }, { name: "to", part: "end" }];
const record = (title, from, to, note) => ({ title, url: `/l/${title}/`, note, values: [["Hall"], from, to] });
const lines = (...records) => calendarOf(records, fields, "https://e.org/l/tools.json", "2026-01-02T03:04:05.678Z").split("\r\n");

test("what is found is a calendar, times in UTC", () => {
  assert.deepEqual(lines(record("A", "2026-05-03T16:00:00+02:00", "2026-05-03T17:30:00+02:00", "One, two; \\ three\nfour")), [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cellist//Found//EN", "BEGIN:VEVENT", "UID:https://e.org/l/A/",
    "DTSTAMP:20260102T030405Z", "DTSTART:20260503T140000Z", "DTEND:20260503T153000Z", "SUMMARY:A", "LOCATION:Hall",
    "DESCRIPTION:One\\, two\\; \\\\ three\\nfour", "URL:https://e.org/l/A/", "END:VEVENT", "END:VCALENDAR", "",
  ]);
});

test("days end with the day after, and what has no date is left out", () => {
  const found = lines(record("A", "2026-02-27", "2026-02-28"), record("B", "2026-12-31", null), record("C", null, null), record("D", "-0044-03-15", null),
    record("E", "soon", null));
  assert.deepEqual(found.filter((line) => /^DT(START|END)/.test(line)), [
    "DTSTART;VALUE=DATE:20260227", "DTEND;VALUE=DATE:20260301", "DTSTART;VALUE=DATE:20261231", "DTEND;VALUE=DATE:20270101",
  ]);
  assert.equal(lines(record("A", "2026-05-03T16:00Z", null)).some((line) => line.startsWith("DTEND")), false);
});

test("an end that is no end is left out", () => {
  const start = "2026-10-25T02:30+02:00";
  for (const [end, is] of [["2026-10-25T02:10+01:00", true], ["2026-10-25T02:10+02:00", false], [start, false], ["2026-10-26", false]]) {
    assert.equal(lines(record("A", start, end)).some((line) => line.startsWith("DTEND")), is, end);
  }
});

test("lines are folded between letters", () => {
  const line = `SUMMARY:${"é".repeat(80)}`;
  const parts = folded(line).split("\r\n ");
  assert.equal(parts.join(""), line);
  for (const [place, part] of parts.entries()) assert.ok(new TextEncoder().encode(part).length + (place ? 1 : 0) <= 75);
});
