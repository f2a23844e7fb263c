// The start of the whole page: models, runs, what if, planted bugs, the solvers, the sources.

import { addView, open, page, showRun, start, status } from "./app.js";
import { drawBugs } from "./bugs.js";
import { $, h, put } from "./dom.js";
import { sources } from "./engine.js";
import { ENGINES, engineOfName, kindOfName } from "./models.js";
import { Run } from "./run.js";
import { model, runEngine } from "./runs.js";
import { drawSat } from "./satview.js";
import { drawSimplex } from "./simplexview.js";
import { listing } from "./verdict.js";
import { drawWhatIf } from "./whatif.js";

const examples = JSON.parse($("examples").textContent);

/** The run that is being made. */
let current = null;

async function runModel() {
  if (current) return;
  readForm();
  page.name = model.name;
  page.source = model.bytes ? "" : model.text;
  status("the engine starts");
  $("run").disabled = true;
  $("stop").disabled = false;
  let shown = false;
  const begun = runEngine(model, (run) => {
    // The first steps are shown as soon as they are there.
    if (!shown) {
      shown = true;
      showRun(run, null);
    } else page.player.grown();
  });
  current = begun;
  try {
    const { run, report, stopped } = await begun.answer;
    showRun(run, report, { keep: shown });
    status(stopped ? "stopped" : `${report.verdict}, ${run.length} steps`);
    $("error").hidden = true;
    if (run.length > 0) open("search");
    else open("verdict");
  } catch (error) {
    showError(error);
  } finally {
    current = null;
    $("run").disabled = false;
    $("stop").disabled = true;
  }
}

function showError(error) {
  status("error", "error");
  const place = error.line ? ` (line ${error.line}${error.column ? `, column ${error.column}` : ""})` : "";
  put($("error"), `${error.message}${place}`);
  $("error").hidden = false;
  open("model");
  if (error.line) {
    const text = $("text").value;
    const from = text.split("\n").slice(0, error.line - 1).join("\n").length + (error.line > 1 ? 1 : 0);
    $("text").focus();
    $("text").setSelectionRange(from, from + (text.split("\n")[error.line - 1] ?? "").length);
  }
}

function readForm() {
  model.name = $("name").value.trim() || "model.aag";
  if (!model.bytes) model.text = $("text").value;
  model.engine = $("engine").value;
  model.options = $("options").value;
}

/** Puts a model into the form. */
export function setModel(name, text, bytes = null, engine = engineOfName(name)) {
  Object.assign(model, { name, text, bytes });
  $("name").value = name;
  $("text").value = bytes ? "(a binary file)" : text;
  $("text").disabled = Boolean(bytes);
  setEngines(name, engine);
  readForm();
}

function setEngines(name, chosen = engineOfName(name)) {
  put($("engine"), ENGINES[kindOfName(name)].map((e) => h("option", { value: e, selected: e === chosen }, e)));
}

async function openFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  if (text.startsWith('{"trace"')) {
    try {
      page.source = "";
      showRun(Run.parse(text), null);
      status(`${file.name}, ${page.run.length} steps`);
      open("search");
    } catch (error) {
      showError(error);
    }
    return;
  }
  setModel(file.name, text, bytes.includes(0) || /\.aig$/.test(file.name) ? bytes : null);
  open("model");
}

function drawModel(panel) {
  if (panel.childElementCount > 0) return;
  const file = h("input", { type: "file", id: "file", hidden: true, onchange: () => file.files[0] && openFile(file.files[0]) });
  put(panel,
    h("p", {}, "Choose an example, or paste a model: AIGER, BTOR2, VMT, C, control-flow automata, Horn clauses. The engine runs in this page; nothing leaves it."),
    h("div", { class: "form" },
      h("div", { class: "row-form" },
        h("label", {}, "example", h("select", { id: "example", onchange: (event) => {
          const found = examples.find((e) => e.name === event.target.value);
          if (found) setModel(found.name, found.text, null, found.engine);
        } }, h("option", { value: "" }, "…"), examples.map((e) => h("option", { value: e.name }, `${e.name}: ${e.title}`)))),
        h("label", {}, "file name (tells the format)", h("input", { type: "text", id: "name", onchange: (event) => {
          model.bytes = null;
          $("text").disabled = false;
          setEngines(event.target.value);
        } })),
        h("label", {}, "engine", h("select", { id: "engine" })),
        h("button", { type: "button", class: "primary", id: "run", onclick: runModel }, "Run"),
        h("button", { type: "button", id: "stop", disabled: true, onclick: () => current?.stop() }, "Stop"),
        h("button", { type: "button", onclick: () => file.click() }, "Open a model or a trace…"), file),
      h("p", { id: "error", class: "error-text", role: "alert", hidden: true }),
      h("label", { for: "text" }, "model"),
      h("textarea", { id: "text", class: "code", spellcheck: "false" }),
      h("details", {}, h("summary", {}, "options of the command line, one a line"),
        h("textarea", { id: "options", class: "code", "aria-label": "options", spellcheck: "false", style: "min-height:5rem", placeholder: "generalisation=linear\nseed=1" }))));
  panel.addEventListener("dragover", (event) => event.preventDefault());
  panel.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
  });
}

// ---- sources

let carried = null;

async function openSource(source) {
  open("source");
  const panel = page.views.get("source").panel;
  carried ??= sources();
  const texts = await carried;
  const text = texts[source.file];
  if (text === undefined) return put(panel, h("p", { class: "empty" }, `The page does not carry ${source.file}.`));
  const { line } = source;
  put(panel, picker(texts, source.file),
    h("p", {}, h("strong", {}, source.file), line && `, line ${line}, in fn ${functionAround(text, line)}`, source.paper && `. ${source.paper}.`),
    listing(text, new Set(line ? [line] : []), line ?? 1));
}

/** The name of the function around a line. */
function functionAround(text, line) {
  const names = text.split("\n").slice(0, line).map((l) => /\bfn (\w+)/.exec(l)?.[1]).filter(Boolean);
  return names.pop() ?? "";
}

function picker(texts, path) {
  return h("div", { class: "row-form" }, h("label", {}, "file", h("select", { onchange: (event) => openSource({ file: event.target.value }) },
    Object.keys(texts).map((p) => h("option", { value: p, selected: p === path }, p)))));
}

async function drawSource(panel) {
  if (panel.childElementCount > 0) return;
  carried ??= sources();
  const texts = await carried;
  if (panel.childElementCount === 0) put(panel, h("p", {}, "The sources that this page was made from. A step of the view Search leads to its line."), picker(texts, null));
}

page.openSource = openSource;
start();
addView("model", "Model", drawModel, { before: "search" });
addView("whatif", "What if", drawWhatIf, { before: "help" });
addView("bugs", "Break the checker", drawBugs, { before: "help" });
addView("sat", "SAT solver", drawSat, { before: "help" });
addView("simplex", "Simplex", drawSimplex, { before: "help" });
addView("source", "Sources", drawSource, { before: "help" });
open("model");
setModel(examples[0].name, examples[0].text, null, examples[0].engine);
$("example").value = examples[0].name;
const wanted = location.hash.slice(1);
if (page.views.has(wanted) && page.run) open(wanted);
// For scripts that drive the page.
globalThis.indubitPage = { page, open, setModel, runModel, openFile };
