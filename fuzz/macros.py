#!/usr/bin/env python3
"""Macros of C: those that indubit predefines and those of its headers against gcc's. See README.md beside this file.

Needs gcc, with its 32-bit libraries (Debian: gcc-multilib); --names does without the libraries.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
HEADERS_SOURCE = os.path.join(HERE, "..", "src", "c", "read", "lex", "headers")
MISSING = os.path.join(HEADERS_SOURCE, "missing.txt")
GNU = "#define _GNU_SOURCE\n"

# Beginnings of names that stand for all names of the family in the list of those that are missing.
FAMILIES = """_SC_ _CS_ _PC_ __USE_ __attribute_ __attr_ __REDIRECT __LDBL_ __LDOUBLE_ __stub_ __glibc_ __GLIBC_ __need_
__HAVE_ _BITS_ __SI_ __DECL_SIMD_ __CPU_ __FD_ __MATH __SIZEOF_PTHREAD __PTHREAD_""".split()

# Differences that stay, each with its reason.
KNOWN = {
    "assert": "a function here, so that a call of it is what a property asks about",
    "errno": "an object here; glibc's is behind a function",
    "stdin": "objects here",
    "NULL": "the same value, which a check for integers cannot compare",
    "bool": "a type", "noreturn": "a keyword", "static_assert": "a keyword", "alignas": "a keyword",
    "alignof": "a keyword",
}

EQUAL = """
static int same(const char *a, const char *b) {
  int i = 0;
  while (a[i] && a[i] == b[i]) i++;
  return a[i] == b[i];
}
#define TEXT_(...) #__VA_ARGS__
#define TEXT(...) TEXT_(__VA_ARGS__)
extern void reach_error(void);
"""

TYPES = ["char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long",
         "unsigned long", "long long", "unsigned long long"]


def run(command, text=None):
    done = subprocess.run(command, capture_output=True, input=text, text=True, errors="replace")
    return done.returncode, done.stdout, done.stderr


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Checks:
    """Programs of indubit with one question each, asked together and, if one fails, alone."""

    def __init__(self, indubit, arch, folder):
        self.indubit, self.arch, self.folder = indubit, arch, folder
        self.failed = 0

    def holds(self, before, statements):
        path = os.path.join(self.folder, "macros.c")
        with open(path, "w") as file:
            file.write(before + EQUAL + "int main(void) {\n" + "\n".join(statements) + "\n  return 0;\n}\n")
        code, out, err = run([self.indubit, "run", path, "--arch", self.arch, "--steps", "10000000"])
        return code == 0, (out + err).strip().replace("\n", " ")[:200]

    def ask(self, before, named):
        """Pairs of a name and a statement, which calls reach_error if something differs."""
        if self.holds(before, [statement for _, statement in named])[0]:
            return
        for name, statement in named:
            good, message = self.holds(before, [statement])
            if not good:
                self.failed += 1
                print(f"--arch {self.arch}: {name}: {statement}\n  {message}")


def predefined(checks):
    """Every macro of gcc has the same expansion."""
    code, out, err = run(["gcc", f"-m{checks.arch}", "-dM", "-E", "-"], "")
    if code:
        sys.exit(err)
    named = []
    for line in out.splitlines():
        head, _, _ = line[len("#define "):].partition(" ")
        name = head.split("(")[0]
        use = head if head == name else f"{name}(7)"
        # What gcc makes of the use, blanks and all.
        named.append((name, use))
    program = EQUAL + "".join(f"\n@ - TEXT({use})" for _, use in named)
    _, out, _ = run(["gcc", f"-m{checks.arch}", "-E", "-P", "-"], program)
    lines = [line.split(" ", 2) for line in out.splitlines() if line.startswith("@ ")]
    # A macro in its own name, such as `linux`, is replaced in the second word.
    texts = {name: line[2] for (name, _), line in zip(named, lines)}
    asked = [(name, f"#ifdef {name}\n  if (!same(TEXT({use}), {texts[name]})) reach_error();\n#else\n"
              f"  reach_error();\n#endif") for name, use in named if name not in KNOWN]
    checks.ask("", asked)
    return len(asked)


def header_names():
    """The headers that are built in, each with the macros that any of them defines."""
    texts = []
    for name in sorted(os.listdir(HEADERS_SOURCE)):
        with open(os.path.join(HEADERS_SOURCE, name)) as file:
            texts.append(file.read())
    source = "\n".join(texts)
    headers = re.findall(r'^\s*\("([a-z_/0-9]+\.h)",', source, re.M)
    headers.remove("bits/endian.h")
    macros = sorted(set(re.findall(r'#define ([A-Za-z_0-9]+)(?![A-Za-z_0-9(])', source)))
    return headers, macros


def constants(checks):
    """Every constant macro of a built-in header has the type and the value that it has with gcc's header."""
    headers, macros = header_names()
    count = 0
    for header in headers:
        before = f"#include <{header}>\n"
        code, out, _ = run(["gcc", f"-m{checks.arch}", "-dM", "-E", "-"], before)
        theirs = {line.split()[1] for line in out.splitlines() if "(" not in line.split()[1]}
        names = [name for name in macros if name in theirs and name not in KNOWN]
        facts = gcc_facts(checks, before, names)
        asked = []
        for name in names:
            if name not in facts:
                continue
            type_name, value = facts[name]
            if type_name == "text":
                test = f"same({name}, {value})"
            else:
                test = f"__builtin_types_compatible_p(__typeof__({name}), {type_name}) && {name} == {value}"
            asked.append((name, f"#ifdef {name}\n  if (!({test})) reach_error();\n#endif"))
        checks.ask(before, asked)
        count += len(asked)
    return count


def gcc_facts(checks, before, names):
    """Type and value of each macro that is a constant."""
    kinds = ", ".join(f'{ty}: "{ty}"' for ty in TYPES)
    facts = {}
    path = os.path.join(checks.folder, "facts")
    kinds += ', char *: "text", default: ""'
    program = [before, f"#include <stdio.h>\n#define KIND(x) _Generic((x), {kinds})\n", "int main(void) {\n"]
    for name in names:
        one = f"#include <stdio.h>\n{before}int main(void) {{ return (int)sizeof(({name}) + 0); }}\n"
        if run(["gcc", f"-m{checks.arch}", "-w", "-fsyntax-only", "-x", "c", "-"], one)[0] == 0:
            text = f'KIND({name})[0] == \'t\' && KIND({name})[1] == \'e\''
            program.append(f'  if ({text}) printf("{name}|text|%s\\n", (char *)(long)({name}));\n'
                           f'  else printf("{name}|%s|%llu\\n", KIND({name}), (unsigned long long)({name}));\n')
    program.append("  return 0;\n}\n")
    code, _, err = run(["gcc", f"-m{checks.arch}", "-w", "-o", path, "-x", "c", "-"], "".join(program))
    if code:
        sys.exit(err)
    for line in run([path])[1].splitlines():
        name, type_name, value = line.split("|")
        if type_name == "text":
            facts[name] = (type_name, quoted(value))
        elif type_name:
            facts[name] = (type_name, f"({type_name}){value}ULL")
    return facts


def gcc_names(checks, before):
    """The names of all macros behind a header, beyond those that are predefined."""
    stubs = os.path.join(checks.folder, "gnu")
    os.makedirs(stubs, exist_ok=True)
    open(os.path.join(stubs, "stubs-32.h"), "a").close()
    command = ["gcc", f"-m{checks.arch}", "-I", checks.folder, "-idirafter", "/usr/include/x86_64-linux-gnu"]
    names = [set(re.findall(r"^#define (\w+)", run(command + ["-dM", "-E", "-"], text)[1], re.M))
             for text in (before, "")]
    return sorted(names[0] - names[1] - {"_GNU_SOURCE"})


def lacking(checks, before, names):
    """Of these macros those that indubit refuses by name in a condition, and those that it takes for undefined."""
    told, silent = [], []
    path = os.path.join(checks.folder, "names.c")
    for at in range(0, len(names), 9):
        asked = "".join(f"#ifndef {name}\n#error no {name}\n#endif\n" for name in names[at:at + 9])
        with open(path, "w") as file:
            file.write(before + asked + "int main(void) { return 0; }\n")
        message = run([checks.indubit, "run", path, "--arch", checks.arch])[2]
        told += re.findall(r"`(\w+)` is a macro of gcc's headers", message)
        silent += re.findall(r"says: no (\w+)", message)
    # The message about a name ends the line, and `#error` is not reported behind it.
    return set(told), set(silent) - set(told)


def write_missing(found):
    """Writes the list of macros that are missing, by the headers that define them."""
    groups = {}
    for name in sorted({name for _, _, name in found}):
        plain = {header for header, gnu, other in found if other == name and not gnu}
        more = {header for header, gnu, other in found if other == name and gnu} - plain
        for headers, end in ((plain, ""), (more, " with _GNU_SOURCE")):
            if headers:
                groups.setdefault(" ".join(sorted(headers)) + end, []).append(name)
    with open(MISSING, "w") as file:
        for headers in sorted(groups, key=lambda key: (-len(key.split()), key)):
            file.write(f"{headers}: {' '.join(groups[headers])}\n")


def names(indubit, is_written):
    """Each macro of gcc's headers is known, or a condition that mentions it is refused by name."""
    found, silent, count = set(), 0, 0
    for arch in ["32", "64"]:
        with tempfile.TemporaryDirectory() as folder:
            checks = Checks(indubit, arch, folder)
            for header in header_names()[0]:
                for gnu in ["", GNU]:
                    before = gnu + f"#include <{header}>\n"
                    theirs = gcc_names(checks, before)
                    told, unknown = lacking(checks, before, theirs)
                    count, silent = count + len(theirs), silent + len(unknown)
                    if unknown and not is_written:
                        print(f"--arch {arch}: <{header}>, silent: {' '.join(sorted(unknown))}")
                    for name in told | unknown:
                        family = [beginning + "*" for beginning in FAMILIES if name.startswith(beginning)]
                        found.add((header, gnu, (family or [name])[0]))
    if is_written:
        write_missing(found)
    print(f"{count} macros of headers, {silent} are taken for undefined")
    return 0 if is_written else silent


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--indubit", default=os.path.join(HERE, "..", "target", "release", "indubit"))
    parser.add_argument("--names", action="store_true", help="only look for macros that are not known")
    parser.add_argument("--write", action="store_true", help="the same, and list them in missing.txt")
    options = parser.parse_args()
    if options.names or options.write:
        sys.exit(1 if names(options.indubit, options.write) else 0)
    failed = 0
    for arch in ["32", "64"]:
        with tempfile.TemporaryDirectory() as folder:
            checks = Checks(options.indubit, arch, folder)
            counts = predefined(checks), constants(checks)
            print(f"--arch {arch}: {counts[0]} predefined macros, {counts[1]} constants of headers, "
                  f"{checks.failed} differences")
            failed += checks.failed
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
