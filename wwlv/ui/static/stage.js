// The stage: draws HTML that the kernel sends and sends back what the teacher does. It knows nothing of any game.
// An element with data-act sends {act, args, value, rev} on click (buttons), change (fields) or submit (forms).

const MOVE_MS = 420;
const PING_MS = 4000;
const LOST_MS = 11000;
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// --- motion: whatever has data-flip slides from where it was to where it is; numbers with data-count count up
function places(root) {
  const found = new Map();
  for (const node of root.querySelectorAll("[data-flip]")) found.set(node.dataset.flip, node.getBoundingClientRect());
  return found;
}

function slide(root, before) {
  if (calm()) return;
  let order = 0;
  for (const node of root.querySelectorAll("[data-flip]")) {
    const was = before.get(node.dataset.flip);
    const is = node.getBoundingClientRect();
    if (!was) {
      if (before.size && node.dataset.enter) node.animate([{ opacity: 0, transform: node.dataset.enter }, { opacity: 1, transform: "none" }], { duration: MOVE_MS, easing: "cubic-bezier(.2,.8,.2,1)", fill: "backwards", delay: Math.min(240, 40 * order++) });
      continue;
    }
    const dx = was.left - is.left, dy = was.top - is.top;
    if (Math.abs(dx) + Math.abs(dy) < 2) continue;
    node.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: MOVE_MS, easing: "cubic-bezier(.2,.8,.2,1)", fill: "backwards", delay: Math.min(240, 40 * order++) });
  }
}

const counted = new Map();
function countUp(root) {
  for (const node of root.querySelectorAll("[data-count]")) {
    const id = node.dataset.countKey, now = Number(node.dataset.count), last = counted.get(id);
    counted.set(id, now);
    if (last === undefined || last === now || calm()) continue;
    const shown = node.textContent, start = performance.now();
    const step = (t) => {
      const part = Math.min(1, (t - start) / 800), value = Math.round(last + (now - last) * (1 - (1 - part) ** 3));
      if (part < 1 && node.isConnected) {
        node.textContent = shown.replace(/[−-]?[\d][\d.,\u00a0\u202f ]*/, value.toLocaleString(document.documentElement.lang || undefined));
        requestAnimationFrame(step);
      } else node.textContent = shown;
    };
    node.setAttribute("data-counting", "");
    requestAnimationFrame(step);
    setTimeout(() => { node.removeAttribute("data-counting"); node.textContent = shown; }, 850);
  }
}

function base() {
  try { return JSON.parse(document.getElementById("jupyter-config-data").textContent).baseUrl || "/"; } catch { return "/"; }
}

// --- the widget
function render({ model, el }) {
  el.classList.add("wwlv-stage");
  const root = document.createElement("div");
  root.className = "wwlv-root";
  el.append(root);
  let skew = 0; // kernel clock minus this clock, ms
  let heard = Date.now();
  let asked = 0;

  const send = (message) => model.send({ ...message, rev: root.querySelector("[data-rev]")?.dataset.rev ?? "" });

  function draw() {
    const next = document.createElement("div");
    next.className = "wwlv-root";
    next.innerHTML = model.get("html");
    const before = places(root);
    morph(root, next);
    const page = root.querySelector("[data-lang]");
    if (page) document.documentElement.lang = page.dataset.lang;
    document.documentElement.dataset.theme = page?.dataset.theme || "light";
    document.title = page?.dataset.title || document.title;
    slide(root, before);
    countUp(root);
    ticking();
    focusWanted();
    maskFallback();
  }

  // the kernel names the field that is next; it gets the focus unless the teacher is typing somewhere else
  let wanted = "";
  function focusWanted() {
    const page = root.querySelector("[data-focus]"), id = page?.dataset.focus || "";
    const busy = document.activeElement && root.contains(document.activeElement) && /INPUT|SELECT|TEXTAREA/.test(document.activeElement.tagName) && document.activeElement.value && !document.activeElement.disabled;
    if (id && id !== wanted && !busy) root.querySelector(`[data-key="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
    wanted = id;
  }

  function maskFallback() {
    if (CSS.supports("-webkit-text-security", "disc")) return;
    for (const field of root.querySelectorAll("input.masked")) field.type = "password";
  }

  function ticking() {
    for (const node of root.querySelectorAll("[data-deadline]")) {
      const left = Math.max(0, Number(node.dataset.deadline) - (Date.now() + skew));
      const total = Math.max(1, Number(node.dataset.total));
      const s = Math.ceil(left / 1000), text = `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
      const label = node.querySelector(".clock-text"), ring = node.querySelector(".clock-ring");
      if (label && label.textContent !== text) label.textContent = text;
      if (ring) ring.setAttribute("stroke-dasharray", `${(101 * Math.min(1, left / total)).toFixed(1)} 101`);
      node.classList.toggle("hurry", left < 6000);
    }
  }

  const argsOf = (node) => {
    const args = {};
    for (const [name, value] of Object.entries(node.dataset)) if (name.startsWith("a") && name.length > 1 && name !== "act") args[name[1].toLowerCase() + name.slice(2)] = value;
    return args;
  };

  root.addEventListener("click", (event) => {
    const node = event.target.closest("[data-act]");
    if (!node || node.matches("form, input:not([type=button]), select") || node.disabled || node.getAttribute("aria-disabled") === "true") return;
    event.preventDefault();
    node.closest("details.menu")?.removeAttribute("open");
    if (event.detail > 0) node.blur(); // pressed by pointer: Enter is the primary button's again; keyboard focus stays
    send({ act: node.dataset.act, args: argsOf(node), value: "" });
  });
  root.addEventListener("change", (event) => {
    const node = event.target;
    if (!node.dataset.act || node.form?.dataset.act) return;
    if (node.type === "file") return;
    send({ act: node.dataset.act, args: argsOf(node), value: node.type === "checkbox" ? String(node.checked) : node.value });
  });
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target, fields = [...form.querySelectorAll("input")], field = fields[0];
    if (form.dataset.act) send({ act: form.dataset.act, args: argsOf(form), value: fields.map((f) => f.value).join("|") });
    field?.select(); // should it be refused, the next key replaces it
  });
  root.addEventListener("toggle", (event) => {
    if (!event.target.matches?.("details.menu") || !event.target.open) return;
    for (const other of root.querySelectorAll("details.menu[open]")) if (other !== event.target) other.removeAttribute("open");
  }, true);

  // Enter presses the one primary button, wherever nothing else has a use for it
  const keys = (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target;
    if (event.key === "Escape") {
      for (const open of root.querySelectorAll("details.menu[open]")) open.removeAttribute("open");
      root.querySelector("[data-escape]")?.click();
      return;
    }
    const typing = at.closest?.("input, select, textarea");
    if (event.key === "Enter") {
      if (event.repeat) return event.preventDefault();
      if (at.closest?.("button, summary, a[href], select")) return;
      if (typing && typing.value !== "" && typing.form) return;
      if (typing && !typing.form) { typing.blur(); }
      event.preventDefault();
      root.querySelector("[data-primary]:not([disabled])")?.click();
      return;
    }
    if (typing) return;
    const key = event.key.toLowerCase();
    const node = [...root.querySelectorAll("[data-hotkey]")].find((n) => n.dataset.hotkey === key && !n.disabled);
    if (node) { event.preventDefault(); node.click(); }
  };
  document.addEventListener("keydown", keys);

  // a click outside closes an open menu
  const outside = (event) => {
    for (const open of root.querySelectorAll("details.menu[open]")) if (!open.contains(event.target)) open.removeAttribute("open");
  };
  document.addEventListener("click", outside);

  // --- is the kernel still there? if not: say so, and come back by oneself; the game lies in the database
  function lost(message) {
    if (root.querySelector(".gone")) return;
    const page = root.querySelector("[data-lost]");
    const box = document.createElement("div");
    box.className = "gone";
    box.setAttribute("role", "alert");
    box.textContent = page?.dataset.lost || message;
    root.append(box);
    setTimeout(() => comeBack(0), 1500); // long enough to be read
  }
  async function comeBack(tries) {
    try {
      // any answer but a failure means that somebody is there; the page itself is not asked, it would cost a kernel
      const answer = await fetch(`${base()}wwlv/health`, { cache: "no-store" });
      if (answer.status < 500) return location.reload();
    } catch { /* the server is away: ask again */ }
    if (tries < 2000) setTimeout(() => comeBack(tries + 1), 2000);
  }
  const pinger = setInterval(() => {
    if (document.hidden) { heard = Date.now(); asked = 0; return; }
    const now = Date.now();
    if (asked && now - asked > LOST_MS && heard < asked) return lost("…");
    if (!asked || heard >= asked) { asked = now; try { send({ act: "ping", args: {}, value: "" }); } catch { lost("…"); } }
  }, PING_MS);
  const clock = setInterval(ticking, 200);

  model.on("msg:custom", (message, buffers) => {
    heard = Date.now();
    if (message.now) skew = message.now - Date.now();
    if (message.room !== undefined) sessionStorage.setItem("wwlv.room", message.room);
    if (message.demo !== undefined) sessionStorage.setItem("wwlv.demo", message.demo);
    if (message.keep) for (const [name, value] of Object.entries(message.keep)) localStorage.setItem(`wwlv.${name}`, value);
    if (message.file) {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([buffers[0]], { type: message.type }));
      link.download = message.file;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    }
  });
  model.on("change:html", draw);
  draw();
  const query = new URLSearchParams(location.search);
  send({
    act: "hello",
    args: {
      room: sessionStorage.getItem("wwlv.room") || "",
      language: query.get("lang") || localStorage.getItem("wwlv.language") || navigator.language || "en",
      theme: query.get("theme") || localStorage.getItem("wwlv.theme") || "",
      page: location.href.split("?")[0],
      demo: sessionStorage.getItem("wwlv.demo") || query.get("demo") || "",
      px: String(Math.round(Math.min(innerWidth / 1920, innerHeight / 1080) * 100) / 100),
    },
    value: "",
  });
  // where phones can come in: our handlers are not everywhere the dashboard is, and the first screen does not wait for them
  const health = async () => {
    try { return (await (await fetch(`${base()}wwlv/health`, { cache: "no-store" })).json()).wwlv; } catch { return ""; }
  };
  health().then((found) => { if (root.isConnected) send({ act: "server", args: { server: found ? new URL(base(), location.href).href : "" }, value: "" }); });
  let resizing = 0;
  const resized = () => {
    clearTimeout(resizing);
    resizing = setTimeout(() => send({ act: "resized", args: { px: String(Math.round(Math.min(innerWidth / 1920, innerHeight / 1080) * 100) / 100) }, value: "" }), 250);
  };
  addEventListener("resize", resized);
  return () => {
    clearInterval(pinger);
    clearInterval(clock);
    document.removeEventListener("keydown", keys);
    document.removeEventListener("click", outside);
    removeEventListener("resize", resized);
  };
}

export default { render };
