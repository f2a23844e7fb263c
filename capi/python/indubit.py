"""indubit for Python: models verified, evidence checked, SMT-LIB scripts, an incremental SAT solver.

The shared library is the file INDUBIT_LIBRARY, or stands beside this module. Nothing but the standard library is needed.

>>> import indubit
>>> result = indubit.verify(b"aag 1 0 1 1 0\\n2 2\\n2\\n", name="latch.aag")
>>> result.verdict
'safe'
>>> indubit.check(b"aag 1 0 1 1 0\\n2 2\\n2\\n", result.evidence, name="latch.aag").verdict
'safe'
"""

import ctypes
import json
import os
import re
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int32, c_size_t, c_uint64, c_void_p
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Dict, Iterable, List, Optional, Union

__all__ = ["Budget", "Error", "Result", "Script", "Solver", "System", "Term", "check", "verify", "version"]


class _Text(ctypes.Structure):
    _fields_ = [("bytes", c_void_p), ("length", c_size_t)]


def _load() -> ctypes.CDLL:
    here = Path(__file__).resolve().parent
    names = ["libindubit_c.so", "libindubit_c.dylib", "indubit_c.dll"]
    places = [os.environ.get("INDUBIT_LIBRARY")] + [str(here / name) for name in names]
    for place in places:
        if place and Path(place).exists():
            return ctypes.CDLL(place)
    raise ImportError("libindubit_c is not beside this module; name it by INDUBIT_LIBRARY (see capi/README.md)")


_library = _load()
_TERMINATE = ctypes.CFUNCTYPE(c_int, c_void_p)


def _declare(name: str, result, *arguments) -> None:
    function = getattr(_library, name)
    function.restype, function.argtypes = result, list(arguments)


_declare("indubit_version", c_char_p)
_declare("indubit_free", None, POINTER(_Text))
_declare("indubit_budget_new", c_void_p, c_double, c_uint64)
_declare("indubit_cancel", None, c_void_p)
_declare("indubit_budget_free", None, c_void_p)
_declare(
    "indubit_verify", c_int, c_char_p, c_char_p, c_size_t, c_char_p, c_void_p, POINTER(_Text), POINTER(_Text)
)
_declare("indubit_check", c_int, c_char_p, c_char_p, c_size_t, c_char_p, c_size_t, c_void_p, POINTER(_Text))
_declare(
    "indubit_check_with",
    c_int,
    c_char_p,
    c_char_p,
    c_size_t,
    c_char_p,
    c_char_p,
    c_size_t,
    c_void_p,
    POINTER(_Text),
)
_declare("indubit_script_new", c_void_p, c_void_p)
_declare("indubit_script_run", None, c_void_p, c_char_p, POINTER(_Text))
_declare("indubit_script_free", None, c_void_p)
_declare("ipasir_init", c_void_p)
_declare("ipasir_release", None, c_void_p)
_declare("ipasir_add", None, c_void_p, c_int32)
_declare("ipasir_assume", None, c_void_p, c_int32)
_declare("ipasir_solve", c_int, c_void_p)
_declare("ipasir_val", c_int32, c_void_p, c_int32)
_declare("ipasir_failed", c_int, c_void_p, c_int32)
_declare("ipasir_set_terminate", None, c_void_p, c_void_p, _TERMINATE)


def _take(text: _Text) -> bytes:
    taken = ctypes.string_at(text.bytes, text.length) if text.bytes else b""
    _library.indubit_free(byref(text))
    return taken


def version() -> str:
    """Name and version of the library."""
    return _library.indubit_version().decode()


class Error(Exception):
    """A wrong option, or a file that cannot be read: the message has line and column."""


class Budget:
    """Limits of work, counted from now on. `cancel` may be called from another thread."""

    def __init__(self, seconds: float = 0, memory: int = 0) -> None:
        self._pointer = _library.indubit_budget_new(seconds, memory)

    def cancel(self) -> None:
        """Ends all work on the budget soon."""
        _library.indubit_cancel(self._pointer)

    def __del__(self) -> None:
        _library.indubit_budget_free(self._pointer)


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
    details: List[dict] = field(default_factory=list)

    def detail(self, key: Union[int, str]) -> dict:
        """What is known of the property with this key; `KeyError` if it was not verified."""
        for told in self.details:
            if _key(told) == key:
                return told
        raise KeyError(key)


_VERDICTS = {20: "safe", 10: "unsafe", 30: "unknown", 3: "unknown"}


def _key(told: dict) -> Union[int, str]:
    return told["index"] if told["kind"] == "bad" else f"j{told['index']}"


def _result(code: int, text: str, evidence: bytes) -> Result:
    if code not in _VERDICTS:
        raise Error(text.strip())
    properties: Dict[Union[int, str], str] = {}
    reasons: Dict[Union[int, str], str] = {}
    if text.startswith("{"):
        details: List[dict] = json.loads(text)["properties"]
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


class Term:
    """A term in SMT-LIB's words, with its sort; a `System` makes the first ones.

    `+ - *` are for numbers and words `(_ BitVec N)`, `& | ^ ~` for formulas and words, `< <= > >=` for numbers. The
    other side may be an integer, or for formulas a truth value. Other operators are reached by `apply`.
    """

    __slots__ = ("text", "sort")

    def __init__(self, text: str, sort: str) -> None:
        self.text, self.sort = text, sort

    @property
    def _width(self) -> int:
        found = re.fullmatch(r"\(_ BitVec (\d+)\)", self.sort)
        return int(found.group(1)) if found else 0

    def _beside(self, value: Union["Term", int]) -> "Term":
        """The value as a term of this one's sort."""
        if isinstance(value, Term):
            if value.sort != self.sort:
                raise TypeError(f"a term of sort {value.sort} stands beside one of sort {self.sort}")
            return value
        if isinstance(value, bool) and self.sort == "Bool":
            return Term(str(value).lower(), "Bool")
        if isinstance(value, int) and not isinstance(value, bool):
            if self._width:
                return Term(f"(_ bv{value % 2**self._width} {self._width})", self.sort)
            if self.sort in ("Int", "Real"):
                digits = f"{abs(value)}" + (".0" if self.sort == "Real" else "")
                return Term(digits if value >= 0 else f"(- {digits})", self.sort)
        raise TypeError(f"{value!r} is no term, and no value of the sort {self.sort}")

    def apply(self, operator: str, *others: Union["Term", int], sort: Optional[str] = None) -> "Term":
        """An operator of SMT-LIB with this term and others; `sort` is that of the result, if it is another one.

        Numbers among the others are of this term's sort, and terms may have any sort.
        """
        terms = [other if isinstance(other, Term) else self._beside(other) for other in others]
        return Term(f"({' '.join([operator, self.text] + [term.text for term in terms])})", sort or self.sort)

    def _by_sort(self, other: Union["Term", int], plain: str, of_words: str, sorts: str) -> "Term":
        if not (self._width and of_words) and self.sort not in sorts.split():
            raise TypeError(f"`{plain}` is not for the sort {self.sort}")
        is_compared = "=" in plain or "<" in plain or ">" in plain
        operator = of_words if self._width else plain
        return self.apply(operator, self._beside(other), sort="Bool" if is_compared else None)

    def __add__(self, other): return self._by_sort(other, "+", "bvadd", "Int Real")
    def __sub__(self, other): return self._by_sort(other, "-", "bvsub", "Int Real")
    def __mul__(self, other): return self._by_sort(other, "*", "bvmul", "Int Real")
    def __and__(self, other): return self._by_sort(other, "and", "bvand", "Bool")
    def __or__(self, other): return self._by_sort(other, "or", "bvor", "Bool")
    def __xor__(self, other): return self._by_sort(other, "xor", "bvxor", "Bool")
    def __lt__(self, other): return self._by_sort(other, "<", "", "Int Real")
    def __le__(self, other): return self._by_sort(other, "<=", "", "Int Real")
    def __gt__(self, other): return self._by_sort(other, ">", "", "Int Real")
    def __ge__(self, other): return self._by_sort(other, ">=", "", "Int Real")
    def __radd__(self, other): return self._beside(other) + self
    def __rsub__(self, other): return self._beside(other) - self
    def __rmul__(self, other): return self._beside(other) * self
    def __neg__(self): return self.apply("bvneg" if self._width else "-")
    def __invert__(self): return self.apply("bvnot" if self._width else "not")

    def __bool__(self) -> bool:
        raise TypeError(f"the term {self.text} has no truth value; write `&` for `and`, `|` for `or`, `~` for `not`")

    def __eq__(self, other: object) -> bool:
        raise TypeError("`==` is not for terms; write a.eq(b) for the formula that two terms are equal")

    __hash__ = None

    def eq(self, other: Union["Term", int]) -> "Term":
        """The formula that the two are equal."""
        return self.apply("=", self._beside(other), sort="Bool")

    def ne(self, other: Union["Term", int]) -> "Term":
        """The formula that the two are not equal."""
        return ~self.eq(other)

    def implies(self, other: Union["Term", bool]) -> "Term":
        """The formula that this one implies another one."""
        return self._by_sort(other, "=>", "", "Bool")

    def ite(self, yes: "Term", no: Union["Term", int]) -> "Term":
        """One term if this formula is true, else the other one."""
        return self.apply("ite", yes, yes._beside(no), sort=yes.sort)

    def __repr__(self) -> str:
        return self.text


class System:
    """A transition system that is built: `verify` and `check` take it as a model. Sorts are texts, as "Int".

    >>> system = System()
    >>> x = system.state("x", "Int", init=0)
    >>> system.step(x, x + 2)
    >>> system.property(x.ne(7))
    0
    >>> verify(system).verdict
    'safe'
    """

    def __init__(self) -> None:
        self._lines: List[str] = []
        self._names: Dict[str, str] = {}
        self._properties = 0

    def _declare(self, name: str, sort: str) -> Term:
        if name in self._names or "|" in name or "\\" in name:
            raise ValueError(f"the name {name!r} is taken, or has a character that SMT-LIB does not allow")
        self._names[name] = sort
        self._lines.append(f"(declare-const |{name}| {sort})")
        return Term(f"|{name}|", sort)

    def _say(self, term: Term, what: str) -> None:
        self._lines.append(f"(define-fun |.{len(self._lines)}| () {term.sort} (! {term.text} {what}))")

    def input(self, name: str, sort: str) -> Term:
        """A new input, which has any value in each step."""
        return self._declare(name, sort)

    def state(self, name: str, sort: str, init: Union[Term, int, None] = None) -> Term:
        """A new state variable, with the value that it begins with, if it is one."""
        variable = self._declare(name, sort)
        self._say(variable, f":next {self._declare(name + '.next', sort).text}")
        if init is not None:
            self.init(variable.eq(init))
        return variable

    def next(self, variable: Term) -> Term:
        """The value of a state variable in the next step, for `trans`."""
        return Term(f"|{variable.text[1:-1]}.next|", variable.sort)

    def init(self, formula: Term) -> None:
        """A formula over state variables that is true in the first step."""
        self._say(formula, ":init true")

    def trans(self, formula: Term) -> None:
        """A formula over state variables, inputs and next values that is true of each step."""
        self._say(formula, ":trans true")

    def step(self, variable: Term, value: Union[Term, int]) -> None:
        """The value that a state variable has in the next step."""
        self.trans(self.next(variable).eq(value))

    def property(self, formula: Term) -> int:
        """A formula that is to be true in all reachable states; gives its key in results."""
        self._say(formula, f":invar-property {self._properties}")
        self._properties += 1
        return self._properties - 1

    def text(self) -> str:
        """The system in the format VMT-LIB."""
        return "\n".join(self._lines) + "\n"


_Model = Union[str, os.PathLike, bytes, System]


def _model(model: _Model, name: Optional[str]):
    if isinstance(model, System):
        return (name or "system.vmt").encode(), model.text().encode()
    if isinstance(model, bytes):
        return (name or "model").encode(), model
    return (name or os.fspath(model)).encode(), Path(model).read_bytes()


def _words(options: dict) -> str:
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
    **options,
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
    answer, evidence = _Text(), _Text()
    code = _library.indubit_verify(
        named, content, len(content), words.encode(), limits._pointer, byref(answer), byref(evidence)
    )
    text = _take(answer).decode()
    return _result(code, text, _take(evidence))


def check(
    model: _Model,
    evidence: bytes,
    *,
    name: Optional[str] = None,
    timeout: float = 0,
    memory: int = 0,
    **options,
) -> Result:
    """Checks evidence about a model, which is safe if all properties are proved, and unsafe if one is refuted.

    Evidence that is wrong leaves its property unknown, with the reason. Options are those of `verify` about C, and the
    format.
    """
    named, content = _model(model, name)
    limits, answer = Budget(timeout, memory), _Text()
    words = _words(options).encode()
    code = _library.indubit_check_with(
        named, content, len(content), words, evidence, len(evidence), limits._pointer, byref(answer)
    )
    return _result(code, _take(answer).decode(), evidence)


class Script:
    """An SMT-LIB dialogue, whose state stays between pieces of text."""

    def __init__(self, timeout: float = 0, memory: int = 0) -> None:
        limits = Budget(timeout, memory)
        self._pointer = _library.indubit_script_new(limits._pointer)

    def run(self, commands: str) -> str:
        """Carries whole commands out and gives their answers."""
        answers = _Text()
        _library.indubit_script_run(self._pointer, commands.encode(), byref(answers))
        return _take(answers).decode()

    def __del__(self) -> None:
        _library.indubit_script_free(self._pointer)


def _literal(number: int) -> int:
    if number == 0 or not -(2**31) < number < 2**31:
        raise ValueError(f"{number} is no literal")
    return number


class Solver:
    """An incremental SAT solver. Literals are numbers as in DIMACS files: v, and -v for its negation."""

    def __init__(self) -> None:
        self._pointer = _library.ipasir_init()
        self._answer: Optional[bool] = None
        self._assumed: List[int] = []

    def add(self, clause: Iterable[int]) -> None:
        """Adds a clause."""
        literals = [_literal(number) for number in clause]
        self._answer = None
        for number in literals:
            _library.ipasir_add(self._pointer, number)
        _library.ipasir_add(self._pointer, 0)

    def solve(self, assumptions: Iterable[int] = (), stop: Optional[Callable[[], bool]] = None) -> Optional[bool]:
        """Whether the clauses have a model under the assumptions; None if `stop`, asked now and then, said true."""
        self._assumed = [_literal(number) for number in assumptions]
        for number in self._assumed:
            _library.ipasir_assume(self._pointer, number)
        asked = _TERMINATE(lambda _: int(bool(stop and stop())))
        _library.ipasir_set_terminate(self._pointer, None, asked if stop else _TERMINATE())
        code = _library.ipasir_solve(self._pointer)
        _library.ipasir_set_terminate(self._pointer, None, _TERMINATE())
        self._answer = {10: True, 20: False}.get(code)
        return self._answer

    def value(self, literal: int) -> Optional[bool]:
        """The value of a literal in the model; None if the model may have either."""
        if self._answer is not True:
            raise Error("there is no model")
        found = _library.ipasir_val(self._pointer, _literal(literal))
        return None if found == 0 else found == literal

    def core(self) -> List[int]:
        """Assumptions that have no model together with the clauses."""
        if self._answer is not False:
            raise Error("nothing was refuted")
        return [number for number in self._assumed if _library.ipasir_failed(self._pointer, number)]

    def __del__(self) -> None:
        _library.ipasir_release(self._pointer)
