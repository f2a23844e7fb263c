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
import shutil
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


    def member(self):
        n = self.size()
        where, row = self.rng.choice([("struct {{ int a[{n}]; int last; }} s = {{{{0}}, 1}};", "s.a"),
                                      ("int s[2][{n}] = {{{{0}}}};", "s[0]")])
        use = self.rng.choice(["{row}[i] = 1;", "sink = {row}[i];", "{row}[i]++;"])
        body = where + " int i = any(); if (i >= 0 && i <= {most}) {{ " + use + " }}"
        return body.format(n=n, most=n, row=row), body.format(n=n, most=n - 1, row=row), n

    def member_on_heap(self):
        n = self.size()
        body = ("struct r {{ int before; char buf[{n}]; int behind; }} *p = malloc(3 * sizeof *p); "
                "memset(p, 0, 3 * sizeof *p); int i = any(); if (i >= 0 && i <= {most}) p[1].buf[i] = 1; free(p);")
        return body.format(n=n, most=n), body.format(n=n, most=n - 1), n

    def library_null(self):
        key = self.rng.randint(0, 99)
        call = self.rng.choice(["memcpy(p, q, n);", "memset(p, 0, n);", "memmove(q, p, n);", "sink = memcmp(p, q, n);"])
        body = "char to[4] = {{0}}, *p = any() == {key} ? {null} : to, *q = to + 1; int n = 0; {call}"
        return body.format(key=key, null="0", call=call), body.format(key=key, null="to + 2", call=call), key

    def library_overlap(self):
        n, by = self.rng.randint(2, 5), self.rng.randint(1, 3)
        body = ("char a[{room}] = {{0}}; int n = {n}, i = any(); if (i < {least} || i > {most}) return 0; "
                "memcpy(a + i, a, n); sink = a[1];")
        return (body.format(room=2 * n + 2, least=n - min(by, n - 1), most=n + 1, n=n),
                body.format(room=2 * n + 2, least=n, most=n + 1, n=n), n - min(by, n - 1))

    def length(self):
        n = self.rng.randint(1, 5)
        ty, least = self.rng.choice([("int", -1), ("int", 0), ("long", -1), ("unsigned", 0)])
        guard = "if ({not_least}n > {n}) return 0;"
        body = "{ty} n = any(); " + guard + " char a[n]; a[0] = 1; sink = a[0];"
        bad = "" if ty == "unsigned" else f"n < {least} || "
        return (body.format(ty=ty, n=n, not_least=bad), body.format(ty=ty, n=n, not_least="n < 1 || "), least)

    def alignment(self):
        key, ty = self.rng.randint(1, 3), self.rng.choice(["int", "short", "unsigned", "float"])
        key = 1 if ty == "short" else key
        body = ("char *b = malloc(16); memset(b, 0, 16); int i = any(); "
                "if (i < 0 || i > 3 {more}) {{ free(b); return 0; }} {ty} *p = ({ty} *)(b + i); {use} free(b);")
        use = self.rng.choice(["sink = (int)*p;", "*p = 3;"])
        step = "|| i % 2" if ty == "short" else "|| i"
        return body.format(more="", ty=ty, use=use), body.format(more=step, ty=ty, use=use), key

    def pointer(self):
        n, on_heap = self.size(), self.rng.random() < 0.5
        place = f"int *a = malloc({n} * sizeof(int));" if on_heap else f"int a[{n}] = {{0}};"
        moves = ["int *p = a + i;", "int *p = &a[i];", "int *p = a; p += i;", "int *p = a; p += i - 1; p++;"]
        move = self.rng.choice(moves)
        least = 1 if "p++" in move else 0
        body = "{place} int i = any(); if (i < {least} || i > {most}) return 0; {move} sink = p == a; {end}"
        body = body.replace("return 0;", "{{ {end} return 0; }}")
        end = "free(a);" if on_heap else ""
        make = lambda most: body.format(place=place, least=least, most=most, move=move, end=end)
        return make(n + 1), make(n), n + 1

    def call(self):
        key = self.rng.randint(0, 99)
        other = self.rng.choice(["void (*)(void)", "int (*)(long long)", "long long (*)(int)", "int (*)(int, int)"])
        body = "int (*f)(int) = abs; if (any() == {key}) {{ {other} = ({type})f; {call} }} sink = f(3);"
        kinds = {"void (*)(void)": ("void (*g)(void)", "g();"),
                 "int (*)(long long)": ("int (*g)(long long)", "sink = g(2);"),
                 "long long (*)(int)": ("long long (*g)(int)", "sink = (int)g(1);"),
                 "int (*)(int, int)": ("int (*g)(int, int)", "sink = g(1, 2);")}
        declared, call = kinds[other]
        return (body.format(key=key, other=declared, type=other, call=call),
                body.format(key=key, other="int (*g)(int)", type="int (*)(int)", call="sink = g(1);"), key)

    def result(self):
        key, use = self.rng.randint(0, 99), self.rng.choice(["sink = pick(x);", "if (pick(x)) sink = 1;"])
        body = "int x = any(); {check} {use}"
        return body.format(check="", use=use), body.format(check="if (x == 7) return 0;", use=use), 7

    def unsigned(self):
        by, op = self.rng.randint(1, 1000), self.rng.choice("+-*")
        if op == "*":
            by, check, key = by + 1, f"if (x > UINT_MAX / {by + 1}) return 0;", -1
        else:
            check = f"if (x > UINT_MAX - {by}) return 0;" if op == "+" else f"if (x < {by}) return 0;"
            key = -1 if op == "+" else 0
        body = "unsigned x = any(); {check} sink = x {op} {by}u != 3;"
        return body.format(check="", op=op, by=by), body.format(check=check, op=op, by=by), key

    def truncation(self):
        types = [("signed char", -128, 127), ("unsigned char", 0, 255), ("short", -32768, 32767),
                 ("unsigned", 0, 2147483647)]
        ty, least, most = self.rng.choice(types)
        body = "int x = any(); if (x < {least} || x > {most}) return 0; {ty} y = x; sink = y != 3;"
        wrong = (least - 1, most) if self.rng.random() < 0.5 or ty == "unsigned" else (least, most + 1)
        key = wrong[0] if wrong[0] < least else wrong[1]
        return (body.format(least=wrong[0], most=wrong[1], ty=ty),
                body.format(least=least, most=most, ty=ty), key)


    def uninitialised(self):
        kind, key, n = self.rng.randrange(4), self.rng.randint(0, 9), self.rng.randint(2, 6)
        use = self.rng.choice(["if (v) sink = 1;", "sink = global[v & 3];", "switch (v) { case 3: sink = 2; }",
                               "sink = v > 3 && sink < 9;", "return v;"])
        if kind == 0:
            body = "int v; if (any() != {key}) v = 1; {first} " + use.replace("{", "{{").replace("}", "}}")
            return body.format(key=key, first=""), body.format(key=key, first="else v = 2;"), key
        if kind == 1:
            body = ("int a[{n}], i, k = any(); for (i = {from_}; i < {n}; i++) a[i] = i; "
                    "if (k < 0 || k >= {n}) return 0; int v = a[k]; " + use.replace("{", "{{").replace("}", "}}"))
            return body.format(n=n, from_=1), body.format(n=n, from_=0), 0
        if kind == 2:
            body = ("struct s {{ char c; int x, y; }} p, q; p.c = 1; p.{member} = 2; q = p; "
                    "q.x = any() == {key} ? q.x : 3; int v = q.x; " + use.replace("{", "{{").replace("}", "}}"))
            return body.format(member="y", key=key), body.format(member="x", key=key), key
        make = self.rng.choice(["malloc({n} * sizeof(int))", "realloc(0, {n} * sizeof(int))"]).format(n=n)
        body = ("int *h = {make}; int i = any(); if (i < 0 || i >= {n}) {{ free(h); return 0; }} "
                "memset(h, 0, {size} * sizeof(int)); int v = h[i]; free(h); "
                + use.replace("{", "{{").replace("}", "}}"))
        return (body.format(make=make, n=n, size=n - 1), body.format(make=make, n=n, size=n), n - 1)


    def truth(self):
        key, n = self.rng.randint(0, 9), self.rng.randint(2, 255)
        store = self.rng.choice(["*(unsigned char *)&b = {n};", "memset(&b, {n}, 1);"])
        use = self.rng.choice(["if (b) sink = 1;", "sink = b;", "_Bool c = b; sink = c;"])
        body = "_Bool b = 1; if (any() == {key}) {{ " + store + " }} {use}"
        return (body.format(key=key, n=n, use=use), body.format(key=key, n=n & 1, use=use), key)


# The kind, the option of indubit, the kinds of errors that it may tell, and whether gcc tells this one, or valgrind
# does of 64 bits.
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
    ("member", "members", {"member"}, True),
    ("member_on_heap", "members", {"member"}, True),
    ("library_null", "library", {"library"}, True),
    ("library_overlap", "library", {"library"}, True),
    ("length", "lengths", {"length"}, True),
    ("alignment", "alignment", {"alignment"}, True),
    ("pointer", "pointers", {"pointer"}, False),
    ("call", "calls", {"call"}, False),
    ("result", "results", {"result"}, False),
    ("unsigned", "unsigned-overflow", {"unsigned-overflow"}, False),
    ("truncation", "truncation", {"truncation"}, False),
    ("uninitialised", "uninitialised", {"uninitialised"}, "valgrind"),
    ("truth", "values", {"truth"}, True),
]

SANITIZERS = "address,leak,undefined,float-cast-overflow,bounds-strict"


def whole(body):
    shared = "int sink, global[4];\nint pick(int x) { if (x != 7) return x; }\n"
    return f"{PROLOGUE}{shared}int main(void) {{\n  {body}\n  return 0;\n}}\n"


def told_by_gcc(folder, text, key, arch):
    """Whether a compiled program ends with an error."""
    program = folder / "program"
    (folder / "program.c").write_text(text)
    (folder / "any.c").write_text(f"int any(void) {{ return {key}; }}\n")
    options = [f"-m{arch}", "-O0", "-w", f"-fsanitize={SANITIZERS}", "-fno-sanitize-recover=all"]
    files = [str(folder / "program.c"), str(folder / "any.c")]
    subprocess.run(["gcc", *options, *files, "-o", str(program)], check=True)
    # The search for leaks stops all threads of the process, and now and then does not come back.
    for _ in range(5):
        try:
            return subprocess.run([str(program)], capture_output=True, timeout=20).returncode != 0
        except subprocess.TimeoutExpired:
            continue
    raise SystemExit(f"a program of gcc does not end: {text}")


def told_by_valgrind(folder, text, key):
    """Whether valgrind tells a use of a value that was never stored."""
    program = folder / "program"
    (folder / "program.c").write_text(text)
    (folder / "any.c").write_text(f"int any(void) {{ return {key}; }}\n")
    files = [str(folder / "program.c"), str(folder / "any.c")]
    subprocess.run(["gcc", "-O0", "-w", *files, "-o", str(program)], check=True)
    command = ["valgrind", "-q", "--error-exitcode=99", "--leak-check=no", str(program)]
    return subprocess.run(command, capture_output=True, timeout=60).returncode == 99


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
    parser.add_argument("--kind", choices=[kind for kind, *_ in KINDS], help="programs of this kind only")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for programs with another answer")
    options = parser.parse_args()
    missed, false, other = 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number in range(options.count):
            rng = random.Random(options.seed * 1_000_003 + number)
            kinds = [row for row in KINDS if options.kind in (None, row[0])]
            kind, option, errors, by_gcc = kinds[number % len(kinds)]
            wrong, mended, key = getattr(Maker(rng), kind)()
            for body, is_wrong in [(wrong, True), (mended, False)]:
                text = whole(body)
                if by_gcc == "valgrind" and options.arch == 64 and shutil.which("valgrind"):
                    judged = told_by_valgrind(folder, text, key)
                elif by_gcc is True:
                    judged = told_by_gcc(folder, text, key, options.arch)
                else:
                    judged = is_wrong
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
            if sys.stderr.isatty() or number % 100 == 99:
                print(f"{number + 1} pairs", file=sys.stderr, end="\r" if sys.stderr.isatty() else "\n")
    print(f"{options.count} pairs: {missed} missed, {false} false, {other} where gcc answers otherwise")
    sys.exit(1 if missed or false else 0)


if __name__ == "__main__":
    main()
