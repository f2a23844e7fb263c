#!/usr/bin/env python3
"""Logs of `--sarif` against the schema of SARIF 2.1.0: sarif.py PROGRAM SCHEMA. Needs the package jsonschema, and the
schema from the repository oasis-tcs/sarif-spec."""

import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

PROGRAMS = {
    "errors.c": """#include <stdlib.h>
int nd(void);
static int half(int n) { return 100 / n; }
int main(void) {
  int a[4], n = nd();
  if (n == 1) a[n + 3] = 0;
  if (n == 3) { int *p = 0; *p = 1; }
  if (n == 4) { void *p = malloc(1); free(p); free(p); }
  return half(n - 7);
}
""",
    "safe one.c": "int main(void) { return 0; }\n",
}


def main(program, schema):
    schema = json.loads(pathlib.Path(schema).read_text())
    validator = jsonschema.validators.validator_for(schema)(schema)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in PROGRAMS.items():
            source = pathlib.Path(folder, name)
            source.write_text(text)
            for question in ([], ["--property", "all"] if "nd(" in text else []):
                log = pathlib.Path(folder, "log.sarif")
                subprocess.run(
                    [program, source, "--check", "all", "--sarif", log, *question],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    check=False,
                )
                found = json.loads(log.read_text())
                validator.validate(found)
                print(f"{name} {' '.join(question)}: {len(found['runs'][0]['results'])} results, valid")


main(*sys.argv[1:])
