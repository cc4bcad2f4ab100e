// Updates an open page as its site is built. Each build sends the changes of the page: rows are added, removed, moved
// and replaced in place, and the rest is left alone, with scroll, focus and input. When no more patches arrive, the
// page is compared with a fresh one, and becomes that if it differs.
(() => {
  "use strict";
  const own = document.currentScript;
  // The build that the page was served after; another may have ended since. None where that is not certain.
  const versionOf = (script) => (script?.dataset.cellist ? Number(script.dataset.cellist) : NaN);
  let known = versionOf(own);
  let check = 0;

  const isOwn = (node) => node.nodeType === 1 && node.hasAttribute("data-cellist");
  const kept = (parent) => [...parent.childNodes].filter((node) => !isOwn(node));
  const isBox = (node) => node.hasAttribute("data-cells");
  const key = (node) => (node.nodeType === 1 && node.id ? `${node.nodeName} ${node.id}` : null);

  // Whether the parts that a reader can open were open in the served page: unless that changes, they stay as the reader
  // has them.
  const came = new WeakMap();
  const openable = (root) => [...root.querySelectorAll("details, dialog")];
  const isOpen = (node) => node.hasAttribute("open");

  function remember() {
    for (const node of openable(document)) if (!came.has(node)) came.set(node, isOpen(node));
  }

  // The next page may have the state of a part that a reader opened.
  function agree(old, next) {
    if (came.has(old)) came.set(old, isOpen(next));
    const inner = openable(next);
    for (const [index, node] of openable(old).entries()) came.set(node, isOpen(inner[index]));
  }

  function mendAttributes(old, next) {
    const isKept = (name) => name === "open" && came.get(old) === isOpen(next);
    for (const { name } of [...old.attributes]) {
      if (!next.hasAttribute(name) && !isKept(name)) old.removeAttribute(name);
    }
    for (const { name, value } of [...next.attributes]) {
      if (old.getAttribute(name) !== value && !isKept(name)) old.setAttribute(name, value);
    }
    if (came.has(old)) came.set(old, isOpen(next));
  }

  // Makes an element and its content equal to another. Without rows, it is unknown which child became which.
  function mend(old, next, isFrame) {
    mendAttributes(old, next);
    if (!isFrame || !isBox(old) || !isBox(next)) mendChildren(old, next, isFrame);
  }

  // If the browser can move a node with its state, such as an animation, use that.
  function put(parent, node, place) {
    if (parent.moveBefore && node.isConnected) parent.moveBefore(node, place);
    else parent.insertBefore(node, place);
  }

  // Properties of the page are matched by their names, so that each keeps the order of its attributes.
  const property = (node) => node.nodeName === "META" && (node.getAttribute("property") ?? node.name);

  function fits(old, next) {
    return (
      old.nodeType === next.nodeType && old.nodeName === next.nodeName && key(old) === key(next) &&
      property(old) === property(next)
    );
  }

  // Elements with ids are matched by them; all others by their position.
  function mendChildren(old, next, isFrame) {
    const byKey = new Map(kept(old).filter(key).map((node) => [key(node), node]));
    const wanted = new Set(kept(next).map(key).filter(Boolean));
    let place = kept(old)[0] ?? null;
    const step = () => {
      do place = place?.nextSibling ?? null;
      while (place && isOwn(place));
    };
    for (const child of kept(next)) {
      while (place && key(place) && !wanted.has(key(place))) {
        const gone = place;
        step();
        gone.remove();
      }
      let match = key(child) ? byKey.get(key(child)) : null;
      if (!match && place && fits(place, child)) match = place;
      if (!match) {
        old.insertBefore(document.importNode(child, true), place);
      } else {
        if (match === place) step();
        else put(old, match, place);
        if (match.nodeType !== 1) {
          if (match.nodeValue !== child.nodeValue) match.nodeValue = child.nodeValue;
        } else if (!match.isEqualNode(child)) {
          mend(match, child, isFrame);
        } else {
          agree(match, child);
        }
      }
    }
    while (place) {
      const gone = place;
      step();
      gone.remove();
    }
  }

  // The body as it was served, without the elements that the server adds.
  function body(root) {
    const copy = root.body.cloneNode(true);
    const live = openable(root.body);
    for (const [index, node] of openable(copy).entries()) node.toggleAttribute("open", Boolean(came.get(live[index])));
    for (const node of copy.querySelectorAll("[data-cellist]")) node.remove();
    return copy;
  }

  const rowsOf = (box) => [...box.children].filter((node) => !isOwn(node));
  const boxes = () => [...document.querySelectorAll("[data-cells]")];

  // A row with the white space after it.
  function whole(row) {
    const nodes = [row];
    while (nodes.at(-1).nextSibling?.nodeType === 3) nodes.push(nodes.at(-1).nextSibling);
    return nodes;
  }

  function parsed(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    const row = template.content.firstElementChild;
    if (!row || template.content.childElementCount > 1) throw new Error("a cell is not one element");
    return whole(row).map((node) => document.importNode(node, true));
  }

  function page(html) {
    const next = new DOMParser().parseFromString(html, "text/html");
    const version = versionOf(next.querySelector("script[data-cellist]"));
    for (const node of next.querySelectorAll("[data-cellist]")) node.remove();
    return { next, version };
  }

  // The scripts that run; those of other types are only data.
  const scripts = (root) =>
    [...root.querySelectorAll("script:not([data-cellist])")]
      .filter(({ type }) => !type || type === "module" || type.includes("javascript"))
      .map((node) => node.outerHTML)
      .join();

  // The filters of a list, which a script knows from when it began.
  const filters = (root) => [...root.querySelectorAll("[data-filter]")].map((node) => node.dataset.filter).join();

  // Makes the whole page equal to another; false if that is not enough: the effects of scripts cannot be undone.
  function follow(next, isFrame) {
    if (scripts(document) !== scripts(next) || filters(document) !== filters(next)) return false;
    mendAttributes(document.documentElement, next.documentElement);
    mend(document.head, next.head, isFrame);
    mend(document.body, next.body, isFrame);
    return true;
  }

  // If few rows changed, moved rows slide to their places, new rows fade in and changed rows light up. None of that is
  // part of the page.
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
  const top = (row) => row.getBoundingClientRect().top;

  function animate(rows, frames) {
    if (isCalm.matches || rows.length > 50) return;
    for (const row of rows) row.animate(frames(row), { duration: 250, easing: "ease-out" });
  }

  // Applies a table's diff: deletions and the origins of moves refer to the old table, all other places to the new one.
  function apply(patch) {
    const active = document.activeElement;
    const old = boxes().map(rowsOf);
    const tops = new Map();
    const moved = patch.movedRows.map(({ from: [section, row], to }) => ({ at: to, nodes: whole(old[section][row]) }));
    if (moved.length <= 50) for (const { nodes: [row] } of moved) tops.set(row, top(row));
    for (const [section, row] of patch.deletedRows) for (const node of whole(old[section][row])) node.remove();
    for (const [index, { from: [section] }] of patch.movedRows.entries()) {
      // A deleted section must not remove them.
      if (patch.deletedSections.includes(section)) for (const node of moved[index].nodes) node.remove();
    }
    const isTable = patch.counts.length > 0;
    if (patch.frame && !follow(page(patch.frame).next, isTable)) return false;
    if (!isTable) return true;
    const now = boxes();
    if (now.length !== patch.counts.length && patch.counts.some(Boolean)) throw new Error("sections differ");
    const arrivals = now.map(() => new Map());
    for (const { at: [section, row], nodes } of moved) arrivals[section].set(row, nodes);
    for (const { at: [section, row], html } of patch.insertedRows) arrivals[section].set(row, parsed(html));
    const arriving = new Set(moved.map(({ nodes }) => nodes[0]));
    for (const [section, arrived] of arrivals.entries()) {
      if (!arrived.size) continue;
      const stay = rowsOf(now[section]).filter((row) => !arriving.has(row));
      const count = patch.counts[section];
      let next = null;
      for (let row = count - 1; row >= 0; row -= 1) {
        const nodes = arrived.get(row);
        if (nodes) for (const node of nodes) put(now[section], node, next);
        next = nodes ? nodes[0] : (stay.pop() ?? null);
      }
    }
    const rows = now.map(rowsOf);
    if (rows.some(({ length }, section) => length !== patch.counts[section])) throw new Error("rows differ");
    for (const { at: [section, row], html } of patch.updatedRows) {
      const [next] = parsed(html);
      const known = rows[section][row];
      if (known.nodeName === next.nodeName) mend(known, next);
      else known.replaceWith((rows[section][row] = next));
    }
    const placed = ({ at: [section, row] }) => rows[section][row];
    animate([...tops.keys()], (row) => [{ transform: `translateY(${tops.get(row) - top(row)}px)` }, { transform: "none" }]);
    animate(patch.insertedRows.map(placed), () => [{ opacity: 0 }, {}]);
    animate(patch.updatedRows.map(placed), () => [{ outline: "2px solid currentcolor" }, {}]);
    remember();
    if (active !== document.activeElement && active.isConnected) active.focus({ preventScroll: true });
    return true;
  }

  async function fetched() {
    const answer = await fetch(location.href, { cache: "no-store", headers: { Accept: "text/html" } });
    return page(await answer.text());
  }

  const tell = (how) => dispatchEvent(new CustomEvent("cellist:patched", { detail: how }));

  // Makes the page equal to a fresh one. If a build is running, its patch arrives soon.
  async function refresh() {
    known = NaN;
    try {
      const { next, version } = await fetched();
      known = version;
      become(next, "fetched");
    } catch {
      setTimeout(() => enqueue(refresh), 500);
    }
  }

  // Compares the page with a fresh one. If the fresh page is of a later build, its patch is on the way. A page that
  // scripts have changed cannot be compared.
  async function compare() {
    if (scripts(document)) return;
    const { next, version } = await fetched();
    if (version === known && !same(next)) become(next, "mended");
  }

  function become(next, how) {
    if (!follow(next)) return location.reload();
    remember();
    if (!same(next)) return location.reload();
    tell(how);
  }

  const same = (next) => body(document).isEqualNode(next.body) && document.title === next.title;

  async function take({ version, from, patch }) {
    if (version === known) return;
    clearTimeout(check);
    if (!patch || from !== known) return refresh();
    known = version;
    try {
      if (!apply(patch)) return location.reload();
      tell(patch.frame ? "frame" : "rows");
    } catch (error) {
      console.info(`Cellist: the page is fetched anew, since ${error.message}`);
      return refresh();
    }
    check = setTimeout(() => enqueue(compare), 300);
  }

  // One update after the other. The server may be starting; then the socket will connect.
  let queue = Promise.resolve();
  const enqueue = (work) => (queue = queue.then(work).catch(() => {}));

  function show(problem) {
    document.querySelector("pre[data-cellist]")?.remove();
    if (!problem) return;
    const overlay = document.createElement("pre");
    overlay.setAttribute("data-cellist", "");
    overlay.setAttribute("role", "alert");
    overlay.style.cssText =
      "position:fixed;inset:auto 0 0 0;max-height:60vh;overflow:auto;margin:0;padding:1rem;z-index:2147483647;" +
      "background:#1b1b1f;color:#f4f4f4;font:0.85rem/1.4 ui-monospace,monospace;border-top:3px solid #e5484d;" +
      "white-space:pre-wrap";
    overlay.textContent = problem;
    document.body.append(overlay);
  }

  function listen() {
    const address = new URL("socket", own.src);
    address.protocol = "ws:";
    address.search = `?page=${encodeURIComponent(location.pathname)}`;
    const socket = new WebSocket(address);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      show(message.problem);
      enqueue(() => take(message));
    };
    socket.onclose = () => {
      // A restarted server counts from the beginning.
      known = NaN;
      setTimeout(listen, 500);
    };
  }

  remember();
  listen();
})();
