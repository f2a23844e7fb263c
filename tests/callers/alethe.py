"""Proofs in the format Alethe, checked by Carcara.

usage: alethe.py PROGRAM [CARCARA]

PROGRAM is indubit; CARCARA is `carcara` on the path unless it is given. Each script below is refuted, its proof is
printed and checked. A proof without holes must be valid, one with holes must be valid but for them, and the reasons of
the holes must be those that are told here.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FLAGS = ["--allow-int-real-subtyping", "--expand-let-bindings", "--apply-function-defs"]
BOOLS = "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)"
SORTED = "(declare-sort U 0)(declare-fun f (U) U)(declare-fun g (U U) U)(declare-fun h (U) Bool)" + "".join(
    f"(declare-const {name} U)" for name in "abcd"
)
INTEGERS = "(declare-fun f (Int) Int)(declare-fun h (Int) Bool)" + "".join(
    f"(declare-const {name} Int)" for name in "xyz"
)
REALS = "(declare-fun f (Real) Real)" + "".join(f"(declare-const {name} Real)" for name in "xyz")
ARRAYS = "(declare-const m (Array Int Int))(declare-const n (Array Int Int))" + INTEGERS
WORDS = "".join(f"(declare-const {name} (_ BitVec 8))" for name in "vw")
# Logic, declarations, assertions, and the reasons of holes.
SCRIPTS = [
    ("QF_UF", BOOLS, ["p", "(not p)"], []),
    ("QF_UF", BOOLS, ["(or p q r)", "(not (or p r))", "(not q)"], []),
    ("QF_UF", BOOLS, ["(=> p q)", "(xor q p)", "p"], []),
    ("QF_UF", BOOLS, ["(= p q r)", "(ite p (not q) r)"], []),
    ("QF_UF", BOOLS, ["(let ((s (and p q)) (t (or p q))) (and s (not t)))"], []),
    ("QF_UF", BOOLS, ["(distinct p q)", "(= p q true)"], []),
    ("QF_UF", BOOLS, ["false"], []),
    ("QF_UF", BOOLS, ["(or (and p q) (and p r))", "(=> p (and (not q) (not r)))"], []),
    ("QF_UF", SORTED, ["(= a b)", "(not (= (f a) (f b)))"], []),
    ("QF_UF", SORTED, ["(= (f a) a)", "(not (= (f (f (f a))) a))"], []),
    ("QF_UF", SORTED, ["(= a b)", "(= c d)", "(h (g a c))", "(not (h (g b d)))"], []),
    ("QF_UF", SORTED, ["(distinct a b c)", "(or (= a c) (= b a))"], []),
    ("QF_UF", SORTED, ["(h (ite (= a b) a c))", "(= a b)", "(not (h b))"], []),
    ("QF_UFLIA", INTEGERS, ["(< x y)", "(< y (+ x 1))"], []),
    ("QF_UFLIA", INTEGERS, ["(= x (+ y 1))", "(= y (- z 2))", "(>= x z)"], []),
    ("QF_UFLIA", INTEGERS, ["(= x y)", "(distinct (f x) (f y))"], []),
    ("QF_UFLIA", INTEGERS, ["(<= x y)", "(<= y x)", "(< (f (- x 1)) (f (+ y (- 1))))"], []),
    ("QF_UFLIA", INTEGERS, ["(h (+ x 0))", "(not (h y))", "(= (- x y) 0)"], []),
    ("QF_UFLIA", INTEGERS, ["(= y (ite (< x 0) (- x) x))", "(< y 0)"], []),
    ("QF_UFLRA", REALS, ["(< (* 2 x) y)", "(> x 1)", "(< y 2.0)"], []),
    ("QF_UFLRA", REALS, ["(or (< x 1) (> x 3))", "(< (/ 3 2) x)", "(<= x 2)"], []),
    ("QF_UFLRA", REALS, ["(= x (* 0.5 y))", "(= (+ x x) z)", "(not (= (f y) (f z)))"], []),
    ("QF_AUFLIA", ARRAYS, ["(= m n)", "(not (= (select m x) (select n x)))"], []),
    ("QF_AUFLIA", ARRAYS, ["(not (= (select (store m x 1) y) (select m y)))", "(not (= x y))"], ["array"]),
    ("QF_AUFLIA", ARRAYS, ["(= (store m x 1) (store n x 1))", "(not (= m n))", "(= (select m x) (select n x))"],
     ["array"]),
    ("QF_LIA", INTEGERS, ["(= (* 2 x) (+ 1 (* 2 y)))"], ["rewriting", "integer"]),
    ("QF_BV", WORDS, ["(bvult v #x03)", "(bvult #x04 v)"], ["circuit", "rewriting"]),
]


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program = sys.argv[1]
    carcara = sys.argv[2] if len(sys.argv) == 3 else shutil.which("carcara")
    if carcara is None:
        print("skipped: Carcara is not installed")
        return
    with tempfile.TemporaryDirectory() as folder:
        problem, proof = Path(folder) / "problem.smt2", Path(folder) / "problem.alethe"
        for logic, declared, assertions, reasons in SCRIPTS:
            asserted = "".join(f"(assert {assertion})" for assertion in assertions)
            problem.write_text(f"(set-logic {logic}){declared}{asserted}(check-sat)\n")
            script = "(set-option :produce-proofs true)(set-option :proof-format alethe)"
            script += problem.read_text() + "(get-proof)"
            run = subprocess.run(
                [program, "smt", "-"], input=script, capture_output=True, text=True, timeout=60
            )
            assert run.stdout.startswith("unsat\n("), (assertions, run.stdout, run.stderr)
            proof.write_text(run.stdout)
            holes = run.stdout.splitlines()[-1]
            found = re.findall(r"([a-z]+) \d+", holes.partition(":")[2])
            assert set(found) <= set(reasons), (assertions, holes, proof.read_text())
            check = [carcara, "check", *FLAGS, str(proof), str(problem)]
            run = subprocess.run(check, capture_output=True, text=True, timeout=60)
            verdict = "".join(run.stdout.split()[-1:])
            expected = "holey" if found else "valid"
            assert verdict == expected, (assertions, run.stdout, run.stderr, proof.read_text())
    print(f"{len(SCRIPTS)} proofs checked")


main()
