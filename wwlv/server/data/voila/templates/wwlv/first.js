// Keep the first paint until there is something to see: Voilà takes it away before the widgets are drawn.
(() => {
  const LONGEST_MS = 20000;
  const loading = document.getElementById("loading");
  const show = window.display_cells;
  const drawn = (cells) => {
    const expected = [...cells.querySelectorAll('script[type="application/vnd.voila.cell-output+json"]')]
      .some((script) => script.textContent.includes("application/vnd.jupyter.widget-view+json"));
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
