#!/usr/bin/env python3
"""Macros of C: those that indubit predefines and those of its headers against gcc's. See README.md beside this file.

Needs gcc, with its 32-bit libraries (Debian: gcc-multilib).
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
HEADERS_SOURCE = os.path.join(HERE, "..", "src", "input", "c", "lex")

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
        if name.startswith("headers"):
            with open(os.path.join(HEADERS_SOURCE, name)) as file:
                texts.append(file.read())
    source = "\n".join(texts)
    headers = re.findall(r'^\s*\("([a-z_/]+\.h)",', source, re.M)
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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--indubit", default=os.path.join(HERE, "..", "target", "release", "indubit"))
    options = parser.parse_args()
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
