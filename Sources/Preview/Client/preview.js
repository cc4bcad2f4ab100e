// Keeps an open page as its site is built. After each build the page is fetched anew, and what differs is changed in
// place: rows come, go, move and are replaced, and all else stays as it is, with scroll, focus and what was typed.
(() => {
  "use strict";
  const own = document.currentScript;
  // The build that the page was served after; another may have ended since.
  let known = own.dataset.cellist;
  let isWaiting = false;
  let isBusy = false;

  const isOwn = (node) => node.nodeType === 1 && node.hasAttribute("data-cellist");
  const kept = (parent) => [...parent.childNodes].filter((node) => !isOwn(node));
  const key = (node) => (node.nodeType === 1 && node.id ? `${node.nodeName} ${node.id}` : null);

  function mendAttributes(old, next) {
    for (const { name } of [...old.attributes]) {
      if (!next.hasAttribute(name)) old.removeAttribute(name);
    }
    for (const { name, value } of [...next.attributes]) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
  }

  // Makes an element, and what is in it, as another is.
  function mend(old, next) {
    mendAttributes(old, next);
    mendChildren(old, next);
  }

  function fits(old, next) {
    return old.nodeType === next.nodeType && old.nodeName === next.nodeName && key(old) === key(next);
  }

  // Elements with ids are told apart by them; all else by where it stands.
  function mendChildren(old, next) {
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
        else old.insertBefore(match, place);
        if (match.nodeType !== 1) {
          if (match.nodeValue !== child.nodeValue) match.nodeValue = child.nodeValue;
        } else if (!match.isEqualNode(child)) {
          mend(match, child);
        }
      }
    }
    while (place) {
      const gone = place;
      step();
      gone.remove();
    }
  }

  function body(root) {
    const copy = root.body.cloneNode(true);
    for (const node of copy.querySelectorAll("[data-cellist]")) node.remove();
    return copy;
  }

  async function refresh() {
    const answer = await fetch(location.href, { cache: "no-store", headers: { Accept: "text/html" } });
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const node of next.querySelectorAll("[data-cellist]")) node.remove();
    const scripts = (root) => [...root.querySelectorAll("script:not([data-cellist])")].map((node) => node.outerHTML).join();
    // Scripts have run, and cannot be made not to have.
    if (scripts(document) !== scripts(next)) return location.reload();
    document.title = next.title;
    mendAttributes(document.documentElement, next.documentElement);
    mend(document.head, next.head);
    mend(document.body, next.body);
    if (!body(document).isEqualNode(next.body)) return location.reload();
    dispatchEvent(new CustomEvent("cellist:patched"));
  }

  async function follow() {
    if (isBusy) {
      isWaiting = true;
      return;
    }
    isBusy = true;
    do {
      isWaiting = false;
      try {
        await refresh();
      } catch {
        // The server may be on its way; the socket will tell.
      }
    } while (isWaiting);
    isBusy = false;
  }

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
    const socket = new WebSocket(address);
    socket.onmessage = ({ data }) => {
      const end = data.indexOf("\n");
      const version = data.slice(0, end);
      show(data.slice(end + 1));
      if (known !== version) follow();
      known = version;
    };
    socket.onclose = () => {
      // A server that comes back counts anew.
      known = "";
      setTimeout(listen, 500);
    };
  }

  listen();
})();
