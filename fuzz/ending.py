#!/usr/bin/env python3
"""Random loops over words of 3 to 5 bits, whose ends a search through all states decides.

    python3 fuzz/ending.py --indubit target/release/indubit --count 1000 --seed 1 --timeout 2

Each program has one or two loops over two or three variables that wrap. It is written as an automaton (`.cfa`) and as a
C program whose variables are bit-fields, with a sign or without. Arbitrary values are calls of a function that is
declared only. `--property termination` may answer `unknown`, but has to agree with the search otherwise. The last line
says how many programs were decided, by format and answer. The exit code is 1 if an answer was wrong, evidence failed
its check or the program crashed; such programs are kept in the folder of `--keep`.
"""

import argparse
import collections
import itertools
import pathlib
import random
import subprocess
import sys
import tempfile

BINARY = {"+": "bvadd", "-": "bvsub", "*": "bvmul", "&": "bvand", "^": "bvxor"}
COMPARED = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
NAMES = "xyz"


class Program:
    """A random program: its statements, and the edges that they are compiled to."""

    def __init__(self, rng):
        self.rng, self.bits, self.signed = rng, rng.randint(3, 5), rng.random() < 0.5
        self.inside = 0
        self.names = NAMES[:3 if self.bits == 3 and rng.random() < 0.4 else 2]
        self.loops = rng.randint(1, 2)
        self.body = self.block(0) + ([self.loop(0)] if self.loops else [])
        self.edges, self.places = [(0, None, True, None, 1)], 2
        self.compile(self.body, 1, None)

    def wrap(self, value):
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.signed and value >> (self.bits - 1) else value

    def number(self):
        small = self.rng.random() < 0.6
        return self.wrap(self.rng.randint(-2, 2) if small else self.rng.getrandbits(self.bits))

    def term(self):
        left, right = self.rng.choice(self.names), self.rng.choice(self.names)
        right = self.number() if self.rng.random() < 0.6 else right
        pick = self.rng.random()
        return right if pick < 0.15 else (self.rng.choice("+-+-+-*&^"), left, right)

    def condition(self):
        pick, left = self.rng.random(), self.rng.choice(self.names)
        if pick < 0.12:
            return None  # Any.
        right = self.number() if self.rng.random() < 0.5 else self.rng.choice(self.names.replace(left, ""))
        return self.rng.choice(["<", "<=", ">", ">=", "!=", "!=", "=="]), left, right

    def loop(self, depth):
        self.loops, self.inside = self.loops - 1, self.inside + 1
        condition, body = self.condition(), self.block(depth + 1)
        if condition and self.rng.random() < 0.6:  # A step of the variable that the condition is about.
            name = condition[1]
            body.append(("set", name, (self.rng.choice("+-"), name, self.rng.choice([1, 1, 1, 2, 3]))))
        made = "while", condition, body
        self.inside -= 1
        return made

    def block(self, depth):
        return [self.statement(depth) for _ in range(self.rng.randint(1, 3) if depth else self.rng.randint(0, 2))]

    def statement(self, depth):
        pick = self.rng.random()
        if pick < 0.12 and self.loops:
            return self.loop(depth)
        if pick < 0.32 and depth < 3:
            return "if", self.condition(), self.block(depth + 1), self.block(depth + 1)
        if pick < 0.37 and self.inside:
            return "break", self.condition()
        if pick < 0.45:
            return "any", self.rng.choice(self.names)
        return "set", self.rng.choice(self.names), self.term()

    def place(self):
        self.places += 1
        return self.places - 1

    def compile(self, block, at, after):
        """Adds the edges of a block (source, condition, whether it holds, what it sets, target); its end."""
        for kind, *parts in block:
            end = self.place()
            if kind == "set":
                self.edges.append((at, None, True, tuple(parts), end))
            elif kind == "any":
                self.edges.append((at, None, True, (parts[0], None), end))
            elif kind == "break":
                self.edges += [(at, parts[0], True, None, after), (at, parts[0], False, None, end)]
            elif kind == "if":
                for holds, inner in zip((True, False), parts[1:]):
                    first = self.place()
                    self.edges.append((at, parts[0], holds, None, first))
                    self.edges.append((self.compile(inner, first, after), None, True, None, end))
            else:
                first = self.place()
                self.edges += [(at, parts[0], True, None, first), (at, parts[0], False, None, end)]
                self.edges.append((self.compile(parts[1], first, end), None, True, None, at))
            at = end
        return at

    def value(self, term, state):
        if isinstance(term, tuple):
            a, b = (self.value(part, state) for part in term[1:])
            return self.wrap({"+": a + b, "-": a - b, "*": a * b, "&": a & b, "^": a ^ b}[term[0]])
        return state[self.names.index(term)] if isinstance(term, str) else term

    def holds(self, condition, state):
        a, b = (self.value(part, state) for part in condition[1:])
        return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "!=": a != b, "==": a == b}[condition[0]]

    def ends(self):
        """Whether all runs end: states whose successors are all gone go, until none is left or none goes."""
        leaving = collections.defaultdict(list)
        for edge in self.edges:
            leaving[edge[0]].append(edge)
        words = [self.wrap(n) for n in range(1 << self.bits)]
        todo = [(0, state) for state in itertools.product(words, repeat=len(self.names))]
        before, count = collections.defaultdict(list), dict.fromkeys(todo, 0)
        while todo:
            node = todo.pop()
            at, state = node
            for _, condition, wanted, change, target in leaving[at]:
                if condition and self.holds(condition, state) != wanted:
                    continue
                values = [None]
                if change:
                    values = words if change[1] is None else [self.value(change[1], state)]
                for value in values:
                    place = self.names.index(change[0]) if change else 0
                    end = state[:place] + (value,) + state[place + 1:] if change else state
                    after = (target, end)
                    before[after].append(node)
                    count[node] += 1
                    if after not in count:
                        count[after] = 0
                        todo.append(after)
        gone = [node for node in count if not count[node]]
        for node in gone:
            for earlier in before[node]:
                count[earlier] -= 1
                if not count[earlier]:
                    gone.append(earlier)
        return len(gone) == len(count)

    def smt(self, term):
        if isinstance(term, tuple):
            left, right = self.smt(term[1]), self.smt(term[2])
            operator = BINARY.get(term[0]) or "bv" + "us"[self.signed] + COMPARED[term[0]]
            return f"({operator} {left} {right})"
        return term if isinstance(term, str) else f"(_ bv{term & ((1 << self.bits) - 1)} {self.bits})"

    def cfa(self):
        lines = [f"(declare-const {name} (_ BitVec {self.bits}))" for name in self.names]
        lines += ["(location l0 :initial) (location wrong :error)"]
        lines += [f"(location l{n})" for n in range(1, self.places)]
        for source, condition, wanted, change, target in self.edges:
            parts = []
            if condition:
                equal = condition[0] in ("==", "!=")
                inner = f"(= {self.smt(condition[1])} {self.smt(condition[2])})" if equal else self.smt(condition)
                parts.append(f"(assume {inner})" if wanted != (condition[0] == "!=") else f"(assume (not {inner}))")
            if change:
                name, term = change
                parts.append(f"(havoc {name})" if term is None else f"(assign ({name} {self.smt(term)}))")
            lines.append(f"(edge l{source} l{target} {' '.join(parts)})")
        return "\n".join(lines) + "\n"

    def show(self, term):
        if term is None:
            return "any()"
        if isinstance(term, tuple):
            return f"{self.show(term[1])} {term[0]} {self.show(term[2])}"
        return f"s.{term}" if isinstance(term, str) else f"{term}" if term >= 0 else f"({term})"

    def lines(self, block):
        for kind, *parts in block:
            if kind == "any":
                yield f"s.{parts[0]} = any();"
            elif kind == "set":
                yield f"s.{parts[0]} = {self.show(parts[1])};"
            elif kind == "break":
                yield f"if ({self.show(parts[0])}) break;"
            else:
                yield f"{kind} ({self.show(parts[0])}) {{"
                yield from self.lines(parts[1])
                yield "} else {" if kind == "if" else "}"
                if kind == "if":
                    yield from self.lines(parts[2])
                    yield "}"

    def c(self):
        sign = "signed" if self.signed else "unsigned"
        fields = " ".join(f"{sign} int {name} : {self.bits};" for name in self.names)
        first = " ".join(f"s.{name} = any();" for name in self.names)
        body = "\n".join(self.lines(self.body))
        return f"int any(void);\nint main(void) {{\nstruct {{ {fields} }} s;\n{first}\n{body}\nreturn 0;\n}}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--indubit", default="indubit")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=2)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for programs with a wrong answer")
    parser.add_argument("--formats", default="cfa,c")
    args = parser.parse_args()
    wrong, seen = 0, collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + args.count):
            program = Program(random.Random(seed))
            expected = "safe" if program.ends() else "unsafe"
            for kind in args.formats.split(","):
                path = pathlib.Path(folder, f"ending{seed}.{kind}")
                path.write_text(program.cfa() if kind == "cfa" else program.c())
                command = [args.indubit, str(path), "--property", "termination", "--threads", "1"]
                command += ["--timeout", f"{args.timeout}s"]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                answer = done.stdout.split("\n")[0]
                seen[f"{kind}: {expected}, told {answer}"] += 1
                if done.returncode not in (10, 20, 30) or answer not in (expected, "unknown"):
                    wrong += 1
                    print(f"seed {seed}: {kind} is {expected}, told {answer!r} ({done.returncode})", flush=True)
                    if args.keep:
                        args.keep.mkdir(parents=True, exist_ok=True)
                        (args.keep / path.name).write_text(path.read_text())
    for line in sorted(seen):
        print(f"{line}: {seen[line]}")
    print(f"{args.count} programs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
