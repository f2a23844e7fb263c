"""A hundred thousand checks that all differ, in one process: seconds and memory.

usage: grow.py scopes|assuming|reset ROUNDS PROGRAM [ARGUMENT ...]       (PROGRAM reads SMT-LIB from a pipe; Linux)

e.g.   grow.py scopes 100000 target/release/indubit smt -
       grow.py scopes 100000 z3 -in

Each round has formulas with new names and new numerals, of numbers, words, functions and arrays in turn; one in five
is unsatisfiable.
scopes: push, declarations and assertions, check-sat, pop. assuming: constants declared once, no scope, and
check-sat-assuming of formulas with new numerals. reset: as scopes, but reset-assertions instead of push and pop.
"""

import random
import subprocess
import sys
import time


def declared(r):
    kind = r % 4
    if kind == 0:
        return [f"(declare-const {v}{r} Int)" for v in "abc"]
    if kind == 1:
        return [f"(declare-const {v}{r} (_ BitVec 16))" for v in "abc"]
    if kind == 2:
        return [f"(declare-sort S{r} 0)", f"(declare-fun f{r} (S{r}) S{r})"] + [
            f"(declare-const {v}{r} S{r})" for v in "abc"
        ]
    return [f"(declare-const m{r} (Array Int Int))"] + [f"(declare-const {v}{r} Int)" for v in "abc"]


def formulas(r, rng, suffix=None):
    some = satisfiable(r, rng, suffix)
    return some + [f"(not {some[0]})"] if r % 5 == 0 else some


def satisfiable(r, rng, suffix):
    s = r if suffix is None else suffix
    a, b, c = f"a{s}", f"b{s}", f"c{s}"
    kind = r % 4
    n, k = rng.randint(1, 9), 1_000_000 + r
    if kind == 0:
        return [
            f"(< (+ {a} (* {n} {b})) (+ {c} {k}))",
            f"(> (+ {b} {c}) {r + rng.randint(0, 50)})",
            f"(or (= {a} (+ {b} {r})) (< {c} {rng.randint(-r - 1, r)}))",
        ]
    if kind == 1:
        return [
            f"(bvult (bvadd {a} #x{r % 65536:04x}) (bvxor {b} #x{rng.randrange(65536):04x}))",
            f"(bvult (bvadd {b} {c}) (bvor {a} #x{rng.randrange(65536):04x}))",
            f"(= (bvand {c} #x00ff) (bvand {a} #x{rng.randrange(256):04x}))",
        ]
    if kind == 2:
        f = f"f{s}"
        deep = a
        for _ in range(rng.randint(2, 6)):
            deep = f"({f} {deep})"
        return [f"(= {deep} {b})", f"(or (= {a} {b}) (= ({f} {b}) {c}))", f"(distinct ({f} {a}) {c})"]
    m = f"m{s}"
    return [
        f"(= (select (store {m} {a} {r}) {b}) {rng.randint(0, 3)})",
        f"(> (select {m} {c}) {r + 5})",
        f"(< {a} (+ {b} {rng.randint(1, r + 1)}))",
    ]


def status(pid):
    with open(f"/proc/{pid}/status") as lines:
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def main(form, rounds, command):
    rng = random.Random(1)
    solver = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    marks = sorted({1_000, 10_000, rounds // 2, rounds})
    start, last, answers = time.time(), time.time(), {}
    send = solver.stdin.write
    if form == "assuming":
        for kind in range(4):
            send("\n".join(declared(kind)) + "\n")
    before = 0
    for r in range(rounds):
        if form == "assuming":
            lines = ["(check-sat-assuming (" + " ".join(formulas(r, rng, r % 4)) + "))"]
        else:
            lines = declared(r) + [f"(assert {f})" for f in formulas(r, rng)] + ["(check-sat)"]
            lines = ["(push 1)"] + lines + ["(pop 1)"] if form == "scopes" else lines + ["(reset-assertions)"]
        send("\n".join(lines) + "\n")
        answer = solver.stdout.readline().strip()
        answers[answer] = answers.get(answer, 0) + 1
        if r + 1 in marks:
            now = time.time()
            rate = (now - last) / (r + 1 - before) * 1e6
            print(f"{r + 1:>7} checks: {status(solver.pid):7.1f} MB, {now - start:6.1f} s, "
                  f"{rate:5.0f} us each since the last mark", flush=True)
            last, before = now, r + 1
    solver.stdin.close()
    solver.wait()
    print(answers)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
