// The names of records that a reader keeps, in this browser alone.

// The names that are kept under a key. Nothing is stored before the first of them; where nothing can be, they last as long
// as the page. A browser may refuse even to name its storage.
export function keptIn(storage, key) {
  let own = [];
  const read = () => {
    try {
      const stored = JSON.parse(storage().getItem(key) ?? "[]");
      own = Array.isArray(stored) ? stored.filter((name) => typeof name === "string") : [];
    } catch {}
    return own;
  };
  const write = (names) => {
    own = names;
    try {
      if (own.length) storage().setItem(key, JSON.stringify(own));
      else storage().removeItem(key);
    } catch {}
  };
  const toggle = (name) => write(read().includes(name) ? own.filter((other) => other !== name) : [...own, name]);
  return { read, write, toggle };
}
