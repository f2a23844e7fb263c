// A session of the tools of `indubit mcp` by the client of the Model Context Protocol's own kit:
// node mcp.mjs PROGRAM FOLDER, where FOLDER has @modelcontextprotocol/sdk among its node_modules. The client holds each
// answer against the schema that the server publishes.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [program, kit] = process.argv.slice(2);
const of = createRequire(join(resolve(kit), "any.js"));
const { Client } = await import(of.resolve("@modelcontextprotocol/sdk/client/index.js"));
const { StdioClientTransport } = await import(of.resolve("@modelcontextprotocol/sdk/client/stdio.js"));

const folder = mkdtempSync(join(tmpdir(), "indubit-agent-"));
const client = new Client({ name: "test", version: "1" });
await client.connect(new StdioClientTransport({ command: program, args: ["mcp"] }));
const budget = { timeout_seconds: 30, memory_mb: 2000 };
const sum = {
  name: "sum.c",
  text: `void reach_error(void); unsigned nondet(void);
int main(void) {
    unsigned n = nondet(), i = 0, s = 0;
    if (n > 1000) return 0;
    while (i < n) {
        s += 2; i++; }
    if (s != 2 * n) reach_error();
    return 0; }`,
};
const wrong = { ...sum, text: sum.text.replace("2 * n)", "2 * n + 2)") };
const counter = { name: "counter.aag", text: "aag 2 0 2 0 0 1\n2 4\n4 2\n4\n" };
const none = { name: "none.c", text: "int main(void) { return 0; }" };
const candidates = ["5: s == 2 * i", "5: i <= n", "5: s <= 100", "5: s =", "5: i < n"];
const at = (name) => ({ folder: join(folder, name) });
const evidence = (name) => ({ evidence_path: join(folder, name) });

const calls = [
  ["salvage", { ...sum, candidates, ...at("kept") }, "proved"],
  ["check", { ...sum, ...evidence("kept/kept.yml") }, "proved"],
  ["check", { ...wrong, ...evidence("kept/kept.yml") }, "not-checked", true],
  ["try", { ...sum, candidates: candidates.slice(0, 2) }, "proved"],
  ["try", { ...sum, candidates: candidates.slice(1, 3) }, "unknown"],
  ["salvage", { ...wrong, candidates }, "unknown"],
  ["verify", { ...wrong, ...at("wrong") }, "refuted"],
  ["check", { ...wrong, ...evidence("wrong/witness.txt") }, "refuted"],
  ["check", { ...sum, ...evidence("wrong/witness.txt") }, "not-checked"],
  ["verify", { ...counter, ...at("counter") }, "proved"],
  ["check", { ...counter, ...evidence("counter/proof.txt") }, "proved"],
  ["bound", { ...counter, max_steps: 7 }, "not-checked"],
  ["bound", { ...wrong, max_steps: 50 }, "refuted"],
  ["run", { ...wrong, runs: 3, seed: 5 }, "refuted"],
  ["run", none, "not-checked"],
  ["verify", none, "nothing-asked"],
  ["verify", { ...none, checks: "all" }, "nothing-asked"],
  ["verify", { ...none, property: "termination" }, "proved"],
  ["explain", { ...sum, engine: "bmc", timeout_seconds: 1 }, "unknown"],
  ["explain", { name: "f.c", text: "int f(void) {" }, "not-checked"],
  ["verify", { name: "f.c", text: "int f(void) {" }, "not-checked", true],
  ["verify", { ...sum, property: "b3" }, "not-checked", true],
  ["convert", { ...sum, to: "smt2" }, "nothing-asked"],
];
const refused = [
  ["verify", { ...sum, memory_mb: undefined }, /memory_mb/],
  ["verify", { ...sum, timeout_seconds: "1" }, /timeout_seconds/],
  ["verify", { ...sum, bound: 3 }, /no argument `bound`/],
  ["prove", sum, /no tool `prove`/],
  ["salvage", { ...sum, candidates: [] }, /candidates/],
];
try {
  const { tools } = await client.listTools();
  assert.equal(tools.map((tool) => tool.name).join(), "verify,try,salvage,bound,explain,check,run,convert");
  for (const [name, given, verdict, isError] of calls) {
    const answer = await client.callTool({ name, arguments: { ...budget, ...given } });
    const told = JSON.stringify(answer);
    assert.equal(answer.structuredContent.verdict, verdict, `${name}: ${told}`);
    assert.equal(answer.isError, isError ?? false, `${name}: ${told}`);
    assert.deepEqual(JSON.parse(answer.content[0].text), answer.structuredContent);
  }
  for (const [name, given, message] of refused) {
    await assert.rejects(client.callTool({ name, arguments: { ...budget, ...given } }), message);
  }
  await client.ping();
  console.log(`${calls.length} calls answered, ${refused.length} refused`);
} finally {
  await client.close();
  rmSync(folder, { recursive: true });
}
