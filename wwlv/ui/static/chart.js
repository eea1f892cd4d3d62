// One plotly figure. plotly.js is loaded once a page: from our handlers, else from the kernel.

const PAGE = "__wwlvPlotly";

function base() {
  const config = document.getElementById("jupyter-config-data");
  try { return JSON.parse(config.textContent).baseUrl || "/"; } catch { return "/"; }
}

function script(source) {
  return new Promise((resolve, reject) => {
    const node = document.createElement("script");
    node.src = source;
    node.onload = () => (window.Plotly ? resolve(window.Plotly) : reject(new Error("no plotly in it")));
    node.onerror = () => { node.remove(); reject(new Error(source)); };
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
    const tooLong = setTimeout(() => { model.off("msg:custom", got); reject(new Error("the kernel is silent")); }, 60000);
    const got = (message, buffers) => {
      if (!message.plotly) return;
      clearTimeout(tooLong);
      model.off("msg:custom", got);
      resolve(URL.createObjectURL(new Blob([buffers[0]], { type: "text/javascript" })));
    };
    model.on("msg:custom", got);
    model.send({ want: "plotly" });
  });
}

function plotly(model) {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  window[PAGE] ??= plainly(async () => {
    try {
      return await script(`${base()}wwlv/static/plotly.min.js?v=${encodeURIComponent(model.get("plotly"))}`);
    } catch {
      return await script(await fromKernel(model));
    }
  }).catch((error) => { window[PAGE] = undefined; throw error; });
  return window[PAGE];
}

function render({ model, el }) {
  el.classList.add("wwlv-chart-view");
  const placed = () => { el.dataset.place = model.get("place"); };
  model.on("change:place", placed);
  placed();
  const box = document.createElement("div");
  const words = document.createElement("p");
  box.className = "wwlv-chart-box";
  box.setAttribute("role", "img");
  words.className = "wwlv-chart-words";
  words.hidden = true;
  el.append(box, words);
  let wanted = 0;

  async function draw() {
    const figure = model.get("figure"), mine = ++wanted;
    box.setAttribute("aria-label", model.get("alt"));
    el.dataset.drawn = "false";
    if (!figure.data) {
      if (window.Plotly && box.data) window.Plotly.purge(box);
      el.dataset.drawn = "empty";
      return;
    }
    try {
      const Plotly = await plotly(model);
      if (mine !== wanted) return;
      const layout = { ...figure.layout, autosize: true };
      delete layout.width;
      delete layout.height;
      await Plotly.react(box, figure.data, layout, model.get("config"));
      words.hidden = true;
      if (mine === wanted) el.dataset.drawn = "true";
    } catch (error) {
      words.textContent = model.get("failed") || model.get("alt");
      words.hidden = false;
      el.dataset.drawn = "failed";
      console.error("wwlv chart:", error);
    }
  }

  words.addEventListener("click", draw);
  model.on("change:figure", draw);
  const sized = new ResizeObserver(() => { if (box.data && box.clientWidth) window.Plotly?.Plots.resize(box); });
  sized.observe(box);
  draw();
  // the page is drawn; fetch the script while nobody waits for it
  const early = setTimeout(() => plotly(model).catch(() => {}), 50);
  return () => { clearTimeout(early); sized.disconnect(); if (window.Plotly && box.data) window.Plotly.purge(box); };
}

export default { render };
