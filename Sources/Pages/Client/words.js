// Finds the records of a long list by their words. It loads the words that begin alike, and then the rows of the first
// records that have them.

// Letters and digits; each sign by itself in scripts without spaces.
const ALONE = "\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFF}";
const WORDS = new RegExp(`[${ALONE}]|(?:(?![${ALONE}])[\\p{L}\\p{N}])+`, "gu");
// A word of fewer letters has to be whole.
const LETTERS = 4;

export function open(layout, get, plain, recordsOf) {
  const files = new Map();
  function read(name) {
    if (!files.has(name)) files.set(name, get(name).catch((error) => { files.delete(name); throw error; }));
    return files.get(name);
  }
  const split = (text) => plain(text).replaceAll("ς", "σ").match(WORDS) ?? [];
  const fits = (word, term) => word === term || [...term].length >= LETTERS && word.startsWith(term);

  // FNV-1a over the first letters, as the program has it that wrote the files.
  function shard(word) {
    let hash = 2166136261;
    for (const letter of [...word].slice(0, LETTERS)) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619);
    return (hash ^ hash >>> 16) & layout.words - 1;
  }

  // The numbers of the records with a word, and whether they have it whole. The file leaves some out of a word that very
  // many have: those behind `end`.
  async function having(term) {
    const found = new Map();
    let end = Infinity;
    let others = 0;
    for (const [word, steps] of Object.entries(await read(`w${shard(term)}.json`))) {
      if (!fits(word, term)) continue;
      let number = 0;
      for (const step of steps) {
        if (step > 0) found.set(number += step, found.get(number) || word === term);
        else {
          end = Math.min(end, number);
          others -= step;
        }
      }
    }
    return { found, end, others, total: found.size + others };
  }

  return async (query, limit) => {
    const terms = split(query);
    const sets = (await Promise.all(terms.map(having))).sort((one, other) => one.total - other.total);
    if (!sets.length) return { found: [], total: 0 };
    const [fewest, ...rest] = sets;
    const isAbout = sets.some(({ others }) => others);
    const rank = (number) => sets.filter(({ found }) => found.get(number)).length;
    const numbers = [...fewest.found.keys()]
      .filter((number) => rest.every(({ found, end }) => found.has(number) || number > end))
      .sort((one, other) => rank(other) - rank(one) || one - other);
    const shown = new Set(numbers.slice(0, limit));
    const shards = [...shown].map((number) => Math.min(layout.records - 1, Math.floor(number * layout.records / layout.numbers)));
    const parts = await Promise.all([...new Set(shards)].map((number) => read(`r${number}.json`)));
    const has = ({ title, values, note }) => {
      const words = split([title, values, note].flat(2).join(" "));
      return terms.every((term) => words.some((word) => fits(word, term)));
    };
    const places = new Map([...shown].map((number, place) => [number, place]));
    const found = parts.flatMap(recordsOf).filter((record) => shown.has(record.number) && (!isAbout || has(record)))
      .sort((one, other) => places.get(one.number) - places.get(other.number));
    const isMore = numbers.length > limit;
    if (!isMore && !fewest.others) return { found, total: found.length };
    // Up to here all is known. As many of the others will have all the words.
    const end = Math.min(...sets.map(({ end }) => end));
    const count = (numbers) => numbers.filter((number) => number <= end).length;
    const share = rest.length ? count(numbers) / (count([...fewest.found.keys()]) || 1) : 1;
    return { found, isMore, isAbout, total: Math.max(found.length, Math.round(share * fewest.total)) };
  };
}
