// The phone: shows what the server sends for this seat, sends what is tapped, and never loses either.
// A snapshot is whole; an act is kept until it is answered and is sent again after a break under the same id.

const html = document.documentElement, screen = document.getElementById("screen");
const status = document.getElementById("status"), link = document.getElementById("link");
const words = JSON.parse(html.dataset.words), base = html.dataset.base;
const PING_MS = 8000, SILENT_MS = 7000, READ_MS = 220, LONGEST_WAIT_MS = 5000;
const NUMBERS = new Set(["seat", "token", "chips", "team", "face", "person"]), FLAGS = new Set(["anyway", "locked"]);
const PHASED = new Set(["estimate", "shoot", "lay", "pass", "roll", "vote", "place", "next", "undo"]);
const ASKED = new Set(["estimate", "shoot", "lay", "pass"]);
const KEPT = new Set([...PHASED, "sit"]); // worth sending again after a break

// --- what the browser keeps; a phone that keeps nothing can still play until it is reloaded
const shelf = (kind) => ({
  get: (name) => { try { return kind().getItem(`wwlv.${base}.${name}`) || ""; } catch { return ""; } },
  set: (name, value) => { try { value ? kind().setItem(`wwlv.${base}.${name}`, value) : kind().removeItem(`wwlv.${base}.${name}`); } catch { /* private mode */ } },
});
const forever = shelf(() => localStorage), tab = shelf(() => sessionStorage);
const newId = () => crypto.getRandomValues(new Uint32Array(4)).reduce((all, n) => all + n.toString(36), "");
if (!forever.get("device")) forever.set("device", newId());

let token = forever.get("token"), lang = forever.get("lang") || html.lang;
let code = location.hash.startsWith("#") ? "" : html.dataset.code;
let secret = location.pathname.endsWith("/remote") ? location.hash.slice(1) : "";
if (secret) history.replaceState(null, "", location.pathname); // what opens the remote is not left in the address
let socket = null, ready = false, wait = 300, skew = 0, heard = 0, timer = 0;
let show = null, picked = null, chosen = "", reading = null, readTimer = 0, readId = "", alerted = "";
let pending = [], keepWord = false; // what was just said about an act outlives the screen it leads to
try { pending = JSON.parse(tab.get("pending") || "[]"); } catch { pending = []; }
const asked = new Map(); // answers that something waits for, by id
const notes = new Map(); // what a sent message said, in words, by id

// --- the line
function connect() {
  clearTimeout(timer);
  if (socket && socket.readyState < 2) return;
  ready = false;
  tell();
  const url = new URL(`${base}wwlv/socket`, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const mine = socket = new WebSocket(url);
  mine.onopen = () => { heard = Date.now(); hello(); };
  mine.onmessage = (event) => { heard = Date.now(); take(JSON.parse(event.data)); };
  mine.onclose = () => {
    if (mine !== socket) return;
    ready = false;
    tell();
    timer = setTimeout(connect, wait * (0.7 + 0.6 * Math.random()));
    wait = Math.min(LONGEST_WAIT_MS, wait * 1.7);
  };
}

function hello() {
  if (secret) {
    const one = secret;
    secret = "";
    ask({ act: "pair", secret: one }, (answer) => {
      if (answer.ok) { token = answer.token; forever.set("token", token); } else { say(answer.say, "bad"); keepWord = true; }
      greet();
    });
  } else greet();
}

function greet() {
  ask({ act: "hello", lang, token, code }, () => {
    ready = true;
    wait = 300;
    for (const one of pending) put(one);
    tell();
  });
}

const put = (message) => { if (socket && socket.readyState === 1) socket.send(JSON.stringify(message)); };
function ask(message, then) {
  const id = message.id || newId();
  asked.set(id, then);
  put({ ...message, id });
  return id;
}

setInterval(() => {
  if (!socket || socket.readyState !== 1 || document.hidden) return;
  if (Date.now() - heard > PING_MS + SILENT_MS) return drop();
  if (Date.now() - heard > PING_MS) ask({ act: "ping" }, () => {});
}, 2000);
function drop() {
  const old = socket;
  socket = null;
  if (old) { old.onclose = null; old.close(); }
  ready = false;
  connect();
}
const back = () => { wait = 300; if (!socket || socket.readyState > 1) connect(); else if (Date.now() - heard > PING_MS) { heard = Date.now() - PING_MS - SILENT_MS + 1500; ask({ act: "ping" }, () => {}); } };
addEventListener("online", back);
addEventListener("offline", drop);
addEventListener("pageshow", back);
document.addEventListener("visibilitychange", () => { if (!document.hidden) back(); });

// --- what arrives
function take(message) {
  if (message.now) skew = message.now - Date.now();
  if (message.gone) gone(message);
  const then = asked.get(message.id);
  asked.delete(message.id);
  const sent = pending.find((one) => one.id === message.id);
  if (sent) {
    pending = pending.filter((one) => one !== sent);
    tab.set("pending", pending.length ? JSON.stringify(pending) : "");
    if (message.ok) done(sent);
    else say(`${words.not_sent} ${message.say}`, "bad");
    keepWord = !message.ok;
  }
  if (message.show) { show = message.show; draw(); }
  if (then) then(message);
  tell();
}

function gone(message) {
  token = "";
  forever.set("token", "");
  pending = [];
  tab.set("pending", "");
  say(message.say, message.gone === "left" ? "" : "bad");
  keepWord = true;
  if (message.gone !== "unknown") { code = show && message.gone === "removed" ? code : ""; greet(); }
}

function done(message) {
  if (message.act === "lay" || message.act === "shoot") picked = null;
  if (message.act === "estimate") say(`${words.sent} ${notes.get(message.id) || ""}`, "good");
  else say(words.sent, "good");
}

// --- what is sent
function act(name, args, note) {
  const message = { id: newId(), act: name, ...args };
  if (PHASED.has(name)) message.phase = show?.phase || "";
  if (ASKED.has(name)) message.question = show?.question || "";
  if (KEPT.has(name)) {
    if (note) notes.set(message.id, note);
    pending.push(message);
    tab.set("pending", JSON.stringify(pending));
    put(message);
    say(ready ? words.sending : words.waiting, ready ? "" : "bad");
    return;
  }
  if (!ready) return say(words.waiting, "bad");
  ask(message, (answer) => {
    if (!answer.ok) return say(answer.say, "bad");
    say("", "");
    if (answer.token) {
      token = answer.token;
      code = answer.code || code;
      forever.set("token", token);
      for (const field of ["name", "code"]) forever.set(`draft.${field}`, "");
      history.replaceState(null, "", `${base}wwlv/${code}`);
    }
  });
}

// --- what is shown
function draw() {
  const next = document.createElement("div");
  next.innerHTML = show.html;
  for (const node of next.querySelectorAll("[data-mine]")) node.textContent = show.mine[node.dataset.mine] || "";
  if (show.screen !== screen.dataset.name) picked = null;
  const moment = `${show.screen}/${show.phase}`, moved = screen.dataset.moment !== moment;
  if (moved) chosen = "";
  const focused = document.activeElement;
  morphChildren(screen, next);
  screen.dataset.name = show.screen;
  screen.dataset.moment = moment;
  if (focused && focused !== document.body && focused.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
  else if (focused && focused !== document.body && !focused.isConnected) document.getElementById("main")?.focus({ preventScroll: true });
  if (moved) { reading = null; scrollTo(0, 0); for (const fold of screen.querySelectorAll("details[open]")) if (fold.dataset.key !== "people") fold.open = false; }
  if (moved && !pending.length && !keepWord) say("", "");
  keepWord = false;
  drafts();
  choices();
  ticking();
  const alert = screen.querySelector("[data-alert]") ? moment : "";
  if (alert && alert !== alerted && navigator.vibrate) navigator.vibrate(120);
  alerted = alert;
}

// what was typed and not sent stays through a reload
function drafts() {
  for (const field of screen.querySelectorAll("[data-draft]")) {
    if (field.dataset.filled === field.dataset.draft) continue;
    field.dataset.filled = field.dataset.draft;
    const kept = forever.get(`draft.${field.dataset.draft}`);
    if (kept && !field.value) field.value = kept;
    if ("read" in field.dataset && field.value) read(field);
    else if ("read" in field.dataset) readOut(null);
  }
}

function choices() {
  const tokens = [...screen.querySelectorAll("[data-token][data-local=pick]")];
  if (picked === null || !tokens.some((node) => node.dataset.token === picked && !node.disabled)) {
    picked = (tokens.find((node) => !node.disabled && !node.dataset.space) || tokens.find((node) => !node.disabled))?.dataset.token ?? null;
  }
  for (const node of tokens) node.setAttribute("aria-pressed", String(node.dataset.token === picked && !node.disabled));
  const mine = chosen || show?.mine.face || "";
  const place = screen.querySelector("[data-place]");
  let label = "";
  for (const node of screen.querySelectorAll("[data-choice]")) {
    const on = node.dataset.choice === mine;
    node.setAttribute("aria-pressed", String(on));
    if (on) label = node.dataset.label;
  }
  if (place) { place.disabled = !label; place.textContent = label || place.dataset.idle; place.dataset.aFace = mine; }
}

function ticking() {
  for (const node of document.querySelectorAll("[data-deadline]")) {
    const s = Math.max(0, Math.ceil((Number(node.dataset.deadline) - Date.now() - skew) / 1000));
    const text = `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
    if (node.textContent !== text) node.textContent = text;
    node.classList.toggle("hurry", s < 6);
  }
}
setInterval(ticking, 250);

function say(text, kind) {
  const quiet = !text && screen.querySelector("[data-waits]") ? words.nothing : "";
  status.textContent = text || quiet;
  status.className = kind || "";
}
function tell() {
  const text = ready ? words.connected : navigator.onLine === false ? words.offline : words.trying;
  if (link.textContent !== text) link.textContent = text;
  link.className = ready ? "" : "bad";
}

// --- numbers: the server reads them, the same way as on the dashboard
function read(field) {
  clearTimeout(readTimer);
  reading = null;
  forever.set(`draft.${field.dataset.draft}`, field.value);
  if (!field.value.trim()) return readOut(null);
  readTimer = setTimeout(() => { if (ready) readId = ask({ act: "read", typed: field.value.slice(0, 60) }, (answer) => { if (answer.id === readId) readOut(answer); }); }, READ_MS);
}

function readOut(answer) {
  const said = screen.querySelector("[data-said]"), button = screen.querySelector("[data-send]");
  if (!said || !button) return;
  const readings = answer?.readings || [];
  reading = readings.length === 1 ? readings[0] : null;
  said.textContent = reading ? words.read_as.replace("{value}", reading.say) : answer?.say || "";
  if (readings.length > 1) for (const one of readings) {
    const choice = document.createElement("button");
    choice.type = "button";
    choice.className = "reading";
    choice.textContent = one.say;
    choice.addEventListener("click", () => readOut({ readings: [one] }));
    said.append(" ", choice);
  }
  button.disabled = !reading;
  button.textContent = reading ? words.send.replace("{value}", reading.say) : button.dataset.idle || (button.dataset.idle = button.textContent);
}

// --- what people do
function argsOf(node) {
  const args = {};
  for (const [name, value] of Object.entries(node.dataset)) {
    if (!/^a[A-Z]/.test(name)) continue;
    const key = name[1].toLowerCase() + name.slice(2);
    args[key] = FLAGS.has(key) ? value === "true" : !NUMBERS.has(key) ? value : value === "none" ? null : Number(value);
  }
  return args;
}

screen.addEventListener("click", (event) => {
  const node = event.target.closest("[data-act], [data-local]");
  if (!node || node.disabled || node.tagName === "FORM") return;
  if (node.dataset.local) return local(node);
  event.preventDefault();
  const name = node.dataset.act, args = argsOf(node);
  if (name === "lay" || name === "shoot") {
    if (args.token === undefined) {
      if (picked === null) return;
      args.token = Number(picked);
      if (name === "lay") args.chips = Number(screen.querySelector(`[data-token="${picked}"]`).dataset.chips);
    } else picked = null;
  }
  if (name === "vote") { chosen = node.dataset.choice; choices(); }
  act(name, args);
});

function local(node) {
  if (node.dataset.local === "pick") { picked = node.dataset.token; choices(); }
  if (node.dataset.local === "elsewhere") { code = ""; token = ""; forever.set("token", ""); history.replaceState(null, "", `${base}wwlv/`); greet(); }
  if (node.dataset.local === "scale") {
    const field = screen.querySelector("[data-read]");
    const digits = field.value.replace(/[\s\p{L}]+$/u, "");
    if (digits) { field.value = `${digits} ${node.dataset.word}`; read(field); }
    field.focus();
  }
}

screen.addEventListener("input", (event) => {
  const field = event.target;
  if ("read" in field.dataset) read(field);
  else if (field.dataset.draft) forever.set(`draft.${field.dataset.draft}`, field.value);
});

screen.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target, args = argsOf(form);
  for (const field of form.elements) if (field.name && field.name !== "typed") args[field.name] = field.value.trim().slice(0, 100);
  if (form.dataset.act === "estimate") {
    if (reading) act("estimate", { value: reading.value }, reading.say);
    return;
  }
  if (form.dataset.act === "join") args.device = forever.get("device");
  if (form.dataset.act === "look") code = args.code;
  act(form.dataset.act, args);
});

document.getElementById("lang").addEventListener("click", () => {
  lang = html.lang === "en" ? "zh-Hant" : "en";
  forever.set("lang", lang);
  location.replace(`${base}wwlv/${code && !token ? code : ""}?lang=${lang}`);
});

connect();
