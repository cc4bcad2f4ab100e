import assert from "node:assert/strict";
import test from "node:test";
import { rankingOf } from "../../../Sources/Families/Search/Client/ranking.js";
import { fold, shardOf, termsOf } from "../../../Sources/Families/Client/text.js";

const SHARDS = 8;

// The files that the program writes for some titles and texts; a word names `most` of them at most.
function filesOf(items, most = Infinity) {
  const files = { index: { count: items.length, numbers: 4096, words: SHARDS, records: 1, lists: [] } };
  for (let shard = 0; shard < SHARDS; shard++) files[`w${shard}`] = { words: {}, titles: {} };
  for (const kind of ["words", "titles"]) {
    const texts = items.map(([title, text]) => fold(kind === "titles" ? title : `${title} ${text}`));
    for (const word of new Set(texts.flatMap((text) => text.trim().split(" ")))) {
      const having = items.map((_, index) => index + 1).filter((number) => texts[number - 1].includes(` ${word} `));
      const steps = having.slice(0, most).map((number, place) => number - (having[place - 1] ?? 0));
      if (having.length > most) steps.push(most - having.length);
      files[`w${shardOf(word, SHARDS)}`][kind][word] = steps;
    }
  }
  return files;
}

const search = (items, query, most) => {
  const files = filesOf(items, most);
  return rankingOf(async (name) => files[name])(termsOf(query));
};

const items = [
  ["Bern", "A town with bears"], ["Bears", "They live in Bern"], ["Bernina", "A pass"], ["Chur", "Nothing of it, near Berninapass"],
];

test("titles come before texts, and whole words before their beginnings", async () => {
  assert.deepEqual((await search(items, "bern")).numbers, [1, 3, 2, 4]);
  assert.deepEqual((await search(items, "BEARS")).numbers, [2, 1]);
});

test("all words have to be there", async () => {
  assert.deepEqual((await search(items, "bern bears")).numbers, [1, 2]);
  assert.deepEqual((await search(items, "bern chur")).numbers, [4]);
  assert.deepEqual((await search(items, "bern zug")).numbers, []);
});

test("a word that very many have leaves out nobody", async () => {
  const many = Array.from({ length: 50 }, (_, index) => [`Thing ${index}`, index % 2 ? "of the north" : "of the south"]);
  const { numbers, isAbout } = await search(many, "the 47", 10);
  assert.deepEqual(numbers, [48]);
  assert.ok(isAbout);
});
