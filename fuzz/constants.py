#!/usr/bin/env python3
"""C programs of values that the text fixes, and of addresses: indubit against gcc. See README.md beside this file.

Each program is a row of small tests. gcc's program prints their values, and these become the conditions of an error:
`indubit run` must not reach it, and `indubit` must prove that no run does, or name what it does not follow. A third
program has one wrong value in it, and must not be proved. Needs gcc, for `--arch 32` with its 32-bit libraries.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile

from c import GCC, Expressions, Failed, run

SCALARS = ["_Bool", "char", "unsigned char", "short", "int", "unsigned int", "long", "unsigned long", "long long"]
HEAD = """extern void reach_error(void); extern int printf(const char *, ...);
void *malloc(__SIZE_TYPE__); void free(void *);
struct p { int x, y; }; struct s { struct p p; short k; struct p r[2]; };
struct b { int a : 3; unsigned b : 5; char c; };
union u { int a; struct { char b, c; } t; short h[2]; }; struct w { union u u; int k; char t[4]; };
"""


class Constants(Expressions):
    """Constant expressions, without what is undefined in one: operands that overflow are cast to unsigned types."""

    def make(self, depth):
        rng = self.rng
        if depth == 0 or rng.random() < 0.15:
            return self.constant()
        sub = lambda: self.make(depth - 1)
        kind = rng.randrange(12)
        if kind < 4:
            return f"((unsigned long long){sub()} {rng.choice(['+', '-', '*', '&', '|', '^'])} {sub()})"
        if kind == 4:
            return f"({sub()} {rng.choice(['<', '>', '<=', '>=', '==', '!='])} {sub()})"
        if kind == 5:
            return f"({sub()} {rng.choice('/%')} {rng.choice(['3', '7u', '100ll', '12ul', 'sizeof(int)'])})"
        if kind == 6:
            return f"({rng.choice(['', '(unsigned)'])}{sub()} >> {rng.randrange(31)})"
        if kind == 7:
            return f"({rng.choice('~!+')} {sub()})"
        if kind == 8:
            return f"({sub()} {rng.choice(['&&', '||'])} {rng.choice([sub(), '1 / 2', sub()])})"
        if kind == 9:
            return f"({sub()} ? {sub()} : {sub()})" if rng.random() < 0.8 else f"({sub()} ?: {sub()})"
        if kind == 10:
            return f"((unsigned long long){sub()} << {rng.randrange(31)})"
        return f"(({rng.choice(SCALARS)}){sub()})"


def static_value(rng, n):
    ty = rng.choice(SCALARS)
    expression = Constants(rng, [], lambda: None).make(rng.randint(1, 4))
    return [f"static {ty} v{n} = {expression};"], [], [f"v{n}"]


def initialiser(rng, n):
    """Designators in any order, also of what has a value already."""
    small = lambda: str(rng.randint(-4, 9))
    pair = lambda: rng.choice([f"{{ {small()}, {small()} }}", f"{{ .y = {small()} }}", f"{{ {small()} }}", "{ 0 }"])
    item = lambda: rng.choice(
        [
            f".p.x = {small()}",
            f".p.y = {small()}",
            f".p = {pair()}",
            f".k = {small()}",
            f".r[{rng.randrange(2)}] = {pair()}",
            f".r[{rng.randrange(2)}].x = {small()}",
            f".r = {{ [1] = {pair()} }}",
            f"[0 ... 1] = {pair()}",
            "q",
            f".p = q",
            f".p = (struct p){pair()}",
            f"{small()}",
        ]
    )
    items = [i for i in (item() for _ in range(rng.randint(1, 5))) if not i.startswith("[") and i != "q"]
    is_static = rng.random() < 0.4
    if is_static:
        items = [i for i in items if i != ".p = q"]
    # A value without a designator needs a member behind the one before.
    items = [i for at, i in enumerate(items) if i.startswith(".") or at == 0]
    line = f"{'static ' if is_static else ''}struct s v{n} = {{ {', '.join(items) or '0'} }};"
    values = [f"v{n}.p.x", f"v{n}.p.y", f"v{n}.k", *[f"v{n}.r[{i}].{m}" for i in range(2) for m in "xy"]]
    return [], [f"struct p q{n} = {{ {small()}, {small()} }};", line.replace("= q", f"= q{n}")], values


def union_or_bits(rng, n):
    small = lambda: str(rng.randint(0, 3))
    of_union = [
        f".u.a = {small()}",
        f".u.t.b = {small()}",
        f".u.t.c = {small()}",
        f".u.h[1] = {small()}",
        f".u = {{ .t = {{ {small()} }} }}",
        f".k = {small()}",
        '.t = "ab"',
        f".t[{small()}] = 'z'",
    ]
    items = [rng.choice(of_union) for _ in range(rng.randint(1, 4))]
    bits = [rng.choice([f".a = {small()}", f".b = {small()}", f".c = {small()}"]) for _ in range(rng.randint(1, 4))]
    local = [f"struct w v{n} = {{ {', '.join(items)} }};", f"struct b x{n} = {{ {', '.join(bits)} }};"]
    return [], local, [f"v{n}.u.a", f"v{n}.k", f"v{n}.t[0]", f"v{n}.t[2]", f"x{n}.a", f"x{n}.b", f"x{n}.c"]


def literal(rng, n):
    characters = ["a", "é", "€", "\\n", "\\x41", "\\0", "\\u00e9", "\\u20ac", "\\U0001f600", "\\101", "0", "\\\\"]
    text = "".join(rng.choice(characters) for _ in range(rng.randint(1, 4)))
    prefix = rng.choice(["", "u8", "L", "u", "U"])
    one = rng.choice(["a", "\\n", "\\x41", "\\101", "\\0"] + ([] if prefix in ("", "u8") else ["é", "\\u20ac"]))
    kind = "" if prefix == "u8" else prefix
    values = [f'sizeof {prefix}"{text}"', f'{prefix}"{text}"[0]', f"{kind}'{one}'"]
    return [], [], values + [f'{prefix}"{text}"[sizeof {prefix}"{text}" / sizeof *{prefix}"" - 2]']


def alignment(rng, n):
    power = lambda: 1 << rng.randint(2, 7)
    lines = [
        f"static char v{n}[9] __attribute__((aligned({power()})));",
        f"struct a{n} {{ char c; short m __attribute__((aligned({power()}))); int z; }} x{n};",
    ]
    local = [f"_Alignas({power()}) int y{n} = 0;"]
    at = rng.randrange(9)
    values = [
        f"__alignof__(v{n})",
        f"_Alignof(x{n})",
        f"__alignof__(x{n}.m)",
        f"__alignof__(x{n}.z)",
        f"__alignof__(y{n})",
        f"sizeof x{n}",
        f"(unsigned long)&v{n}[{at}] % 4",
        f"(unsigned long)&y{n} & 3",
    ]
    return lines, local, values


def lines_of_text(rng, n):
    number = rng.randint(1, 99999)
    local = [
        f'#line {number} "f{n}.c"',
        f"int v{n} = __LINE__;",
        f"int x{n} = __FILE__[1];",
        f"#line {rng.randint(1, 999)}",
    ]
    return [], local, [f"v{n}", f"x{n}"]


def addresses(rng, n):
    """Equalities that do not depend on where objects lie."""
    lines = [
        f"static int v{n}[4], x{n}[4]; static int f{n}(int *p, int *q) {{ int y = 1; return p == q || p == &y; }}"
    ]
    i, j = rng.randrange(4), rng.randrange(4)
    local = [
        f"int l{n}[3] = {{ 1, 2, 3 }}; int *m{n} = malloc(4); int z{n} = 0;",
        f"for (int i = 0; i < {rng.randint(1, 4)}; i++) {{ int b = i; int *p = &b; z{n} += *p + (p == &b); }}",
    ]
    values = [
        f"&v{n}[{i}] == &v{n}[{j}]",
        f"&v{n}[{i}] == &x{n}[{j}]",
        f"f{n}(&l{n}[0], &l{n}[{i % 3}])",
        f"m{n} == l{n}",
        f"&v{n}[{i}] - &v{n}[{j}]",
        f"(void *)&v{n}[{i}] == 0",
        f"&v{n}[{i}] < &v{n}[{j}]",
        f"z{n}",
        f"(unsigned long)&x{n}[{i}] < {rng.choice([1, 100, 4095])}u",
        f"&x{n}[{i}] == (int *)-1",
    ]
    return lines, local, values


def volatile(rng, n):
    lines = [f"volatile int v{n} = {rng.randint(-9, 9)}; volatile struct p x{n} = {{ 1, 2 }};"]
    local = [
        f"v{n} {rng.choice(['+=', '-=', '^=', '='])} {rng.randint(0, 9)}; x{n}.y++;",
        f"int *volatile q{n} = (int *)&v{n}; ++*q{n};",
        f'int y{n} = 5; asm volatile ("" : "+r" (y{n}) : : "memory");',
    ]
    return lines, local, [f"v{n}", f"x{n}.x + x{n}.y", f"*q{n}", f"y{n}"]


KINDS = [
    static_value,
    static_value,
    initialiser,
    initialiser,
    union_or_bits,
    literal,
    alignment,
    lines_of_text,
    addresses,
    volatile,
]


def program(declarations, body):
    return HEAD + "\n".join(declarations) + "\nint main(void) {\n" + "\n".join(body) + "\nreturn 0;\n}\n"


def write(path, text):
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)


def one(rng, options, folder):
    """One program of each form; how many values were compared, and how often nothing was known."""
    declarations, local, values = [], [], []
    for n in range(options.tests):
        lines, inner, found = rng.choice(KINDS)(rng, n)
        declarations += lines
        local += inner
        values += found
    names = {name: os.path.join(folder, f"{name}.c") for name in ("print", "right", "wrong")}
    binary = os.path.join(folder, "print")
    printed = [f'printf("%llu\\n", (unsigned long long)({value}));' for value in values]
    write(names["print"], program(declarations, local + printed))
    built = subprocess.run(
        [*GCC, f"-m{options.arch}", names["print"], "-o", binary, "-Wl,--unresolved-symbols=ignore-all"],
        capture_output=True,
        text=True,
    )
    if built.returncode != 0:
        raise Failed(f"gcc refuses {names['print']}: {built.stderr}")
    code, out, _ = run([binary])
    known = out.split()
    if code != 0 or len(known) != len(values):
        raise Failed(f"the program ends with {code}: {names['print']}")
    test = lambda value, is_it: f"if ((unsigned long long)({value}) != {is_it}ull) reach_error();"
    tests = [test(value, is_it) for value, is_it in zip(values, known)]
    write(names["right"], program(declarations, local + tests))
    at = rng.randrange(len(tests))
    tests[at] = test(values[at], int(known[at]) ^ 1)
    write(names["wrong"], program(declarations, local + tests))
    arch = ["--arch", options.arch, "--timeout", "20s"]
    unknown = 0
    for command, name, good in (["run"], "right", 0), ([], "right", 20), ([], "wrong", 10):
        code, out, err = run([options.tool, *command, names[name], *arch])
        if code == 30:
            unknown += 1
        elif code != good:
            raise Failed(f"exit code {code} of {' '.join(command)} {names[name]}, expected {good}\n{out}{err}")
    return len(values), unknown


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="../target/release/indubit")
    parser.add_argument("--arch", default="64", choices=["32", "64"])
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--tests", type=int, default=6, help="tests in a program")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    values = unknown = failed = 0
    for at in range(options.programs):
        folder = tempfile.mkdtemp(prefix="constants-")
        rng = random.Random(f"{options.seed}-{options.arch}-{at}")
        try:
            found, open_ones = one(rng, options, folder)
            values, unknown = values + found, unknown + open_ones
            for name in os.listdir(folder):
                os.remove(os.path.join(folder, name))
            os.rmdir(folder)
        except Failed as error:
            failed += 1
            print(f"program {at}: {error}", flush=True)
    runs = 3 * options.programs
    print(f"{options.programs} programs, {values} values, {unknown} of {runs} runs not followed, {failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
