// Changes a page into new HTML and keeps what is the reader's: focus, typed text, open details. Elements with data-key are
// recognised wherever they move; what stands inside data-own belongs to the script of the page.
const keyOf = (node) => (node.nodeType === 1 && (node.dataset.key || node.id)) || null;

function morphAttributes(from, to) {
  const changed = (name) => from.getAttribute(name) !== to.getAttribute(name);
  // what stands in a field is the reader's, until the server gives it another value or says that it took what was typed
  const rewrite = changed("value") || changed("data-taken");
  const own = from.hasAttribute("data-own") ? new Set(["disabled", "data-idle", "data-a-face"]) : new Set();
  for (const { name, value } of [...to.attributes]) if (!own.has(name) && from.getAttribute(name) !== value) from.setAttribute(name, value);
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !own.has(name) && name !== "data-filled" && !(name === "open" && from.tagName === "DETAILS")) from.removeAttribute(name);
  }
  if (from.tagName === "INPUT") {
    if (from.type === "checkbox" || from.type === "radio") from.checked = to.checked;
    else if (rewrite) from.value = to.getAttribute("value") || "";
  }
  if (from.tagName === "SELECT" && from !== document.activeElement) {
    const chosen = to.querySelector("option[selected]");
    if (chosen) from.value = chosen.value;
  }
}

function morphChildren(from, to) {
  const keyed = new Map();
  for (const child of from.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  const all = [...to.childNodes], kept = new Set(all.map(keyOf).filter(Boolean));
  let here = from.firstChild;
  for (const wanted of all) {
    const key = keyOf(wanted);
    let match = key ? keyed.get(key) : null;
    // what lies before it and is not wanted any more goes, rather than moving it: an element that moves loses the focus
    while (match && here && here !== match && !kept.has(keyOf(here))) {
      const next = here.nextSibling;
      here.remove();
      here = next;
    }
    if (!match && !key && here && !keyOf(here) && here.nodeType === wanted.nodeType && here.nodeName === wanted.nodeName) match = here;
    if (match && match.nodeName === wanted.nodeName) {
      if (match !== here) from.insertBefore(match, here);
      else here = here.nextSibling;
      morph(match, wanted);
    } else {
      from.insertBefore(wanted, here);
    }
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

function morph(from, to) {
  if (from.nodeType !== 1) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  if (from.hasAttribute("data-counting")) return;
  if (!from.hasAttribute("data-own")) morphChildren(from, to); // options before the select's own value
  morphAttributes(from, to);
}
