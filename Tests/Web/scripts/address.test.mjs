import assert from "node:assert/strict";
import test from "node:test";
import { readAddress, writeAddress } from "../../../Sources/Families/Tools/Client/address.js";

test("what is asked for is what its address says", () => {
  const names = ["colour", "q", "size"];
  for (const asked of [
    { q: "", sort: "", mine: [], hide: [], chosen: { colour: [], q: [], size: [] } },
    { q: "zürich & \"von\"", sort: "-size", mine: ["a", "b--c"], hide: ["size"], chosen: { colour: ["a, b", "", "=&+"], q: ["1"], size: ["..10", ""] } },
  ]) assert.deepEqual(readAddress(`?${writeAddress(asked)}`, names), asked);
  assert.equal(writeAddress({ q: " a ", sort: "b", mine: ["x"], hide: [], chosen: { q: ["c", "d"], mine: ["e"] } }),
    "q=a&field-q=c&field-q=d&field-mine=e&sort=b&mine=x");
});
