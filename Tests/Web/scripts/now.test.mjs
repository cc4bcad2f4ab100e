import assert from "node:assert/strict";
import test from "node:test";

import { isBetween, nowAndNext } from "../../../Sources/Families/Tools/Client/now.js";

const at = (text) => Date.parse(text);

test("a talk is now from its start until its end", () => {
  const talk = ["2026-05-03T16:00:00+02:00", "2026-05-03T17:30:00+02:00"];
  for (const [now, is] of [["13:59:59", false], ["14:00:00", true], ["15:29:59", true], ["15:30:00", false]]) {
    assert.equal(isBetween(...talk, at(`2026-05-03T${now}Z`)), is, now);
  }
});

test("the last day of an exhibition belongs to it, where the reader is", () => {
  const days = ["2026-05-03", "2026-05-04"];
  for (const [now, is] of [["05-02T23:59", false], ["05-03T00:00", true], ["05-04T23:59", true], ["05-05T00:00", false]]) {
    assert.equal(isBetween(...days, at(`2026-${now}`)), is, now);
  }
  // In 2026, clocks change on this day in most of Europe.
  assert.equal(isBetween("2026-10-24", "2026-10-25", at("2026-10-25T23:59")), true);
  assert.equal(isBetween("2026-10-24", "2026-10-25", at("2026-10-26T00:00")), false);
});

test("a range that is none is never now", () => {
  assert.equal(isBetween("2026-05-03", "nonsense", at("2026-05-03T12:00")), false);
});

test("what comes next begins soonest, and within half a day", () => {
  const event = (title, start, end) => ({ title, start: `2026-05-03T${start}Z`, end: `2026-05-03T${end}Z` });
  const events = [event("a", "08:00", "09:00"), event("b", "08:30", "10:00"), event("c", "10:00", "11:00"), event("d", "10:00", "10:30"),
    event("e", "23:30", "23:40")];
  const told = (time) => {
    const { current, next } = nowAndNext(events, at(`2026-05-03T${time}Z`));
    return [current, next].map((events) => events.map(({ title }) => title).join(""));
  };
  for (const [time, ...parts] of [["07:59:59", "", "a"], ["08:45", "ab", "cd"], ["10:00", "cd", ""], ["11:30", "", ""],
    ["11:31", "", "e"], ["23:40", "", ""]]) assert.deepEqual(told(time), parts, time);
});
