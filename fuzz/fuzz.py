#!/usr/bin/env python3
"""Random formulas and circuits: indubit against other tools. See README.md beside this file."""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time


class Failed(Exception):
    """Something is wrong with indubit, or with the other tool."""


def run(command, limit=60):
    """Exit code and both outputs. A hang is a failure, too."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        raise Failed(f"no answer within {limit} s: {' '.join(command)}") from None
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def indubit(options, *args, expect):
    """Runs the program; any exit code that is not expected is a failure."""
    command = [options.indubit, *args]
    code, out, err = run(command)
    if code not in expect:
        raise Failed(f"exit code {code} of {' '.join(command)}\n{out[:500]}{err[:2000]}")
    return code, out


# Formulas


def random_formula(rng):
    """Clauses of mixed lengths; near the threshold, so that both answers occur."""
    count = rng.choice([5, 12, 30, 60, 120])
    if rng.random() < 0.3:
        clauses = exclusive_ors(rng, min(count, 40))
    else:
        clauses = []
        for _ in range(int(count * rng.uniform(3.2, 4.8))):
            length = rng.choice([1, 2, 3, 3, 3, 3, 3, 3, 3, 4, 5]) if rng.random() < 0.5 else 3
            clauses.append([rng.choice([-1, 1]) * rng.randint(1, count) for _ in range(length)])
    rng.shuffle(clauses)
    return count, clauses


def exclusive_ors(rng, count):
    """Sums modulo 2 of three variables, among some clauses."""
    clauses = []
    for _ in range(int(count * rng.uniform(0.7, 1.1))):
        a, b, c = (rng.randint(1, count) * rng.choice([-1, 1]) for _ in range(3))
        clauses += [[a, b, c], [a, -b, -c], [-a, b, -c], [-a, -b, c]]
    return clauses


def satisfied(clauses, out):
    model = {int(word) for line in out.splitlines() if line.startswith("v ") for word in line.split()[1:]}
    if any(-literal in model for literal in model if literal):
        return False
    return all(any(literal in model for literal in clause) for clause in clauses)


SWITCHES = ["inprocessing", "probing", "subsumption", "elimination", "vivification"]


def fuzz_sat(rng, options, folder):
    count, clauses = random_formula(rng)
    path = os.path.join(folder, "formula.cnf")
    with open(path, "w", encoding="ascii") as file:
        file.write(f"p cnf {count} {len(clauses)}\n")
        file.writelines(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
    args = [f"--no-{name}" for name in SWITCHES if rng.random() < 0.15]
    args += ["--seed", str(rng.randrange(1000))]
    if rng.random() < 0.5:
        args.append("--check")
    if rng.random() < 0.3:
        form = rng.choice(["drat", "lrat"])
        args += ["--proof", os.path.join(folder, "proof"), "--proof-format", form]
    code, out = indubit(options, "sat", path, *args, expect=(10, 20))
    if code == 10 and not satisfied(clauses, out):
        raise Failed(f"the model is none: {args}")
    for peer in ("cadical", "minisat"):
        if shutil.which(peer):
            command = [peer, "-q", path] if peer == "cadical" else [peer, "-verb=0", path]
            theirs = run(command)[0]
            if theirs != code:
                raise Failed(f"{peer} says {theirs}, indubit {code}: {args}")
    return {10: "sat", 20: "unsat"}[code]


# Circuits


def random_circuit(rng):
    """An AIGER file as text, in one of AIGER's two dialects: with one output (old) or with bads and constraints.

    Also the number of properties, and whether latches may start with the value of a function.
    """
    inputs, latches, gates = rng.randint(0, 6), rng.randint(1, 12), rng.randint(5, 80)
    first_latch, first_gate = inputs + 1, inputs + latches + 1
    pool = list(range(first_gate))

    def signal():
        # Recent gates more often: deep circuits.
        node = rng.choice(pool[-15:]) if rng.random() < 0.5 else rng.choice(pool)
        return 2 * node + rng.randint(0, 1)

    ands = []
    while len(ands) < gates:
        node = first_gate + len(ands)
        if rng.random() < 0.3 and len(ands) + 3 <= gates:
            a, b = signal(), signal()
            ands += [f"{2 * node} {a} {b ^ 1}", f"{2 * node + 2} {a ^ 1} {b}"]
            ands.append(f"{2 * node + 4} {2 * node + 1} {2 * node + 3}")
            pool += [node, node + 1, node + 2]
        else:
            ands.append(f"{2 * node} {signal()} {signal()}")
            pool.append(node)
    nexts = []
    with_functions = rng.random() < 0.4
    for i in range(latches):
        reset = rng.choice(["", "", " 0", " 1", f" {2 * (first_latch + i)}"])
        if with_functions and rng.random() < 0.5:
            reset = reset_function(rng, inputs, first_latch + i, ands)
        nexts.append(f"{2 * (first_latch + i)} {signal()}{reset}")
    modern = rng.random() < 0.7
    bads = [str(signal()) for _ in range(rng.randint(1, 3) if modern else 1)]
    constraints = [str(signal()) for _ in range(rng.choice([0, 0, 1, 2]) if modern else 0)]
    top = inputs + latches + gates
    counts = f"0 {gates} {len(bads)} {len(constraints)}" if modern else f"1 {gates}"
    lines = [f"aag {top} {inputs} {latches} {counts}"]
    lines += [str(2 * (i + 1)) for i in range(inputs)] + nexts + bads + constraints + ands
    return "\n".join(lines) + "\n", len(bads), with_functions


def reset_function(rng, inputs, latch, ands):
    """A reset that is an input, an earlier latch, or a gate over such, so that no latch starts with its own value."""
    fit = set(range(latch))
    for line in ands:
        node, a, b = (int(word) // 2 for word in line.split())
        if a in fit and b in fit:
            fit.add(node)
    gates = [node for node in fit if node >= latch]
    nodes = sorted(gates) if gates and rng.random() < 0.5 else range(1, latch)
    return f" {2 * rng.choice(nodes) + rng.randint(0, 1)}" if nodes else ""


CHOICES = {
    "--lifting": ["off", "justification", "core", "ternary"],
    "--lifting-rounds": ["0", "1", "4"],
    "--generalisation": ["core", "interpolant", "linear", "binary", "ctg", "dynamic"],
    "--ctg-depth": ["0", "1", "3"],
    "--ctg-limit": ["0", "1", "5"],
    "--propagation": ["plain", "eager", "triggered"],
    "--obligation-limit": ["0", "2", "20"],
    "--may-limit": ["0", "1", "3"],
    "--patience": ["0", "1", "3"],
    "--first-patience": ["0", "20", "500"],
    "--start-depth": ["1", "2"],
    "--threads": ["1", "2", "5"],
    **{
        f"--{name}": ["on", "off"]
        for name in [
            "adaptive-ctg", "parent-lemma", "requeue", "may-obligations", "inductive-subset", "containment-check",
            "domain", "known-steps", "reduce", "rewriting", "constants", "equivalences", "separate-may",
            "minimise-core",
        ]
    },
}


def verdicts(out, properties):
    lines = out.split()
    return [lines[0]] if properties == 1 else lines[2::2]


def fuzz_verify(rng, options, folder):
    text, properties, with_functions = random_circuit(rng)
    ascii_file, binary = os.path.join(folder, "circuit.aag"), os.path.join(folder, "circuit.aig")
    with open(ascii_file, "w", encoding="ascii") as file:
        file.write(text)
    indubit(options, "convert", ascii_file, binary, expect=(0,))
    witness, certificate = os.path.join(folder, "witness"), os.path.join(folder, "certificate.aig")
    args = ["--witness", witness, "--certificate", certificate, "--seed", str(rng.randrange(1000))]
    args += ["--engine", rng.choice(["ic3", "ic3", "lazy-ic3", "lazy-ic3", "portfolio"])]
    if rng.random() < 0.3:
        args += ["--check", "full"]
    for name, values in CHOICES.items():
        if rng.random() < 0.2:
            args += [name, rng.choice(values)]
    _, out = indubit(options, rng.choice([ascii_file, binary]), *args, expect=(10, 20))
    ours = verdicts(out, properties)
    if len(ours) != properties:
        raise Failed(f"not one verdict a property: {out}")

    # What was written is accepted, for the other format's file, too.
    for i, verdict in enumerate(ours):
        if verdict == "safe":
            name = certificate if properties == 1 else certificate.replace(".aig", f".b{i}.aig")
            indubit(options, "check", binary, name, "--property", str(i), expect=(20,))
    if "unsafe" in ours:
        indubit(options, "check", ascii_file, witness, expect=(10,))
    engine = rng.choice(["kind", "fsis"])
    _, out = indubit(options, binary, "--engine", engine, "--timeout", "2", expect=(10, 20, 30))
    for i, (mine, other) in enumerate(zip(ours, verdicts(out, properties))):
        if other not in (mine, "unknown"):
            raise Failed(f"b{i} is {mine} and {other} for {engine}: {args}")
    # ABC knows constant resets only.
    if shutil.which("berkeley-abc") and not with_functions:
        for i, mine in enumerate(ours):
            theirs = abc(binary, i, properties)
            if theirs not in (mine, "unknown"):
                raise Failed(f"b{i} is {mine} for indubit and {theirs} for abc: {args}")
    return "unsafe" if "unsafe" in ours else "safe"


def abc(path, index, properties):
    """ABC's verdict on one property.

    `fold` makes the constraints part of each property. It has to come after the resets are made zero (folding first
    calls circuits safe that are not), and before `cone`, which drops constraints.
    """
    one = f"cone -s -O {index}; " if properties > 1 else ""
    script = f"read {path}; logic; undc; strash; zero; fold; {one}pdr"
    out = run(["berkeley-abc", "-c", script])[1]
    if "Property proved" in out:
        return "safe"
    if "was asserted in frame" in out:
        return "unsafe"
    return "unknown"


KINDS = {"sat": fuzz_sat, "verify": fuzz_verify}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=[*KINDS, "both"])
    parser.add_argument("--indubit", default="target/release/indubit", help="the program [%(default)s]")
    parser.add_argument("--seed", type=int, default=0, help="the first seed [%(default)s]")
    parser.add_argument("--count", type=int, help="how many seeds; default: until the time is over")
    parser.add_argument("--seconds", type=float, default=60, help="for how long [%(default)s]")
    parser.add_argument("--keep", default="fuzz/failed", help="where files of failures go [%(default)s]")
    options = parser.parse_args()
    kinds = list(KINDS) if options.kind == "both" else [options.kind]
    seen, failures = {}, 0
    end, seed = time.monotonic() + options.seconds, options.seed
    while time.monotonic() < end if options.count is None else seed < options.seed + options.count:
        for kind in kinds:
            with tempfile.TemporaryDirectory() as folder:
                try:
                    answer = KINDS[kind](random.Random(f"{kind} {seed}"), options, folder)
                    seen[answer] = seen.get(answer, 0) + 1
                except Failed as reason:
                    failures += 1
                    kept = os.path.join(options.keep, f"{kind}-{seed}")
                    shutil.copytree(folder, kept, dirs_exist_ok=True)
                    print(f"{kind}, seed {seed}: {reason}\nfiles in {kept}", flush=True)
        seed += 1
    print(f"seeds {options.seed} to {seed - 1}: {seen}, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
