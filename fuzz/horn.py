#!/usr/bin/env python3
"""Horn clauses: indubit against z3. See README.md beside this file.

Needs z3's Python package. Verdicts are compared with z3's Spacer. A model goes to z3 as the questions of its
certificate, each of which must be answered by `unsat`; a refutation goes to `indubit check`, which evaluates it.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time

import z3


class Failed(Exception):
    """Something is wrong with indubit, or with z3."""


def run(options, *args):
    """Exit code and first line of indubit. A hang is a failure."""
    command = [options.indubit, *args, "--timeout", f"{options.limit}s", "--seed", str(options.seed)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=options.limit + 20)
    except subprocess.TimeoutExpired:
        raise Failed(f"no end of {' '.join(command)}") from None
    out = done.stdout.decode(errors="replace")
    if done.returncode not in (10, 20, 30):
        raise Failed(f"exit code {done.returncode} of {' '.join(command)}\n{out[:300]}{done.stderr.decode()[:1000]}")
    return out.split("\n", 1)[0]


# Random clauses


def term(rng, variables):
    """A small linear term."""
    text = rng.choice(variables)
    kind = rng.randrange(6)
    if kind == 0:
        return str(rng.randint(0, 4))
    if kind == 1:
        return f"(+ {text} {rng.randint(1, 3)})"
    if kind == 2:
        return f"(- {text} {rng.randint(1, 3)})"
    if kind == 3:
        return f"(+ {text} {rng.choice(variables)})"
    return text


def formula(rng, variables):
    relation = rng.choice(["<", "<=", "=", ">", ">=", "distinct"])
    return f"({relation} {term(rng, variables)} {term(rng, variables)})"


def random_script(rng):
    """Clauses over up to three predicates of one or two places; the first is a fact, the last a query."""
    places = [rng.randint(1, 2) for _ in range(rng.randint(1, 3))]
    names = ["x", "y", "z", "w"]
    lines = ["(set-logic HORN)"]
    lines += [f"(declare-fun p{i} ({' '.join(['Int'] * n)}) Bool)" for i, n in enumerate(places)]

    def atom(variables):
        predicate = rng.randrange(len(places))
        return f"(p{predicate} {' '.join(term(rng, variables) for _ in range(places[predicate]))})"

    count = rng.randint(3, 6)
    for at in range(count):
        variables = names[: rng.randint(2, 4)]
        body = [formula(rng, variables) for _ in range(rng.randint(0, 2))]
        if at > 0:
            body += [atom(variables) for _ in range(rng.choice([1, 1, 1, 2, 2, 3]))]
        head = "false" if at + 1 == count else atom(variables)
        bound = " ".join(f"({v} Int)" for v in variables)
        lines.append(f"(assert (forall ({bound}) (=> (and true {' '.join(body)}) {head})))")
    return "\n".join(lines + ["(check-sat)", ""])


def random_options(rng):
    """An engine, and for those over clauses some of their options."""
    engine = rng.choice(["portfolio", "spacer", "spacer", "spacer", "gpdr", "unwind"])
    args = ["--engine", engine]
    if engine == "spacer":
        choices = {
            "--goals": ["point", "projection"],
            "--facts": ["point", "projection"],
            "--goal-lemmas": ["core", "farkas", "interpolant"],
            "--goal-order": ["nearest", "farthest", "smallest", "largest", "random"],
            "--siblings": ["on", "off"],
            "--respect-facts": ["on", "off"],
        }
        for name, values in choices.items():
            if rng.random() < 0.5:
                args += [name, rng.choice(values)]
    if rng.random() < 0.3:
        args += ["--reduce", "off"]
    return args


# The other side


def z3_verdict(path, limit):
    """`safe`, `unsafe` or `unknown`, by z3's Spacer."""
    command = [sys.executable, "-c", "import sys, z3; s = z3.SolverFor('HORN'); s.set('timeout', int(sys.argv[2]));"
               " s.from_file(sys.argv[1]); print(s.check())", path, str(1000 * limit)]
    try:
        out = subprocess.run(command, capture_output=True, timeout=limit + 20).stdout.decode().strip()
    except subprocess.TimeoutExpired:
        return "unknown"
    return {"sat": "safe", "unsat": "unsafe"}.get(out, "unknown")


def all_unsat(script, limit):
    """Whether z3 answers `unsat` to each question of a script; `None` if it does not know."""
    answers = []
    for question in script.split("(push 1)")[1:]:
        solver = z3.Solver()
        solver.set("timeout", 1000 * limit)
        solver.from_string(script.split("(push 1)")[0] + question.split("(check-sat)")[0])
        answers.append(str(solver.check()))
    if "sat" in answers:
        return False
    return None if "unknown" in answers else True


def examine(options, path, args, folder):
    """The verdict of indubit on a file, with z3's word on its evidence."""
    evidence, certificate = os.path.join(folder, "evidence.txt"), os.path.join(folder, "certificate.smt2")
    verdict = run(options, path, *args, "--witness", evidence, "--certificate", certificate)
    confirmed = None
    if verdict == "safe":
        with open(certificate, encoding="utf-8") as file:
            confirmed = all_unsat(file.read(), options.limit)
        if confirmed is False:
            raise Failed(f"z3 does not believe the model of {path} {' '.join(args)}")
    elif verdict == "unsafe":
        command = [options.indubit, "check", path, evidence]
        done = subprocess.run(command, capture_output=True, timeout=60)
        confirmed = done.returncode == 10
        if not confirmed:
            raise Failed(f"the refutation is not believed: {' '.join(command)}")
    return verdict, confirmed


def fuzz(options):
    tally = {}
    start = time.time()
    seed = options.seed
    with tempfile.TemporaryDirectory() as folder:
        while seed < options.seed + options.count and time.time() < start + options.seconds:
            rng = random.Random(seed)
            path = os.path.join(folder, "clauses.smt2")
            with open(path, "w", encoding="utf-8") as file:
                file.write(random_script(rng))
            args = random_options(rng)
            try:
                verdict, confirmed = examine(options, path, args, folder)
            except Failed as failure:
                raise Failed(f"seed {seed}: {failure}") from None
            other = z3_verdict(path, options.limit) if options.compare else "unknown"
            if {verdict, other} == {"safe", "unsafe"}:
                raise Failed(f"seed {seed}: {verdict} by {' '.join(args)}, z3 says {other}")
            key = f"{verdict}{', confirmed' if confirmed else ''}; z3 {other}"
            tally[key] = tally.get(key, 0) + 1
            seed += 1
    for key in sorted(tally):
        print(f"{tally[key]:6} {key}")


def evidence(options):
    tally = {}
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(options.files):
            verdict, confirmed = examine(options, path, [], folder)
            key = f"{verdict}{', confirmed' if confirmed else ''}"
            tally[key] = tally.get(key, 0) + 1
            print(f"{path}: {key}", flush=True)
    for key in sorted(tally):
        print(f"{tally[key]:6} {key}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--indubit", default="target/release/indubit", help="the program [%(default)s]")
    parser.add_argument("--seed", type=int, default=0, help="the first seed [%(default)s]")
    parser.add_argument("--limit", type=int, default=5, help="seconds for each answer [%(default)s]")
    commands = parser.add_subparsers(dest="command", required=True)
    of_random = commands.add_parser("random", help="random clauses over integers")
    of_random.add_argument("--count", type=int, default=1000, help="how many systems [%(default)s]")
    of_random.add_argument("--seconds", type=int, default=1 << 30, help="the end, if it comes before")
    of_random.add_argument("--compare", action=argparse.BooleanOptionalAction, default=True, help="ask z3's Spacer")
    of_files = commands.add_parser("evidence", help="files of the logic HORN")
    of_files.add_argument("files", nargs="+")
    options = parser.parse_args()
    try:
        (fuzz if options.command == "random" else evidence)(options)
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
