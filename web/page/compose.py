#!/usr/bin/env python3
"""Composes the page from its parts: compose.py MODULE.wasm OUT.html.

Scripts lose their imports and exports and become one. The module and the sources are packed by gzip, the page unpacks
them by itself.
"""

import base64
import gzip
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
COMMON = ROOT / "src" / "cli" / "page"

# Scripts in the order in which they are needed: first those of the reports, then those of the page.
COMMON_SCRIPTS = ["dom.js", "draw.js", "words.js", "run.js", "player.js", "verdict.js", "app.js"]
PAGE_SCRIPTS = ["engine.js", "models.js", "runs.js", "simplexview.js", "satview.js", "whatif.js", "bugs.js", "lab.js"]
WORKER_SCRIPTS = [HERE.parent / "wasm" / "indubit.js", HERE.parent / "wasm" / "protocol.js", HERE / "worker.js"]

# The sources that steps lead to.
SOURCES = ["src/engine", "src/model", "src/evidence", "solver", "theories", "src/route", "src/portfolio"]

# A file, what it is, and the engine unless the page's default for its kind will do.
EXAMPLES = [
    ("examples/circuits/traffic_light.aag", "a crossing whose lamps are never green together (safe)"),
    ("examples/circuits/hasty_traffic_light.aag", "the same in a hurry (unsafe)"),
    ("web/examples/ring.aag", "a token goes round (safe)"),
    ("web/examples/free_start.aag", "a latch that nothing sets (unsafe)"),
    ("web/examples/counter.btor2", "a counter of four bits (safe)"),
    ("web/examples/two_counters.vmt", "two integers in step (safe)"),
    ("examples/programs/two_loops.cfa", "up and down again (safe)"),
    ("examples/programs/one_too_far.cfa", "one step too far (unsafe)"),
    ("examples/programs/even.c", "C: steps of two (safe)"),
    ("examples/programs/ninety_one.c", "C: McCarthy's function (safe)", "spacer"),
    ("web/examples/last_element.c", "C: the last element is forgotten (unsafe)"),
    ("examples/clauses/mccarthy91.smt2", "McCarthy's function as Horn clauses (safe)"),
    ("examples/clauses/mccarthy91_wrong.smt2", "with a wrong claim (unsafe)"),
    ("examples/clauses/fibonacci.smt2", "Fibonacci's numbers grow (safe)"),
    ("examples/clauses/down_by_turns.smt2", "two functions by turns (safe)"),
]


def classic(text):
    """A module as a part of one script."""
    text = re.sub(r"^import [^;]*;\n", "", text, flags=re.M)
    return re.sub(r"^export (?=(async |const |let |class |function ))", "", text, flags=re.M)


def in_element(text):
    """A text that does not end the script element around it."""
    return text.replace("</script", "<\\/script")


def packed(data):
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def main(module, out):
    scripts = [COMMON / name for name in COMMON_SCRIPTS] + [HERE / name for name in PAGE_SCRIPTS]
    script = "\n".join(classic(path.read_text()) for path in scripts)
    worker = "\n".join(classic(path.read_text()) for path in WORKER_SCRIPTS)
    sources = {}
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.rs")):
            sources[str(path.relative_to(ROOT))] = path.read_text()
    examples = []
    for name, title, *engine in EXAMPLES:
        example = {"name": Path(name).name, "title": title, "text": (ROOT / name).read_text()}
        examples.append({**example, "engine": engine[0]} if engine else example)
    carried = [
        ("application/json", "examples", json.dumps(examples).replace("<", "\\u003c")),
        ("text/plain", "worker", in_element(worker)),
        ("text/plain", "wasm", packed(Path(module).read_bytes())),
        ("text/plain", "sources", packed(json.dumps(sources).encode())),
    ]
    extra = "\n".join(f'<script type="{kind}" id="{name}">{text}</script>' for kind, name, text in carried)
    page = (COMMON / "page.html").read_text()
    parts = {
        "/* STYLE */": (COMMON / "style.css").read_text(),
        "/* DATA */": "{}",
        "<!-- EXTRA -->": extra,
        "/* SCRIPT */": in_element(script),
    }
    for mark, text in parts.items():
        assert page.count(mark) == 1, mark
        page = page.replace(mark, text)
    Path(out).write_text(page)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
