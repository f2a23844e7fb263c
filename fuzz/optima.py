#!/usr/bin/env python3
"""Random problems with objectives, against z3's optimiser and RC2.

    python3 fuzz/optima.py --indubit target/release/indubit --count 1000 --seed 1
    python3 fuzz/optima.py --indubit target/release/indubit --kinds maxsat --evidence

The kinds are `words`, `integers`, `rationals`, `soft` (scripts, for z3: package z3-solver) and `maxsat` (WCNF files,
for RC2: package python-sat). Of several objectives of a script each is compared up to the first one without a value
that is reached. `--evidence` has the program prove each optimum. The last line says how many problems were compared, by
kind and answer. The exit code is 1 if an answer differed, evidence failed or the program crashed; such problems are
kept in the folder of `--keep`.
"""

import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile

KINDS = ["words", "integers", "rationals", "soft", "maxsat"]


def constant(rng, sort):
    if sort == "word":
        return "#x%x" % rng.getrandbits(4)
    number = rng.randint(-9, 9)
    text = "(- %d)" % -number if number < 0 else str(number)
    return "(/ %s %d)" % (text, rng.randint(2, 5)) if sort == "Real" and rng.random() < 0.2 else text


def term(rng, sort, names):
    parts = rng.sample(names, min(len(names), rng.randint(1, 3)))
    if sort == "word":
        text = parts[0]
        for part in parts[1:]:
            text = "(%s %s %s)" % (rng.choice(["bvadd", "bvsub", "bvand", "bvxor", "bvmul", "bvor"]), text, part)
        return text
    sums = ["(* %s %s)" % (constant(rng, "Int"), part) if rng.random() < 0.6 else part for part in parts]
    text = "(+ %s %s)" % (" ".join(sums), constant(rng, sort)) if len(sums) > 1 else sums[0]
    if sort == "Int" and rng.random() < 0.1:
        text = "(%s %s %d)" % (rng.choice(["mod", "div"]), text, rng.randint(2, 5))
    return text


def atom(rng, sort, names, bools):
    if rng.random() < 0.3:
        return rng.choice(bools)
    relations = ["bvult", "bvule", "=", "bvslt"] if sort == "word" else ["<", "<=", "=", ">=", ">"]
    right = constant(rng, sort) if rng.random() < 0.7 else term(rng, sort, names)
    return "(%s %s %s)" % (rng.choice(relations), term(rng, sort, names), right)


def formula(rng, sort, names, bools, depth):
    if depth == 0 or rng.random() < 0.3:
        return atom(rng, sort, names, bools)
    parts = [formula(rng, sort, names, bools, depth - 1) for _ in range(rng.randint(2, 3))]
    operator = rng.choice(["and", "or", "or", "not", "=>", "ite"])
    if operator == "not":
        parts = parts[:1]
    if operator == "ite":
        parts = (parts + [bools[0]])[:3]
    return "(%s %s)" % (operator, " ".join(parts))


def script(rng, kind):
    sort = {"words": "word", "integers": "Int", "rationals": "Real"}.get(kind) or rng.choice(["word", "Int", "Real"])
    names, bools = ["x", "y", "z"][:rng.randint(1, 3)], ["p", "q", "r"]
    lines = ["(declare-const %s %s)" % (n, "(_ BitVec 4)" if sort == "word" else sort) for n in names]
    lines += ["(declare-const %s Bool)" % b for b in bools]
    lines += ["(assert %s)" % formula(rng, sort, names, bools, 2) for _ in range(rng.randint(1, 4))]
    if sort != "word" and rng.random() < 0.7:
        lines += ["(assert (<= %d %s %d))" % (rng.randint(-20, 0), n, rng.randint(0, 20)) for n in names]
    for _ in range(rng.randint(1, 2)):
        lines.append("(%s %s)" % (rng.choice(["minimize", "maximize"]), term(rng, sort, names)))
    if kind == "soft":
        lines = [line for line in lines if not line.startswith(("(minimize", "(maximize")) or rng.random() < 0.2]
        for _ in range(rng.randint(1, 8)):
            weight = rng.choice(["", "", " :weight %d" % rng.randint(1, 9), " :weight 0.5", " :weight -2"])
            name = rng.choice(["", "", " :id a", " :id b"])
            lines.append("(assert-soft %s%s%s)" % (formula(rng, sort, names, bools, 1), weight, name))
    return "\n".join(lines + ["(check-sat)", "(get-objectives)", ""])


def expressions(text):
    """S-expressions as nested lists."""
    stack = [[]]
    for token in re.findall(r"\(|\)|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0]


def plain(value):
    """A value in a normal form: an exact fraction, or a text."""
    from fractions import Fraction
    if isinstance(value, str):
        return Fraction(value) if re.fullmatch(r"-?[0-9.]+", value) else value
    parts = [plain(part) for part in value]
    if all(not isinstance(part, str) for part in parts[1:]):
        if parts[0] == "-" and len(parts) == 2:
            return -parts[1]
        if parts[0] == "/":
            return parts[1] / parts[2]
    text = "(" + " ".join(str(part) for part in parts) + ")"
    # The factor of an infinitesimal is any positive number.
    return re.sub(r"\(\* (-?)[0-9/]+ epsilon\)", r"\1epsilon", text)


def objectives(text):
    """The answer, and the values up to the first one that is not reached."""
    lines = expressions(text)
    answer = lines[0] if lines else "nothing"
    if answer != "sat":
        return answer, []
    values = []
    for line in lines[1][1:]:
        value = line[-1]
        if isinstance(value, list) and value and value[0] == "interval":
            # The optimiser of newer versions tells an interval where there is no attained optimum.
            break
        values.append(plain(value))
        if isinstance(values[-1], str):
            break
    return answer, values


def wcnf(rng):
    variables = rng.randint(3, 10)
    clause = lambda: [v * rng.choice([1, -1]) for v in rng.sample(range(1, variables + 1), rng.randint(1, 3))]
    hard = [clause() for _ in range(rng.randint(0, 3 * variables))]
    heavy = rng.choice([1, 9, 1000])
    soft = [(rng.randint(1, heavy), clause()) for _ in range(rng.randint(0, 4 * variables))]
    text = lambda weight, lits: "%s %s 0\n" % (weight, " ".join(map(str, lits)))
    if rng.random() < 0.5:
        lines = [text("h", lits) for lits in hard] + [text(weight, lits) for weight, lits in soft]
    else:
        top = 1 + sum(weight for weight, _ in soft)
        lines = ["p wcnf %d %d %d\n" % (variables, len(hard) + len(soft), top)]
        lines += [text(top, lits) for lits in hard] + [text(weight, lits) for weight, lits in soft]
    return "".join(lines), hard, soft


def optimum(hard, soft):
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF
    formula = WCNF()
    for lits in hard:
        formula.append(lits)
    for weight, lits in soft:
        formula.append(lits, weight=weight)
    if not soft:
        from pysat.solvers import Cadical153
        with Cadical153(bootstrap_with=hard) as solver:
            return 0 if solver.solve() else None
    with RC2(formula) as solver:
        return solver.cost if solver.compute() is not None else None


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def compare_script(rng, kind, arguments, folder):
    text = script(rng, kind)
    file = folder / "problem.smt2"
    file.write_text(text)
    z3 = objectives(run([arguments.z3, "-T:5", str(file)])[1])
    extra = ["--evidence", "full"] if arguments.evidence else []
    code, out, err = run([arguments.indubit, "smt", "--timeout", "20s"] + extra + [str(file)])
    ours = objectives(out) if code in (0, 2) else ("code %d" % code, [])
    shared = min(len(z3[1]), len(ours[1])) if z3[0] == "sat" else 0
    is_open = z3[0] not in ("sat", "unsat") or ours[0] == "unknown"
    same = is_open or (z3[0] == ours[0] and z3[1][:shared] == ours[1][:shared])
    return same and not err, "open" if is_open else z3[0], (text, z3, ours, err), "smt2"


def compare_wcnf(rng, arguments, folder):
    text, hard, soft = wcnf(rng)
    file = folder / "problem.wcnf"
    file.write_text(text)
    known = optimum(hard, soft)
    extra = ["--evidence"] if arguments.evidence else []
    code, out, err = run([arguments.indubit, "sat", "--timeout", "20s"] + extra + [str(file)])
    costs = [int(line[2:]) for line in out.splitlines() if line.startswith("o ")]
    wanted = (20, "s UNSATISFIABLE") if known is None else (30, "s OPTIMUM FOUND")
    same = code == wanted[0] and wanted[1] in out.splitlines() and (known is None or costs[-1] == known)
    return same and not err, "unsat" if known is None else "sat", (text, known, out, err), "wcnf"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--indubit", default="target/release/indubit")
    parser.add_argument("--z3", default="z3")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--evidence", action="store_true")
    parser.add_argument("--keep", default="optima-failures")
    arguments = parser.parse_args()
    counts, wrong = collections.Counter(), 0
    kinds = arguments.kinds.split(",")
    with tempfile.TemporaryDirectory() as name:
        for number in range(arguments.count):
            rng = random.Random("%d %d" % (arguments.seed, number))
            kind = kinds[number % len(kinds)]
            if kind == "maxsat":
                same, answer, story, suffix = compare_wcnf(rng, arguments, pathlib.Path(name))
            else:
                same, answer, story, suffix = compare_script(rng, kind, arguments, pathlib.Path(name))
            counts[kind + " " + answer] += 1
            if not same:
                wrong += 1
                keep = pathlib.Path(arguments.keep)
                keep.mkdir(exist_ok=True)
                (keep / ("%d_%d.%s" % (arguments.seed, number, suffix))).write_text(story[0])
                print("differs: problem %d: %s" % (number, story[1:]), flush=True)
    print("%d wrong; " % wrong + ", ".join("%s %d" % pair for pair in sorted(counts.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
