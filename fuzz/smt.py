#!/usr/bin/env python3
"""Random SMT-LIB scripts: indubit against z3. See README.md beside this file.

Needs z3's Python package. Problems are written in batches, one script for many, each behind a `(reset)`.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time

import z3


class Failed(Exception):
    """Something is wrong with indubit, or with z3."""


# Random terms


class Maker:
    """Random terms of one logic over declared constants."""

    def __init__(self, rng, logic):
        self.rng, self.logic = rng, logic
        self.width = rng.choice([1, 2, 3, 4, 5, 8, 12])
        self.word = f"(_ BitVec {self.width})"
        sorts = {"QF_LRA": ["Bool", "Real"], "QF_LIA": ["Bool", "Int"], "QF_LIRA": ["Bool", "Int", "Real"],
                 "QF_BV": ["Bool", self.word], "BOOL": ["Bool"]}[logic]
        self.constants = []
        for sort in sorts:
            for i in range(rng.randint(1, 4)):
                self.constants.append((f"{'bwix'[['Bool', self.word, 'Int', 'Real'].index(sort)]}{i}", sort))

    def declarations(self):
        return "".join(f"(declare-const {name} {sort})\n" for name, sort in self.constants)

    def constant(self, sort):
        names = [n for n, s in self.constants if s == sort]
        return self.rng.choice(names) if names else None

    def number(self, sort, depth):
        rng = self.rng
        if depth == 0 or rng.random() < 0.3:
            name = self.constant(sort)
            if name and rng.random() < 0.75:
                return name
            value = rng.randint(-6, 6)
            if sort == "Real" and rng.random() < 0.3:
                return f"(/ {'(- %d)' % -value if value < 0 else value} {rng.randint(1, 4)})"
            return f"(- {-value})" if value < 0 else str(value)
        kind = rng.randrange(9)
        a, b = self.number(sort, depth - 1), self.number(sort, depth - 1)
        if kind < 3:
            return f"({'+' if kind else '-'} {a} {b})"
        if kind == 3:
            return f"(* {rng.randint(2, 5)} {a})"
        if kind == 4:
            return f"(* (- {rng.randint(1, 4)}) {a})"
        if kind == 5:
            return f"(ite {self.formula(depth - 1)} {a} {b})"
        if sort == "Int" and kind == 6:
            return f"({rng.choice(['div', 'mod'])} {a} {rng.choice(['2', '3', '(- 3)', '5', '0'])})"
        if sort == "Int" and kind == 7:
            return f"(abs {a})"
        if sort == "Int" and self.logic == "QF_LIRA":
            return f"(to_int {self.number('Real', depth - 1)})"
        if sort == "Real" and self.logic == "QF_LIRA":
            return f"(to_real {self.number('Int', depth - 1)})"
        return a

    def bits(self, width, depth):
        rng = self.rng
        if depth == 0 or rng.random() < 0.25:
            if width == self.width and rng.random() < 0.8:
                return self.constant(self.word)
            return "#b" + "".join(rng.choice("01") for _ in range(width))
        kind = rng.randrange(12)
        if kind < 6:
            operator = rng.choice("bvadd bvsub bvmul bvand bvor bvxor bvudiv bvurem bvsdiv bvsrem bvsmod bvshl bvlshr "
                                  "bvashr bvnand bvnor bvxnor".split())
            return f"({operator} {self.bits(width, depth - 1)} {self.bits(width, depth - 1)})"
        if kind < 8:
            return f"({rng.choice(['bvnot', 'bvneg'])} {self.bits(width, depth - 1)})"
        if kind == 8 and width > 1:
            low = rng.randint(1, width - 1)
            return f"(concat {self.bits(width - low, depth - 1)} {self.bits(low, depth - 1)})"
        if kind == 9:
            wider = width + rng.randint(0, 3)
            low = rng.randint(0, wider - width)
            return f"((_ extract {low + width - 1} {low}) {self.bits(wider, depth - 1)})"
        if kind == 10:
            narrow = rng.randint(1, width)
            operator = rng.choice(["zero_extend", "sign_extend"])
            return f"((_ {operator} {width - narrow}) {self.bits(narrow, depth - 1)})"
        if kind == 11 and rng.random() < 0.5:
            rotation = f"(_ {rng.choice(['rotate_left', 'rotate_right'])} {rng.randint(0, 9)})"
            return f"({rotation} {self.bits(width, depth - 1)})"
        return f"(ite {self.formula(depth - 1)} {self.bits(width, depth - 1)} {self.bits(width, depth - 1)})"

    def atom(self, depth):
        rng = self.rng
        if self.logic == "BOOL":
            return self.constant("Bool")
        if self.logic == "QF_BV":
            width = self.width if rng.random() < 0.7 else rng.randint(1, 6)
            operator = rng.choice("= = distinct bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge bvuaddo bvsaddo "
                                  "bvumulo bvsmulo".split())
            return f"({operator} {self.bits(width, depth)} {self.bits(width, depth)})"
        sort = rng.choice([s for _, s in self.constants if s in ("Int", "Real")])
        operator = rng.choice(["<", "<=", ">", ">=", "=", "distinct"])
        return f"({operator} {self.number(sort, depth)} {self.number(sort, depth)})"

    def formula(self, depth):
        rng = self.rng
        if depth <= 0:
            return self.constant("Bool")
        kind = rng.randrange(10)
        if kind < 5:
            return self.atom(depth - 1)
        if kind == 5:
            return f"(not {self.formula(depth - 1)})"
        if kind == 6:
            return f"(ite {self.formula(depth - 1)} {self.formula(depth - 1)} {self.formula(depth - 1)})"
        operator = rng.choice(["and", "or", "=>", "xor", "=", "and", "or"])
        return f"({operator} {self.formula(depth - 1)} {self.formula(depth - 1)})"


# Running


def z3_verdict(declarations, formulas, timeout=1000):
    solver = z3.Solver()
    solver.set("timeout", timeout)
    text = declarations + "".join(f"(assert {f})\n" for f in formulas)
    solver.add(z3.parse_smt2_string(text))
    return str(solver.check())


def sections(text, count):
    """What stands behind each `begin` line."""
    parts = text.split("begin\n")[1:]
    if len(parts) != count:
        raise Failed(f"{len(parts)} answers to {count} problems")
    return parts


# Formulas with scopes, assumptions, cores and models


def formula_problem(rng, logic):
    """A script, and for each check what was in force."""
    maker = Maker(rng, logic)
    lines = ["(set-option :produce-unsat-cores true)", "(set-option :timeout 5000)", maker.declarations().rstrip()]
    scopes, checks, names = [[]], [], 0
    for _ in range(rng.randint(2, 5)):
        if rng.random() < 0.3:
            lines.append("(push 1)")
            scopes.append([])
        elif len(scopes) > 1 and rng.random() < 0.3:
            lines.append("(pop 1)")
            scopes.pop()
        for _ in range(rng.randint(1, 3)):
            formula = maker.formula(rng.randint(2, 4))
            names += 1
            lines.append(f"(assert (! {formula} :named n{names}))")
            scopes[-1].append((f"n{names}", formula))
        assumptions = []
        if rng.random() < 0.4:
            assumptions = [f"(not {maker.constant('Bool')})" if rng.random() < 0.5 else maker.constant("Bool")
                           for _ in range(rng.randint(1, 3))]
            lines.append(f"(check-sat-assuming ({' '.join(assumptions)}))")
        else:
            lines.append("(check-sat)")
        lines.append('(echo "model")\n(get-model)\n(echo "core")\n(get-unsat-core)\n(echo "end")')
        checks.append(([pair for scope in scopes for pair in scope], assumptions))
    return maker, "\n".join(lines) + "\n", checks


def between(text, begin, end):
    return text.split(f"{begin}\n", 1)[1].split(f"{end}\n", 1)[0]


def judge_formulas(maker, checks, text, tally):
    answers = text.split("end\n")[:-1]
    if len(answers) != len(checks):
        raise Failed(f"{len(answers)} answers to {len(checks)} checks")
    for (named, assumptions), answer in zip(checks, answers):
        formulas = [f for _, f in named] + assumptions
        verdict = answer.split("\n", 1)[0]
        tally[verdict] = tally.get(verdict, 0) + 1
        expected = z3_verdict(maker.declarations(), formulas)
        if verdict == "unknown":
            tally["unknown where z3 knows"] = tally.get("unknown where z3 knows", 0) + (expected != "unknown")
        elif expected != "unknown" and verdict != expected:
            raise Failed(f"{verdict}, z3 says {expected}")
        if verdict == "sat":
            model = between(answer, "model", "core").strip()[1:-1]
            if z3_verdict(model, formulas) != "sat":
                raise Failed("a model that z3 refuses")
        if verdict == "unsat":
            core = answer.split("core\n")[1].strip().strip("()").split()
            kept = [f for n, f in named if n in core]
            if z3_verdict(maker.declarations(), kept + assumptions) == "sat":
                raise Failed("a core that z3 finds satisfiable")


def quiet_errors(text):
    """Models are asked for after `unsat` too, and cores after `sat`."""
    return "\n".join(l for l in text.splitlines() if not l.startswith("(error") or "did not answer" not in l) + "\n"


def run_batch(options, rng, logic, tally):
    """Problems of one kind in one script, each judged by its part of the output."""
    problem, judge = KINDS[options.kind]
    problems = [problem(rng, logic) for _ in range(options.batch)]
    output = run_lenient(options, "".join(f'(echo "begin")\n{p[1]}(reset)\n' for p in problems))
    if options.kind == "formulas":
        output = quiet_errors(output)
    for (maker, own, *rest), text in zip(problems, sections(output, len(problems))):
        try:
            judge(maker, *rest, text, tally)
        except Failed as failure:
            raise Failed(f"{failure}\n{own}") from None


def run_lenient(options, script):
    """Exit code 2 says that there were errors, which here are questions that did not fit the answer."""
    path = os.path.join(options.scratch, f"smt-{os.getpid()}.smt2")
    with open(path, "w") as file:
        file.write(script)
    try:
        done = subprocess.run([options.indubit, "smt", path], capture_output=True, timeout=300)
    except subprocess.TimeoutExpired:
        raise Failed(f"no answer in time: {path}") from None
    if done.returncode not in (0, 2):
        raise Failed(f"exit code {done.returncode}: {done.stderr.decode()[:1000]}")
    # `echo` prints strings as they are written.
    return re.sub(r'^"(.*)"$', r"\1", done.stdout.decode(), flags=re.MULTILINE)


# Interpolants


def interpolant_problem(rng, logic):
    maker = Maker(rng, logic)
    names = [n for n, _ in maker.constants]
    parts = []
    for _ in range(rng.randint(2, 4)):
        maker.constants = [c for c in maker.constants if c[0] in names]
        whole = list(maker.constants)
        some = [c for c in whole if rng.random() < 0.8]
        maker.constants = some if all(any(s == t for _, t in some) for _, s in whole) else whole
        parts.append("(and " + " ".join(maker.formula(rng.randint(2, 3)) for _ in range(rng.randint(2, 4))) + ")")
        maker.constants = whole
    script = "(set-option :produce-interpolants true)\n(set-option :timeout 5000)\n" + maker.declarations()
    script += "".join(f"(assert (! {p} :named p{i}))\n" for i, p in enumerate(parts))
    script += f"(check-sat)\n(get-interpolants {' '.join(f'p{i}' for i in range(len(parts)))})\n"
    return maker, script, parts


def constants_of(declarations, formula):
    """Names that occur in a formula."""
    found, stack, seen = set(), list(z3.parse_smt2_string(f"{declarations}(assert {formula})")), set()
    while stack:
        e = stack.pop()
        if e.get_id() in seen:
            continue
        seen.add(e.get_id())
        if z3.is_const(e) and e.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found.add(str(e))
        stack.extend(e.children())
    return found


def judge_interpolants(maker, parts, text, tally):
    declarations = maker.declarations()
    verdict, rest = text.split("\n", 1)
    if verdict != "unsat":
        return
    tally["unsat"] = tally.get("unsat", 0) + 1
    if rest.startswith("(error"):
        tally["none"] = tally.get("none", 0) + 1
        return
    found = [line.strip() for line in rest.splitlines()[1:-1]]
    if len(found) != len(parts) - 1:
        raise Failed(f"{len(found)} interpolants for {len(parts)} parts")
    chain = ["true"] + found + ["false"]
    for i, part in enumerate(parts):
        if z3_verdict(declarations, [chain[i], part, f"(not {chain[i + 1]})"], 5000) == "sat":
            raise Failed(f"interpolant {i} does not follow")
    for i, interpolant in enumerate(found):
        left = set().union(*(constants_of(declarations, p) for p in parts[:i + 1]))
        right = set().union(*(constants_of(declarations, p) for p in parts[i + 1:]))
        # What z3's reader simplifies away may still be named in the part.
        alien = constants_of(declarations, interpolant) - (left & right)
        words = [set(p.replace("(", " ").replace(")", " ").split()) for p in parts]
        if any(not any(n in w for w in words[:i + 1]) or not any(n in w for w in words[i + 1:]) for n in alien):
            raise Failed(f"interpolant {i} mentions {alien}")


# Projections


def projection_problem(rng, logic):
    maker = Maker(rng, logic)
    formula = "(and " + " ".join(maker.formula(rng.randint(2, 3)) for _ in range(rng.randint(1, 3))) + ")"
    bound = [c for c in maker.constants if rng.random() < 0.5] or maker.constants[-1:]
    quantified = f"(exists ({' '.join(f'({n} {s})' for n, s in bound)}) {formula})"
    queries = f"(get-qe-disjunct {quantified})\n(get-qe {quantified})\n"
    script = f"(set-option :timeout 5000)\n{maker.declarations()}{queries}"
    return maker, script, formula, quantified


def judge_projections(maker, formula, quantified, text, tally):
    declarations = maker.declarations()
    lines = text.splitlines()
    tally["asked"] = tally.get("asked", 0) + 1
    for kind, line in zip(["disjunct", "exact"], lines):
        if line.startswith("(error"):
            tally[f"no {kind}"] = tally.get(f"no {kind}", 0) + 1
            continue
        if z3_verdict(declarations, [line, f"(not {quantified})"], 3000) == "sat":
            raise Failed(f"{kind}: does not imply the projection: {line}")
        if kind == "exact" and z3_verdict(declarations, [formula, f"(not {line})"], 3000) == "sat":
            raise Failed(f"exact: not implied: {line}")


# Proofs


def proof_problem(rng, logic):
    maker = Maker(rng, logic)
    parts = [maker.formula(rng.randint(2, 4)) for _ in range(rng.randint(2, 6))]
    script = "(set-option :produce-proofs true)\n(set-option :timeout 5000)\n" + maker.declarations()
    script += "".join(f"(assert {p})\n" for p in parts) + "(check-sat)\n(get-proof)\n"
    return maker, script, parts


def literals_of(clause):
    return [f"-{l[5:-1]}" if l.startswith("(not") else l for l in re.findall(r"\(not [^)]*\)|@\d+", clause)]


def propagates(clause, antecedents):
    """Whether the negated clause and these, in this order, lead to a conflict."""
    negated = lambda l: l[1:] if l.startswith("-") else f"-{l}"
    true = {negated(l) for l in clause}
    for antecedent in antecedents:
        if any(l in true for l in antecedent):
            continue
        left = {l for l in antecedent if negated(l) not in true}
        if not left:
            return True
        if len(left) > 1:
            return False
        true |= left
    return False


def judge_proofs(maker, parts, text, tally):
    verdict, rest = text.split("\n", 1)
    tally[verdict] = tally.get(verdict, 0) + 1
    if verdict != "unsat":
        return
    lines = rest.strip().splitlines()
    if lines[0] != "(proof" or not lines[-1].endswith(")"):
        raise Failed(f"no proof: {lines[0]}")
    lines = lines[1:-1] + [lines[-1][:-1]]
    declarations = maker.declarations() + "\n".join(l for l in lines if l.startswith("(define-fun"))
    hypotheses, clauses, claims = {}, [], []
    for line in lines:
        head, number, body = re.match(r"\((\S+) (\S+|\(not \S+\)) (.*)\)$", line).groups()
        if head in ("assertion", "operator"):
            hypotheses[number] = body
            claims.append(f"(=> {parts[int(number)]} {body})" if head == "assertion" else body)
        elif head == "circuit":
            claims.append(f"(= {number} {body})")
        elif head == "step":
            clause, rule, names = re.match(r"\((.*)\) \((\w+) ?(.*)\)$", body).groups()
            lits = literals_of(clause)
            formula = f"(or false {clause})"
            tally[rule] = tally.get(rule, 0) + 1
            if rule == "chain":
                if not propagates(lits, [clauses[int(n)] for n in names.split()]):
                    raise Failed(f"does not propagate: {line}")
            else:
                claims.append(f"(=> {hypotheses[names]} {formula})" if rule == "hypothesis" else formula)
            clauses.append(lits)
    if clauses[-1]:
        raise Failed("no empty clause")
    if z3_verdict(declarations, [f"(not (and true {' '.join(claims)}))"], 5000) == "sat":
        raise Failed("a clause that does not hold")


# How a problem is made, and how the answers are judged.
KINDS = {
    "formulas": (formula_problem, judge_formulas),
    "interpolants": (interpolant_problem, judge_interpolants),
    "projections": (projection_problem, judge_projections),
    "proofs": (proof_problem, judge_proofs),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("logic", choices=["QF_LRA", "QF_LIA", "QF_LIRA", "QF_BV", "BOOL"])
    parser.add_argument("--indubit", default="target/release/indubit", help="the program [%(default)s]")
    parser.add_argument("--seed", type=int, default=0, help="the first seed [%(default)s]")
    parser.add_argument("--count", type=int, default=1000, help="how many problems [%(default)s]")
    parser.add_argument("--batch", type=int, default=50, help="problems in one script [%(default)s]")
    parser.add_argument("--scratch", default=tempfile.gettempdir(), help="where scripts are written [%(default)s]")
    options = parser.parse_args()
    failures, tally, start = 0, {}, time.time()
    for seed in range(options.seed, options.seed + (options.count + options.batch - 1) // options.batch):
        try:
            run_batch(options, random.Random(f"{options.kind} {options.logic} {seed}"), options.logic, tally)
        except Failed as failure:
            failures += 1
            print(f"seed {seed}: {failure}")
    print(f"{options.kind} {options.logic}: {tally}, {failures} failures, {time.time() - start:.0f} s")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
