import assert from "node:assert/strict";
import test from "node:test";
import { textOf } from "../../../Sources/Families/Tools/Client/table.js";
import { recordsOf } from "../../../Sources/Families/Tools/Client/records.js";

const first = { fields: [{ name: "colour", kind: "words" }, { name: "size", kind: "number" }] };
const part = {
  pages: [["/l/", 1], ["/l/page/2/", 2]], slugs: ["a", "b", "c"], titles: ["A", "B", "C"],
  values: [{ words: ["red", "blue"], of: [0, [0, 1], []] }, [1, null, "2.50"]],
  terms: { colour: { words: ["red", "blue"], column: 0 } },
};

test("records have the values of their columns, and stand on pages", () => {
  const records = recordsOf(part, first);
  assert.deepEqual(records.map(({ values }) => values), [[["red"], 1], [["red", "blue"], null], [[], "2.50"]]);
  assert.deepEqual(records.map(({ url }) => url), ["/l/#a", "/l/page/2/#b", "/l/page/2/#c"]);
  assert.deepEqual(recordsOf(part, { ...first, details: "/l/" }).map(({ url }) => url), ["/l/a/", "/l/b/", "/l/c/"]);
  assert.deepEqual(recordsOf({ ...part, places: ["x/y.html", "é/", "z"] }, { ...first, details: "/" }).map(({ url }) => url),
    ["/x/y.html", "/%C3%A9/", "/z/"]);
});

test("a page of a term knows the records that have it", () => {
  assert.deepEqual(recordsOf(part, first, ["blue", "colour"]).map(({ title }) => title), ["B"]);
});

test("what is found is a table, or JSON", () => {
  const records = recordsOf(part, first);
  records[0].title = 'A "b", c';
  assert.equal(textOf(records, first.fields, "csv", "https://e.org/l/tools.json"),
    'title,colour,size,url\r\n"A ""b"", c",red,1,https://e.org/l/#a\r\nB,red; blue,,https://e.org/l/page/2/#b\r\n'
    + "C,,2.50,https://e.org/l/page/2/#c\r\n");
  assert.deepEqual(JSON.parse(textOf(records, first.fields, "json", "https://e.org/"))[1],
    { title: "B", colour: ["red", "blue"], size: null, url: "https://e.org/l/page/2/#b" });
});
