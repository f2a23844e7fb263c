#!/usr/bin/env python3
"""The C library of indubit's reader against that of gcc. See README.md beside this file.

Needs gcc, with its 32-bit libraries (Debian: gcc-multilib) for `--arch 32`.
"""

import argparse
import collections
import os
import random
import shutil
import sys
import tempfile
import time

import c

HEADERS = ["stdarg.h", "stddef.h", "string.h", "strings.h", "ctype.h", "stdlib.h", "stdio.h", "inttypes.h", "errno.h"]
# Functions that the headers declare only with other options, or that indubit's do not declare.
DECLARED = [
    "extern void *mempcpy(void *, const void *, size_t);", "extern char *index(const char *, int);",
    "extern char *rindex(const char *, int);", "extern int ffsl(long);", "extern int ffsll(long long);",
    "extern int strcoll(const char *, const char *), (toascii)(int);",
    "extern void *memmem(const void *, size_t, const void *, size_t), *memrchr(const void *, int, size_t);",
    "extern void *memccpy(void *, const void *, int, size_t), swab(const void *, void *, ptrdiff_t);",
    "extern char *strtok_r(char *, const char *, char **), *strsep(char **, const char *);",
    "extern char *strcasestr(const char *, const char *);",
    "extern int __sprintf_chk(char *, int, size_t, const char *, ...);",
    "extern int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);",
    "extern long long llabs(long long);", "extern char *stpncpy(char *, const char *, size_t);",
]


def text(rng, alphabet, most):
    """A string literal, in octal where a digit may follow."""
    codes = [rng.choice(alphabet) for _ in range(rng.randint(0, most))]
    return '"' + "".join(chr(code) if chr(code).isalpha() and code < 128 else f"\\{code:03o}" for code in codes) + '"'


LETTERS = [ord(x) for x in "aabbcAB"] + [127, 128, 255, 1]
DIGITS = [ord(x) for x in "0012789afAFxXzZ"]
BLANKS = [ord(x) for x in " \t\n\v\f\r"]


def sign(call):
    return [f"r = {call};", "@(r > 0) - (r < 0)"]


def bytes_of(name, size):
    return [f"@(unsigned char){name}[{i}]" for i in range(size)]


def offset(call, base):
    return [f"p = {call};", f"@p ? p - {base} : -1"]


def memory_test(rng):
    """Copies, fillings and comparisons in buffers that begin with random bytes."""
    size = rng.randint(0, 6)
    a, b = rng.randint(0, 10 - size), rng.randint(0, 10 - size)
    value = rng.choice([0, 1, 97, 128, 255, 256, 353, -1, rng.randint(-1000, 1000)])
    kind = rng.randrange(10)
    call = [
        f"memcpy(s + {a}, t + {b}, {size})", f"memmove(s + {a}, s + {b}, {size})", f"memset(s + {a}, {value}, {size})",
        f"mempcpy(s + {a}, t + {b}, {size})",
    ]
    if kind < 4:
        return [*offset(call[kind], "s"), *bytes_of("s", 12)]
    if kind == 4:
        return [f"bzero(s + {a}, {size});", *bytes_of("s", 12)]
    if kind == 5:
        return [f"bcopy(s + {a}, s + {b}, {size});", *bytes_of("s", 12)]
    if kind == 6:
        return sign(f"memcmp(s + {a}, t + {b}, {size})")
    if kind == 7:
        return [f"@bcmp(s + {a}, t + {b}, {size}) != 0"]
    return offset(f"memchr(s + {a}, {value}, {size})", "s")


def string_test(rng):
    """Functions of strings: `s` has room behind its string, `t` is another one."""
    size = rng.randint(0, 7)
    char = rng.choice([0, 97, 98, 65, 128, 255, 256 + 97, -1, -128])
    copies = ["strcpy(s, t)", "stpcpy(s, t)", f"strncpy(s, t, {size})", f"stpncpy(s, t, {size})", "strcat(s, t)",
              f"strncat(s, t, {size})"]
    if rng.random() < 0.35:
        return [*offset(rng.choice(copies), "s"), *bytes_of("s", 16)]
    if rng.random() < 0.4:
        comparisons = ["strcmp(s, t)", "strcasecmp(s, t)", f"strncmp(s, t, {size})", f"strncasecmp(s, t, {size})"]
        return sign(rng.choice(comparisons))
    if rng.random() < 0.3:
        counts = ["strlen(s)", f"strnlen(s, {size})", "strspn(s, t)", "strcspn(s, t)"]
        return [f"@{rng.choice(counts)}"]
    if rng.random() < 0.2:
        token = [f"p = strtok(s, t);", "@p ? p - s : -1"]
        more = [f"p = strtok(0, t);", "@p ? p - s : -1"]
        return [*token, *more, *more, *bytes_of("s", 12)]
    finds = [f"strchr(s, {char})", f"strrchr(s, {char})", f"index(s, {char})", f"rindex(s, {char})", "strstr(s, t)",
             "strpbrk(s, t)"]
    return offset(rng.choice(finds), "s")


def character_test(rng):
    names = ["alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper",
             "xdigit"]
    char = rng.randint(-1, 255)
    tests = [f"@!!is{name}({char})" for name in names]
    return [*tests, f"@!!isascii({rng.randint(-300, 300)})", f"@tolower({char})", f"@toupper({char})"]


def number_test(rng):
    """Numbers in strings, with all that may stand before and behind them."""
    digits = "".join(chr(rng.choice(DIGITS)) for _ in range(rng.randint(0, 24 if rng.random() < 0.3 else 5)))
    if rng.random() < 0.3:
        edge = rng.choice([2**31, 2**32, 2**63, 2**64]) + rng.randint(-2, 2)
        digits = rng.choice([str(edge), hex(edge), oct(edge)[2:]])
    before = "".join(chr(rng.choice(BLANKS)) for _ in range(rng.choice([0, 0, 1, 3])))
    written = before + rng.choice(["", "", "-", "+", "--", "- "]) + rng.choice(["", "", "0x", "0X", "0"]) + digits
    literal = "".join(f"\\{ord(x):03o}" for x in written)
    base = rng.choice([0, 0, 10, 10, 16, 8, 2, 36, rng.randint(2, 36), rng.choice([1, 37, -1])])
    names = ["strtol", "strtoul", "strtoll", "strtoull", "strtoimax", "strtoumax"]
    lines = [f'u = "{literal}"; e = u; errno = 0;', f"@{rng.choice(names)}(u, &e, {base})", "@e - u", "@errno"]
    # A number that is too great has no meaning.
    if len(written) < 9:
        lines.append(f"@{rng.choice(['atoi', 'atol', 'atoll'])}(u)")
    return lines


def arithmetic_test(rng):
    value = rng.choice([0, 1, -1, 2**31 - 1, -(2**31) + 1, rng.getrandbits(31), -rng.getrandbits(20)])
    wide = rng.choice([value, 2**62 + 3, -(2**63) + 1, rng.getrandbits(63)])
    other = rng.choice([1, 2, 7, -3, 1000])
    bits = rng.choice(["clz", "ctz", "popcount", "parity", "ffs"])
    some = wide or 5
    lines = [f"@abs({value})", f"@labs({value}L)", f"@llabs({wide}LL)", f"@imaxabs({wide}LL)"]
    lines += [f"@div({value}, {other}).{part}" for part in ["quot", "rem"]]
    lines += [f"@ldiv({value}L, {other}).{part}" for part in ["quot", "rem"]]
    lines += [f"@lldiv({wide}LL, {other}).{part}" for part in ["quot", "rem"]]
    lines += [f"@ffs({value})", f"@ffsl({value}L)", f"@ffsll({wide}LL)", f"@__builtin_{bits}({value or 3})"]
    return [*lines, f"@__builtin_{bits}l({value or 3}L)", f"@__builtin_{bits}ll({some}LL)"]


def sorting_test(rng):
    """Elements with different keys, for the order of equal ones is open."""
    count, ty = rng.randint(0, 7), rng.choice(["int", "short", "char", "long long"])
    values = rng.sample(range(-60, 60), count)
    keys = [*values, rng.randint(-60, 60)]
    lines = [f"{{ {ty} list[8] = {{{', '.join(map(str, values)) or 0}}}, key = {rng.choice(keys)}, *found;",
             f"qsort(list, {count}, sizeof *list, by_{ty.replace(' ', '_')});"]
    lines += [f"@list[{i}]" for i in range(count)]
    lines += [f"found = bsearch(&key, list, {count}, sizeof *list, by_{ty.replace(' ', '_')});",
              "@found ? found - list : -1"]
    return [*lines, "}"]


# The sizes of numbers in formats, with the types of arguments.
SIZES = {"": "int", "hh": "int", "h": "int", "l": "long", "ll": "long long", "z": "size_t", "j": "long long",
         "t": "long"}


def edge(rng):
    """A number of any size."""
    value = rng.choice([0, 1, 7, 8, 255, 32768, 2**31 - 1, 2**32 - 1, 2**63 - 1, rng.getrandbits(rng.randint(1, 63))])
    return rng.choice([value, -value])


def conversion(rng):
    """A conversion of a format that writes, with the arguments for it."""
    flags = "".join(rng.choice("-+ #0") for _ in range(rng.choice([0, 0, 1, 2])))
    arguments, width, precision = [], rng.choice(["", "", str(rng.randint(1, 9)), "*"]), ""
    if width == "*":
        arguments.append(str(rng.randint(-7, 7)))
    kind = rng.choice("ddiuxXoscn")
    if kind != "c" and rng.random() < 0.3:
        precision = rng.choice([".", f".{rng.randint(0, 7)}", ".*"])
        if precision == ".*":
            arguments.append(str(rng.randint(-3, 7)))
    if kind in "sc":
        # Other flags have no meaning here.
        arguments.append("t" if kind == "s" else str(rng.randint(1, 255)))
        return f"%{'-' * flags.count('-')}{width}{precision}{kind}", arguments
    if kind == "n":
        return "%n", ["&r"]
    size = rng.choice(list(SIZES))
    arguments.append(f"({SIZES[size]}){edge(rng)}ll")
    return f"%{flags}{width}{precision}{size}{kind}", arguments


def printing_test(rng):
    """Formats, whose result and characters are exact. The buffer has room for all of them."""
    form, arguments = "", []
    for _ in range(rng.randint(0, 3)):
        form += rng.choice(["", "a", "%%", "xyz", " ", "\\n"])
        piece, more = conversion(rng)
        form += piece
        arguments += more
    room = rng.choice([0, 1, rng.randint(0, 40), 99])
    given = "".join(f", {argument}" for argument in arguments)
    lines = ["{ char b[100] = {0}; r = 0;", f'@sprintf(b, "{form}"{given})', *bytes_of("b", 60), "@r"]
    lines += [f'@snprintf(b, {room}, "{form}b"{given})', *bytes_of("b", 60)]
    lines += [f'@__snprintf_chk(b, {room}, 1, 100, "b{form}"{given})', *bytes_of("b", 60)]
    lines += [f'@__sprintf_chk(b, 1, 100, "{form}c"{given})', *bytes_of("b", 60)]
    return [*lines, "}"]


def reading_test(rng):
    """Formats that read a text which they fit more or less."""
    form, given, declared, shown, text = "", [], [], [], ""
    for i in range(rng.randint(1, 3)):
        between = rng.choice(["", " ", ",", ", ", ";", "%%"])
        form += between
        text += rng.choice([between.replace("%%", "%"), between.replace("%%", "%"), " "]) or ("," if i > 0 else "")
        kind = rng.choice("ddiuxoscn[")
        dropped = "*" if rng.random() < 0.15 and kind != "n" else ""
        width = rng.choice(["", "", str(rng.randint(1, 5))]) if kind != "n" else ""
        if kind in "sc[":
            sets = rng.choice(["[a-c]", "[^,]", "[]a]", "[ac1-]", "[^]y]"]) if kind == "[" else kind
            form += f"%{dropped}{width}{sets}"
            text += rng.choice(["", " "]) + "".join(rng.choice("aacy1,-]") for _ in range(rng.randint(0, 4)))
            declared.append(f"char b{i}[40] = {{0}};")
            shown += bytes_of(f"b{i}", 8)
            given += [] if dropped else [f"b{i}"]
        else:
            size = rng.choice(["", "", "hh", "h", "l", "ll", "z"])
            ty = {"": "int", "hh": "signed char", "h": "short", "l": "long", "ll": "long long", "z": "long"}[size]
            form += f"%{dropped}{width}{size}{kind}"
            # A number that is too great has no meaning.
            digits = str(rng.choice([0, 7, 10, rng.getrandbits(15), rng.getrandbits(23)]))
            text += rng.choice(["", " ", "\\t"]) + rng.choice(["", "", "-", "+"])
            # A prefix without digits is not followed, so none is cut off.
            prefix = "0x1" if width == "" and kind in "ix" and rng.random() < 0.5 else rng.choice(["", "", "0"])
            text += prefix + rng.choice([digits, digits, digits, "", "a"]) if kind != "n" else ""
            declared.append(f"{ty} n{i} = 99;")
            shown.append(f"@n{i}")
            given += [] if dropped else [f"&n{i}"]
    text = text + rng.choice(["", " ", "z"])
    arguments = "".join(f", {argument}" for argument in given)
    return ["{", *declared, f'@sscanf("{text}", "{form}"{arguments})', *shown, "}"]


def further_test(rng):
    """Functions of strings and memory that compilers do not know."""
    size, length = rng.randint(0, 9), rng.randint(0, 3)
    char = rng.choice([0, 97, 98, 65, 255, 256 + 97, -1])
    kind = rng.randrange(7)
    if kind == 0:
        return sign("strcoll(s, t)")
    if kind == 1:
        found = [f"memrchr(s, {char}, {size})", f"memmem(s, {size}, t, {length})", "strcasestr(s, t)"]
        return offset(rng.choice(found), "s")
    if kind == 2:
        return [*offset(f"memccpy(s, t, {char}, {size})", "s"), *bytes_of("s", 12)]
    if kind == 3:
        return [f"swab(t, s, {rng.randint(-2, 11)});", *bytes_of("s", 12)]
    if kind == 4:
        return [f"@toascii({rng.randint(-300, 300)})"]
    if kind == 5:
        more = [f"p = strtok_r(0, t, &e);", "@p ? p - s : -1"]
        return ["p = strtok_r(s, t, &e);", "@p ? p - s : -1", *more, *more, *bytes_of("s", 12)]
    more = ["p = strsep(&e, t);", "@p ? p - s : -1", "@e ? e - s : -1"]
    return ["e = s;", *more, *more, *more, *bytes_of("s", 12)]


# Structures by the members that are printed; all begin with an integer and have pointers or gaps.
OBJECTS = {
    "struct node": ["value", "next == &{0}", "text[0]", "text[3]"],
    "struct mixed": ["a", "b", "x", "p == &{0}.x", "tail"],
    "struct pair": ["one.c", "one.i", "two[1].c", "two[1].i"],
    "union command": ["parts.op", "parts.n", "bytes[2]", "bytes[7]"],
}
OBJECT_HEADER = [
    "#include <stddef.h>", "struct node { int value; struct node *next; char text[4]; };",
    "struct mixed { unsigned a : 3, b : 7; int x; int *p; short tail; };",
    "struct padded { char c; int i; };", "struct pair { struct padded one, two[2]; };",
    "union command { unsigned char bytes[16]; struct { unsigned char op, rest[3]; int n; } parts; };",
]
PREFIXES = {"struct node": ["next", "text"], "struct mixed": ["x", "p", "tail"], "struct pair": ["two"],
            "union command": ["parts.n"]}


def objects_test(rng):
    """Copies and fillings of whole objects, of their first members, and of elements."""
    if rng.random() < 0.3:
        ty, size = rng.choice([("int", 4), ("short", 2), ("unsigned char", 1)]), 8
        lines = [f"{{ {ty[0]} v[{size}] = {{{', '.join(str(rng.randint(0, 99)) for _ in range(size))}}};"]
        for _ in range(rng.randint(1, 3)):
            count = rng.randint(1, 5)
            to, source = rng.randint(0, size - count), rng.randint(0, size - count)
            fill = rng.choice([0, 0, 1, 255, 170, -1])
            lines.append(rng.choice([f"memmove(v + {to}, v + {source}, {count} * sizeof *v);",
                                     f"memset(&v[{to}], {fill}, {count * ty[1]});"]))
        return [*lines, *[f"@v[{i}]" for i in range(size)], "}"]
    ty = rng.choice(list(OBJECTS))
    place = {"struct node": ("next", ""), "struct mixed": ("p", ".x")}.get(ty)
    lines = [f"{{ {ty} v[3]; void *h = &v[{rng.randrange(3)}];"]
    for i in range(3):
        lines.append(f"memset(&v[{i}], {rng.choice([0, 0, 0 if place else 7])}, sizeof v[{i}]);")
        for member in OBJECTS[ty]:
            if "==" not in member and rng.random() < 0.7:
                lines.append(f"v[{i}].{member} = {rng.randint(0, 7)};")
        if place and rng.random() < 0.8:
            lines.append(f"v[{i}].{place[0]} = &v[{rng.randrange(3)}]{place[1]};")
    for _ in range(rng.randint(1, 4)):
        to, source = rng.sample(["&v[0]", "&v[1]", "&v[2]"], 2)
        size = rng.choice(["sizeof *v", f"sizeof({ty})", f"offsetof({ty}, {rng.choice(PREFIXES[ty])})"])
        lines.append(rng.choice([
            f"memcpy({to}, {source}, {size});", f"memmove((char *){to}, (void *){source}, {size});",
            f"memset({to}, 0, {size});", f"memmove(v + {rng.randint(0, 1)}, v + {rng.randint(0, 1)}, 2 * sizeof *v);",
            "memset(h, 0, sizeof *v);", f"bzero({to}, {size});", f"bcopy({source}, {to}, {size});",
        ]))
    for i in range(3):
        others = [f"v[{rng.randrange(3)}]" for _ in OBJECTS[ty]]
        lines += [f"@v[{i}].{member.format(other)}" for member, other in zip(OBJECTS[ty], others)]
    return [*lines, "}"]

# The types of arguments, the types as which they may be read, and values.
ARGUMENTS = {
    "int": (["int", "unsigned"], ["-3", "70000", "(char)200", "(short)-5", "(_Bool)7", "'a'", "by_int(&r, &r)"]),
    "unsigned": (["int", "unsigned"], ["3u", "2147483647u", "(unsigned)sizeof(int)"]),
    "long": (["long", "unsigned long"], ["-3L", "2000000000L", "(long)s[18]"]),
    "size_t": (["size_t"], ["sizeof s", "(size_t)1 << 31"]),
    "long long": (["long long", "unsigned long long"], ["-3LL", "1LL << 40", "0x123456789abLL", "(long long)s[19]"]),
    "char *": (["char *", "const char *", "void *"], ["s", "t + 1", "&s[2]", '(char *)"ab"']),
    "void *": (["char *", "void *"], ["(void *)s", "(void *)(t + 2)"]),
}


def read_argument(rng, ty, place, is_parameter=False):
    """A statement that reads an argument of a type from a list. A list that is a parameter may be a pointer."""
    seen = rng.choice(ARGUMENTS[ty][0])
    call = f"va_arg({place}, {seen})"
    if seen == ty and ty in ("int", "long long") and not is_parameter and rng.random() < 0.3:
        call = f"next_{ty.replace(' ', '_')}(&{place})"
    value = f"*(unsigned char *){call}" if ty.endswith("*") else f"(unsigned long long){call}"
    return f"h = h * 7 + {value};"


def arguments_test(rng, number):
    """A function that reads its variable arguments, in parts twice, and what it passes on."""
    types = [rng.choice(list(ARGUMENTS)) for _ in range(rng.randint(0, 6))]
    tail = rng.randint(0, len(types)) if rng.random() < 0.5 else len(types)
    name = f"take{number}"
    declared = [f"static unsigned long long rest{number}(va_list l) {{", "unsigned long long h = 0;"]
    declared += [read_argument(rng, ty, "l", True) for ty in types[tail:]]
    declared += ["return h; }", f"unsigned long long {name}(int n, ...) {{", "unsigned long long h = n;",
                 "struct { int before; va_list list; } o, other; va_list l, m; o.before = 3; va_start(l, n);"]
    # The positions of the copies, if they have begun.
    copies = {}
    at = 0
    while at < tail or rng.random() < 0.4:
        step = rng.random()
        where = rng.choice(["m", "o.list"])
        if step < 0.55 and at < tail:
            declared.append(read_argument(rng, types[at], "l"))
            at += 1
        elif step < 0.7 and where not in copies:
            declared.append(f"va_copy({where}, l);")
            copies[where] = at
        elif step < 0.9 and copies.get(where, len(types)) < len(types):
            declared.append(read_argument(rng, types[copies[where]], where))
            copies[where] += 1
        elif step < 0.95 and "o.list" in copies:
            more = types[copies["o.list"]:][:1]
            declared += ["other = o;", *[read_argument(rng, ty, "other.list") for ty in more]]
        elif where in copies:
            declared.append(f"va_end({where});")
            del copies[where]
        elif at > 0:
            declared.append("va_end(l); va_start(l, n);")
            at = 0
    declared += [f"va_end({where});" for where in copies]
    declared += [f"h = h * 31 + rest{number}(l);"] if tail < len(types) else []
    declared += ["va_end(l); return h; }"]
    called = rng.choice([name, "f"])
    lines = ["{ struct node o = { 0 }; (void)o;"]
    lines += [f"unsigned long long (*f)(int, ...) = {name};"] if called == "f" else []
    for _ in range(rng.randint(1, 2)):
        values = "".join(", " + rng.choice(ARGUMENTS[ty][1]) for ty in types)
        extra = rng.choice(["", "", ", 1.5, o, 7"]) if called == name else ""
        lines.append(f"@{called}({rng.randint(0, 9)}{values}{extra})")
    return declared, [*lines, "}"]


TESTS = {
    "memory": memory_test, "objects": objects_test, "strings": string_test, "characters": character_test,
    "numbers": number_test, "arithmetic": arithmetic_test, "sorting": sorting_test, "printing": printing_test,
    "reading": reading_test, "further": further_test,
}
KINDS = [*TESTS, "arguments"]


def test(rng, number, kind):
    """One function of a file with a few calls."""
    alphabet = rng.choice([LETTERS, LETTERS[:4], [97, 98]])
    declared = [f"char s[24] = {text(rng, alphabet, 9)}, t[12] = {text(rng, alphabet, 6)};",
                'char *p, *e; const char *u; int r; (void)p; (void)e; (void)u; (void)r;']
    # Behind the string stand other bytes, too.
    declared += [f"s[{i}] = {rng.randint(1, 127)};" for i in range(18, 23)]
    functions, lines = arguments_test(rng, number) if kind == "arguments" else ([], TESTS[kind](rng))
    return c.Test([], [*functions, f"void t{number}(void) {{", *declared, *lines, "}"], [])


def header():
    lines = [f"#include <{name}>" for name in HEADERS] + DECLARED + OBJECT_HEADER
    for ty in ["int", "short", "char", "long long"]:
        name = ty.replace(" ", "_")
        lines.append(f"int by_{name}(const void *a, const void *b) {{ {ty} x = *(const {ty} *)a, y = *(const {ty} *)b; "
                     "return x < y ? -1 : x > y; }")
    for ty in ["int", "long long"]:
        lines.append(f"{ty} next_{ty.replace(' ', '_')}(va_list *l) {{ return va_arg(*l, {ty}); }}")
    return lines


def follow(options, folder):
    """The automaton of the file has to agree with the interpreter on paths to its edges. The number of paths."""
    path = os.path.join(folder, "asserting.c")
    command = [options.indubit, "paths", "--arch", str(options.arch), "--most-paths", "40", "--timeout", "20", path]
    code, out, err = c.run(command)
    if code not in (0, 30):
        raise c.Failed(f"paths: exit code {code}: {out[:500]}{err[:500]}")
    return code == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--indubit", default="target/release/indubit", help="the program [%(default)s]")
    parser.add_argument("--arch", type=int, choices=[32, 64], default=32, help="gcc's -m32 or -m64 [%(default)s]")
    parser.add_argument("--keep", default="fuzz/failed", help="where files of failures go [%(default)s]")
    parser.add_argument("--kind", choices=KINDS, help="only these functions")
    parser.add_argument("--seed", type=int, default=0, help="the first seed [%(default)s]")
    parser.add_argument("--count", type=int, help="how many seeds; default: until the time is over")
    parser.add_argument("--seconds", type=float, default=60, help="for how long [%(default)s]")
    parser.add_argument("--batch", type=int, default=60, help="functions in a file [%(default)s]")
    parser.add_argument("--paths", action="store_true", help="compare the automaton, too (with a small --batch)")
    options = parser.parse_args()
    # gcc would compute calls with constants itself.
    c.GCC += ["-fno-builtin", "-D_GNU_SOURCE"]
    failures, count = 0, collections.Counter()
    end, seed = time.monotonic() + options.seconds, options.seed
    while time.monotonic() < end if options.count is None else seed < options.seed + options.count:
        rng = random.Random(f"library {seed}")
        kind = options.kind or KINDS[seed % len(KINDS)]
        tests = [test(rng, number, kind) for number in range(options.batch)]
        tests[0].body[:0] = header()
        with tempfile.TemporaryDirectory() as folder:
            try:
                c.compare(options, tests, folder)
                count[kind] += len(tests)
                if options.paths:
                    count["files whose paths agree"] += follow(options, folder)
            except c.Failed as reason:
                failures += 1
                kept = os.path.join(options.keep, f"library-{kind}-{options.arch}-{seed}")
                shutil.copytree(folder, kept, dirs_exist_ok=True)
                print(f"seed {seed} ({kind}): {reason}\nfiles in {kept}", flush=True)
        seed += 1
    print(f"seeds {options.seed} to {seed - 1}: {dict(count)}, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
