import assert from "node:assert/strict";
import test from "node:test";
import { choose, orderOf, sorted, testOf } from "../../../Sources/Families/Tools/Client/choices.js";
import { binsOf } from "../../../Sources/Families/Tools/Client/bars.js";

const fields = [
  { name: "colour", kind: "words", choices: ["red", "green", "blue"] }, { name: "size", kind: "number" }, { name: "day", kind: "date" },
];
const record = (title, ...values) => ({ title, values });
const records = [
  record("a", ["red"], 10, "2024-05-01"), record("b", ["red", "blue"], "2.50", null), record("c", [], null, "2023-01-01"),
  record("d", ["green"], 9, "2024-05-02"),
];
const compare = new Intl.Collator("en", { numeric: true }).compare;
const titles = (found) => found.map(({ title }) => title).join("");
const found = (chosen) => choose(records, fields.map((field, column) => testOf(field, column, chosen[field.name] ?? [])), [0, 1, 2]);

test("several values of a field are any of them, and fields go together", () => {
  assert.equal(titles(found({ colour: ["green", "blue"] }).found), "bd");
  assert.equal(titles(found({ colour: ["red"], size: ["5.."] }).found), "a");
  assert.equal(titles(found({ colour: [""] }).found), "c");
  assert.equal(titles(found({ colour: ["purple"] }).found), "");
});

test("a range has two ends, either of which may be open, and what has no value is a choice", () => {
  assert.equal(titles(found({ size: ["2.5..9"] }).found), "bd");
  assert.equal(titles(found({ size: ["..9", ""] }).found), "bcd");
  assert.equal(titles(found({ day: ["2024-05-01..2024-05-01"] }).found), "a");
});

test("a value's count is that of the records if it were chosen alone", () => {
  const { counts } = found({ colour: ["red"], size: ["5.."] });
  assert.deepEqual(Object.fromEntries(counts[0]), { red: 1, green: 1 });
  assert.deepEqual(Object.fromEntries(counts[1]), { "10": 1, "2.50": 1 });
});

test("each choice says how many more there would be without it", () => {
  assert.deepEqual(found({ colour: ["green"], size: ["10.."] }).without, [1, 1, 0]);
  assert.deepEqual(found({ colour: ["green"], size: ["100.."], day: ["2030-01-01.."] }).without, [0, 0, 0]);
});

test("what has no value comes last in either order", () => {
  assert.equal(titles(sorted(records, "size", fields, compare)), "bdac");
  assert.equal(titles(sorted(records, "-size", fields, compare)), "adbc");
  assert.equal(titles(sorted(records, "colour", fields, compare)), "abdc");
  assert.equal(titles(sorted(records, "-title", fields, compare)), "dcba");
  assert.equal(titles(sorted(records, "", fields, compare)), "abcd");
  assert.ok(orderOf({ kind: "words" }, compare)("2", "10") < 0);
});

test("the values of a range fall into equal parts, the ends into the first and the last", () => {
  const counts = new Map([["0", 2], ["2.5", 1], ["4.99", 1], ["5", 3], ["10", 4], ["", 9]]);
  assert.deepEqual(binsOf(counts, { kind: "number" }, [0, 10], 4), [2, 2, 3, 4]);
  const days = new Map([["2026-01-01", 1], ["2026-01-02T10:00Z", 2], ["2026-01-05", 1]]);
  assert.deepEqual(binsOf(days, { kind: "date" }, [Date.parse("2026-01-01"), Date.parse("2026-01-05")], 2), [3, 1]);
});
