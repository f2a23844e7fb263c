"""CBMC with external solvers: its results on small C programs are compared with the right ones.

usage: cbmc.py FOLDER

FOLDER has links to indubit by the names of the solvers. CBMC's own solver must find the properties that are known to
fail, and each solver must give every property the same status. Where indubit refuses a construct, CBMC must end in an
error that names it, not in a verdict; REFUSED is the list, so that a construct that is understood one day is noticed.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parent / "programs"
# By program: the properties that fail, and how many rounds of its loops are unwound.
FAILING = {
    "bits": ([], 33),
    "buffer": (["array_bounds.1"], 1),
    "bytes": ([], 1),
    "factors": (["assertion.1"], 1),
    "half": (["assertion.2"], 1),
    "heap": (["pointer_dereference.5"], 5),
    "list": ([], 4),
    "middle": (["assertion.1", "overflow.1"], 1),
    "sort": ([], 6),
    "states": (["assertion.1", "assertion.2", "assertion.4"], 9),
}
CHECKS = ["--unwinding-assertions", "--bounds-check", "--pointer-check", "--signed-overflow-check", "--trace"]
# Each way to name a solver; {} is the folder.
CALLS = {
    "cadical": ["--external-sat-solver", "{}/cadical"],
    "kissat": ["--external-sat-solver", "{}/kissat"],
    "z3": ["--z3"],
    "cvc5": ["--cvc5"],
    "yices-smt2": ["--yices"],
    "z3, incremental": ["--incremental-smt2-solver", "{}/z3 -smt2 -in"],
}
REFUSED = {}
# Here CBMC gives up on its own: it has no floating point on pipes, and no room for a long list of errors.
UNFIT = {"half": ["z3, incremental"], "heap": ["z3, incremental"]}


class Result:
    """What CBMC printed: the status by property, the verdict, and the numbers that a trace gives to a name."""

    def __init__(self, cbmc, program, unwind, arguments, env):
        command = [cbmc, str(PROGRAMS / f"{program}.c"), "--unwind", str(unwind), *CHECKS, *arguments]
        run = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
        self.out = run.stdout + run.stderr
        self.statuses = dict(re.findall(r"^\[(?:main\.)?([^\]]*)\].*: (\w+)$", run.stdout, re.M))
        self.failing = sorted(name for name, status in self.statuses.items() if status == "FAILURE")
        self.verdict = "".join(re.findall(r"^VERIFICATION (\w+)$", run.stdout, re.M))

    def trace(self, name):
        return re.findall(rf"^  {name}=(\d+)", self.out, re.M)[-1:]


def fault(program, own, given, refused):
    """What is wrong with the result of a solver, or None."""
    if refused:
        if f"{refused} are not supported" in given.out and given.verdict in ("", "ERROR"):
            return None
        return f"{given.verdict or 'no verdict'}, {given.out[-200:]}"
    if given.statuses != own.statuses or given.verdict != own.verdict:
        changed = [name for name, status in own.statuses.items() if given.statuses.get(name) != status]
        return f"{given.verdict or 'no verdict'}, unlike CBMC's own solver for {', '.join(changed[:5])}"
    if program == "factors" and (given.trace("left"), given.trace("right")) != (["83"], ["97"]):
        return f"the trace has {given.trace('left')} and {given.trace('right')}"
    return None


def main(folder):
    cbmc, folder = shutil.which("cbmc"), os.path.abspath(folder)
    if not cbmc:
        print("skipped: CBMC is not installed")
        return 0
    env = dict(os.environ, PATH=f"{folder}{os.pathsep}{os.environ['PATH']}")
    wrong = 0
    for program, (failing, unwind) in FAILING.items():
        own = Result(cbmc, program, unwind, [], env)
        if own.failing != failing or own.verdict != ("FAILED" if failing else "SUCCESSFUL"):
            sys.exit(f"{program}: CBMC's own solver answers {own.verdict}, failing: {own.failing}")
        words = []
        for call, arguments in CALLS.items():
            if call in UNFIT.get(program, []):
                continue
            refused = REFUSED.get(call, {}).get(program)
            given = Result(cbmc, program, unwind, [word.format(folder) for word in arguments], env)
            found = fault(program, own, given, refused)
            wrong += found is not None
            words.append(f"{call} {'WRONG, ' + found if found else 'refuses ' + refused if refused else 'agrees'}")
        print(f"{program}, {own.verdict}, {len(own.statuses)} properties: {'; '.join(words)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
