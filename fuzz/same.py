#!/usr/bin/env python3
"""Whether two builds of indubit search alike: the same verdicts, evidence, events and statistics, run by run.

    same.py record --indubit OLD/indubit BEFORE.json [FILE ...]
    same.py record --indubit NEW/indubit AFTER.json [FILE ...]
    same.py compare BEFORE.json AFTER.json

Each FILE is run with IC3 and L-IC3; the circuits of `tests/` with every option, and random circuits with random
options, come by themselves. A run is on one thread, so it is the same each time but for its seconds.
"""

import argparse
import concurrent.futures
import glob
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile

from fuzz import CHOICES, random_circuit

ENGINES = ["ic3", "lazy-ic3"]
SMALL = ["ic3", "lazy-ic3", "kind", "bmc", "fsis"]
# The last line of the statistics, and the last column of their table.
SECONDS = re.compile(r" +[0-9]+\.[0-9]+( +seconds)?$")
BOUND = ["--max-depth", "30", "--max-k", "30"]


def digest(path):
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()[:16]


def observe(binary, circuit, args, limit):
    """What a run shows, as values that can be compared."""
    with tempfile.TemporaryDirectory() as folder:
        witness, certificate = os.path.join(folder, "witness"), os.path.join(folder, "certificate")
        command = [binary, circuit, "--threads", "1", "--witness", witness, "--certificate", certificate]
        command += ["--stats", "--trace", *args]
        try:
            done = subprocess.run(command, capture_output=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return {"exit": "timeout"}
        lines = done.stderr.decode(errors="replace").replace(folder, "").splitlines()
        lines = [SECONDS.sub("", line) for line in lines]
        evidence = [digest(path) for path in sorted(glob.glob(os.path.join(folder, "*")))]
        return {
            "exit": done.returncode,
            "out": done.stdout.decode(errors="replace").replace(folder, ""),
            "statistics": [line for line in lines if line.startswith("  ")],
            "events": hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16],
            "evidence": evidence,
        }


def runs(files, count, folder):
    """Names of runs, each with a circuit and its options."""
    here = os.path.dirname(os.path.abspath(__file__))
    for path in sorted(glob.glob(os.path.join(here, "..", "tests", "circuits", "*.aag"))):
        for engine in SMALL:
            yield f"{os.path.basename(path)} {engine}", path, ["--engine", engine, *BOUND]
        for engine in ENGINES:
            for name, values in CHOICES.items():
                for value in values if name != "--threads" else []:
                    args = ["--engine", engine, name, value]
                    yield f"{os.path.basename(path)} {' '.join(args)}", path, args
    for seed in range(count):
        rng = random.Random(f"same {seed}")
        path = os.path.join(folder, f"{seed}.aag")
        with open(path, "w", encoding="ascii") as file:
            file.write(random_circuit(rng)[0])
        args = ["--engine", rng.choice(ENGINES), "--seed", str(rng.randrange(1000))]
        for name, values in CHOICES.items():
            if name != "--threads" and rng.random() < 0.2:
                args += [name, rng.choice(values)]
        yield f"random {seed}: {' '.join(args)}", path, args
    for path in files:
        for engine in ENGINES:
            yield f"{os.path.basename(path)} {engine}", path, ["--engine", engine]
        for engine in ENGINES:
            args = ["--engine", engine, "--propagation", "triggered", "--may-obligations", "on"]
            args += ["--lifting", "core", "--generalisation", "dynamic", "--parent-lemma", "on", "--max-frames", "6"]
            yield f"{os.path.basename(path)} {' '.join(args)}", path, args


def record(options):
    with tempfile.TemporaryDirectory() as folder:
        todo = list(runs(options.files, options.random, folder))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            observed = pool.map(lambda run: observe(options.indubit, run[1], run[2], options.limit), todo)
            result = {run[0]: seen for run, seen in zip(todo, observed)}
    with open(options.out, "w", encoding="utf-8") as file:
        json.dump(result, file, indent=0)
    late = [name for name, seen in result.items() if seen["exit"] == "timeout"]
    print(f"{len(result)} runs recorded, {len(late)} beyond {options.limit:g} s", *late, sep="\n  ")
    return 0


def difference(old, new):
    """Lines that say what differs between two values, or lists of lines."""
    if not (isinstance(old, list) and isinstance(new, list)):
        old, new = [str(old)], [str(new)]
    yield from (f"    - {line}" for line in old if line not in new)
    yield from (f"    + {line}" for line in new if line not in old)


def compare(options):
    with open(options.before, encoding="utf-8") as file:
        before = json.load(file)
    with open(options.after, encoding="utf-8") as file:
        after = json.load(file)
    common = [name for name in before if name in after]
    ended = [name for name in common if "timeout" not in (before[name]["exit"], after[name]["exit"])]
    differ = [name for name in ended if before[name] != after[name]]
    for name in differ[:20]:
        parts = [part for part in before[name] if before[name][part] != after[name].get(part)]
        print(f"{name}: {', '.join(parts)}")
        for part in parts:
            print(*difference(before[name][part], after[name].get(part)), sep="\n")
    print(f"{len(ended)} runs compared, {len(differ)} differ, {len(common) - len(ended)} beyond the limit")
    return 1 if differ or not ended else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record", help="run a build and write down what it does")
    recording.add_argument("out")
    recording.add_argument("files", nargs="*", help="circuits beside those of tests/")
    recording.add_argument("--indubit", default="target/release/indubit", help="the program [%(default)s]")
    recording.add_argument("--random", type=int, default=300, help="random circuits [%(default)s]")
    recording.add_argument("--limit", type=float, default=60, help="seconds a run [%(default)s]")
    recording.add_argument("--jobs", type=int, default=1, help="runs at a time [%(default)s]")
    comparing = commands.add_parser("compare", help="tell the differences between two records")
    comparing.add_argument("before")
    comparing.add_argument("after")
    options = parser.parse_args()
    return record(options) if options.command == "record" else compare(options)


if __name__ == "__main__":
    sys.exit(main())
