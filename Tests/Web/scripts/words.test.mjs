import assert from "node:assert/strict";
import test from "node:test";
import { fits, fold, has, shardOf, termsOf } from "../../../Sources/Families/Client/text.js";
import { open } from "../../../Sources/Families/Tools/Client/words.js";

const layout = { words: 8, numbers: 4096, records: 4 };

// The shards that the program writes for some texts, of which a word names `most` at most.
function shardsOf(texts, most) {
  const shards = {};
  for (let shard = 0; shard < layout.words; shard++) shards[`w${shard}.json`] = {};
  const numbers = texts.map((_, index) => 1 + index * 3);
  for (const word of new Set(texts.flatMap((text) => fold(text).trim().split(" ")))) {
    let hash = 2166136261;
    for (const letter of [...word].slice(0, 3)) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619);
    const having = numbers.filter((_, index) => fold(texts[index]).includes(` ${word} `));
    const steps = having.slice(0, most).map((number, place) => number - (having[place - 1] ?? 0));
    if (having.length > most) steps.push(most - having.length);
    shards[`w${(hash ^ hash >>> 16) & layout.words - 1}.json`][word] = steps;
  }
  const isIn = (shard) => (number) => Math.min(layout.records - 1, Math.floor(number * layout.records / layout.numbers)) === shard;
  for (let shard = 0; shard < layout.records; shard++) shards[`r${shard}.json`] = { numbers: numbers.filter(isIn(shard)) };
  return { shards, numbers };
}

function searching(texts, most = Infinity) {
  const { shards, numbers } = shardsOf(texts, most);
  const recordsOf = (part) => part.numbers.map((number) => ({ number, title: texts[numbers.indexOf(number)], values: [], note: null }));
  return { numbers, ...open(layout, async (name) => shards[name], { fits, fold, has, shardOf }, recordsOf) };
}

const places = ["Zürich", "Zug", "Zürichberg", "Bern", "Bernina", "Olten"];
const texts = Array.from({ length: 300 }, (_, index) => `Thing ${index} of ${places[index % 6]} near ${places[index % 5]}`);

test("as many records are found as have all terms", async () => {
  const { find, ask, numbers } = searching(texts);
  for (const query of ["zur", "zug", "zurich", "bern zur", "thing 12", "th", "12", "olten near bern", "nowhere", '"zug near"', '"near zug"']) {
    const terms = termsOf(query);
    const expected = texts.map((text, index) => terms.every((term) => has(fold(text), term)) ? numbers[index] : 0).filter(Boolean);
    const { found, total, isAbout } = await find(terms, 1000);
    assert.deepEqual(found.map(({ number }) => number).sort((a, b) => a - b), expected, query);
    assert.equal(total, expected.length, query);
    if (!query.includes('"')) {
      assert.ok(!isAbout, query);
      assert.deepEqual([...(await ask(terms)).numbers].sort((a, b) => a - b), expected, query);
    }
  }
});

test("records with whole words come first", async () => {
  const { find } = searching(["Bernina", "Bern", "Berner", "Bern"]);
  assert.deepEqual((await find(["bern"], 10)).found.map(({ title }) => title), ["Bern", "Bern", "Bernina", "Berner"]);
});

test("where a word names only some of its records, the number is about right", async () => {
  const { find } = searching(texts, 40);
  const { total, isAbout, isMore } = await find(["thing"], 10);
  assert.deepEqual([total, isAbout, isMore], [300, true, true]);
  const both = await find(["thing", "olten"], 10);
  assert.ok(both.isAbout && Math.abs(both.total - 50) <= 15, `${both.total}`);
});
