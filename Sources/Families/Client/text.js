// Texts as a search compares them: words without capitals and accents.

// The letters that people type for those without a removable accent, and for signs of several kinds.
const PLAIN = new Map("æae đd ðd ħh ıi łl ŋn øo œoe ßss ςσ þth ŧt ‘' ’' ʼ' ′' ‐- ‑- ‒- –- —- −-".split(" ").map(([a, ...b]) => [a, b.join("")]));
const plain = (text) => text.normalize("NFD").toLowerCase().replace(/\p{M}/gu, "")
  .replace(/\P{ASCII}/gu, (letter) => PLAIN.get(letter) ?? letter);

// Letters and digits; each sign by itself in scripts without spaces.
const ALONE = "[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFF}]";
const WORDS = new RegExp(`${ALONE}|(?:(?!${ALONE})[\\p{L}\\p{N}])+`, "gu");
const wordsOf = (text) => plain(text).match(WORDS) ?? [];

// The words of a text with a space before and behind each: what terms are looked for in.
export const fold = (text) => ` ${wordsOf(text).join(" ")} `;

// The terms of a search: words, each by its beginning, and phrases in quotes.
export const termsOf = (query) =>
  [...query.matchAll(/["“„«]([^"“”»]*)["“”»]?|[^\s"“”„«»]+/g)]
    .flatMap(([all, phrase]) => phrase == null ? wordsOf(all) : wordsOf(phrase).join(" ")).filter(Boolean);

// A word of fewer letters has to be whole.
export const isShort = (word) => [...word].length < 3;
export const fits = (word, wanted) => word === wanted || !isShort(wanted) && word.startsWith(wanted);
export const has = (text, term) => text.includes(` ${term} `) || !isShort(term.split(" ").pop()) && text.includes(` ${term}`);

// Which of so many files has a word: FNV-1a over its first three letters, as the program has it that wrote the files.
export function shardOf(word, count) {
  let hash = 2166136261;
  for (const letter of [...word].slice(0, 3)) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619);
  return (hash ^ hash >>> 16) & count - 1;
}

// Where terms stand in a text, in its own letters: a start and an end for each place.
export function placesOf(text, terms) {
  const starts = [];
  let [folded, start] = ["", 0];
  for (const letter of text) {
    const own = plain(letter);
    folded += own;
    while (starts.length < folded.length) starts.push(start);
    start += letter.length;
  }
  starts.push(start);
  const words = [...folded.matchAll(WORDS)];
  const phrases = terms.map((term) => term.split(" "));
  return words.flatMap((first, index) => {
    const found = phrases.find((parts) => parts.every((part, place) => {
      const word = words[index + place]?.[0] ?? "";
      return parts[place + 1] ? word === part : fits(word, part);
    }));
    if (!found) return [];
    const last = found.length - 1;
    return [[starts[first.index], starts[words[index + last].index + found[last].length]]];
  });
}
