import assert from "node:assert/strict";
import test from "node:test";
import { besideEachOther, clashesOf, namesOf } from "../../../Sources/Families/Tools/Client/keep.js";
import { keptIn } from "../../../Sources/Families/Tools/Client/kept.js";

const storage = (entries = {}) => ({
  entries, getItem: (key) => entries[key] ?? null, setItem: (key, value) => entries[key] = value, removeItem: (key) => delete entries[key],
});

test("names are kept one by one, and nothing is stored without any", () => {
  const store = storage();
  const { read, toggle } = keptIn(() => store, "/talks/");
  assert.deepEqual(read(), []);
  assert.deepEqual(store.entries, {});
  toggle("a");
  toggle("b");
  assert.deepEqual(keptIn(() => store, "/talks/").read(), ["a", "b"]);
  assert.deepEqual(keptIn(() => store, "/people/").read(), []);
  toggle("a");
  toggle("b");
  assert.deepEqual(store.entries, {});
});

test("a browser that stores nothing, or something else, keeps names as long as the page lasts", () => {
  const fail = () => { throw new Error("denied"); };
  const { read, toggle } = keptIn(fail, "/");
  toggle("a");
  assert.deepEqual(read(), ["a"]);
  for (const text of ["{", "null", "3", "{\"length\":1}", "[1,\"a\",null]"]) {
    const { read } = keptIn(() => storage({ "/": text }), "/");
    assert.deepEqual(read(), text.includes("a\"") ? ["a"] : [], text);
  }
});

test("an anchor may begin with names of sections", () => {
  assert.deepEqual(namesOf("a"), ["a"]);
  assert.deepEqual(namesOf("x--a--b"), ["x--a--b", "a--b", "b"]);
});

test("events clash that share a moment", () => {
  const fields = [{ part: "place" }, { part: "start" }, { part: "end" }];
  const event = (title, ...times) => ({ title, values: [null, ...times.map((time) => time && `2026-05-03T${time}:00+02:00`)] });
  const records = [event("a", "10:00", "11:00"), event("b", "10:30", "12:00"), event("c", "11:00", "11:30"), event("d", "12:00", null),
    event("e", "12:00", "12:00"), { title: "f", values: [null, "2026-05-03", "2026-05-04"] }];
  const clashes = clashesOf(records, fields).map(([{ title }, others]) => [title, ...others.map(({ title }) => title)]);
  assert.deepEqual(clashes, [["a", "b"], ["b", "a", "c"], ["c", "b"]]);
  assert.deepEqual(clashesOf(records, [{}, {}, {}]), []);
});

test("fields are beside each other where a record has them, and say whether they differ", () => {
  const fields = [{ head: "size" }, { head: "colour" }, { head: "none" }, { head: "at", kind: "datetime" }];
  const records = [{ values: [1, "red", null, "2026-05-03T16:00:00Z"] }, { values: [2, "red", null, null] }];
  assert.deepEqual(besideEachOther(records, fields, (value) => `${value ?? ""}`), [
    { label: "size", texts: ["1", "2"], differs: true }, { label: "colour", texts: ["red", "red"], differs: false },
    { label: "at", texts: ["2026-05-03T16:00:00Z, 16:00", ""], differs: true },
  ]);
});
