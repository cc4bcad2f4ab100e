// Finds the records of a long list by their words. It loads the words that begin alike, and then the rows of the first
// records that have them.

export function open(layout, get, { fits, has, fold, shardOf }, recordsOf) {
  const files = new Map();
  function read(name) {
    if (!files.has(name)) files.set(name, get(name).catch((error) => { files.delete(name); throw error; }));
    return files.get(name);
  }

  // The numbers of the records with a word, and whether they have it whole. The file leaves some out of a word that very
  // many have: those behind `end`.
  async function having(wanted) {
    const found = new Map();
    let end = Infinity;
    let others = 0;
    for (const [word, steps] of Object.entries(await read(`w${shardOf(wanted, layout.words)}.json`))) {
      if (!fits(word, wanted)) continue;
      let number = 0;
      for (const step of steps) {
        if (step > 0) found.set(number += step, found.get(number) || word === wanted);
        else {
          end = Math.min(end, number);
          others -= step;
        }
      }
    }
    return { found, end, others, total: found.size + others };
  }

  // The numbers of the records that have some words, those with whole words first. Behind `end`, and where a phrase is
  // asked for, a record itself has to be looked at.
  async function ask(terms) {
    // All words of a phrase but its last are whole.
    const words = terms.flatMap((term) => term.split(" "));
    const sets = (await Promise.all(words.map(having))).sort((one, other) => one.total - other.total);
    const [fewest, ...rest] = sets;
    const rank = (number) => sets.filter(({ found }) => found.get(number)).length;
    const numbers = [...fewest.found.keys()]
      .filter((number) => rest.every(({ found, end }) => found.has(number) || number > end))
      .sort((one, other) => rank(other) - rank(one) || one - other);
    const end = Math.min(...sets.map(({ end }) => end));
    return { numbers, end, fewest, isPhrase: words.length > terms.length, isAlone: !rest.length };
  }

  // The first records that are found, and how many there are.
  async function find(terms, limit) {
    const { numbers, end, fewest, isPhrase, isAlone } = await ask(terms);
    const isAbout = isPhrase || end < Infinity;
    const shown = new Set(numbers.slice(0, isPhrase ? Math.max(limit, 200) : limit));
    const shards = [...shown].map((number) => Math.min(layout.records - 1, Math.floor(number * layout.records / layout.numbers)));
    const parts = await Promise.all([...new Set(shards)].map((number) => read(`r${number}.json`)));
    const places = new Map([...shown].map((number, place) => [number, place]));
    const fitting = ({ title, values, note }) => {
      const text = fold([title, values, note].flat(2).join(" "));
      return terms.every((term) => has(text, term));
    };
    const found = parts.flatMap(recordsOf).filter((record) => shown.has(record.number) && (!isAbout || fitting(record)))
      .sort((one, other) => places.get(one.number) - places.get(other.number));
    const isMore = numbers.length > shown.size;
    if (!isMore && !fewest.others) return { found, total: found.length };
    if (isPhrase) return { found, isMore, isAbout, total: Math.round(numbers.length * found.length / shown.size) };
    // Up to here all is known. As many of the others will have all the words.
    const count = (numbers) => numbers.filter((number) => number <= end).length;
    const share = isAlone ? 1 : count(numbers) / (count([...fewest.found.keys()]) || 1);
    return { found, isMore, isAbout, total: Math.max(found.length, Math.round(share * fewest.total)) };
  }

  return { ask, find };
}
