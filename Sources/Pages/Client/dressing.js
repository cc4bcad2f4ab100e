// What readers see of a list besides its search, once it is there: what takes place now, what they keep, which columns they
// hide.
import { hiding } from "./columns.js";
import { keeping } from "./keep.js";
import { markNow, tellNow } from "./now.js";

// A function that does all of it again, given what was found and what is asked for.
export function dressing(main, words, print, load, ask) {
  const keep = words.keep && keeping(main, words, print, load, ask);
  const hide = main.querySelector(".columns") && hiding(main, ask);
  return (found, { mine, hide: hidden }) => {
    markNow(main);
    if (words.now) tellNow(main, words);
    keep?.(found, mine);
    hide?.(hidden);
  };
}
