// One plotly figure. plotly.js is loaded once a page: from our handlers, else from the kernel.

const PAGE = "__wwlvPlotly"; // the page's one promise of it
const SILENT_MS = 60000;
const EARLY_MS = 2000; // reading 5 MB of script holds the page up for a moment: not while it is being opened
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function base() {
  const config = document.getElementById("jupyter-config-data");
  try { return JSON.parse(config.textContent).baseUrl || "/"; } catch { return "/"; }
}

function script(source) {
  return new Promise((resolve, reject) => {
    const node = document.createElement("script");
    node.src = source;
    node.onload = () => (window.Plotly ? resolve(window.Plotly) : reject(new Error(`no plotly in ${source}`)));
    node.onerror = () => { node.remove(); reject(new Error(`cannot load ${source}`)); };
    document.head.append(node);
  });
}

// an AMD loader on the page would swallow a plain script: hide it while ours runs
async function plainly(load) {
  const amd = window.define?.amd;
  if (amd) window.define.amd = undefined;
  try { return await load(); } finally { if (amd) window.define.amd = amd; }
}

function fromKernel(model) {
  return new Promise((resolve, reject) => {
    const done = () => { clearTimeout(tooLong); model.off("msg:custom", got); };
    const tooLong = setTimeout(() => { done(); reject(new Error("the kernel is silent")); }, SILENT_MS);
    const got = (message, buffers) => {
      if (!message.plotly) return;
      done();
      resolve(URL.createObjectURL(new Blob([buffers[0]], { type: "text/javascript" })));
    };
    model.on("msg:custom", got);
    model.send({ want: "plotly" });
  });
}

async function load(model) {
  try {
    return await script(`${base()}wwlv/static/plotly.min.js?v=${encodeURIComponent(model.get("plotly"))}`);
  } catch {
    const address = await fromKernel(model);
    try { return await script(address); } finally { URL.revokeObjectURL(address); }
  }
}

function plotly(model) {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  window[PAGE] ??= plainly(() => load(model)).catch((error) => { window[PAGE] = undefined; throw error; });
  return window[PAGE];
}

// what the box decides, not the figure
function fitted(layout) {
  const { width, height, transition, ...rest } = layout ?? {};
  return { ...rest, autosize: true, ...(transition && !calm() ? { transition } : {}) };
}

function render({ model, el }) {
  const box = document.createElement("div");
  const again = document.createElement("button");
  el.classList.add("wwlv-chart-view");
  box.className = "wwlv-chart-box";
  box.setAttribute("role", "img");
  again.className = "wwlv-chart-again";
  again.type = "button";
  again.hidden = true;
  el.append(box, again);
  let wanted = 0;

  const clear = () => { if (box.data) window.Plotly?.purge(box); };
  const said = () => { box.setAttribute("aria-label", model.get("alt")); };
  const placed = () => { el.dataset.place = model.get("place"); };

  function failed(error) {
    clear();
    again.textContent = model.get("failed") || model.get("alt");
    again.hidden = false;
    el.dataset.drawn = "failed";
    console.error("wwlv chart:", error);
  }

  async function draw() {
    const figure = model.get("figure"), mine = ++wanted;
    const drawn = (how) => { again.hidden = true; el.dataset.drawn = how; };
    said();
    box.toggleAttribute("hidden", !figure.data);
    if (!figure.data) { clear(); return drawn("empty"); }
    el.dataset.drawn = "false";
    try {
      const Plotly = await plotly(model);
      if (mine !== wanted) return; // a later figure, or none, has come meanwhile
      await Plotly.react(box, figure.data, fitted(figure.layout), model.get("config"));
      if (mine === wanted) drawn("true");
    } catch (error) {
      if (mine === wanted) failed(error);
    }
  }

  const sized = new ResizeObserver(() => { if (box.data && box.clientWidth) window.Plotly?.Plots.resize(box); });
  const heard = { "change:figure": draw, "change:alt": said, "change:place": placed };
  for (const [event, answer] of Object.entries(heard)) model.on(event, answer);
  again.addEventListener("click", draw);
  sized.observe(box);
  placed();
  draw();
  const early = setTimeout(() => (window.requestIdleCallback ?? setTimeout)(() => plotly(model).catch(() => {})), EARLY_MS);
  return () => {
    wanted = -1;
    clearTimeout(early);
    sized.disconnect();
    for (const [event, answer] of Object.entries(heard)) model.off(event, answer);
    clear();
  };
}

export default { render };
