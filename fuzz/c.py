#!/usr/bin/env python3
"""C programs: indubit's interpreter and engines against gcc. See README.md beside this file.

Needs gcc, with its 32-bit libraries (Debian: gcc-multilib) for `--arch 32`.
"""

import argparse
import collections
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

import c_floats
from c_pointers import asked, known, pointer_lines

TYPES = {
    "_Bool": 1, "char": 8, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32,
    "unsigned int": 32, "long": 64, "unsigned long": 64, "long long": 64, "unsigned long long": 64,
}
GCC = ["gcc", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-w", "-O0"]
# One rounding for each operator, to its own type. Operators on constants are computed when the program is compiled,
# calls of functions when it runs.
FLOAT_GCC = ["-ffp-contract=off", "-fno-builtin", "-msse2", "-mfpmath=sse"]
X87_GCC = ["-ffp-contract=off", "-fno-builtin", "-msse2", "-mfpmath=387", "-fexcess-precision=standard"]
HARNESS_GCC = [*GCC, "-fno-builtin", "-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion"]
REACHED = 107
# What programs with pointers call.
DECLARATIONS = ["#include <string.h>", "#include <stdlib.h>", "#include <ctype.h>"]
# A value that random runs hardly ever find.
PASSWORD = 305419896


class Failed(Exception):
    """Something is wrong with indubit, or with this script."""


def run(command, limit=60, place=None):
    """Exit code and both outputs. A hang is a failure, too."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=limit, stdin=subprocess.DEVNULL, cwd=place)
    except subprocess.TimeoutExpired:
        raise Failed(f"no answer within {limit} s: {' '.join(command)}") from None
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


# Random expressions


class Expressions:
    """Makes expressions whose value does not depend on the order of evaluation: a variable that is assigned occurs
    once. Divisors are neither 0 nor -1; amounts of shifts that are constants are below the width."""

    def __init__(self, rng, readable, fresh):
        self.rng, self.readable, self.fresh = rng, readable, fresh

    def constant(self):
        value = self.rng.choice([0, 1, 2, 3, 7, 10, 31, 127, 128, 255, 256, 32767, 32768, 65535, 65536,
                                 2147483647, 2147483648, 4294967295, 4294967296, 9223372036854775807,
                                 self.rng.getrandbits(self.rng.randint(1, 63))])
        suffix = self.rng.choice(["", "", "u", "l", "ul", "ll", "ull"])
        return f"{value}{suffix}"

    def cast(self):
        return self.rng.choice(list(TYPES))

    def make(self, depth):
        rng = self.rng
        if depth == 0 or rng.random() < 0.1:
            return rng.choice(self.readable)() if rng.random() < 0.75 else self.constant()
        sub = lambda: self.make(depth - 1)
        kind = rng.randrange(20)
        if kind < 8:
            return f"({sub()} {rng.choice(['+', '-', '*', '&', '|', '^'])} {sub()})"
        if kind < 10:
            return f"({sub()} {rng.choice(['<', '>', '<=', '>=', '==', '!='])} {sub()})"
        if kind == 10:
            # Not 1: gcc takes `-(x / y)` as `x / -y`, which traps for the least x, even with -fwrapv.
            divisor = rng.choice([f"(({sub()} & 63) + 2)", f"-(int)(({sub()} & 63) + 2)", str(rng.randint(2, 1000))])
            return f"({sub()} {rng.choice('/%')} {divisor})"
        if kind == 11:
            # gcc takes `x >> x` as 0; other amounts count modulo the width, as the processor has them.
            amount = rng.choice([f"({sub()} & 31)", f"({rng.choice(self.readable)()} & 127)", str(rng.randint(0, 31))])
            return f"({sub()} {rng.choice(['<<', '>>'])} {amount})"
        if kind == 12:
            return f"({rng.choice('-~!+')} {sub()})"
        if kind == 13:
            return f"({sub()} {rng.choice(['&&', '||'])} {sub()})"
        if kind == 14:
            return f"({sub()} ? {sub()} : {sub()})" if rng.random() < 0.8 else f"({sub()} ?: {sub()})"
        if kind == 15:
            return f"({sub()}, {sub()})"
        if kind in (16, 17):
            return f"(({self.cast()}){sub()})"
        return self.change(sub)

    def change(self, sub):
        rng = self.rng
        target = self.fresh()
        if target is None:
            return sub()
        kind = rng.randrange(4)
        if kind == 0:
            return f"({rng.choice(['++', '--'])}{target})"
        if kind == 1:
            return f"({target}{rng.choice(['++', '--'])})"
        if kind == 2:
            return f"({target} = {sub()})"
        op = rng.choice(["+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"])
        value = sub()
        if op in "/%":
            value = f"(({value} & 63) + 2)"
        elif op in ("<<", ">>"):
            value = f"({value} & 31)"
        return f"({target} {op}= {value})"


def value_of(rng, ty):
    """A value for a variable, often at the edge of its type."""
    bits = TYPES[ty]
    edges = [0, 1, 2, (1 << (bits - 1)) - 1, 1 << (bits - 1), (1 << bits) - 1]
    value = rng.choice(edges) if rng.random() < 0.5 else rng.getrandbits(bits)
    return f"({ty}){value}ull"


class Test:
    """A part of a C file: declarations, and expressions whose values gcc tells."""

    def __init__(self, declarations, body, checked):
        self.declarations, self.body, self.checked = declarations, body, checked


def expression_test(rng, number, left, right):
    """An expression over variables of two types and a few others."""
    declared, names = [], []

    def declare(ty):
        name = f"v{len(names)}"
        names.append(name)
        declared.append(f"{ty} {name} = {value_of(rng, ty)};")
        return name

    read = [declare(left), declare(right), declare(rng.choice(list(TYPES)))]
    fresh = [declare(rng.choice([left, right])) for _ in range(3)]
    unused = list(fresh)
    maker = Expressions(rng, [lambda name=name: name for name in read], lambda: unused.pop() if unused else None)
    expression = maker.make(rng.randint(2, 4))
    body = [*declared, f"unsigned long long r = (unsigned long long)({expression});"]
    return Test([], [f"void t{number}(void) {{", *body, "@r", *[f"@{name}" for name in fresh], "}"], [])


# Random programs


def program_test(rng, number):
    """Structures, unions, bit-fields, arrays, pointers, loops, jumps, calls. Names end with the test's number."""
    n = number
    scalar = lambda: rng.choice(list(TYPES))
    wide = lambda: rng.choice([ty for ty in TYPES if ty != "_Bool"])
    fields = [(scalar(), f"m{i}", None) for i in range(rng.randint(1, 3))]
    for i in range(rng.randint(1, 4)):
        ty = rng.choice(["int", "unsigned int", "_Bool", "unsigned char", "short", "signed char", "long long"])
        width = 1 if ty == "_Bool" else rng.randint(1, min(TYPES[ty], 32))
        fields.append((ty, f"b{i}", width))
    rng.shuffle(fields)
    members = " ".join(f"{ty} {name}{f' : {width}' if width else ''};" for ty, name, width in fields)
    cell, other = wide(), wide()
    size = rng.randint(2, 5)
    lines = [
        f"struct s{n} {{ {members} struct {{ {cell} a[{size}]; {other} x; }} in; }};",
        f"union u{n} {{ {cell} c; {other} d; unsigned char bytes[8]; "
        "struct { unsigned lo : 5; int hi : 9; } bits; };",
        f"struct s{n} g{n}; union u{n} w{n}; {cell} arr{n}[{size}][3]; int steps{n};",
    ]
    first = fields[0][1]
    index = lambda: rng.choice([str(rng.randrange(2)), f"(unsigned)i % {size}", f"(unsigned)g{n}.{first} % {size}"])
    places = [lambda name=name: f"{rng.choice([f'g{n}.', 'l.', 'q->'])}{name}" for _, name, _ in fields]
    places += [
        lambda: f"g{n}.in.a[{index()}]", lambda: f"l.in.a[{index()}]", lambda: "q->in.x",
        lambda: f"arr{n}[{index()}][{rng.randrange(3)}]",
        lambda: f"w{n}.c", lambda: f"w{n}.d", lambda: f"w{n}.bytes[{rng.randrange(8)}]", lambda: f"w{n}.bits.lo",
        lambda: f"w{n}.bits.hi", lambda: "(*p)", lambda: "x", lambda: "y",
    ]
    readable = [*places, lambda: "i", lambda: "k", lambda: f"p[{rng.choice(['0', '0', 'j'])}]"]
    maker = Expressions(rng, readable, lambda: None)
    expression = lambda: maker.make(rng.randint(1, 3))

    def simple():
        target = rng.choice(places)()
        kind = rng.randrange(9)
        if kind < 3:
            return f"{target} = {expression()};"
        if kind < 6:
            return Expressions(rng, readable, lambda: target).change(expression) + ";"
        if kind == 6:
            calls = [f"l = f{n}(l, {expression()});", f"q = {expression()} ? &l : &g{n};"]
            return rng.choice([f"l = g{n};", f"g{n} = *q;", *calls])
        if kind == 7:
            moves = [f"p = &arr{n}[{index()}][0];", f"p = arr{n}[{index()}]; j = 2;", "j = 0;"]
            return rng.choice([*moves, f"p = &l.in.a[0]; j = {rng.randrange(min(size, 3))};"])
        return f"x = (int)(p == arr{n}[0]) + ({expression()} ? 1 : 2);"

    def block(depth):
        return "{ " + " ".join(statement(depth) for _ in range(rng.randint(1, 3))) + " }"

    def statement(depth):
        kind = rng.randrange(12) if depth > 0 else 0
        if kind < 5:
            return simple()
        if kind < 7:
            return f"if ({expression()}) {block(depth - 1)} else {block(depth - 1)}"
        counter = f"c{depth}"
        guard = f"if (++steps{n} > 200) return;"
        if kind == 7:
            head = f"for (int {counter} = 0; {counter} < {rng.randint(1, 4)}; {counter}++)"
            return f"{head} {{ {guard} {statement(depth - 1)} " \
                   f"if ({expression()}) {rng.choice(['break', 'continue'])}; {statement(depth - 1)} }}"
        if kind == 8:
            body = f"{{ {guard} {statement(depth - 1)} }}"
            return f"{{ int {counter} = {rng.randint(1, 4)}; do {body} while (--{counter} > 0 && {expression()}); }}"
        if kind == 9:
            body = f"{{ {guard} {statement(depth - 1)} }}"
            return f"{{ int {counter} = 3; while ({counter}-- && {expression()}) {body} }}"
        if kind == 10:
            case = lambda value: f"case {value}: {statement(depth - 1)} {rng.choice(['', 'break;'])}"
            cases = " ".join(case(value) for value in range(rng.randint(1, 4)))
            return f"switch ({expression()}) {{ {cases} default: {simple()} case 9 ... 20: {simple()} }}"
        label = f"l{n}_{rng.getrandbits(40)}"
        return f"if ({expression()}) goto {label}; {statement(depth - 1)} {label}: {simple()}"

    ty = wide()
    lines += [
        f"struct s{n} f{n}(struct s{n} v, {ty} k) {{ v.{fields[0][1]} += k; v.in.x ^= k; v.in.a[1] = k; return v; }}",
        f"void t{n}(void) {{",
        f"struct s{n} l = g{n}, *q = &g{n}; {cell} *p = &arr{n}[0][0]; int i = {rng.randrange(9)}, j = 0;",
        f"{wide()} k = {expression_value(rng)};",
        f"{wide()} x = {expression_value(rng)}; {wide()} y = {expression_value(rng)};",
        *[statement(2) for _ in range(rng.randint(4, 10))],
        "@x", "@y", "@i",
        *[f"@l.{name}" for _, name, _ in fields],
        "}",
    ]
    after = [f"@g{n}.{name}" for _, name, _ in fields]
    after += [f"@w{n}.bytes[{i}]" for i in range(8)] + [f"@g{n}.in.x", f"@g{n}.in.a[1]"]
    after += [f"@arr{n}[{i}][{j}]" for i in range(size) for j in range(3)]
    return Test([], lines, after)


def pointer_test(rng, number, with_heap):
    return Test([], known(pointer_lines(rng, number, with_heap)), [])


def expression_value(rng):
    return f"{rng.getrandbits(rng.randint(1, 63))}"


# Comparison


def with_checks(tests, check):
    """The C file for some tests: a line that begins with `@` is an expression to look at."""
    lines = []
    for test in tests:
        lines += [check(line[1:]) if line.startswith("@") else line for line in test.body]
    lines.append("int main(void) {")
    for number, test in enumerate(tests):
        lines.append(f"t{number}();")
        lines += [check(line[1:]) for line in test.checked]
    return "\n".join([*lines, "return 0;", "}", ""])


def gcc_values(options, tests, folder):
    """What gcc's program prints: by line, the values; by 0, the lines that begin with `=`. None if gcc crashes."""
    printing = os.path.join(folder, "printing.c")
    program = os.path.join(folder, "program")
    header = "int printf(const char *, ...);\n"
    look = lambda text: f'printf("%d %llu\\n", __LINE__, (unsigned long long)({text}));'
    write(printing, header + with_checks(tests, look))
    flags = (X87_GCC if options.evaluation else FLOAT_GCC) if options.kind == "floats" else []
    done = run([*GCC, *flags, f"-m{options.arch}", "-o", program, printing, "-lm"])
    if "internal compiler error" in done[2]:
        return None
    if done[0] != 0:
        raise Failed(f"gcc refuses the file: {done[2][:1000]}")
    code, out, _ = run([program])
    if code != 0:
        raise Failed(f"gcc's program ends with {code}")
    told = collections.defaultdict(list)
    for line in out.split("\n"):
        if line.startswith("="):
            told[0].append(line)
        elif line:
            place, value = line.split()
            told[int(place)].append(value)
    return told


def compare(options, tests, folder):
    """What gcc's program prints becomes assertions, which have to hold in indubit's run. The result is what the
    count of these tests is named: by their kind, or as not followed, with the reason, or as a crash of gcc."""
    asserting = os.path.join(folder, "asserting.c")
    told = gcc_values(options, tests, folder)
    if told is None:
        return "crashes of gcc"
    # Each look is carried out once, or not at all.
    lines = ["", *with_checks(tests, lambda text: f"@{text}").split("\n")]
    for number, line in enumerate(lines, start=1):
        if line.startswith("@"):
            values = told.get(number)
            value = f"(unsigned long long)({line[1:]})"
            lines[number - 1] = f"assert({value} == {f'{values[0]}ull' if values else f'1 + {value}'});"
    write(asserting, "\n".join(lines))
    command = [options.indubit, "run", "--arch", str(options.arch), "--steps", "10000000", asserting]
    if options.kind == "floats":
        command += ["--float-evaluation", str(options.evaluation)]
    code, out, err = run(command)
    # The bits of a NaN that an operator made have a name, and no value.
    unknown = re.search(r"not supported: (.*)", err)
    if code == 30 and options.kind == "floats" and unknown:
        return f"not followed: {unknown.group(1)}"
    # What the program prints stands before.
    if code != 0 or not "\n".join(out.splitlines()[-1:]).startswith("no error: main returns"):
        place = re.search(r"line (\d+)", out + err)
        line = lines[int(place.group(1)) - 1] if place else ""
        raise Failed(f"exit code {code}: {out}{err[:1000]}{line}")
    printed = [line for line in out.split("\n") if line.startswith("=")]
    if printed != told[0]:
        differ = next((pair for pair in zip(printed, told[0]) if pair[0] != pair[1]), "another number of lines")
        raise Failed(f"other lines are printed: {differ}")
    return options.kind


def verdicts(options, rng, folder, count):
    """Functions with an error behind a password each, which the values that gcc computes exclude, and the same with a
    wrong value in one of them: indubit's engines have to tell the two programs apart, or to give up. On paths to all
    edges, its automaton and its interpreter have to agree."""
    size = rng.randint(1, options.functions)
    functions = [pointer_lines(rng, number, options.heap, is_short=True) for number in range(size)]
    tests = [Test([], known(lines), []) for lines in functions]
    tests[0].body[:0] = DECLARATIONS
    told = gcc_values(options, tests, folder)
    if told is None:
        count["crashes of gcc"] += 1
        return
    first, checks = 2 + len(DECLARATIONS), []
    for lines in functions:
        looks = [(first + at, line[1:]) for at, line in enumerate(lines) if line.startswith("@")]
        first += len(lines)
        number, look = rng.choice(looks)
        checks.append((look, int(told[number][0])))
    wrong = (rng.randrange(size), 1 << rng.randrange(8))
    for is_safe in [True, False]:
        text = ["extern int __VERIFIER_nondet_int(void);", "extern void reach_error(void);", *DECLARATIONS]
        for number, (lines, (look, value)) in enumerate(zip(functions, checks)):
            claim = value ^ wrong[1] if number == wrong[0] and not is_safe else value
            is_wrong = f"(unsigned long long)({look}) != {claim}ull"
            text += [line for line in asked(lines) if not line.startswith("@")][:-1]
            text += [f"if (__VERIFIER_nondet_int() == {PASSWORD} && {is_wrong}) reach_error();", "}"]
        calls = " ".join(f"t{number}();" for number in range(size))
        path = os.path.join(folder, "safe.c" if is_safe else "unsafe.c")
        write(path, "\n".join([*text, f"int main(void) {{ {calls} return 0; }}", ""]))
        ask_engines(options, path, is_safe, count)
    command = [options.indubit, "paths", "--arch", str(options.arch), "--most-paths", "40", path]
    code, out, err = run(command, 600)
    if code != 0:
        raise Failed(f"paths: exit code {code}\n{out}{err[:1000]}")
    paths, taken, edges = map(int, re.fullmatch(r"(\d+) paths, (\d+) of (\d+) edges\n", out).groups())
    count["paths"] += paths
    count["edges taken"] += taken
    count["edges"] += edges
    count["functions"] += size


def ask_engines(options, path, is_safe, count):
    """Verifies a program, which must not get the wrong verdict."""
    for engine in [["--engine", "bmc"], []]:
        # Bounded model checking only refutes.
        limit = 0.2 if is_safe and engine else options.limit
        command = [options.indubit, "--arch", str(options.arch), "--timeout", f"{limit}s", *engine, path]
        code, out, err = run(command, limit + 60)
        answer = out.split("\n")[0]
        opposite = "unsafe" if is_safe else "safe"
        if answer == opposite or code not in (2, 10, 20, 30):
            raise Failed(f"exit code {code}: {' '.join(command)} says {answer}\n{err[:1000]}")
        # The reason without its place and names.
        reason = re.sub(r"^.*column \d+: |`[^`]*`|\d+", "", err.strip().split("\n")[0])
        told = f": {reason}" if code in (2, 30) and reason else ""
        count[f"{' '.join(engine)} {answer or 'refused'}{told}".strip()] += 1


def write(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def fuzz(options):
    """Expressions over all pairs of types, and programs, until the time is over."""
    failures, count = 0, collections.Counter()
    end, seed = time.monotonic() + options.seconds, options.seed
    pairs = [(left, right) for left in TYPES for right in TYPES]
    while time.monotonic() < end if options.count is None else seed < options.seed + options.count:
        rng = random.Random(f"c {seed}")
        left, right = pairs[seed % len(pairs)]
        if options.kind == "expressions":
            tests = [expression_test(rng, number, left, right) for number in range(options.batch)]
        elif options.kind == "programs":
            tests = [program_test(rng, number) for number in range(max(1, options.batch // 20))]
        elif options.kind == "floats":
            tests = [Test([], c_floats.float_lines(rng, number), []) for number in range(max(1, options.batch // 30))]
            tests[0].body[:0] = c_floats.DECLARATIONS
        elif options.kind == "csmith":
            tests = []
        else:
            tests = [pointer_test(rng, number, options.heap) for number in range(max(1, options.batch // 10))]
            tests[0].body[:0] = DECLARATIONS
        with tempfile.TemporaryDirectory() as folder:
            try:
                if options.kind == "verdicts":
                    verdicts(options, rng, folder, count)
                elif options.kind == "csmith":
                    count[csmith(options, seed, folder)] += 1
                else:
                    count[compare(options, tests, folder)] += len(tests)
            except Failed as reason:
                failures += 1
                kept = os.path.join(options.keep, f"c-{options.kind}-{options.arch}-{seed}")
                shutil.copytree(folder, kept, dirs_exist_ok=True)
                print(f"seed {seed} ({left}, {right}): {reason}\nfiles in {kept}", flush=True)
        seed += 1
    print(f"seeds {options.seed} to {seed - 1}: {dict(count)}, {failures} failures")
    return failures


def csmith(options, seed, folder):
    """A program of csmith, which prints a checksum of its objects: gcc's and indubit's are the same."""
    path, program = os.path.join(folder, "csmith.c"), os.path.join(folder, "program")
    code, _, err = run(["csmith", "--float", "--no-argc", "--seed", str(seed), "--max-funcs", "4", "--max-block-depth",
                        "3", "--max-expr-complexity", "6", "--output", path], 60, folder)
    if code != 0:
        raise Failed(f"csmith ends with {code}: {err[:1000]}")
    flags = [f"-m{options.arch}", *FLOAT_GCC, "-I", options.include]
    code, _, err = run([*GCC, *flags, "-o", program, path, "-lm"])
    if code != 0:
        raise Failed(f"gcc refuses the file: {err[:1000]}")
    try:
        code, expected, _ = run([program], 5)
    except Failed:
        return "programs that do not end"
    command = [options.indubit, "run", "--arch", str(options.arch), "--steps", "20000000", "-I", options.include, path]
    status, out, err = run(command, 120)
    checksum = lambda text: re.search(r"checksum = \w+", text)
    if checksum(out) is None:
        told = re.search(r"not supported: [^\n]*|steps", err + out)
        if status != 30 or told is None:
            raise Failed(f"exit code {status}: {out}{err[:1000]}")
        return re.sub(r"`[^`]*`|\d+", "_", told.group(0))
    if code != 0 or checksum(out).group(0) != checksum(expected).group(0):
        raise Failed(f"gcc's program ends with {code}: {expected}indubit says: {out}")
    return "same checksums"


def harnesses(options):
    """Runs files; the harness of a run that reaches an error is compiled, and has to reach it, too."""
    failures, count = 0, collections.Counter()
    files = []
    for path in options.files:
        if os.path.isdir(path):
            found = [os.path.join(place, name) for place, _, names in os.walk(path) for name in names]
            files += sorted(name for name in found if name.endswith(".c"))
        else:
            files.append(path)
    for path in files:
        with tempfile.TemporaryDirectory() as folder:
            harness, program = os.path.join(folder, "harness.c"), os.path.join(folder, "program")
            try:
                command = [options.indubit, "run", "--runs", str(options.runs), "--steps", "100000", "--arch",
                           str(options.arch), "--harness", harness, path]
                code, out, err = run(command)
                if code not in (0, 10, 30):
                    raise Failed(f"exit code {code}: {out}{err[:1000]}")
                if code != 10:
                    count["no error"] += 1
                    continue
                done = run([*HARNESS_GCC, f"-m{options.arch}", "-o", program, harness])
                if done[0] != 0:
                    raise Failed(f"gcc refuses the harness: {done[2][:1000]}")
                code, _, err = run([program])
                if code != REACHED or "reached: " not in err:
                    raise Failed(f"the harness ends with {code}, and indubit says {out}")
                count["reached"] += 1
            except Failed as reason:
                failures += 1
                kept = os.path.join(options.keep, f"c-harness-{os.path.basename(path)}")
                shutil.copytree(folder, kept, dirs_exist_ok=True)
                print(f"{path}: {reason}\nfiles in {kept}", flush=True)
    print(f"{len(files)} files: {dict(count)}, {failures} failures")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--indubit", default="target/release/indubit", help="the program [%(default)s]")
    parser.add_argument("--arch", type=int, choices=[32, 64], default=32, help="gcc's -m32 or -m64 [%(default)s]")
    parser.add_argument("--keep", default="fuzz/failed", help="where files of failures go [%(default)s]")
    kinds = parser.add_subparsers(dest="kind", required=True)
    known_kinds = [
        ("expressions", "expressions over pairs of integer types"), ("programs", "whole programs"),
        ("floats", "floating-point numbers: expressions, conversions, functions, rounding modes, what is printed"),
        ("pointers", "pointers within objects, and the C library"),
        ("csmith", "programs of csmith with floating-point numbers, and the checksums that they print"),
        ("verdicts", "programs with pointers and a verdict, for the engines"),
    ]
    for kind, text in known_kinds:
        random_kind = kinds.add_parser(kind, help=text)
        random_kind.add_argument("--seed", type=int, default=0, help="the first seed [%(default)s]")
        random_kind.add_argument("--count", type=int, help="how many seeds; default: until the time is over")
        random_kind.add_argument("--seconds", type=float, default=60, help="for how long [%(default)s]")
        random_kind.add_argument("--batch", type=int, default=100, help="expressions in a file [%(default)s]")
        if kind in ("pointers", "verdicts"):
            random_kind.add_argument("--heap", action="store_true", help="objects from malloc and realloc, too")
        if kind == "floats":
            random_kind.add_argument("--evaluation", type=int, choices=[0, 2], default=0,
                                     help="C's FLT_EVAL_METHOD; 2 is x87, for --arch 32 [%(default)s]")
        if kind == "csmith":
            include = "/usr/include/csmith"
            random_kind.add_argument("--include", default=include, help="where csmith.h is [%(default)s]")
        if kind == "verdicts":
            random_kind.add_argument("--limit", type=int, default=10, help="seconds for a verdict [%(default)s]")
            random_kind.add_argument("--functions", type=int, default=4, help="functions in a program [%(default)s]")
    harness = kinds.add_parser("harness", help="harnesses of C files, compiled and run")
    harness.add_argument("files", nargs="+", help="C files, or folders with such")
    harness.add_argument("--runs", type=int, default=20, help="random runs of each file [%(default)s]")
    options = parser.parse_args()
    return 1 if (harnesses if options.kind == "harness" else fuzz)(options) else 0


if __name__ == "__main__":
    sys.exit(main())
