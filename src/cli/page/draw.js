// Drawings: bars, graphs in layers, waves. All are SVG with the colours of the style sheet.

import { h, s } from "./dom.js";

/** Bars of one number a row; a dashed line marks a row with a name of an engine. `pick` is called with the chosen row. */
export function bars(title, rows, valueOf, labelOf, pick) {
  const values = rows.map(valueOf);
  const top = Math.max(1, ...values.map((v) => v ?? 0));
  const width = Math.max(220, rows.length * 26 + 50);
  const height = 150;
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", class: "chart", "aria-label": `${title}: ${rows.map((r, i) => `${r.engine ? `${r.engine}: ` : ""}${labelOf(r)} ${values[i] ?? "not told"}`).join(", ")}` });
  svg.append(s("text", { x: 40, y: 14, class: "axis" }, title));
  svg.append(s("text", { x: 36, y: 30, class: "axis end" }, format(top)), s("text", { x: 36, y: 126, class: "axis end" }, "0"));
  svg.append(s("line", { x1: 40, y1: 126.5, x2: width, y2: 126.5, class: "rule" }));
  rows.forEach((row, i) => {
    const tall = ((values[i] ?? 0) / top) * 94;
    const x = 46 + i * 26;
    if (row.engine) {
      const next = rows.findIndex((r, j) => j > i && r.engine);
      const room = ((next < 0 ? rows.length : next) - i) * 26;
      svg.append(
        s("line", { x1: x - 4, y1: 18, x2: x - 4, y2: 144, class: "turn" }, s("title", {}, `${row.engine} takes over`)),
        s("text", { x: x - 1, y: 27, class: "axis" }, room < 40 ? "" : clip(row.engine, Math.floor(room / 7))));
    }
    svg.append(
      s("g", { class: "bar", onclick: () => pick(row) },
        s("rect", { x, y: 126 - tall, width: 18, height: Math.max(tall, 0.5) }),
        s("title", {}, `frame ${labelOf(row)}: ${values[i] ?? "not told"}`)),
    );
    if (rows.length <= 30 || i % 5 === 0) svg.append(s("text", { x: x + 9, y: 141, class: "axis mid" }, labelOf(row)));
  });
  return h("div", { class: "scroll" }, svg);
}

const format = (n) => (n >= 100 || Number.isInteger(n) ? String(Math.round(n)) : n.toFixed(1));

/**
 * Layers of a directed graph: each node one below its predecessors, loops left out, and the order in a layer by the
 * middle of the neighbours above (Sugiyama, Tagawa, Toda 1981, without dummies).
 */
export function layers(count, edges) {
  const next = Array.from({ length: count }, () => []);
  for (const { from, to } of edges) if (from < count && to < count) next[from].push(to);
  // A depth first search names the edges back, which the layers do not count.
  const state = new Uint8Array(count);
  const forward = [];
  for (let root = 0; root < count; root++) {
    if (state[root]) continue;
    const stack = [[root, 0]];
    state[root] = 1;
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      if (top[1] === next[top[0]].length) {
        state[top[0]] = 2;
        stack.pop();
        continue;
      }
      const to = next[top[0]][top[1]++];
      if (state[to] === 1) continue;
      forward.push([top[0], to]);
      if (state[to] === 0) {
        state[to] = 1;
        stack.push([to, 0]);
      }
    }
  }
  const depth = new Int32Array(count);
  for (let round = 0, changed = true; changed && round < count; round++) {
    changed = false;
    for (const [from, to] of forward) {
      if (depth[to] <= depth[from]) {
        depth[to] = depth[from] + 1;
        changed = true;
      }
    }
  }
  const rows = [];
  for (let v = 0; v < count; v++) (rows[depth[v]] ??= []).push(v);
  const order = new Float64Array(count);
  const above = Array.from({ length: count }, () => []);
  for (const [from, to] of forward) above[to].push(from);
  for (const row of rows) {
    if (!row) continue;
    row.sort((a, b) => middle(a) - middle(b) || a - b);
    row.forEach((v, i) => (order[v] = i - (row.length - 1) / 2));
  }
  function middle(v) {
    if (above[v].length === 0) return 0;
    return above[v].reduce((sum, u) => sum + order[u], 0) / above[v].length;
  }
  return { rows: rows.filter(Boolean), depth, order };
}

/** Graphs with up to this many edges show the texts of their edges. */
const FEW_EDGES = 14;
const BOX = { width: 132, height: 44, across: 164, down: 84 };

/** A graph: `nodes` with name, text, class and note; `edges` with from, to and text. */
export function graph(label, nodes, edges, pick) {
  const { rows, depth, order } = layers(nodes.length, edges);
  const widest = Math.max(1, ...rows.map((row) => row.length));
  const hasTexts = edges.length <= FEW_EDGES && edges.some((edge) => edge.text);
  const width = widest * BOX.across + (hasTexts ? 420 : 90);
  const height = rows.length * BOX.down + 20;
  const x = (v) => (widest * BOX.across) / 2 + 10 + order[v] * BOX.across;
  const y = (v) => 12 + depth[v] * BOX.down;
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "graph", role: "img", "aria-label": label });
  svg.append(s("defs", {}, s("marker", { id: "head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" }, s("path", { d: "M0 0L8 4L0 8z", class: "head" }))));
  const labels = [];
  for (const edge of edges) {
    const { from, to } = edge;
    if (!(from in nodes) || !(to in nodes)) continue;
    let path;
    if (from === to) {
      const right = x(from) + BOX.width / 2;
      path = `M${right} ${y(from) + 14}c34 -14 34 30 0 16`;
    } else if (depth[to] > depth[from]) {
      path = `M${x(from)} ${y(from) + BOX.height}C${x(from)} ${y(from) + BOX.down - 8} ${x(to)} ${y(to) - 34} ${x(to)} ${y(to) - 2}`;
    } else {
      const side = Math.max(x(from), x(to)) + BOX.width / 2 + 26;
      path = `M${x(from) + BOX.width / 2} ${y(from) + 22}C${side} ${y(from) + 22} ${side} ${y(to) + 22} ${x(to) + BOX.width / 2 + 2} ${y(to) + 22}`;
    }
    const isFew = edges.length <= FEW_EDGES && edge.text;
    if (isFew && from === to) labels.push(s("text", { x: x(from) + BOX.width / 2 + 30, y: y(from) + 26, class: "edge-text" }, clip(edge.text, 44)));
    else if (isFew && depth[to] > depth[from]) {
      labels.push(s("text", { x: (x(from) + x(to)) / 2 + 6, y: (y(from) + BOX.height + y(to)) / 2 + 3, class: "edge-text" }, clip(edge.text, 52)));
    }
    svg.append(s("path", { d: path, class: `edge ${edge.class ?? ""}`, "marker-end": "url(#head)" }, s("title", {}, edge.text ?? "")));
  }
  nodes.forEach((node, v) => {
    const g = s("g", { class: `place ${node.class ?? ""}`, transform: `translate(${x(v) - BOX.width / 2} ${y(v)})`, tabindex: pick ? 0 : null, role: pick ? "button" : null, "aria-label": `${node.name} ${node.text ?? ""} ${node.note ?? ""}`,
      onclick: pick && (() => pick(v)), onkeydown: pick && ((event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), pick(v))) },
      s("title", {}, `${node.name} ${node.text ?? ""}`),
      s("rect", { width: BOX.width, height: BOX.height, rx: 9 }),
      s("text", { x: BOX.width / 2, y: 19, class: "mid name" }, clip(node.name, 18)),
      s("text", { x: BOX.width / 2, y: 35, class: "mid note" }, clip(node.note ?? node.text ?? "", 22)));
    svg.append(g);
  });
  svg.append(...labels);
  return h("div", { class: "scroll" }, svg);
}

export const clip = (text, length) => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);

/** Values by step, from the list of changes that a report has. */
export function table(trace) {
  const names = [];
  const places = new Map();
  const columns = [];
  let now = [];
  for (const changes of trace) {
    now = [...now];
    const changed = new Set();
    for (const { name, value } of changes) {
      if (!places.has(name)) places.set(name, names.push(name) - 1);
      now[places.get(name)] = value;
      changed.add(places.get(name));
    }
    columns.push({ values: now, changed });
  }
  return { names, columns };
}

const isBit = (value) => value === undefined || ["0", "1", "x", "true", "false"].includes(value);
const bit = (value) => ({ true: 1, false: 0, 1: 1, 0: 0 })[value];

/** A counterexample as waves: bits as lines, other values as boxes. */
export function waves(trace, step, pick) {
  const { names, columns } = table(trace);
  // The numbers 0 and 1 of a program are no bits.
  const isHardware = !names.includes("line") && !names.includes("location");
  const wide = columns.length > 60 ? 14 : 34;
  const left = 10 + Math.min(230, Math.max(60, ...names.map((n) => n.length * 7)));
  const width = left + columns.length * wide + 10;
  const height = 26 + names.length * 26;
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "waves", role: "img", "aria-label": `waves of ${names.length} signals over ${columns.length} steps` });
  columns.forEach((_, i) => {
    svg.append(s("rect", { x: left + i * wide, y: 0, width: wide, height, class: i === step ? "now" : "column", onclick: () => pick?.(i) }));
    if (columns.length <= 40 || i % 5 === 0) svg.append(s("text", { x: left + i * wide + wide / 2, y: 15, class: "axis mid" }, i));
  });
  names.forEach((name, r) => {
    const top = 26 + r * 26;
    svg.append(s("text", { x: left - 6, y: top + 15, class: "end" }, clip(name, 32)));
    const values = columns.map((c) => c.values[r]);
    if (isHardware && values.every(isBit)) {
      let path = "";
      values.forEach((value, i) => {
        const b = bit(value);
        const level = b === undefined ? top + 11 : b ? top + 4 : top + 18;
        path += `${i === 0 ? "M" : "L"}${left + i * wide} ${level}H${left + (i + 1) * wide}`;
      });
      svg.append(s("path", { d: path, class: "wave" }));
    } else {
      let from = 0;
      for (let i = 1; i <= values.length; i++) {
        if (i < values.length && values[i] === values[from]) continue;
        const w = (i - from) * wide;
        svg.append(
          s("rect", { x: left + from * wide + 1, y: top + 2, width: w - 2, height: 19, rx: 4, class: "value" }, s("title", {}, `${name} = ${values[from]}`)),
          s("text", { x: left + from * wide + 5, y: top + 16, class: "small" }, clip(values[from] ?? "", Math.max(1, Math.floor(w / 8)))),
        );
        from = i;
      }
    }
  });
  return h("div", { class: "scroll" }, svg);
}
