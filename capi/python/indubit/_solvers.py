"""Solvers: scripts, formulas over terms, clauses with propagators."""

import re
from ctypes import byref, c_double, c_int32
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Union

from ._library import TERMINATE, Budget, Error, Functions, Text, library, take
from ._terms import Declared, Term


class Script:
    """An SMT-LIB dialogue, whose state stays between pieces of text."""

    def __init__(self, timeout: float = 0, memory: int = 0) -> None:
        limits = Budget(timeout, memory)
        self._pointer = library.indubit_script_new(limits._pointer)

    def run(self, commands: str) -> str:
        """Carries whole commands out and gives their answers."""
        answers = Text()
        library.indubit_script_run(self._pointer, commands.encode(), byref(answers))
        return take(answers).decode()

    def __del__(self) -> None:
        library.indubit_script_free(self._pointer)


def _literal(number: int) -> int:
    if number == 0 or not -(2**31) < number < 2**31:
        raise ValueError(f"{number} is no literal")
    return number


Value = Union[bool, int, Fraction, str]
"""The value of a term: of a word its number; of sorts that Python has no type for, SMT-LIB's text."""


def _value(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    if text[:2] in ("#x", "#b"):
        return int(text[2:], 16 if text[1] == "x" else 2)
    number = re.fullmatch(r"(\(- )?(?:\(/ )?([0-9.]+) ?([0-9.]+)?\)*", text)
    if not number:
        return text
    found = Fraction(number.group(2)) / Fraction(number.group(3) or 1)
    signed = -found if number.group(1) else found
    return signed if "." in text else int(signed)


class Model:
    """Values of the terms that were asked for: `model[x]`."""

    def __init__(self, values: Dict[str, Value]) -> None:
        self._values = values

    def __getitem__(self, term: Term) -> Value:
        return self._values[term.text]

    def __repr__(self) -> str:
        return repr(self._values)


@dataclass(frozen=True)
class Optimum:
    """The best value of an objective. The kind is "reached", "above", "below" (as near as one likes), or "unbounded"."""

    kind: str
    value: Union[int, Fraction, float]


class Smt(Script):
    """A solver of formulas over terms. With objectives a model is a best one.

    >>> solver = Smt()
    >>> x = solver.variable("x", "Int")
    >>> solver.add((x >= 0) & (x < 2))
    >>> [model[x] for model in solver.models([x])]
    [0, 1]
    >>> best = solver.maximize(x)
    >>> solver.check(), solver.value(x), solver.optimum(best).value
    (True, 1, 1)
    """

    def __init__(self, timeout: float = 0, memory: int = 0, priority: str = "lex") -> None:
        """Several objectives: "lex", one after the other; "box", each for itself; "pareto"."""
        super().__init__(timeout, memory)
        self._names = Declared()
        self._objectives: List[Optional[str]] = []
        self._scopes: List[int] = []
        # Counts calls that end models.
        self._turn = 0
        self._do(f"(set-option :opt.priority {priority})")
        self._do("(set-option :global-declarations true)")

    def _do(self, command: str) -> str:
        answer = self.run(command).strip()
        if answer.startswith("(error "):
            raise Error(answer[8:-2])
        return answer

    def variable(self, name: str, sort: str) -> Term:
        """A new variable."""
        term = self._names.declare(name, sort)
        self._do(f"(declare-const {term.text} {sort})")
        return term

    def add(self, *formulas: Term) -> None:
        """Asserts formulas."""
        for formula in formulas:
            self._do(f"(assert {formula.text})")

    def push(self) -> None:
        """Opens a scope of formulas and objectives; variables stay."""
        self._do("(push 1)")
        self._scopes.append(len(self._objectives))

    def pop(self) -> None:
        """Leaves the innermost scope."""
        self._do("(pop 1)")
        del self._objectives[self._scopes.pop() :]

    def minimize(self, term: Term) -> int:
        """A new objective; gives its number."""
        self._do(f"(minimize {term.text})")
        self._objectives.append(None)
        return len(self._objectives) - 1

    def maximize(self, term: Term) -> int:
        """A new objective; gives its number."""
        self._do(f"(maximize {term.text})")
        self._objectives.append(None)
        return len(self._objectives) - 1

    def add_soft(self, formula: Term, weight: Union[int, float] = 1, name: str = "soft") -> int:
        """A formula that costs its weight if it is false; those of one name are one objective, whose number it gives."""
        self._do(f"(assert-soft {formula.text} :weight {weight} :id |{name}|)")
        if name not in self._objectives:
            self._objectives.append(name)
        return self._objectives.index(name)

    def check(self) -> Optional[bool]:
        """Whether the formulas have a model; None if that is unknown."""
        return {10: True, 20: False}.get(library.indubit_script_check(self._pointer))

    def value(self, term: Term) -> Value:
        """The value of any term in the model."""
        text = Text()
        has_value = library.indubit_script_value(self._pointer, term.text.encode(), byref(text))
        told = take(text).decode()
        if not has_value:
            raise Error(told)
        return _value(told)

    def optimum(self, objective: int) -> Optimum:
        """The best value of an objective, by its number."""
        number, text = c_double(), Text()
        kind = library.indubit_script_optimum(self._pointer, objective, byref(number), byref(text))
        told = take(text).decode()
        if not kind:
            raise Error(told)
        value = _value(told) if told else number.value
        assert not isinstance(value, str)
        return Optimum(["reached", "above", "below", "unbounded"][kind - 1], value)

    def models(self, over: Iterable[Term]) -> Iterator[Model]:
        """All models, as far as they differ on these terms; better ones first. What is added meanwhile goes with it."""
        terms, text = list(over), Text()
        self._turn += 1
        turn = self._turn
        begun = library.indubit_script_models(self._pointer, " ".join(t.text for t in terms).encode(), byref(text))
        told = take(text).decode()
        if not begun:
            raise Error(told)
        try:
            while turn == self._turn:
                code = library.indubit_script_next(self._pointer, byref(text))
                told = take(text).decode()
                if code < 0:
                    raise Error(told)
                if code == 0:
                    return
                yield Model({term.text: self.value(term) for term in terms})
            raise Error("other models were begun between two models")
        finally:
            if turn == self._turn:
                library.indubit_script_end(self._pointer)


class Propagator:
    """A hand in the search of a `Solver`; derive from it. indubit.h says when each method is called."""

    def assigned(self, literals: Sequence[int]) -> None:
        """These observed literals became true."""

    def new_level(self) -> None:
        """A decision level was opened."""

    def backtracked(self, level: int) -> None:
        """Literals above this level are open again."""

    def propagate(self) -> Optional[int]:
        """A literal that follows, and was not named since the last change; None: no more."""
        return None

    def reason(self, literal: int) -> Iterable[int]:
        """The clause by which a propagated literal follows."""
        raise NotImplementedError("a propagator with propagate must have reason")

    def decide(self) -> Optional[int]:
        """The next decision; None: no wish."""
        return None

    def accepts(self, model: Sequence[int]) -> bool:
        """Whether these literals may be a model. One that is refused must be excluded by `clause`."""
        return True

    def clause(self) -> Optional[Iterable[int]]:
        """A further clause; None: no more."""
        return None


class _Connected:
    """A propagator as functions for C. The first exception ends the search, and is raised behind it."""

    def __init__(self, propagator: Propagator) -> None:
        self.error: Optional[BaseException] = None
        self.functions = Functions()
        works: Dict[str, Callable[..., Any]] = {
            "assigned": lambda lits, count: propagator.assigned(lits[:count]),
            "new_level": propagator.new_level,
            "backtracked": propagator.backtracked,
            "propagate": lambda: propagator.propagate() or 0,
            "reason": lambda lit, clause: self._give(clause, propagator.reason(lit)),
            "decide": lambda: propagator.decide() or 0,
            "accepts": lambda lits, count: int(propagator.accepts(lits[:count])),
            "clause": lambda clause: self._give(clause, propagator.clause()),
        }
        for field in Functions._fields_[1:]:
            name, kind = field[0], field[1]
            setattr(self.functions, name, kind(self._guarded(works[name], -1 if name == "clause" else 0)))

    def _guarded(self, work: Callable[..., Any], failed: int) -> Callable[..., Any]:
        def called(_: Any, *arguments: Any) -> Any:
            if self.error is None:
                try:
                    return work(*arguments)
                except BaseException as error:
                    self.error = error
            return failed

        return called

    @staticmethod
    def _give(clause: Any, literals: Optional[Iterable[int]]) -> int:
        for literal in [] if literals is None else [_literal(number) for number in literals]:
            library.indubit_clause_add(clause, literal)
        return int(literals is not None)


class Solver:
    """An incremental SAT solver. Literals are numbers as in DIMACS files: v, and -v for its negation."""

    def __init__(self) -> None:
        self._pointer = library.ipasir_init()
        self._connected: Optional[_Connected] = None
        # Counts calls that end models.
        self._turn = 0
        self._answer: Optional[bool] = None
        self._assumed: List[int] = []

    def add(self, clause: Iterable[int]) -> None:
        """Adds a clause."""
        literals = [_literal(number) for number in clause]
        self._change()
        for number in literals:
            library.ipasir_add(self._pointer, number)
        library.ipasir_add(self._pointer, 0)

    def solve(self, assumptions: Iterable[int] = (), stop: Optional[Callable[[], bool]] = None) -> Optional[bool]:
        """Whether the clauses have a model under the assumptions; None if `stop`, asked now and then, said true."""
        self._assume(assumptions)
        asked = TERMINATE(lambda _: int(bool(stop and stop())))
        library.ipasir_set_terminate(self._pointer, None, asked if stop else TERMINATE())
        code = library.ipasir_solve(self._pointer)
        library.ipasir_set_terminate(self._pointer, None, TERMINATE())
        self._raise()
        self._answer = {10: True, 20: False}.get(code)
        return self._answer

    def models(self, over: Iterable[int], assumptions: Iterable[int] = ()) -> Iterator[Dict[int, Optional[bool]]]:
        """All models, as far as they differ on these literals: `model[v]`. A call that changes the solver ends them."""
        literals = [_literal(number) for number in over]
        self._assume(assumptions)
        library.indubit_sat_models(self._pointer, (c_int32 * len(literals))(*literals), len(literals))
        turn = self._turn
        while True:
            if self._turn != turn:
                raise Error("the solver was changed between two models")
            code = library.indubit_sat_next(self._pointer)
            self._answer = True if code == 1 else None
            self._raise()
            if code == 0:
                return
            if code < 0:
                raise Error("the search was ended")
            yield {literal: self.value(literal) for literal in literals}

    def connect(self, propagator: Optional[Propagator], observed: Iterable[int] = ()) -> None:
        """Gives the solver a propagator, which observes these variables; None takes it away.

        One that raises an exception, in a search that raises it again, is taken away.
        """
        self._change()
        self._connected = _Connected(propagator) if propagator else None
        library.indubit_sat_connect(self._pointer, byref(self._connected.functions) if self._connected else None)
        self.observe(observed)

    def observe(self, variables: Iterable[int]) -> None:
        """Has the propagator observe further variables."""
        self._change()
        for variable in variables:
            library.indubit_sat_observe(self._pointer, _literal(variable))

    def _change(self) -> None:
        self._turn += 1
        self._answer = None

    def _assume(self, assumptions: Iterable[int]) -> None:
        self._change()
        self._assumed = [_literal(number) for number in assumptions]
        for number in self._assumed:
            library.ipasir_assume(self._pointer, number)

    def _raise(self) -> None:
        error = self._connected.error if self._connected else None
        if error is not None:
            self.connect(None)
            raise error

    def value(self, literal: int) -> Optional[bool]:
        """The value of a literal in the model; None if the model may have either."""
        if self._answer is not True:
            raise Error("there is no model")
        found: int = library.ipasir_val(self._pointer, _literal(literal))
        return None if found == 0 else found == literal

    def core(self) -> List[int]:
        """Assumptions that have no model together with the clauses."""
        if self._answer is not False:
            raise Error("nothing was refuted")
        return [number for number in self._assumed if library.ipasir_failed(self._pointer, number)]

    def __del__(self) -> None:
        library.ipasir_release(self._pointer)
