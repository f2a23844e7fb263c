#!/usr/bin/env python3
"""Transition systems: indubit's verdicts and evidence against SMT solvers. See README.md beside this file.

Needs z3's Python package; cvc5's is used if it is there.
"""

import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile
import time

import z3

import smt

try:
    import cvc5
except ImportError:
    cvc5 = None


class Failed(Exception):
    """Something is wrong with indubit, or with the other tool."""


def run(command, limit):
    """Exit code and both outputs. A hang is a failure, too."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        raise Failed(f"no answer within {limit} s: {' '.join(command)}") from None
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


# Evidence, as a script that any SMT solver answers


def z3_answers(path, seconds):
    """z3's answer to each question of a script."""
    done = run(["z3", f"-t:{int(1000 * seconds)}", path], None)
    return done[1].split()


def cvc5_answers(path, seconds):
    """The same for cvc5."""
    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(int(1000 * seconds)))
    solver.setOption("incremental", "true")
    symbols = cvc5.SymbolManager(solver)
    parser = cvc5.InputParser(solver, symbols)
    parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, path)
    answers = []
    while True:
        try:
            command = parser.nextCommand()
        except RuntimeError as error:
            raise Failed(f"cvc5 does not read {path}: {error}") from None
        if command.isNull():
            return answers
        answers += command.invoke(solver, symbols).split()


def script_verdict(path, seconds, answers_of):
    """`safe` if all questions are answered by unsat, `unsafe` if the only one is by sat, `unknown` after a timeout."""
    with open(path, encoding="utf-8") as file:
        asked = sum(line.strip() == "(check-sat)" for line in file)
    answers = answers_of(path, seconds)
    if asked == 0 or len(answers) != asked or set(answers) - {"sat", "unsat", "unknown", "timeout"}:
        raise Failed(f"{asked} questions, and these answers: {' '.join(answers)[:500]}")
    if set(answers) <= {"unsat"}:
        return "safe"
    if answers == ["sat"]:
        return "unsafe"
    if "sat" in answers:
        return "neither"
    return "unknown"


def check_evidence(options, path, folder, count):
    """Verifies the file with an engine, and puts what it says to the other solvers."""
    engine = options.engine
    command = [options.scripts, path, engine, str(options.timeout), folder]
    code, out, err = run(command, 5 * options.timeout + 20)
    if code != 0:
        raise Failed(f"exit code {code}\n{out[:500]}{err[:1000]}")
    for line in out.splitlines():
        name, verdict, *rest = line.split()
        verdict = verdict.rstrip(":")
        count[f"indubit {verdict}"] += 1
        if verdict == "unknown":
            if "evidence" in line or "gave up" in line:
                raise Failed(line)
            continue
        script = os.path.join(folder, f"{os.path.basename(path)}.{name}.smt2")
        for solver, answers_of in (("z3", z3_answers), ("cvc5", cvc5_answers if cvc5 else None)):
            if answers_of is None:
                continue
            theirs = script_verdict(script, options.timeout, answers_of)
            count[f"{solver} {'agrees' if theirs == verdict else theirs}"] += 1
            if theirs not in (verdict, "unknown"):
                raise Failed(f"{name} is {verdict}, and {solver} takes the evidence for {theirs}: {script}")


def evidence(options):
    """All files below the folders."""
    count, failures = collections.Counter(), 0
    for path in sorted(files_below(options.folders)):
        folder = tempfile.mkdtemp(prefix="indubit-evidence-")
        try:
            check_evidence(options, path, folder, count)
        except Failed as reason:
            failures += 1
            print(f"{path}: {reason}\nfiles in {folder}", flush=True)
            if os.listdir(folder):
                continue
        for name in os.listdir(folder):
            os.remove(os.path.join(folder, name))
        os.rmdir(folder)
    print(", ".join(f"{name}: {number}" for name, number in sorted(count.items())), f"{failures} failures", sep="; ")
    return failures


def files_below(folders):
    for folder in folders:
        if os.path.isfile(folder):
            yield folder
        for where, _, names in os.walk(folder):
            yield from (os.path.join(where, name) for name in names if name.endswith((".vmt", ".btor2")))


# Random systems


class Maker(smt.Maker):
    """Random terms without division by zero, whose result a system does not say."""

    def number(self, sort, depth):
        text = super().number(sort, depth)
        return text.replace(" 0)", " 3)") if sort == "Int" else text


class RandomSystem:
    """A system over the sorts of a logic, as texts of SMT-LIB."""

    def __init__(self, rng):
        logic = rng.choice(["QF_LIA", "QF_LIA", "QF_LRA", "QF_LRA", "QF_LIRA", "QF_BV", "QF_BV", "BOOL"])
        maker = Maker(rng, logic)
        names = maker.constants
        rng.shuffle(names)
        states = max(1, len(names) - rng.randint(0, 2))
        self.states, self.inputs = names[:states], names[states:]
        self.logic, self.word = logic, maker.word

        def about(constants, make):
            maker.constants = constants
            have = {sort for _, sort in constants}
            if not {sort for _, sort in names} <= have:
                maker.constants = names if constants is not names else names
            return make()

        self.init = ["true"]
        for name, sort in self.states:
            if rng.random() < 0.75:
                self.init.append(f"(= {name} {self.constant(rng, maker, sort)})")
        self.trans = ["true"]
        for name, sort in self.states:
            chance = rng.random()
            if chance < 0.35 and sort in ("Int", "Real"):
                step = about(names, lambda: maker.formula(1))
                by = rng.choice([1, 1, 2, 3])
                self.trans.append(f"(= {name}.next (ite {step} ({rng.choice('+-')} {name} {by}) {name}))")
            elif chance < 0.85:
                self.trans.append(f"(= {name}.next {about(names, lambda: self.value(maker, sort))})")
        if rng.random() < 0.4:
            nexts = [(f"{name}.next", sort) for name, sort in self.states]
            self.trans.append(about(names + nexts, lambda: maker.formula(2)))
        self.bads = [about(names, lambda: maker.formula(2)) for _ in range(rng.randint(1, 3))]
        # Formulas about the state only may mention no input.
        self.init = [part for part in self.init if not any(name in smt_words(part) for name, _ in self.inputs)]

    @staticmethod
    def value(maker, sort):
        if sort == "Bool":
            return maker.formula(2)
        return maker.bits(maker.width, 2) if sort == maker.word else maker.number(sort, 2)

    @staticmethod
    def constant(rng, maker, sort):
        if sort == "Bool":
            return rng.choice(["true", "false"])
        if sort == maker.word:
            return "#b" + "".join(rng.choice("001") for _ in range(maker.width))
        return str(rng.randint(0, 3)) + ("" if sort == "Int" else ".0")

    def vmt(self):
        """The system as a VMT-LIB file."""
        lines = [f"(declare-fun {name} () {sort})" for name, sort in self.states + self.inputs]
        lines += [f"(declare-fun {name}.next () {sort})" for name, sort in self.states]
        lines += [f"(define-fun .{name} () {sort} (! {name} :next {name}.next))" for name, sort in self.states]
        lines.append(f"(define-fun .init () Bool (! (and {' '.join(self.init)} true) :init true))")
        lines.append(f"(define-fun .trans () Bool (! (and {' '.join(self.trans)} true) :trans true))")
        for i, bad in enumerate(self.bads):
            lines.append(f"(define-fun .p{i} () Bool (! (not {bad}) :invar-property {i}))")
        return "\n".join(lines) + "\n"


def smt_words(text):
    return set(text.replace("(", " ").replace(")", " ").split())


class Unrolling:
    """The runs of a system, for z3."""

    def __init__(self, system):
        declarations = "".join(f"(declare-const {name} {sort})\n" for name, sort in system.states + system.inputs)
        declarations += "".join(f"(declare-const {name}.next {sort})\n" for name, sort in system.states)

        def parsed(text):
            return z3.And(*z3.parse_smt2_string(f"{declarations}(assert {text})"))

        self.init, self.trans = parsed(f"(and {' '.join(system.init)} true)"), parsed(
            f"(and {' '.join(system.trans)} true)"
        )
        self.bads = [parsed(bad) for bad in system.bads]
        sorts = {name: self.sort(sort) for name, sort in system.states + system.inputs}
        self.currents = [z3.Const(name, sorts[name]) for name, _ in system.states]
        self.inputs = [z3.Const(name, sorts[name]) for name, _ in system.inputs]
        self.nexts = [z3.Const(f"{name}.next", sorts[name]) for name, _ in system.states]

    @staticmethod
    def sort(text):
        if text.startswith("(_ BitVec"):
            return z3.BitVecSort(int(text.split()[-1].rstrip(")")))
        return {"Bool": z3.BoolSort(), "Int": z3.IntSort(), "Real": z3.RealSort()}[text]

    def at(self, formula, step):
        pairs = []
        for constants, number in ((self.currents, step), (self.inputs, step), (self.nexts, step + 1)):
            for constant in constants:
                name = str(constant).removesuffix(".next")
                pairs.append((constant, z3.Const(f"{name}@{number}", constant.sort())))
        return z3.substitute(formula, *pairs)

    def nearest(self, bad, bound, seconds):
        """The number of transitions to the nearest bad step, `None` if there is none within the bound; or a number
        from which on z3 does not know."""
        solver = z3.Solver()
        end = time.monotonic() + seconds
        solver.add(self.at(self.init, 0))
        for depth in range(bound + 1):
            solver.set("timeout", max(1, int(1000 * (end - time.monotonic()))))
            answer = solver.check(self.at(self.bads[bad], depth))
            if answer == z3.sat:
                return depth, depth
            if answer == z3.unknown:
                return None, depth
            solver.add(self.at(self.trans, depth))
        return None, bound + 1

    def reachable(self, bad, seconds):
        """Spacer's opinion: True, False, or None."""
        fixedpoint = z3.Fixedpoint()
        fixedpoint.set(engine="spacer", timeout=int(1000 * seconds))
        relation = z3.Function("reached", *[c.sort() for c in self.currents], z3.BoolSort())
        failed = z3.Function("failed", z3.BoolSort())
        fixedpoint.register_relation(relation, failed)
        fixedpoint.declare_var(*self.currents, *self.inputs, *self.nexts)
        fixedpoint.rule(relation(*self.currents), self.init)
        fixedpoint.rule(relation(*self.nexts), z3.And(relation(*self.currents), self.trans))
        fixedpoint.rule(failed(), z3.And(relation(*self.currents), self.bads[bad]))
        try:
            answer = fixedpoint.query(failed)
        except z3.Z3Exception:
            return None
        return None if answer == z3.unknown else answer == z3.sat


ENGINES = ["ic3-smt", "ic3-ia", "itp", "kind", "bmc", "portfolio", "portfolio"]
SEARCH = {
    "--generalisation": ["core", "interpolant", "linear", "binary", "ctg", "dynamic"],
    "--ctg-depth": ["0", "1", "3"],
    "--propagation": ["plain", "eager", "triggered"],
    "--obligation-limit": ["0", "2", "20"],
    **{f"--{name}": ["on", "off"] for name in ["parent-lemma", "requeue", "may-obligations", "inductive-subset"]},
}


def compare(options, seed, count):
    """One random system under one engine, against z3."""
    rng = random.Random(f"system {seed}")
    system = RandomSystem(rng)
    engine = rng.choice(ENGINES + (["ic3", "lazy-ic3"] if system.logic in ("QF_BV", "BOOL") else []))
    with tempfile.NamedTemporaryFile("w", suffix=".vmt", delete=False) as file:
        file.write(system.vmt())
    args = ["--engine", engine, "--timeout", f"{options.timeout}s", "--json", "--seed", str(seed)]
    if rng.random() < 0.2:
        args += ["--check", "full"]
    if engine == "itp":
        args += ["--interpolation", rng.choice(["mcmillan", "sequence", "avy"])]
    if engine in ("ic3-smt", "ic3-ia", "itp", "portfolio") and rng.random() < 0.4:
        for name, values in SEARCH.items():
            if rng.random() < 0.3:
                args += [name, rng.choice(values)]
    command = [options.indubit, file.name, *args]
    code, out, err = run(command, options.timeout * 2 + 10)
    if code not in (10, 20, 30):
        raise Failed(f"exit code {code} of {' '.join(command)}\n{out[:300]}{err[:1500]}")
    unrolling = Unrolling(system)
    for found in json.loads(out)["properties"]:
        i, verdict = found["index"], found["verdict"]
        count[f"indubit {verdict}"] += 1
        told = f"b{i} is {verdict}: {' '.join(command)}"
        if "gave up" in found.get("reason", ""):
            raise Failed(f"{found['reason']}: {told}")
        bound = min(found.get("depth", options.bound), options.bound)
        depth, known = unrolling.nearest(i, bound, options.timeout)
        if verdict == "safe" and depth is not None:
            raise Failed(f"z3 finds a run of {depth} transitions; {told}")
        if verdict == "unsafe" and depth is None and known > found["depth"]:
            raise Failed(f"z3 finds no run; {told}")
        if depth is not None and verdict == "unknown" and found.get("safe_depth", -1) >= depth:
            raise Failed(f"z3 finds a run of {depth} transitions; {told}")
        if engine in ("bmc", "kind") and verdict == "unsafe" and depth is not None and depth < found["depth"]:
            raise Failed(f"z3 finds a shorter run, of {depth} transitions; {told}")
        if verdict == "safe":
            reachable = unrolling.reachable(i, options.timeout)
            count[f"z3 {'gives up' if reachable is None else 'agrees on safe'}"] += 1
            if reachable:
                raise Failed(f"Spacer says reachable; {told}")
        elif verdict == "unsafe":
            count["z3 gives up" if depth is None else "z3 agrees on unsafe"] += 1
    os.remove(file.name)


def systems(options):
    """Random systems until the time is over."""
    count, failures = collections.Counter(), 0
    end, seed = time.monotonic() + options.seconds, options.seed
    while time.monotonic() < end if options.count is None else seed < options.seed + options.count:
        try:
            compare(options, seed, count)
        except Failed as reason:
            failures += 1
            print(f"seed {seed}: {reason}", flush=True)
        seed += 1
    told = ", ".join(f"{name}: {number}" for name, number in sorted(count.items()))
    print(f"seeds {options.seed} to {seed - 1}: {told}; {failures} failures")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--timeout", type=int, default=5, help="seconds for a run or a question [%(default)s]")
    kinds = parser.add_subparsers(dest="kind", required=True)
    files = kinds.add_parser("evidence", help="evidence about files, judged by other solvers")
    files.add_argument("folders", nargs="+", help="folders with .vmt and .btor2 files, or such files")
    files.add_argument("--engine", default="portfolio", help="[%(default)s]")
    files.add_argument("--scripts", default="target/release/examples/evidence_script", help="the program [%(default)s]")
    made = kinds.add_parser("random", help="random systems, verdicts compared with z3's")
    made.add_argument("--indubit", default="target/release/indubit", help="the program [%(default)s]")
    made.add_argument("--seed", type=int, default=0, help="the first seed [%(default)s]")
    made.add_argument("--count", type=int, help="how many seeds; default: until the time is over")
    made.add_argument("--seconds", type=float, default=60, help="for how long [%(default)s]")
    made.add_argument("--bound", type=int, default=12, help="z3 looks for runs this long [%(default)s]")
    options = parser.parse_args()
    return 1 if (evidence if options.kind == "evidence" else systems)(options) else 0


if __name__ == "__main__":
    sys.exit(main())
