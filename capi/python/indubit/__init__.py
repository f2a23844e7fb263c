"""indubit for Python: models verified, evidence checked, SMT-LIB scripts, solvers with models and best models.

The shared library is the file INDUBIT_LIBRARY, or stands beside this module. Nothing but the standard library is needed.

>>> import indubit
>>> result = indubit.verify(b"aag 1 0 1 1 0\\n2 2\\n2\\n", name="latch.aag")
>>> result.verdict
'safe'
>>> indubit.check(b"aag 1 0 1 1 0\\n2 2\\n2\\n", result.evidence, name="latch.aag").verdict
'safe'
"""

import json
import os
from ctypes import byref
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple, Union

from ._library import Budget, Error, Text, library, take, version
from ._solvers import Model, Optimum, Propagator, Script, Smt, Solver, Value
from ._terms import System, Term

__all__ = [
    "Budget", "Error", "Model", "Optimum", "Propagator", "Result", "Script", "Smt", "Solver", "System", "Term", "Value",
    "check", "verify", "version",
]


@dataclass(frozen=True)
class Result:
    """The verdicts on a model: `safe`, `unsafe` or `unknown`, for all properties and for each; why unknown ones are.

    A property's key in `properties` and `reasons` is its number, 0 for `b0`; a justice property's is its name, "j0".

    `details` is a list: for each property that was verified, in order, what indubit.h tells of an answer as JSON:
    "index", "kind", "name", "verdict", "engine", "invariant", "k", "depth", "trace" (by step a list of {"name",
    "value"}), "loop", "failure" ({"kind", "text", "line", "column", "function"}), "reason", "safe_depth". `detail(key)`
    is the one of a property.
    """

    verdict: str
    properties: Dict[Union[int, str], str]
    reasons: Dict[Union[int, str], str]
    evidence: bytes
    details: List[Dict[str, Any]] = field(default_factory=list)

    def detail(self, key: Union[int, str]) -> Dict[str, Any]:
        """What is known of the property with this key; `KeyError` if it was not verified."""
        for told in self.details:
            if _key(told) == key:
                return told
        raise KeyError(key)


_VERDICTS = {20: "safe", 10: "unsafe", 30: "unknown", 3: "unknown"}


def _key(told: Dict[str, Any]) -> Union[int, str]:
    return told["index"] if told["kind"] == "bad" else f"j{told['index']}"


def _result(code: int, text: str, evidence: bytes) -> Result:
    if code not in _VERDICTS:
        raise Error(text.strip())
    properties: Dict[Union[int, str], str] = {}
    reasons: Dict[Union[int, str], str] = {}
    if text.startswith("{"):
        details: List[Dict[str, Any]] = json.loads(text)["properties"]
        for told in details:
            properties[_key(told)] = told["verdict"]
            if "reason" in told:
                reasons[_key(told)] = told["reason"]
        return Result(_VERDICTS[code], properties, reasons, evidence, details)
    for line in text.splitlines():
        words = line.split(" ", 2)
        if len(words) >= 2 and words[0][:1] in ("b", "j") and words[0][1:].isdigit():
            key = int(words[0][1:]) if words[0][0] == "b" else words[0]
            properties[key] = words[1]
            if words[1] == "unknown" and len(words) == 3:
                reasons[key] = words[2]
    return Result(_VERDICTS[code], properties, reasons, evidence)


_Model = Union[str, "os.PathLike[str]", bytes, System]


def _model(model: _Model, name: Optional[str]) -> Tuple[bytes, bytes]:
    if isinstance(model, System):
        return (name or "system.vmt").encode(), model.text().encode()
    if isinstance(model, bytes):
        return (name or "model").encode(), model
    return (name or os.fspath(model)).encode(), Path(model).read_bytes()


def _words(options: Dict[str, Any]) -> str:
    spelt = {True: "on", False: "off"}
    # 1 == True, so the type is looked at.
    return " ".join(f"{key}={spelt[value] if isinstance(value, bool) else value}" for key, value in options.items())


def verify(
    model: _Model,
    *,
    name: Optional[str] = None,
    timeout: float = 0,
    memory: int = 0,
    budget: Optional[Budget] = None,
    **options: Any,
) -> Result:
    """Verifies a model: a path, a `System`, or the bytes of a file of any format that the program reads.

    The format is told by the bytes, and where they do not, by `name="task.c"` or `format="c"` ("aiger", "btor2", "vmt",
    "cfa", "c", "horn").

    The result has traces, invariants and failures in its `details`. Options: engine, threads, seed, property, evidence
    ("on", "full", "off": whether it is checked), form of proofs ("text", "script", "vmt", "aiger"). Of C programs: arch (32, 64),
    check_bounds, check_division, check_memory, check_overflow, check_shifts, random_runs (True, False), heap_objects, extern ("by-property", "any", "pure"), integers ("words", "math", "reals"), volatile
    ("stored", "arbitrary"), and as property "unreach-call", "error-label" or
    "no-overflow"; indubit.h says more. Limits: `timeout` in seconds and `memory` in bytes, or a `budget`.
    """
    named, content = _model(model, name)
    limits = budget or Budget(timeout, memory)
    words = _words({**options, "answer": "json"})
    answer, evidence = Text(), Text()
    code = library.indubit_verify(
        named, content, len(content), words.encode(), limits._pointer, byref(answer), byref(evidence)
    )
    text = take(answer).decode()
    return _result(code, text, take(evidence))


def check(
    model: _Model,
    evidence: bytes,
    *,
    name: Optional[str] = None,
    timeout: float = 0,
    memory: int = 0,
    **options: Any,
) -> Result:
    """Checks evidence about a model, which is safe if all properties are proved, and unsafe if one is refuted.

    Evidence that is wrong leaves its property unknown, with the reason. Options are those of `verify` about C, and the
    format.
    """
    named, content = _model(model, name)
    limits, answer = Budget(timeout, memory), Text()
    words = _words(options).encode()
    code = library.indubit_check_with(
        named, content, len(content), words, evidence, len(evidence), limits._pointer, byref(answer)
    )
    return _result(code, take(answer).decode(), evidence)
