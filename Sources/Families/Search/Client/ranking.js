// Finds all of a site that has some words, the best first.
import { fits, shardOf } from "../../Client/text.js";

// `read` gives a file by its name.
export function rankingOf(read) {
  // How well each number has a word: whole or not, in its title or not. If very many have a word, those after `end` are not
  // among them.
  async function having(wanted, { words: count }) {
    const { words, titles } = await read(`w${shardOf(wanted, count)}`);
    const ranks = new Map();
    let end = Infinity;
    for (const [lists, rank] of [[words, 1], [titles, 4]]) {
      for (const [word, steps] of Object.entries(lists)) {
        if (!fits(word, wanted)) continue;
        let number = 0;
        for (const step of steps) {
          if (step < 0) end = Math.min(end, number);
          else ranks.set(number += step, Math.max(ranks.get(number) ?? 0, word === wanted ? 2 * rank : rank));
        }
      }
    }
    return { ranks, end };
  }

  // The numbers of all that has the terms.
  return async function (terms) {
    const index = await read("index");
    const sets = await Promise.all(terms.map((term) => having(term, index)));
    const [fewest, ...rest] = [...sets].sort((one, other) => one.ranks.size - other.ranks.size);
    const numbers = [...fewest.ranks.keys()].filter((number) => rest.every(({ ranks, end }) => ranks.has(number) || number > end));
    const rank = new Map(numbers.map((number) => [number, sets.reduce((sum, { ranks }) => sum + (ranks.get(number) ?? 0), 0)]));
    numbers.sort((one, other) => rank.get(other) - rank.get(one) || one - other);
    return { index, numbers, isAbout: sets.some(({ end }) => end < Infinity) };
  };
}
