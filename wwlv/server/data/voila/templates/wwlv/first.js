// Voilà ends the kernel of a page that is left, but the server takes that only with an _xsrf cookie, which
// nobody has set here. Any value will do that the page has chosen and sends twice.
(() => {
  if (/(^|;\s*)_xsrf=/.test(document.cookie)) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const path = document.body.dataset.baseUrl.replace(/voila\/$/, "");
  document.cookie = `_xsrf=${value}; path=${path}; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
})();

// Keep the first paint until there is something to see: Voilà takes it away before the widgets are drawn.
(() => {
  const LONGEST_MS = 20000;
  const loading = document.getElementById("loading");
  const drawn = (cells) => {
    const expected = [...cells.querySelectorAll('script[type="application/vnd.voila.cell-output+json"]')]
      .some((script) => script.textContent.includes("application/vnd.jupyter.widget-view+json"));
    if (cells.querySelector('[data-ready="false"]')) return false; // a dashboard that its kernel has not answered yet
    return !expected || cells.querySelector(".jupyter-widgets, .jupyter-widget, .widget-subarea");
  };
  const gone = () => {
    loading.classList.add("wwlv-done");
    setTimeout(() => loading.remove(), 400);
  };
  window.display_cells = () => {
    const cells = document.getElementById("rendered_cells");
    if (!window.themeLoaded) { window.cellLoaded = true; return; }
    cells.style.display = "";
    const end = Date.now() + LONGEST_MS;
    const look = () => { if (drawn(cells) || Date.now() > end) gone(); else setTimeout(look, 50); };
    look();
  };
  window.voila_finish = () => window.display_cells();
  window.voila_process = () => {};
})();
