// The page: its views, and the data that it was written with.

import { $, h, put } from "./dom.js";
import { bars } from "./draw.js";
import { Player } from "./player.js";
import { Run } from "./run.js";
import { drawVerdict } from "./verdict.js";
import { frameName } from "./words.js";

/** The views in their order: a name, and the element that shows it. */
const views = new Map();
/** What is shown; views read it when they are opened. */
export const page = { run: null, report: null, source: "", name: "", data: {}, views, onshow: [] };

/** Adds a view. `draw(element)` is called each time it is opened. */
export function addView(id, title, draw, { before = null } = {}) {
  const panel = h("section", { id: `view-${id}`, class: "view", role: "tabpanel", "aria-labelledby": `tab-${id}`, hidden: true });
  const tab = h("button", { type: "button", id: `tab-${id}`, role: "tab", "aria-controls": `view-${id}`, "aria-selected": "false", tabindex: -1, onclick: () => open(id) }, title);
  const next = before ? views.get(before) : null;
  $("tabs").insertBefore(tab, next?.tab ?? null);
  $("main").insertBefore(panel, next?.panel ?? null);
  views.set(id, { id, tab, panel, draw });
  return panel;
}

/** Opens a view. */
export function open(id) {
  for (const view of views.values()) {
    const isThis = view.id === id;
    view.panel.hidden = !isThis;
    view.tab.setAttribute("aria-selected", String(isThis));
    view.tab.tabIndex = isThis ? 0 : -1;
    if (isThis) view.draw?.(view.panel);
  }
  page.view = id;
  if (location.hash !== `#${id}`) history.replaceState(null, "", `#${id}`);
}

/** Shows a message about what goes on. */
export function status(text, kind = "") {
  put($("status"), text);
  $("status").className = kind;
}

function drawCharts(panel) {
  if (!page.run || page.run.length === 0) return put(panel, h("p", { class: "empty" }, "There is no run yet."));
  const rows = page.run.charts();
  const name = (row) => (row.frame === null ? "∞" : String(row.frame));
  const pick = (row) => {
    open("search");
    page.player.go(row.from);
  };
  const kinds = new Map();
  for (const step of page.run.steps) kinds.set(step.step, (kinds.get(step.step) ?? 0) + 1);
  const timed = rows.some((row) => row.time !== null);
  put(panel, h("p", {}, "By frame, from its opening to that of the next one. A bar leads to its step.",
    rows.filter((r) => r.engine).length > 1 && " At a dashed line another member of the portfolio takes over, with frames of its own."),
    h("div", { class: "charts" },
      bars("lemmas", rows, (r) => r.lemmas, name, pick), bars("queries", rows, (r) => r.queries, name, pick),
      bars("obligations", rows, (r) => r.obligations, name, pick), timed && bars("milliseconds", rows, (r) => r.time, name, pick)),
    h("table", { class: "values" }, h("thead", {}, h("tr", {}, ["frame", "lemmas", "queries", "obligations", timed && "ms"].map((t) => t && h("th", {}, t)))),
      h("tbody", {}, rows.map((r) => [r.engine && h("tr", {}, h("th", { colspan: timed ? 5 : 4 }, r.engine)), h("tr", {}, h("td", {}, frameName(r.frame)), [r.lemmas, r.queries, r.obligations].map((v) => h("td", { class: "num" }, v)), timed && h("td", { class: "num" }, r.time === null ? "" : r.time.toFixed(1)))]))),
    h("h3", {}, "Steps by kind"), h("table", { class: "values" }, h("tbody", {}, [...kinds].sort((a, b) => b[1] - a[1]).map(([kind, n]) => h("tr", {}, h("td", {}, kind), h("td", { class: "num" }, n))))));
}

/** Takes a run and its report for all views. */
export function showRun(run, report, options) {
  page.run = run;
  page.report = report;
  page.player.show(run, options);
  for (const act of page.onshow) act();
}

function theme() {
  const stored = () => {
    try {
      return localStorage.getItem("indubit-theme");
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
  if (stored()) root.dataset.theme = stored();
  $("theme").addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try {
      localStorage.setItem("indubit-theme", root.dataset.theme);
    } catch {
      // A page from a file may have no storage; then the choice ends with the page.
    }
  });
}

/** Sets up what a report and the whole page have in common. */
export function start() {
  theme();
  $("tabs").addEventListener("keydown", (event) => {
    const ids = [...$("tabs").children].map((tab) => tab.id.slice(4));
    const here = ids.indexOf(page.view);
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: ids.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const id = ids[(to + ids.length) % ids.length];
    open(id);
    $(`tab-${id}`).focus();
  });
  const searchPanel = addView("search", "Search", () => page.player.run && page.player.go(page.player.t));
  page.player = new Player(searchPanel, { openSource: page.openSource ?? null });
  addView("charts", "Charts", drawCharts);
  addView("verdict", "Verdict", (panel) => drawVerdict(panel, page.report, page.source));
  addView("help", "Help", drawHelp);
  // Keys step the run wherever the focus is, as long as its view is open.
  document.addEventListener("keydown", (event) => {
    if (page.view === "search" && !event.defaultPrevented && !$("tabs").contains(event.target)) page.player.key(event);
  });
  const data = JSON.parse($("data").textContent.trim() || "{}");
  page.data = data;
  if (data.run) {
    page.name = data.name ?? "";
    page.source = data.source ?? "";
    $("subtitle").textContent = page.name;
    document.title = `${page.name}: IC3, step by step`;
    showRun(Run.parse(data.run), data.report ?? null);
    open(views.has(location.hash.slice(1)) ? location.hash.slice(1) : "search");
  }
}

function drawHelp(panel) {
  const keys = [["→ ←", "a step forwards, a step back"], ["shift → ←", "the next lemma, the one before"], ["Page down, Page up", "the next frame, the one before"], ["Home, End", "the start, the end"], ["space", "play, pause"], ["/", "search the steps"]];
  put(panel,
    h("h2", {}, "How IC3 goes"),
    h("p", {}, "IC3 proves that no run of a model comes to a bad state. It keeps a row of frames. Frame F₀ holds the initial states, and frame Fᵢ holds at least all states that are reachable in i steps. Each frame is a set of lemmas: clauses, each of which excludes a cube, a set of states."),
    h("p", {}, "If a state of the last frame is bad, its cube becomes an obligation: it is to be excluded. The question of consecution asks whether a state of the frame before, outside the cube, has a step into it. If there is none, the cube is excluded, and generalisation drops literals to exclude more states with it. If there is one, that predecessor must be excluded first. An obligation that meets an initial state is the beginning of a counterexample."),
    h("p", {}, "When no state of the last frame is bad, a new frame is opened, and all lemmas are pushed as far as they hold. When two frames are equal, their lemmas are an inductive invariant, and the property holds."),
    h("h3", {}, "How to read the view Search"),
    h("ul", {},
      h("li", {}, "At the top: the present step in words, why an engine does that, the paper, and the source."),
      h("li", {}, "Frames: a lemma stands in the last frame that has it. The frame that is asked is outlined."),
      h("li", {}, "A literal ", h("span", { class: "lit pos" }, "p"), " is true in all states of the cube, ", h("span", { class: "lit neg" }, "¬p"), " is false in them. A struck literal was dropped."),
      h("li", {}, "Obligations: the one that is handled is on top, the others wait."),
      h("li", {}, "Places: locations of a program, predicates of clauses, or the tree of an engine that unwinds.")),
    h("h3", {}, "Keys"),
    h("table", { class: "values" }, h("tbody", {}, keys.map(([key, text]) => h("tr", {}, h("td", {}, h("kbd", {}, key)), h("td", {}, text))))));
}
