// The player: a run that is stepped forwards and backwards, with its frames, obligations, cube, graph and list of steps.

import { h, put, s } from "./dom.js";
import { clip, graph } from "./draw.js";
import { FOREVER, STOPS, cubesOf } from "./run.js";
import { KINDS, frameName, kindOf, plain, pretty, prettyEdge, sentence } from "./words.js";

/** Lemmas that a column shows; a column of thousands is no picture. */
const MOST_LEMMAS = 40;
/** The same for columns that are not next to the one that is asked, if there are many. */
const MOST_FAR_LEMMAS = 3;
/** Columns up to this many show their lemmas all alike. */
const FEW_COLUMNS = 12;
/** Literals of a cube that are drawn before it is unfolded. */
const MOST_LITERALS = 10;
/** Height of a line of the list of steps, as in the style sheet. */
const LINE = 26;
/** Nodes of a tree that are drawn; of a larger one those around the current node. */
const MOST_NODES = 120;

const isNegative = (lit) => /^(¬|!|\(not )/.test(lit);

/** A cube as pills. */
export function cubePills(cube, mark = () => "", most = MOST_LITERALS) {
  if (cube.length === 0) return h("span", { class: "cube" }, h("span", { class: "lit all" }, "all states"));
  const shown = cube.slice(0, most);
  const pills = shown.map((lit) => h("span", { class: `lit ${isNegative(lit) ? "neg" : "pos"} ${mark(lit)}`, title: lit }, clip(pretty(lit), 60)));
  const rest = cube.length - shown.length;
  if (rest > 0) {
    const more = h("button", { class: "more", type: "button", title: cube.slice(most).join(" ∧ ") }, `+${rest}`);
    more.addEventListener("click", (event) => {
      event.stopPropagation();
      more.parentElement.replaceWith(cubePills(cube, mark, Infinity));
    });
    pills.push(more);
  }
  return h("span", { class: "cube" }, pills);
}

/** The entries that came or moved last, the last one first. */
function latest(entries, most) {
  const sorted = entries.length > most ? [...entries].sort((a, b) => b.since - a.since).slice(0, most) : [...entries];
  return sorted.sort((a, b) => b.since - a.since);
}

export class Player {
  /** A player in an element. `openSource(source)` shows a line of source; without it sources are plain text. */
  constructor(element, { openSource = null, title = "" } = {}) {
    this.element = element;
    this.openSource = openSource;
    this.run = null;
    this.t = 0;
    this.place = null;
    this.breakpoints = [];
    this.filter = { text: "", hidden: new Set() };
    this.timer = null;
    this.onstep = null;
    this.#build(title);
  }

  #build(title) {
    const button = (label, text, act, extra = {}) => h("button", { type: "button", title: label, "aria-label": label, onclick: act, ...extra }, text);
    const by = (direction, stops) => () => this.leap(direction, stops);
    this.now = h("div", { class: "now-step", "aria-live": "polite" });
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "step of the run", class: "slider", oninput: () => this.go(Number(this.slider.value)) });
    this.playButton = button("play or pause (space)", "▶ play", () => this.toggle());
    this.speed = h("select", { "aria-label": "speed", title: "speed" },
      [["1", "1 a second"], ["4", "4 a second"], ["15", "15 a second"], ["100", "100 a second"]].map(([v, text]) => h("option", { value: v, selected: v === "4" }, text)));
    this.marks = s("svg", { class: "marks", preserveAspectRatio: "none", "aria-hidden": "true" });
    const controls = h("div", { class: "controls", role: "toolbar", "aria-label": "stepping" },
      button("to the start (Home)", "|◀", () => this.go(0)),
      button("frame before (Page up)", "◀ frame", by(-1, STOPS.frame)),
      button("lemma before (shift left)", "◀ lemma", by(-1, STOPS.lemma)),
      button("step back (left)", "◀", () => this.go(this.t - 1), { class: "step" }),
      button("step (right)", "▶", () => this.go(this.t + 1), { class: "step" }),
      button("next lemma (shift right)", "lemma ▶", by(1, STOPS.lemma)),
      button("next frame (Page down)", "frame ▶", by(1, STOPS.frame)),
      button("to the end (End)", "▶|", () => this.go(Infinity)),
      this.playButton, this.speed);
    this.frames = h("div", { class: "frames scroll" });
    this.queue = h("div", { class: "queue" });
    this.fate = h("div", { class: "fate" });
    this.graph = h("div", { class: "graph-box" });
    this.graphPanel = h("section", { class: "panel wide", "aria-label": "places" }, h("h3", {}, "Places"), this.graph);
    this.breaks = h("div", { class: "breaks" });
    this.search = h("input", { type: "search", placeholder: "search the steps  ( / )", "aria-label": "search the steps", oninput: () => this.#refilter() });
    this.kinds = h("details", { class: "kinds" }, h("summary", {}, "kinds"), h("div", { class: "kind-list" }));
    this.count = h("span", { class: "count", "aria-live": "polite" });
    this.spacer = h("div", { class: "spacer" });
    this.lines = h("div", { class: "lines" });
    this.list = h("div", { class: "list", tabindex: 0, role: "listbox", "aria-label": "steps of the run", onscroll: () => this.#drawList() }, this.spacer, this.lines);
    put(this.element,
      title && h("h2", {}, title),
      h("div", { class: "player" },
        h("div", { class: "sticky" }, this.now, h("div", { class: "timeline" }, this.marks, this.slider), controls),
        h("div", { class: "panels" },
          h("section", { class: "panel wide", "aria-label": "frames" }, h("h3", {}, "Frames ", h("small", {}, "each lemma stands in the last frame that has it; frames before have it, too")), this.frames),
          h("section", { class: "panel", "aria-label": "obligations" }, h("h3", {}, "Obligations"), this.queue),
          h("section", { class: "panel", "aria-label": "literals of the cube" }, h("h3", {}, "The cube, literal by literal"), this.fate),
          this.graphPanel,
          h("section", { class: "panel wide", "aria-label": "list of steps" }, h("h3", {}, "Steps"),
            h("div", { class: "tools" }, this.search, this.kinds, this.count, this.breaks), this.list))));
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows a run from its start, or from where it was if it only has grown. */
  show(run, { keep = false } = {}) {
    this.stop();
    this.run = run;
    if (!keep) {
      this.t = 0;
      this.place = null;
    }
    this.texts = [];
    this.filtered = null;
    this.filteredTo = 0;
    this.#buildKinds();
    this.#refilter();
    this.go(this.t);
  }

  /** Goes on after the run has grown. */
  grown() {
    this.slider.max = Math.max(0, this.run.length - 1);
    this.#extendFilter();
    this.#drawList();
  }

  #buildKinds() {
    const found = new Set(this.run.steps.map((step) => step.step));
    const boxes = [...found].map((kind) =>
      h("label", {}, h("input", { type: "checkbox", checked: !this.filter.hidden.has(kind), onchange: (event) => {
        this.filter.hidden[event.target.checked ? "delete" : "add"](kind);
        this.#refilter();
      } }), ` ${KINDS[kind]?.title ?? kind}`));
    put(this.kinds.querySelector(".kind-list"), boxes);
  }

  // ---- moving

  /** Goes to a step. */
  go(t) {
    if (!this.run || this.run.length === 0) return;
    this.t = Math.max(0, Math.min(this.run.length - 1, t));
    this.#draw();
    this.onstep?.(this.t);
  }

  /** Goes to the next step of some kinds. */
  leap(direction, stops) {
    if (this.run) this.go(this.run.seek(this.t, direction, (step) => stops.has(step.step)));
  }

  toggle() {
    if (this.timer) this.stop();
    else this.play();
  }

  play() {
    if (!this.run || this.timer) return;
    const rate = Number(this.speed.value);
    const tick = Math.max(1000 / rate, 33);
    const many = Math.max(1, Math.round((rate * tick) / 1000));
    this.playButton.textContent = "❚❚ pause";
    this.timer = setInterval(() => {
      let t = this.t;
      for (let i = 0; i < many && t < this.run.length - 1; i++) {
        t++;
        if (this.isBreak(this.run.steps[t])) {
          this.stop();
          break;
        }
      }
      this.go(t);
      if (t >= this.run.length - 1) this.stop();
    }, tick);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.textContent = "▶ play";
  }

  /** Whether a breakpoint is at this step: one of its literals, or its place. */
  isBreak(step) {
    return this.breakpoints.some((b) => ("place" in b ? step.place === b.place : cubesOf(step).some((cube) => cube.includes(b.lit))));
  }

  /** Sets a breakpoint, or removes it. */
  toggleBreak(b) {
    const same = (other) => other.place === b.place && other.lit === b.lit;
    this.breakpoints = this.breakpoints.some(same) ? this.breakpoints.filter((o) => !same(o)) : [...this.breakpoints, b];
    this.#draw();
  }

  key(event) {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "range") {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const acts = {
      ArrowRight: () => (event.shiftKey ? this.leap(1, STOPS.lemma) : this.go(this.t + 1)),
      ArrowLeft: () => (event.shiftKey ? this.leap(-1, STOPS.lemma) : this.go(this.t - 1)),
      PageDown: () => this.leap(1, STOPS.frame),
      PageUp: () => this.leap(-1, STOPS.frame),
      Home: () => this.go(0),
      End: () => this.go(Infinity),
      " ": () => event.target.tagName !== "BUTTON" && event.target.tagName !== "SUMMARY" && this.toggle(),
      "/": () => this.search.focus(),
    };
    if (!acts[event.key] || acts[event.key]() === false) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // ---- drawing

  #part(part, mark) {
    if (typeof part === "string") return part;
    if (part.cube) return cubePills(part.cube, mark);
    if ("frame" in part) return h("span", { class: "frame-name" }, frameName(part.frame));
    if ("place" in part) return h("span", { class: "place-name" }, this.placeName(part.place));
    if ("node" in part) return h("span", { class: "node-name" }, String(part.node));
    return h("strong", { class: `answer ${part.text}` }, part.text);
  }

  placeName(place) {
    return this.run?.places[place]?.name ?? `place ${place}`;
  }

  #draw() {
    const { run, t } = this;
    const state = run.at(t);
    const step = state.step;
    this.slider.max = run.length - 1;
    this.slider.value = t;
    this.slider.setAttribute("aria-valuetext", `step ${t + 1} of ${run.length}: ${plain(step, run)}`);
    this.#drawNow(step);
    this.#drawFrames(state);
    this.#drawQueue(state);
    this.#drawFate();
    this.#drawGraph(state);
    this.#drawBreaks();
    this.#drawMarks();
    this.#follow();
  }

  #drawNow(step) {
    const kind = kindOf(step);
    const source = step.origin;
    const dropped = step.step === "predecessor" && step.state ? new Set(step.cube) : null;
    put(this.now,
      h("div", { class: "line" },
        h("span", { class: "number" }, `${this.t + 1} / ${this.run.length}`),
        h("span", { class: `badge k-${step.step.replace(/\W/g, "")}` }, kind.title),
        this.run.members.length > 1 && h("span", { class: "member" }, this.run.members[step.member])),
      h("p", { class: "sentence" }, sentence(step).map((part) => this.#part(part))),
      dropped && step.state.length > step.cube.length && h("p", { class: "lifted" }, "The state: ", cubePills(step.state, (lit) => (dropped.has(lit) ? "" : "gone"), 16)),
      h("p", { class: "why" }, kind.why,
        source && h("span", { class: "source" }, " ", source.paper, ". ",
          this.openSource ? h("button", { type: "button", class: "link", onclick: () => this.openSource(source) }, `${source.file}, line ${source.line}`) : `${source.file}, line ${source.line}`)));
  }

  #drawFrames(state) {
    const names = [...state.frames.keys()].sort((a, b) => a - b);
    const step = state.step;
    const asked = step.frame === null ? FOREVER : step.frame;
    const middle = names.findIndex((f) => f >= (asked ?? 0));
    const columns = names.map((f, i) => {
      let entries = state.frames.get(f);
      if (this.place !== null) entries = entries.filter((e) => e.lemma.place === this.place);
      const most = names.length <= FEW_COLUMNS || Math.abs(i - middle) <= 2 ? MOST_LEMMAS : MOST_FAR_LEMMAS;
      const recent = latest(entries, most);
      const chips = recent.map(({ lemma, since }) =>
        h("li", { class: `lemma ${step.lemma === lemma.id ? "fresh" : ""} ${since === state.t ? "moved" : ""}`, title: `since step ${since + 1}` },
          lemma.node !== undefined && h("span", { class: "node-name" }, String(lemma.node)),
          lemma.place !== undefined && this.place === null && h("span", { class: "place-name" }, clip(this.placeName(lemma.place), 16)),
          lemma.cube.length === 0 ? h("em", {}, "no state") : [h("span", { class: "not" }, "¬"), cubePills(lemma.cube, undefined, 6)]));
      if (entries.length > most) chips.push(h("li", { class: "rest" }, `and ${entries.length - most} more`));
      if (f === 0) chips.unshift(h("li", { class: "init" }, "the initial states"));
      return h("div", { class: `column ${asked === f ? "asked" : ""}`, "data-frame": f },
        h("h4", {}, frameName(f), h("small", {}, ` ${entries.length}`)), h("ul", {}, chips));
    });
    put(this.frames, columns.length > 0 ? columns : h("p", { class: "empty" }, "This engine tells no frames."));
    const marked = this.frames.querySelector(".fresh") ?? this.frames.querySelector(".asked");
    if (marked) {
      const column = marked.closest(".column");
      const box = this.frames;
      if (column.offsetLeft < box.scrollLeft || column.offsetLeft + column.offsetWidth > box.scrollLeft + box.clientWidth) {
        box.scrollLeft = column.offsetLeft - box.clientWidth / 2 + column.offsetWidth / 2;
      }
    }
  }

  #drawQueue(state) {
    const { current, open } = state.queue;
    const entry = (o, isCurrent) =>
      h("li", { class: isCurrent ? "current" : "" }, h("span", { class: "frame-name" }, frameName(o.frame)),
        o.node !== undefined && h("span", { class: "node-name" }, String(o.node)),
        o.place !== undefined && h("span", { class: "place-name" }, this.placeName(o.place)), o.may && h("em", {}, "may "), cubePills(o.cube, undefined, 8));
    const waiting = [...open].sort((a, b) => a.frame - b.frame);
    const shown = waiting.slice(0, 30).map((o) => entry(o, false));
    if (waiting.length > 30) shown.push(h("li", { class: "rest" }, `and ${waiting.length - 30} more`));
    put(this.queue, h("ol", { class: "stack" }, current && entry(current, true), shown), !current && open.length === 0 && h("p", { class: "empty" }, "None: nothing is to be excluded at the moment."));
  }

  #drawFate() {
    const found = this.run.fates(this.t);
    if (!found || found.fates.length === 0) {
      put(this.fate, h("p", { class: "empty" }, "No cube is being excluded at the moment."));
      return;
    }
    const words = {
      open: ["·", "not tried yet"],
      core: ["✗", "went: the core of the refutation does without it"],
      dropped: ["✗", "went: the question without it was answered no"],
      needed: ["✓", "stays: without it a state can step into the cube"],
      kept: ["✓", "stays: it is in the lemma"],
    };
    const most = 60;
    const rows = found.fates.slice(0, most).map(({ lit, is, t }) =>
      h("tr", { class: `is-${is}` },
        h("td", { class: "sign" }, words[is][0]), h("td", {}, h("span", { class: `lit ${isNegative(lit) ? "neg" : "pos"}` }, clip(pretty(lit), 70))),
        h("td", {}, words[is][1]),
        h("td", {}, is === "open" ? "" : h("button", { type: "button", class: "link", onclick: () => this.go(t) }, `step ${t + 1}`)),
        h("td", {}, h("button", { type: "button", class: "link", title: "stop there while playing", "aria-pressed": String(this.breakpoints.some((b) => b.lit === lit)), onclick: () => this.toggleBreak({ lit }) }, "●"))));
    put(this.fate, h("table", {}, h("tbody", {}, rows)), found.fates.length > most && h("p", { class: "rest" }, `and ${found.fates.length - most} more`));
  }

  #drawGraph(state) {
    const { run } = this;
    this.graphPanel.hidden = run.places.length === 0;
    if (this.graphPanel.hidden) return;
    const step = state.step;
    const title = this.graphPanel.querySelector("h3");
    if (run.nodes.size > 0) {
      put(title, "The tree ", h("small", {}, "dashed: covered"));
      this.#drawTree(step);
      return;
    }
    put(title, "Places ", h("small", {}, "choose one to see its lemmas alone"));
    const counts = new Map();
    for (const entries of state.frames.values()) for (const { lemma } of entries) counts.set(lemma.place, (counts.get(lemma.place) ?? 0) + 1);
    const waiting = new Map();
    for (const o of state.queue.open) waiting.set(o.place, (waiting.get(o.place) ?? 0) + 1);
    const nodes = run.places.map((place, i) => ({
      name: place.name,
      text: place.text,
      note: [place.text, counts.has(i) && `${counts.get(i)} lemma${counts.get(i) === 1 ? "" : "s"}`, waiting.has(i) && `${waiting.get(i)} wait`].filter(Boolean).join(" · "),
      class: [place.initial && "initial", place.error && "error", (step.place === i) && "here", step.from === i && "from", this.place === i && "chosen", this.breakpoints.some((b) => b.place === i) && "break"].filter(Boolean).join(" "),
    }));
    const edges = run.edges.map((edge) => ({ ...edge, text: prettyEdge(edge.text ?? ""), class: step.from === edge.from && step.place === edge.to ? "here" : "" }));
    put(this.graph, graph(`graph of ${nodes.length} places`, nodes, edges, (place) => {
      this.place = this.place === place ? null : place;
      this.#draw();
    }), this.place !== null && h("p", {}, `Lemmas at ${this.placeName(this.place)} alone. `,
      h("button", { type: "button", onclick: () => this.toggleBreak({ place: this.place }) }, "stop here while playing"), " ",
      h("button", { type: "button", onclick: () => ((this.place = null), this.#draw()) }, "show all places")));
  }

  #drawTree(step) {
    let nodes = this.run.treeAt(this.t);
    const all = nodes.length;
    if (nodes.length > MOST_NODES) nodes = nodes.slice(-MOST_NODES);
    const index = new Map(nodes.map((node, i) => [node.id, i]));
    const drawn = nodes.map((node) => ({
      name: `${node.id}: ${this.placeName(node.place)}`,
      note: node.covered ? (node.by === null ? "closed" : `covered by ${node.by}`) : (this.run.places[node.place]?.text ?? ""),
      class: [node.covered && "covered", step.node === node.id && "here", this.run.places[node.place]?.error && "error"].filter(Boolean).join(" "),
    }));
    const edges = nodes.filter((node) => index.has(node.parent)).map((node) => ({ from: index.get(node.parent), to: index.get(node.id) }));
    put(this.graph, all > nodes.length && h("p", { class: "rest" }, `The last ${nodes.length} of ${all} nodes.`), graph(`tree of ${nodes.length} nodes`, drawn, edges));
  }

  #drawBreaks() {
    put(this.breaks, this.breakpoints.map((b) =>
      h("button", { type: "button", class: "break", title: "remove the breakpoint", onclick: () => this.toggleBreak(b) }, "● ", "place" in b ? this.placeName(b.place) : clip(pretty(b.lit), 30), " ✕")));
  }

  /** Ticks above the slider: frames, and the end. They are drawn once for a run. */
  #drawMarks() {
    if (this.markedRun === this.run && this.markedLength === this.run.length) return;
    this.markedRun = this.run;
    this.markedLength = this.run.length;
    const length = Math.max(1, this.run.length - 1);
    this.marks.setAttribute("viewBox", "0 0 1000 10");
    const at = (t) => (t / length) * 1000;
    this.marks.replaceChildren();
    let last = -5;
    this.run.steps.forEach((step, t) => {
      if (step.step === "frame" && at(t) - last > 3) {
        last = at(t);
        this.marks.append(s("line", { x1: last, x2: last, y1: 0, y2: 10, class: "tick" }));
      }
    });
  }

  // ---- the list

  #text(i) {
    return (this.texts[i] ??= plain(this.run.steps[i], this.run));
  }

  #matches(i) {
    const step = this.run.steps[i];
    if (this.filter.hidden.has(step.step)) return false;
    return this.filter.text === "" || this.#text(i).toLowerCase().includes(this.filter.text) || kindOf(step).title.includes(this.filter.text);
  }

  #refilter() {
    this.filter.text = this.search.value.trim().toLowerCase();
    this.filtered = this.filter.text === "" && this.filter.hidden.size === 0 ? null : [];
    this.filteredTo = 0;
    this.#extendFilter();
    this.list.scrollTop = 0;
    this.#drawList();
    this.#follow();
  }

  /** Looks through the steps in portions, so that the page answers meanwhile. */
  #extendFilter() {
    const run = this.run;
    const { filtered } = this;
    if (!run) return;
    const told = () => put(this.count, filtered === null ? `${run.length} steps` : `${filtered.length} of ${run.length} steps`);
    clearTimeout(this.filterTimer);
    if (filtered === null) return told();
    const end = Math.min(run.length, this.filteredTo + 20000);
    for (; this.filteredTo < end; this.filteredTo++) if (this.#matches(this.filteredTo)) filtered.push(this.filteredTo);
    told();
    if (this.filteredTo < run.length) {
      this.filterTimer = setTimeout(() => {
        if (this.filtered !== filtered) return;
        this.#extendFilter();
        this.#drawList();
      }, 0);
    }
  }

  #rowCount() {
    return this.filtered === null ? (this.run?.length ?? 0) : this.filtered.length;
  }

  #stepOfRow(row) {
    return this.filtered === null ? row : this.filtered[row];
  }

  #drawList() {
    if (!this.run) return;
    const rows = this.#rowCount();
    // Browsers end at some millions of pixels; a run of that length scrolls by parts of its height.
    this.spacer.style.height = `${Math.min(rows * LINE, 15000000)}px`;
    const first = Math.max(0, Math.floor(this.list.scrollTop / LINE) - 5);
    const last = Math.min(rows, first + Math.ceil(this.list.clientHeight / LINE) + 10);
    const drawn = [];
    for (let row = first; row < last; row++) {
      const t = this.#stepOfRow(row);
      const step = this.run.steps[t];
      drawn.push(h("div", { class: `row ${t === this.t ? "current" : ""}`, role: "option", "aria-selected": String(t === this.t), style: `top:${row * LINE}px`, onclick: () => this.go(t) },
        h("span", { class: "number" }, t + 1), h("span", { class: `badge k-${step.step.replace(/\W/g, "")}` }, kindOf(step).title),
        h("span", { class: "text" }, clip(this.#text(t), 240))));
    }
    put(this.lines, drawn);
  }

  /** Scrolls the list to the current step. */
  #follow() {
    if (!this.run) return;
    let row = this.t;
    if (this.filtered !== null) {
      row = this.filtered.findIndex((t) => t >= this.t);
      if (row < 0) row = this.filtered.length - 1;
    }
    const top = row * LINE;
    if (top < this.list.scrollTop || top + LINE > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = Math.max(0, top - this.list.clientHeight / 2);
    this.#drawList();
  }
}
