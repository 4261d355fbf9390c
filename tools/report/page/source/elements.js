// Elements of the page. Names come from files: they are only ever set as text.

export function element(tag, { text, ...attributes } = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== undefined) made.setAttribute(name, value);
  }
  if (text !== undefined) made.textContent = text;
  made.append(...children.filter((child) => child));
  return made;
}

export function select(label, options, chosen, onChange) {
  const list = element("select", { "aria-label": label, onchange: () => onChange(list.value) },
    ...options.map(([value, text]) => element("option", { value, text, selected: String(value) === String(chosen) })));
  return element("label", { class: "field" }, element("span", { text: label }), list);
}

export function checkbox(label, checked, onChange) {
  const box = element("input", { type: "checkbox", checked, onchange: () => onChange(box.checked) });
  return element("label", { class: "check" }, box, element("span", { text: label }));
}

export const palette = ["#3b7dd8", "#e07b39", "#2e9e6b", "#b04fc0", "#c9a227", "#d1495b", "#1fa3b5", "#7a6f5d"];
