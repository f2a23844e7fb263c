#!/usr/bin/env python3
"""Random C programs with one planted error each, and their mended twins, judged by gcc's sanitizers.

    python3 fuzz/c_checks.py --indubit target/release/indubit --count 300 --seed 1 --arch 32

For each program the script compiles it with gcc's sanitizers of addresses, leaks and undefined behaviour and runs it.
Where gcc has the check, its run has to tell the error, and that of the twin has to be silent. indubit has to answer
`unsafe` with an error of the planted kind, and `safe` of the twin. The exit code is 1 if an answer was another one;
such programs are kept in the folder of `--keep`.

Inputs that decide whether the error is reached are the results of `any()`, which gcc gets as a function that returns
the right value at once.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

PROLOGUE = "#include <stdlib.h>\n#include <string.h>\n#include <limits.h>\nint any(void);\n"


class Maker:
    """Makes a pair of bodies for each kind of error; `{key}` is a number that the program has to be given."""

    def __init__(self, rng):
        self.rng = rng

    def size(self):
        return self.rng.randint(1, 9)

    def bounds(self):
        n, on_heap = self.size(), self.rng.random() < 0.5
        heap = f"int *a = malloc({n} * sizeof(int)); memset(a, 0, {n} * sizeof(int));"
        place = heap if on_heap else f"int a[{n}] = {{0}};"
        end = "free(a);" if on_heap else ""
        access = self.rng.choice(["a[i] = 1;", "sink = a[i];", "*(a + i) += 2;"])
        body = "{place} int i = any(); if (i >= 0 && i <= {most}) {{ {access} }} {end}"
        make = lambda most: body.format(place=place, most=most, access=access, end=end)
        return make(n), make(n - 1), n

    def null(self):
        body = "struct s {{ int x, y; }} one = {{1, 2}}, *p = any() == {key} ? 0 : &one; {check} sink = p->{member};"
        key, member = self.rng.randint(0, 99), self.rng.choice("xy")
        return (body.format(key=key, check="", member=member),
                body.format(key=key, check="if (!p) return 0;", member=member), key)

    def after_free(self):
        key = self.rng.randint(0, 99)
        use = self.rng.choice(["*p = 2;", "sink = *p;", "sink = p[0] + 1;"])
        body = "int *p = malloc(sizeof(int)); *p = 1; if (any() == {key}) {first} {second} return 0;"
        return (body.format(key=key, first=f"{{ free(p); {use} return 0; }}", second="free(p);"),
                body.format(key=key, first=f"{{ {use} free(p); return 0; }}", second="free(p);"), key)

    def wrong_free(self):
        key = self.rng.randint(0, 99)
        wrong = self.rng.choice(["free(p);", "free(&local);", "free(p + 1); return 0;", "free(global);"])
        before = "free(p); " if wrong == "free(p);" else ""
        body = ("int local = 0, *p = malloc(2 * sizeof(int)); p[0] = local; "
                "{before} if (any() == {key}) {{ {wrong} }} {after}")
        after = "" if before else "free(p);"
        return (body.format(before=before, key=key, wrong=wrong, after=after),
                body.format(before=before, key=key, wrong="sink = 1;", after=after), key)

    def leak(self):
        key = self.rng.randint(0, 99)
        lose = self.rng.choice(["p = 0;", "{ p = malloc(4); free(p); p = 0; return 0; }"])
        body = "int *p = malloc(sizeof(int)); *p = 3; if (any() == {key}) {{ {first} {lose} }} else free(p); p = 0;"
        return (body.format(key=key, first="", lose=lose),
                body.format(key=key, first="free(p);", lose=lose), key)

    def leak_inside(self):
        key = self.rng.randint(0, 99)
        body = ("struct n {{ struct n *next; }} *a = malloc(sizeof *a); a->next = malloc(sizeof *a); "
                "a->next->next = 0; if (any() == {key}) {{ {first} free(a); return 0; }} free(a->next); free(a);")
        return body.format(key=key, first=""), body.format(key=key, first="free(a->next);"), key

    def overflow(self):
        by = self.rng.randint(1, 1000)
        op, limit, key = self.rng.choice([("+", f"INT_MAX - {by}", 2147483647), ("-", None, -2147483648)])
        check = f"if (x > INT_MAX - {by}) return 0;" if op == "+" else f"if (x < INT_MIN + {by}) return 0;"
        body = "int x = any(); {check} sink = x {op} {by};"
        return body.format(check="", op=op, by=by), body.format(check=check, op=op, by=by), key

    def division(self):
        d, op = self.rng.randint(-9, 9), self.rng.choice("/%")
        body = "int x = any(); {check} sink = 100 {op} (x - ({d}));"
        range_check = "if (x < -50 || x > 50) return 0;"
        return (body.format(check=range_check, op=op, d=d),
                body.format(check=f"{range_check} if (x == {d}) return 0;", op=op, d=d), d)

    def shift(self):
        kind = self.rng.randrange(3)
        if kind == 0:
            body, key = "int x = any(); if (x < 0 || x > {most}) return 0; sink = 1u << x;", 32
            return body.format(most=32), body.format(most=31), key
        if kind == 1:
            body, key = "int x = any(); if (x < {least} || x > 3) return 0; sink = 5 >> x;", -1
            return body.format(least=-1), body.format(least=0), key
        body, key = "int x = any(); if (x < {least} || x > 3) return 0; sink = x << 2;", -1
        return body.format(least=-1), body.format(least=0), key

    def unreachable(self):
        key = self.rng.randint(0, 3)
        body = "switch (any() & 3) {{ case {key}: {first} default: sink = 1; }}"
        return body.format(key=key, first="__builtin_unreachable();"), body.format(key=key, first="break;"), key

    def constant(self):
        key, v = self.rng.randint(0, 99), self.rng.randint(1, 9)
        body = "static const int c = {v}; int other = 1, *p = any() == {key} ? {target} : &other; *p = 3; sink = c;"
        return (body.format(v=v, key=key, target="(int *)&c"), body.format(v=v, key=key, target="&other"), key)

    def conversion(self):
        n = self.rng.randint(3, 9)
        body = "int x = any(); if (x < 0 || x > {most}) return 0; double d = x * 1e{n}; sink = (int)d;"
        most = 2147483647 // 10 ** n
        return body.format(most=most + 1, n=n), body.format(most=most, n=n), most + 1


# The kind, the option of indubit, the kinds of errors that it may tell, and whether gcc tells this one.
KINDS = [
    ("bounds", "bounds", {"bounds"}, True),
    ("null", "bounds", {"bounds"}, True),
    ("after_free", "memory,bounds", {"use-after-free"}, True),
    ("wrong_free", "memory", {"invalid-free"}, True),
    ("leak", "leaks", {"lost"}, True),
    ("leak_inside", "leaks", {"lost"}, True),
    ("overflow", "overflow", {"overflow"}, True),
    ("division", "division", {"division"}, True),
    ("shift", "shifts", {"shift"}, True),
    ("unreachable", "unreachable", {"unreachable"}, True),
    ("constant", "bounds", {"bounds"}, True),
    ("conversion", "conversions", {"conversion"}, True),
]

SANITIZERS = "address,leak,undefined,float-cast-overflow"


def whole(body):
    return f"{PROLOGUE}int sink, global[4];\nint main(void) {{\n  {body}\n  return 0;\n}}\n"


def told_by_gcc(folder, text, key, arch):
    """Whether a compiled program ends with an error."""
    program = folder / "program"
    (folder / "program.c").write_text(text)
    (folder / "any.c").write_text(f"int any(void) {{ return {key}; }}\n")
    options = [f"-m{arch}", "-O0", "-w", f"-fsanitize={SANITIZERS}", "-fno-sanitize-recover=all"]
    files = [str(folder / "program.c"), str(folder / "any.c")]
    subprocess.run(["gcc", *options, *files, "-o", str(program)], check=True)
    run = subprocess.run([str(program)], capture_output=True, timeout=20)
    return run.returncode != 0


def told_by_indubit(indubit, folder, text, option, arch):
    """The verdict, and the kind of the error."""
    (folder / "program.c").write_text(text)
    command = [indubit, str(folder / "program.c"), "--arch", str(arch), "--check", option, "--json", "--timeout", "20s",
               "--threads", "1"]
    run = subprocess.run(command, capture_output=True, text=True)
    verdict = "safe" if run.returncode == 20 else "unsafe" if run.returncode == 10 else "unknown"
    kind = None
    if verdict == "unsafe":
        kind = json.loads(run.stdout)["properties"][0].get("failure", {}).get("kind")
    return verdict, kind


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--indubit", required=True)
    parser.add_argument("--count", type=int, default=100, help="pairs of programs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--arch", type=int, choices=[32, 64], default=32)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for programs with another answer")
    options = parser.parse_args()
    missed, false, other = 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number in range(options.count):
            rng = random.Random(options.seed * 1_000_003 + number)
            kind, option, errors, by_gcc = KINDS[number % len(KINDS)]
            wrong, mended, key = getattr(Maker(rng), kind)()
            for body, is_wrong in [(wrong, True), (mended, False)]:
                text = whole(body)
                judged = told_by_gcc(folder, text, key, options.arch) if by_gcc else is_wrong
                if judged != is_wrong:
                    print(f"gcc answers otherwise: {kind}, {number}\n{text}")
                    other += 1
                verdict, error = told_by_indubit(options.indubit, folder, text, option, options.arch)
                if verdict == ("unsafe" if is_wrong else "safe") and (not is_wrong or error in errors):
                    continue
                print(f"{kind}, {number}: {verdict}, {error}\n{text}")
                missed += is_wrong
                false += not is_wrong
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{kind}_{number}_{int(is_wrong)}.c").write_text(text)
    print(f"{options.count} pairs: {missed} missed, {false} false, {other} where gcc answers otherwise")
    sys.exit(1 if missed or false else 0)


if __name__ == "__main__":
    main()
