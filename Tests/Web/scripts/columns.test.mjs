import assert from "node:assert/strict";
import test from "node:test";
import { ruleOf } from "../../../Sources/Families/Tools/Client/columns.js";

test("columns are hidden by their places, the first never", () => {
  const rule = ruleOf(["title", "day", "size"], ["size", "title", "other"]);
  assert.equal(rule.match(/nth-child\(\d+\)/g).join(), "nth-child(3)");
  assert.equal(ruleOf(["title", "day"], []), "");
  assert.equal(ruleOf(["title", "day"], ["title", "x\"]{}"]), "");
});
