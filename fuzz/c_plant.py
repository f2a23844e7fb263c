"""Faults planted in the lowering of C programs, for c.py: the comparison on paths has to find each of them."""

import os
import random
import shutil
import subprocess

from c_pointers import asked, pointer_lines

LOWER = os.path.join("src", "input", "c", "lower")
# Name, file, text that occurs there once, and its replacement.
FAULTS = [
    (
        "a store behind the first bit of an object is dropped", "scalars.rs",
        "self.add_change(changes, guard, cell.variable, new);\n                return Ok(());",
        "if offset == 0 {\n self.add_change(changes, guard, cell.variable, new);\n }\n return Ok(());",
    ),
    (
        "a comparison of places in one object is swapped", "pointers.rs",
        "if a.store == b.store => self.compare_offsets(op, a, b)",
        "if a.store == b.store => self.compare_offsets(op, b, a)",
    ),
    (
        "the offset of a member is forgotten", "exprs.rs",
        "Index { term: one, signed: false }, offset as i64)?",
        "Index { term: one, signed: false }, 0 * offset as i64)?",
    ),
]
# The manifest names the files of measurements and examples.
PARTS = ["Cargo.toml", "Cargo.lock", "src", "solver", "theories", "benches", "examples"]
# A build for speed of building.
PROFILE = {"CARGO_PROFILE_RELEASE_LTO": "off", "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
           "CARGO_PROFILE_RELEASE_DEBUG": "0", "CARGO_INCREMENTAL": "1"}


def build(root, folder, fault):
    """The program with a fault."""
    _, file, text, replacement = fault
    copy = os.path.join(folder, "copy")
    shutil.rmtree(copy, ignore_errors=True)
    os.makedirs(copy)
    for part in PARTS:
        source, target = os.path.join(root, part), os.path.join(copy, part)
        (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, target)
    path = os.path.join(copy, LOWER, file)
    with open(path, encoding="utf-8") as handle:
        before = handle.read()
    if before.count(text) != 1:
        raise SystemExit(f"{file} has changed: expected once: {text}")
    with open(path, "w", encoding="utf-8") as handle:
        handle.write(before.replace(text, replacement))
    target = os.path.join(folder, "target")
    command = ["cargo", "build", "--quiet", "--release", "--lib", "--bins", "--target-dir", target]
    subprocess.run(command, cwd=copy, env={**os.environ, **PROFILE}, check=True)
    return os.path.join(target, "release", "indubit")


def program(seed, declarations):
    """A program with two functions that work on pointers."""
    rng = random.Random(f"plant {seed}")
    text = ["extern int __VERIFIER_nondet_int(void);", *declarations]
    for number in range(2):
        text += [line for line in asked(pointer_lines(rng, number, False, True)) if not line.startswith("@")]
    return "\n".join([*text, "int main(void) { t0(); t1(); return 0; }", ""])


def plant(options, folder, declarations):
    """Builds indubit with each fault, and compares paths of random programs until the fault is found. The number of
    faults that are not."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    missed = 0
    for fault in FAULTS:
        binary = build(root, folder, fault)
        path = os.path.join(folder, "program.c")
        found = None
        for seed in range(options.seed, options.seed + (options.count or 200)):
            with open(path, "w", encoding="ascii") as file:
                file.write(program(seed, declarations))
            done = subprocess.run([binary, "paths", "--arch", str(options.arch), "--most-paths", "40", path],
                                  capture_output=True, check=False, timeout=600)
            if done.returncode == 3:
                found = seed
                break
        if found is None:
            missed += 1
            print(f"{fault[0]}: not found", flush=True)
        else:
            told = done.stderr.decode(errors="replace").strip().split("\n")[-1].split(": ", 2)[-1]
            print(f"{fault[0]}: found by program {found}: {told}", flush=True)
    return missed
