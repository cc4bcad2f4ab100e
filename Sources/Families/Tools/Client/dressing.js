// The parts of a list besides its search: the mark of what takes place now, the reader's own list, and hidden columns.
import { hiding } from "./columns.js";
import { keeping } from "./keep.js";
import { markNow, tellNow } from "./now.js";

// A function that does all of it again, given what was found and what is asked for.
export function dressing(main, words, print, load, ask) {
  const keep = words.keep && keeping(main, words, print, load, ask);
  const hide = main.querySelector(".columns") && hiding(main, ask);
  return (found, { mine, hide: hidden }) => {
    // Results have no headings of days above them.
    for (const title of main.querySelectorAll(".results h4")) title.ariaLevel = 3;
    markNow(main);
    if (words.now) tellNow(main, words);
    keep?.(found, mine);
    hide?.(hidden);
  };
}
