// The models of the page: their kinds, engines and options.

/** By suffix of a name: the kind of model. */
const SUFFIXES = { aag: "circuit", aig: "circuit", btor2: "system", btor: "system", vmt: "system", cfa: "program", c: "program", i: "program", smt2: "clauses" };

/** By kind: engines that tell their steps, the first of which is the default, then the others. */
export const ENGINES = {
  circuit: ["ic3", "lazy-ic3", "portfolio", "fsis", "bmc", "kind", "car", "itp"],
  system: ["ic3-ia", "ic3-smt", "ctigar", "ic3", "portfolio", "bmc", "kind", "itp"],
  program: ["ic3cfa", "tree-ic3", "tree-ic3-itp", "tree-ic3-itp-mono", "tree-itp", "ic3-ia", "portfolio", "pred-abs", "spacer", "gpdr"],
  clauses: ["spacer", "gpdr", "portfolio"],
};

/** The kind of model that a name tells. */
export const kindOfName = (name) => SUFFIXES[name.split(".").pop().toLowerCase()] ?? "circuit";

/** The default engine of a model. Words become bits under IC3 for circuits, which is easier to read than formulas. */
export const engineOfName = (name) => (/\.btor2?$/.test(name) ? "ic3" : ENGINES[kindOfName(name)][0]);

/** Options from a text with one `name=value` a line. */
export function readOptions(text) {
  const options = {};
  for (const line of text.split("\n").map((l) => l.trim())) {
    if (line === "" || line.startsWith("#")) continue;
    const [name, value] = line.replace(/^--/, "").split(/[= ](.*)/s);
    options[name.trim()] = value === undefined || value.trim() === "" ? "on" : value.trim();
  }
  return options;
}
