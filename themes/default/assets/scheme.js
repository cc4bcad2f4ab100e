// Lets readers choose between light and dark, and keeps what they chose. It runs before the page is painted.
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => root.dataset.scheme === "dark" || root.dataset.scheme !== "light" && system.matches;
  const show = () => {
    try {
      root.dataset.scheme = localStorage.getItem("scheme") ?? root.dataset.scheme;
    } catch { /* Nothing is kept here. */ }
    document.querySelector(".scheme")?.setAttribute("aria-pressed", isDark());
  };
  show();
  addEventListener("storage", show);
  system.addEventListener("change", show);
  addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector(".scheme");
    if (!button) return;
    button.onclick = () => {
      root.dataset.scheme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem("scheme", root.dataset.scheme);
      } catch { /* It holds on this page. */ }
      show();
    };
    show();
    button.hidden = false;
  });
})();
