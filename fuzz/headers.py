#!/usr/bin/env python3
"""Holds the built-in headers against those of gcc and glibc.

usage: headers.py PROGRAM [HEADER...]

For each header and both data models gcc tells what a program sees under C11 and POSIX.1-2008 with its X/Open names:
the macros that are constants, with their values; the names of types, with their sizes; and the functions. The program,
such as target/release/indubit, reads a small file about each of them. Names that begin with an underscore are the
library's own. Each difference is a line; the exit code is 1 if a value or a size differs. A name that is missing is
counted and listed, and is no failure: glibc has more names than the standards.
"""

import os
import re
import subprocess
import sys
import tempfile

FLAGS = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-D_XOPEN_SOURCE=700"]
HEADERS = (
    "assert.h ctype.h errno.h fcntl.h float.h inttypes.h iso646.h limits.h locale.h math.h search.h setjmp.h signal.h "
    "stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h strings.h "
    "sys/mman.h sys/time.h sys/types.h time.h unistd.h wchar.h wctype.h"
).split()


def gcc(bits, options, text):
    """What gcc prints, and its messages."""
    done = subprocess.run(
        ["gcc", f"-m{bits}", *FLAGS, *options, "-x", "c", "-"], input=text, text=True, capture_output=True
    )
    return done.stdout, done.stderr


def is_public(name):
    return not name.startswith("_")


def macros(bits, include):
    names = [line.split(None, 2)[1] for line in gcc(bits, ["-E", "-dM"], include)[0].splitlines()]
    return {name for name in names if is_public(name)}


def accepted(bits, include, lines):
    """The keys of those lines that gcc takes behind the header."""
    text = include + "".join(line + "\n" for line in lines.values())
    messages = gcc(bits, ["-fsyntax-only", "-w"], text)[1]
    bad = {int(at) - 2 for at in re.findall(r"<stdin>:(\d+):\d+: error", messages)}
    return [key for at, key in enumerate(lines) if at not in bad]


def printed(bits, include, lines, directory):
    """The words that a program of these statements prints, line by line."""
    program = os.path.join(directory, "asked")
    text = include + "extern int printf(const char *, ...);\nint main(void) {\n" + "\n".join(lines) + "\nreturn 0; }\n"
    messages = gcc(bits, ["-w", "-o", program], text)[1]
    if not lines or messages:
        return []
    output = subprocess.run([program], text=True, capture_output=True).stdout
    return [line.split(" ", 1) for line in output.splitlines()]


def facts(bits, header, directory):
    """The name of each macro, type and function, with a declaration that holds if it is as in gcc."""
    include = f"#include <{header}>\n"
    found = {}
    names = sorted(name for name in macros(bits, include) - macros(bits, "") if "(" not in name)
    lines = {name: f"enum {{ a_{at} = ({name}) }};" for at, name in enumerate(names)}
    numbers = accepted(bits, include, lines)
    asked = [f'printf("{name} %lld\\n", (long long)({name}));' for name in numbers]
    for name, value in printed(bits, include, asked, directory):
        value = value if value != str(-(1 << 63)) else "-9223372036854775807 - 1"
        found[name] = f"(long long)({name}) == {value}"
    lines = {name: f"char a_{at}[] = {name};" for at, name in enumerate(names) if name not in found}
    for name, size in printed(
        bits,
        include,
        [f'printf("{name} %d\\n", (int)sizeof({name}));' for name in accepted(bits, include, lines)],
        directory,
    ):
        found[name] = f"sizeof({name}) == {size}"
    text = gcc(bits, ["-E", "-P"], include)[0]
    types = set(re.findall(r"(\w+)(?:\[\d*\])?\s*;", "".join(re.findall(r"^.*\btypedef\b.*$|^\}.*;", text, re.M))))
    types |= {f"{kind} {tag}" for kind, tag in re.findall(r"\b(struct|union) (\w+)\s*\{", text)}
    types = sorted(name for name in types if is_public(name.split()[-1]))
    lines = {name: f"int t_{at}[sizeof({name})];" for at, name in enumerate(types)}
    asked = [
        f'printf("{name.replace(" ", "~")} %d\\n", (int)sizeof({name}));' for name in accepted(bits, include, lines)
    ]
    for name, size in printed(bits, include, asked, directory):
        name = name.replace("~", " ")
        found[name] = f"sizeof({name}) == {size}"
    listed = os.path.join(directory, "listed")
    gcc(bits, ["-fsyntax-only", "-aux-info", listed], include)
    with open(listed, encoding="utf-8") as file:
        functions = re.findall(
            r"(\w+) \((?!\*)", "\n".join(line for line in file if "/* <" not in line or "extern" in line)
        )
    lines = {
        name: f"int f_{at}[sizeof(&{name})];" for at, name in enumerate(sorted(set(filter(is_public, functions))))
    }
    for name in accepted(bits, include, lines):
        found.setdefault(name, f"sizeof(&{name}) == sizeof(void *)")
    return include, found


def takes(program, bits, include, claims, directory):
    """Whether the program takes these claims; else its message."""
    file = os.path.join(directory, "claim.c")
    with open(file, "w", encoding="utf-8") as out:
        asserts = "".join(f'_Static_assert({claim}, "");\n' for claim in claims)
        out.write(include + asserts + "int main(void) { return 0; }\n")
    done = subprocess.run([program, "run", "--arch", str(bits), file], text=True, capture_output=True)
    return None if done.returncode == 0 else done.stderr


def main():
    program, *chosen = sys.argv[1:]
    differ = lacks = total = 0
    with tempfile.TemporaryDirectory() as directory:
        for header in chosen or HEADERS:
            for bits in (32, 64):
                include, found = facts(bits, header, directory)
                total += len(found)
                if takes(program, bits, include, found.values(), directory) is None:
                    continue
                missing = []
                for name, claim in found.items():
                    message = takes(program, bits, include, [claim], directory)
                    if message is None:
                        continue
                    if "assertion" in message:
                        differ += 1
                        print(f"<{header}>, {bits} bits: {claim} does not hold")
                    else:
                        missing.append(name)
                lacks += len(missing)
                if missing:
                    print(f"<{header}>, {bits} bits, missing: {' '.join(missing)}")
    print(f"{total} names, {differ} differ, {lacks} are missing")
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
