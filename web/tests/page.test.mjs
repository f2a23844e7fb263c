// Tests of the page in a real browser. See README.md beside this file.
//
//   node page.test.mjs PAGE.html [SCREENSHOTS]
//
// INDUBIT names a program, whose reports are tested then, too. Needs playwright-core (npm install playwright-core) and a
// Chromium, named by CHROMIUM or found in the usual places.
// Without them nothing is tested, and the script says so.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [file, shots] = process.argv.slice(2);
if (!file) {
  console.error("usage: node page.test.mjs PAGE.html [SCREENSHOTS]");
  process.exit(2);
}

const browsers = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = browsers.find((name) => name && fs.existsSync(name));
let chromium;
try {
  ({ chromium } = await import("playwright-core"));
} catch {
  console.log("skipped: there is no playwright-core (npm install playwright-core)");
}
if (!executablePath) console.log("skipped: there is no Chromium (apt-get install chromium, or set CHROMIUM)");
if (!chromium || !executablePath) process.exit(0);

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
let failures = 0;
let done = 0;
const url = pathToFileURL(path.resolve(file)).href;

/** A test with a page of its own, which must not complain on its console. */
async function test(name, body, options = {}) {
  const { url: _, ...settings } = options;
  const context = await browser.newContext({ viewport: { width: 1300, height: 1000 }, ...settings });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("request", (request) => !/^(file|blob|data):/.test(request.url()) && complaints.push(`a request to ${request.url()}`));
  const begun = Date.now();
  try {
    await page.goto(options.url ?? url);
    await body(page);
    if (complaints.length > 0) throw new Error(complaints.join("; "));
    console.log(`ok    ${name} (${Date.now() - begun} ms)`);
  } catch (error) {
    failures++;
    console.log(`FAILED ${name}: ${error.stack ?? error}`);
    if (complaints.length > 0) console.log(`       ${complaints.join("; ")}`);
    await shot(page, `failed-${done}`);
  }
  done++;
  await context.close();
}

async function shot(page, name) {
  if (shots) await page.screenshot({ path: path.join(shots, `${name}.png`) });
}

function equal(found, expected, what) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
  }
}

function holds(condition, what) {
  if (!condition) throw new Error(what);
}

const tab = (page, id) => page.click(`#tab-${id}`);
const length = (page) => page.evaluate(() => indubitPage.page.run?.length ?? 0);
const go = (page, t) => page.evaluate((step) => indubitPage.page.player.go(step), t);
/** All that the view Search shows of a step. */
const picture = (page) => page.evaluate(() => {
  const view = document.querySelector("#view-search");
  return ["now-step", "frames", "queue", "fate", "graph-box"].map((name) => view.querySelector(`.${name}`).innerHTML);
});

/** Runs an example to its end; the verdict. */
async function run(page, name, engine, options) {
  await tab(page, "model");
  await page.selectOption("#example", name);
  if (engine) await page.selectOption("#engine", engine);
  if (options) await page.evaluate((text) => (document.querySelector("#options").value = text), options);
  await page.click("#run");
  await page.waitForFunction(() => document.querySelector("#run").disabled === false, null, { timeout: 120000 });
  const error = await page.locator("#error:not([hidden])").allTextContents();
  if (error.length > 0) throw new Error(error[0]);
  return page.evaluate(() => indubitPage.page.report?.verdict);
}

const EXAMPLES = {
  "traffic_light.aag": "safe",
  "hasty_traffic_light.aag": "unsafe",
  "ring.aag": "safe",
  "free_start.aag": "unsafe",
  "counter.btor2": "safe",
  "two_counters.vmt": "safe",
  "two_loops.cfa": "safe",
  "one_too_far.cfa": "unsafe",
  "even.c": "safe",
  "ninety_one.c": "safe",
  "last_element.c": "unsafe",
  "mccarthy91.smt2": "safe",
  "mccarthy91_wrong.smt2": "unsafe",
  "fibonacci.smt2": "safe",
  "down_by_turns.smt2": "safe",
};

for (const [name, verdict] of Object.entries(EXAMPLES)) {
  await test(`${name} runs to its verdict, and steps back and forth give the same pictures`, async (page) => {
    equal(await run(page, name), verdict, "the verdict");
    const last = (await length(page)) - 1;
    holds(last >= 0, "the run has no steps");
    const stops = [0, Math.floor(last / 4), Math.floor(last / 2), Math.max(0, last - 1), last];
    const forwards = [];
    for (const t of stops) {
      await go(page, t);
      forwards.push(await picture(page));
    }
    for (let i = stops.length - 1; i >= 0; i--) {
      await go(page, stops[i]);
      equal(await picture(page), forwards[i], `the picture of step ${stops[i]} on the way back`);
    }
    await go(page, Math.floor(last / 2));
    await shot(page, `example-${name}`);
    await tab(page, "verdict");
    holds((await page.textContent("#view-verdict")).includes("accepted the evidence"), "the evidence is not told as checked");
    await shot(page, `verdict-${name}`);
    await tab(page, "charts");
    holds((await page.locator("#view-charts .chart").count()) >= 3, "there are no charts");
  });
}

await test("each step of the whole run is the same forwards and backwards", async (page) => {
  equal(await run(page, "traffic_light.aag"), "safe", "the verdict");
  const last = (await length(page)) - 1;
  const forwards = [];
  for (let t = 0; t <= last; t++) {
    if (t > 0) await page.evaluate(() => indubitPage.page.player.go(indubitPage.page.player.t + 1));
    else await go(page, 0);
    forwards.push(await picture(page));
  }
  for (let t = last; t >= 0; t--) {
    equal(await picture(page), forwards[t], `the picture of step ${t}`);
    await page.evaluate(() => indubitPage.page.player.go(indubitPage.page.player.t - 1));
  }
  holds(new Set(forwards.map((p) => p.join())).size > last / 2, "the pictures hardly change");
});

await test("keys step, leap and search", async (page) => {
  await run(page, "traffic_light.aag");
  await go(page, 0);
  const at = () => page.evaluate(() => indubitPage.page.player.t);
  await page.keyboard.press("ArrowRight");
  equal(await at(), 1, "after an arrow");
  await page.keyboard.press("ArrowLeft");
  equal(await at(), 0, "after an arrow back");
  await page.keyboard.press("Shift+ArrowRight");
  const kind = () => page.evaluate(() => indubitPage.page.run.steps[indubitPage.page.player.t].step);
  holds(["lemma", "pushed"].includes(await kind()), "shift leaps to a lemma");
  await page.keyboard.press("PageDown");
  holds(["frame", "depth"].includes(await kind()), "page down leaps to a frame");
  await page.keyboard.press("End");
  equal(await at(), (await length(page)) - 1, "the end");
  await page.keyboard.press("Home");
  equal(await at(), 0, "the start");
  await page.keyboard.press("/");
  await page.keyboard.type("lemma up to");
  await page.waitForTimeout(100);
  const [count, rows] = await page.evaluate(() => [document.querySelector("#view-search .count").textContent, document.querySelectorAll("#view-search .row").length]);
  holds(/^\d+ of \d+ steps$/.test(count) && rows > 0, `the search says: ${count}`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => indubitPage.page.player.t > 1);
  await page.keyboard.press("Space");
  equal(await page.evaluate(() => indubitPage.page.player.timer), null, "the player has stopped");
});

await test("a breakpoint on a literal stops the player", async (page) => {
  await run(page, "traffic_light.aag");
  const [literal, first] = await page.evaluate(() => {
    const { run, player } = indubitPage.page;
    const t = run.steps.findIndex((step, i) => i > 3 && step.step === "obligation");
    const lit = run.steps[t].cube[0];
    player.toggleBreak({ lit });
    const stop = run.steps.findIndex((step, i) => i > 0 && player.isBreak(step));
    player.speed.value = "100";
    player.go(0);
    player.play();
    return [lit, stop];
  });
  await page.waitForFunction(() => indubitPage.page.player.timer === null);
  equal(await page.evaluate(() => indubitPage.page.player.t), first, `the step with ${literal}`);
});

await test("what if: two runs are compared, and a lemma is tried", async (page) => {
  await run(page, "traffic_light.aag");
  await tab(page, "whatif");
  await page.selectOption("#view-whatif select[aria-label='engine of the right run']", "lazy-ic3");
  await page.click("#compare");
  await page.waitForSelector("#compared table", { timeout: 60000 });
  const rows = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll("#compared tbody tr")].map((row) => [row.cells[0].textContent, [row.cells[1].textContent, row.cells[2].textContent]])));
  equal(rows.verdict, ["safe", "safe"], "both verdicts");
  equal(await page.locator("#view-whatif .player").count(), 2, "two players");
  await shot(page, "whatif");
  // The lamps alone are not inductive; with the directions they are.
  await page.fill("#lemma", "invariant b0 1\n13 15\n");
  await page.click("#try");
  await page.waitForSelector("#tried table");
  holds((await page.textContent("#tried")).includes("Consecution fails"), "the lamps alone are inductive");
  await page.fill("#lemma", "invariant b0 2\n7 9\n13 15\n");
  await page.click("#try");
  await page.waitForFunction(() => document.querySelector("#tried").textContent.includes("proved"));
  await shot(page, "whatif-lemma");
  // The run that assumes them has nothing left to find.
  await page.check("#assumes");
  await page.selectOption("#view-whatif select[aria-label='engine of the right run']", "ic3");
  await page.evaluate(() => document.querySelector("#compared").replaceChildren());
  await page.click("#compare");
  await page.waitForSelector("#compared table");
  const counts = await page.evaluate(() => {
    const row = [...document.querySelectorAll("#compared tbody tr")].find((r) => r.cells[0].textContent === "lemmas");
    return [Number(row.cells[1].textContent), Number(row.cells[2].textContent)];
  });
  holds(counts[1] < counts[0], `lemmas without and with those assumed: ${counts}`);
});

/** By bug: the condition that fails, as the judgement says it. */
const BUGS = {
  "initial-check-lost": /refuses the evidence.*initial/i,
  "core-too-small": /refuses the evidence/,
  "pushed-too-far": /refuses the evidence/,
  "frame-too-low": /refuses the evidence/,
  "bad-state-missed": /refuses the evidence/,
  "clause-left-behind": /refuses the evidence/,
  "reset-invented": /refuses the evidence/,
  "lifted-too-far": /refuses the evidence/,
  "sign-lost": /refuses the evidence/,
  farkas: /refuses the evidence.*step/,
};

await test("each planted bug is found by the checker", async (page) => {
  await tab(page, "bugs");
  const known = await page.evaluate(() => [...document.querySelector("#bug").options].map((option) => option.value));
  equal(known.sort(), Object.keys(BUGS).sort(), "the bugs");
  for (const [bug, expected] of Object.entries(BUGS)) {
    await page.selectOption("#bug", bug);
    await page.click("#plant");
    await page.waitForFunction(() => !["…", ""].includes(document.querySelector("#judgement").textContent), null, { timeout: 60000 });
    const text = await page.textContent("#judgement");
    console.log(`      ${bug}: ${text.slice(0, 230)}`);
    holds(expected.test(text), `${bug}: ${text}`);
    if (bug !== "farkas") holds((await page.locator("#view-bugs .player").count()) === 1, "the run is shown");
    await shot(page, `bug-${bug}`);
  }
});

await test("the SAT solver refutes, and steps back and forth", async (page) => {
  await tab(page, "sat");
  await page.click("#sat-run");
  await page.waitForFunction(() => document.querySelector("#sat-answer").textContent.includes("answer"));
  equal(await page.evaluate(() => indubitPage.page.sat.state().answer), "unsat", "the answer");
  const steps = await page.evaluate(() => indubitPage.page.sat.state().length);
  const view = () => page.evaluate(() => document.querySelector("#view-sat .panels").innerHTML);
  const forwards = [];
  for (let t = 0; t < steps; t++) {
    await page.evaluate((step) => indubitPage.page.sat.go(step), t);
    forwards.push(await view());
  }
  for (let t = steps - 1; t >= 0; t--) {
    await page.evaluate((step) => indubitPage.page.sat.go(step), t);
    equal(await view(), forwards[t], `the picture of step ${t}`);
  }
  const learnt = await page.evaluate(() => {
    const n = indubitPage.page.sat.state().length;
    for (let t = 0; t < n; t++) {
      indubitPage.page.sat.go(t);
      if (document.querySelector("#sat-now").textContent.includes("learnt clause")) return t;
    }
    return -1;
  });
  holds(learnt >= 0, "no clause is learnt");
  await page.evaluate((t) => indubitPage.page.sat.go(t), learnt);
  await shot(page, "sat");
});

await test("the simplex finds a conflict with its weights, and a solution", async (page) => {
  await tab(page, "simplex");
  await page.click("#simplex-run");
  await page.waitForFunction(() => document.querySelector("#simplex-answer").textContent.includes("no solution"));
  await page.evaluate(() => indubitPage.page.simplex.go(Infinity));
  holds((await page.textContent("#view-simplex")).includes("certificate of Farkas"), "the weights are told");
  await shot(page, "simplex");
  await page.fill("#constraints", "x + y >= 2\n2 x - y >= 0\n-x + 2 y >= 1\nx <= 3");
  await page.click("#simplex-run");
  await page.waitForFunction(() => document.querySelector("#simplex-answer").textContent.includes("is a solution"));
  await page.fill("#constraints", "x + + 3 < 2");
  await page.click("#simplex-run");
  await page.waitForSelector("#view-simplex .error-text:not([hidden])");
  holds((await page.textContent("#view-simplex .error-text")).includes("line 1"), "the place of the error is told");
});

await test("an error in a model is told with its line", async (page) => {
  await page.fill("#name", "wrong.c");
  await page.fill("#text", "int main() {\n  int x = ;\n  return 0;\n}\n");
  await page.dispatchEvent("#name", "change");
  await page.click("#run");
  await page.waitForSelector("#error:not([hidden])");
  holds((await page.textContent("#error")).includes("line 2"), await page.textContent("#error"));
});

await test("a step leads to its source", async (page) => {
  await run(page, "traffic_light.aag");
  await page.evaluate(() => {
    const { run, player } = indubitPage.page;
    player.go(run.steps.findIndex((step) => step.step === "consecution?"));
  });
  await page.click("#view-search .source button");
  await page.waitForSelector("#view-source .listing .marked");
  const line = await page.textContent("#view-source .listing .marked");
  holds(/log\.note|note\(/.test(line), `the marked line is: ${line}`);
  holds(/in fn \w+/.test(await page.textContent("#view-source")), "the function is named");
  await shot(page, "source");
});

await test("a run of 100,000 steps has no lag", async (page) => {
  // The steps of a run, told over and over.
  await run(page, "traffic_light.aag");
  const times = await page.evaluate(async () => {
    const { run } = indubitPage.page;
    const lines = [JSON.stringify({ trace: "long", version: 2 })];
    const given = run.steps.map(({ member, lemma, ...step }) => step);
    for (let i = 0; lines.length <= 100000; i++) {
      for (const step of given) {
        const copy = { ...step };
        if (typeof copy.frame === "number") copy.frame += (i % 40) * 3;
        if (copy.cube) copy.cube = [...copy.cube, `x${i % 500}`];
        lines.push(JSON.stringify(copy));
      }
    }
    const file = new File([lines.join("\n")], "long.ndjson");
    const begun = performance.now();
    await indubitPage.openFile(file);
    const opened = performance.now() - begun;
    const { player } = indubitPage.page;
    const steps = indubitPage.page.run.length;
    const laps = [];
    for (let i = 0; i < 60; i++) {
      const from = performance.now();
      player.go(Math.floor((i * 7919 * 13) % steps));
      document.body.offsetHeight;
      laps.push(performance.now() - from);
    }
    laps.sort((a, b) => a - b);
    const searched = performance.now();
    // A name of the first passes, however many steps the run has.
    player.search.value = "x17";
    player.search.dispatchEvent(new Event("input"));
    while (player.filteredTo < steps) await new Promise((resolve) => setTimeout(resolve, 5));
    return { steps, opened, median: laps[30], worst: laps[59], search: performance.now() - searched, found: player.filtered.length };
  });
  console.log(`      ${JSON.stringify(times)}`);
  holds(times.steps >= 100000 && times.found > 0, "the run is there, and the search finds something");
  await shot(page, "long");
});

await test("on a phone, in the dark", async (page) => {
  await run(page, "two_loops.cfa");
  await go(page, 20);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  holds(wide <= 0, `the page is ${wide} pixels wider than the phone`);
  const hidden = await page.evaluate(() => document.querySelector("#tabs").scrollWidth - document.querySelector("#tabs").clientWidth);
  holds(hidden <= 0, `${hidden} pixels of the tabs are out of sight`);
  await shot(page, "phone-dark");
  await page.screenshot({ path: shots ? path.join(shots, "phone-dark-full.png") : "/dev/null", fullPage: true, type: "png" });
  for (const id of ["model", "charts", "verdict", "whatif", "bugs", "sat", "simplex", "help"]) {
    await tab(page, id);
    const more = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    holds(more <= 0, `the view ${id} is ${more} pixels wider than the phone`);
  }
  await tab(page, "verdict");
  await shot(page, "phone-dark-verdict");
}, { viewport: { width: 390, height: 844 }, colorScheme: "dark", deviceScaleFactor: 2, isMobile: true, hasTouch: true });

await test("everything that acts has a name for a reader of the screen", async (page) => {
  await run(page, "two_loops.cfa");
  for (const id of ["model", "search", "charts", "verdict", "whatif", "bugs", "sat", "simplex", "source", "help"]) {
    await tab(page, id);
    const nameless = await page.evaluate(() => [...document.querySelectorAll("button, select, input, textarea")].filter((e) => e.offsetParent !== null && !(e.getAttribute("aria-label") || e.textContent.trim() && e.tagName === "BUTTON" || e.labels?.length)).map((e) => e.outerHTML.slice(0, 120)));
    equal(nameless, [], `elements without a name in ${id}`);
  }
});

await test("the first step is there soon", async (page) => {
  await tab(page, "model");
  await page.selectOption("#example", "traffic_light.aag");
  const time = await page.evaluate(async () => {
    const begun = performance.now();
    document.querySelector("#run").click();
    while (!(indubitPage.page.run?.length > 0)) await new Promise((resolve) => setTimeout(resolve, 2));
    return Math.round(performance.now() - begun);
  });
  console.log(`      ${time} ms from the click to the first step, with the compilation of the module; ${fs.statSync(file).size} bytes`);
});

await test("a trace is opened, and what is none is refused with its line", async (page) => {
  const open = (text) => page.evaluate((content) => indubitPage.openFile(new File([content], "steps.json")), text);
  await open('{"trace":"a","version":2}\n{"step":"frame","frame":1}\n{"step":"unheard-of","x":1}\n');
  equal(await length(page), 2, "the steps");
  await go(page, 1);
  holds((await page.textContent("#view-search .sentence")).includes("unheard-of"), "a step of a kind that is not known is shown as it is");
  await open('{"trace":"a","version":2}\n{"step":"frame","frame":1}\n{"step":\n');
  holds((await page.textContent("#error")).includes("line 3"), "the line of the error");
  await open('{"trace":"a","version":99}\n');
  holds((await page.textContent("#error")).includes("form 99"), "a form that is not known is refused");
});

if (process.env.INDUBIT) {
  const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), "../..");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "indubit-"));
  const reports = [
    ["examples/circuits/hasty_traffic_light.aag", "ic3", 10],
    ["examples/programs/two_loops.cfa", "tree-ic3", 20],
    ["examples/programs/even.c", "ic3cfa", 20],
    ["examples/clauses/mccarthy91.smt2", "spacer", 20],
    ["tests/systems/counter.vmt", "ic3-ia", 10],
  ];
  for (const [model, engine, code] of reports) {
    const out = path.join(folder, `${engine}.html`);
    let found = 0;
    try {
      execFileSync(process.env.INDUBIT, [path.join(process.env.INDUBIT_ROOT ?? root, model), "--engine", engine, "--report", out], { stdio: "ignore" });
    } catch (error) {
      found = error.status;
    }
    await test(`the report of ${engine} on ${model}`, async (page) => {
      equal(found, code, "the exit code");
      await page.waitForSelector("#view-search .sentence");
      const last = await page.evaluate(() => Number(document.querySelector("#view-search .slider").max));
      const seen = [];
      for (let t = 0; t <= Math.min(last, 30); t++) {
        seen.push(await page.textContent("#view-search .now-step"));
        await page.keyboard.press("ArrowRight");
      }
      await page.keyboard.press("Home");
      equal(await page.textContent("#view-search .now-step"), seen[0], "the first step, come back to");
      holds(new Set(seen).size > Math.min(last, 30) / 2, "the steps hardly change");
      await shot(page, `report-${engine}`);
      await tab(page, "verdict");
      holds((await page.textContent("#view-verdict")).includes(code === 20 ? "safe" : "unsafe"), "the verdict");
      await tab(page, "charts");
      await tab(page, "help");
    }, { url: pathToFileURL(out).href });
  }
  fs.rmSync(folder, { recursive: true });
}

await browser.close();
console.log(`${done - failures} of ${done} tests passed`);
process.exit(failures > 0 ? 1 : 0);
