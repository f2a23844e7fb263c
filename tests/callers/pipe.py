"""Ten thousand checks in one process: seconds, memory, and the time of one answer.

usage: pipe.py lia|bv PROGRAM [ARGUMENT ...]          (PROGRAM reads SMT-LIB from a pipe; Linux)

Each round opens a scope, asserts four or five random formulas over twelve constants, checks, and leaves the scope.
"""

import random
import subprocess
import sys
import time

ROUNDS, CONSTANTS = 10_000, 12


def formula(kind, rng):
    i, j, k = rng.sample(range(CONSTANTS), 3)
    if kind == "bv":
        a, b = rng.randrange(1 << 16), rng.randrange(1 << 16)
        return f"(bvult (bvadd x{i} (bvmul x{j} #x{a:04x})) (bvxor x{k} #x{b:04x}))"
    a, b, bound = rng.randint(1, 5), rng.randint(1, 4), rng.randint(0, 20)
    return f"(<= (+ (* {a} x{i}) (- x{j}) (* {b} x{k})) (- {bound}))"


def resident(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmRSS"))


def main(kind, command):
    rng = random.Random(1)
    solver = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    logic, sort = {"lia": ("QF_LIA", "Int"), "bv": ("QF_BV", "(_ BitVec 16)")}[kind]
    solver.stdin.write(f"(set-logic {logic})\n")
    for i in range(CONSTANTS):
        solver.stdin.write(f"(declare-fun x{i} () {sort})\n")
    start, answers, times, memory = time.time(), {}, [], []
    for round_ in range(ROUNDS):
        lines = ["(push 1)"] + [f"(assert {formula(kind, rng)})" for _ in range(4)]
        if round_ % 3 == 0:
            i, j = rng.sample(range(CONSTANTS), 2)
            lines.append(f"(assert (= x{i} x{j}))")
        solver.stdin.write("\n".join(lines) + "\n")
        asked = time.time()
        solver.stdin.write("(check-sat)\n")
        answer = solver.stdout.readline().strip()
        times.append(time.time() - asked)
        answers[answer] = answers.get(answer, 0) + 1
        solver.stdin.write("(pop 1)\n")
        if round_ + 1 in (1_000, ROUNDS):
            memory.append(resident(solver.pid))
    solver.stdin.close()
    solver.wait()
    times.sort()
    print(f"{answers}: {time.time() - start:.1f} s, {memory[0]} MB after 1,000 checks, {memory[1]} MB at the end,")
    median, most = times[ROUNDS // 2] * 1e6, times[ROUNDS * 99 // 100] * 1e6
    print(f"an answer in {median:.0f} us (median), {most:.0f} us (99 of 100)")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
