"""Terms, and systems that are built of them."""

import re
from typing import Dict, List, Optional, Union


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

    def __add__(self, other: Union["Term", int]) -> "Term": return self._by_sort(other, "+", "bvadd", "Int Real")
    def __sub__(self, other: Union["Term", int]) -> "Term": return self._by_sort(other, "-", "bvsub", "Int Real")
    def __mul__(self, other: Union["Term", int]) -> "Term": return self._by_sort(other, "*", "bvmul", "Int Real")
    def __and__(self, other: Union["Term", int]) -> "Term": return self._by_sort(other, "and", "bvand", "Bool")
    def __or__(self, other: Union["Term", int]) -> "Term": return self._by_sort(other, "or", "bvor", "Bool")
    def __xor__(self, other: Union["Term", int]) -> "Term": return self._by_sort(other, "xor", "bvxor", "Bool")
    def __lt__(self, other: Union["Term", int]) -> "Term": return self._by_sort(other, "<", "", "Int Real")
    def __le__(self, other: Union["Term", int]) -> "Term": return self._by_sort(other, "<=", "", "Int Real")
    def __gt__(self, other: Union["Term", int]) -> "Term": return self._by_sort(other, ">", "", "Int Real")
    def __ge__(self, other: Union["Term", int]) -> "Term": return self._by_sort(other, ">=", "", "Int Real")
    def __radd__(self, other: int) -> "Term": return self._beside(other) + self
    def __rsub__(self, other: int) -> "Term": return self._beside(other) - self
    def __rmul__(self, other: int) -> "Term": return self._beside(other) * self
    def __neg__(self) -> "Term": return self.apply("bvneg" if self._width else "-")
    def __invert__(self) -> "Term": return self.apply("bvnot" if self._width else "not")

    def __bool__(self) -> bool:
        raise TypeError(f"the term {self.text} has no truth value; write `&` for `and`, `|` for `or`, `~` for `not`")

    def __eq__(self, other: object) -> bool:
        raise TypeError("`==` is not for terms; write a.eq(b) for the formula that two terms are equal")

    __hash__ = None  # type: ignore[assignment]

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


class Declared:
    """Names with their sorts."""

    def __init__(self) -> None:
        self._names: Dict[str, str] = {}

    def declare(self, name: str, sort: str) -> Term:
        """A new variable."""
        if name in self._names or "|" in name or "\\" in name:
            raise ValueError(f"the name {name!r} is taken, or has a character that SMT-LIB does not allow")
        self._names[name] = sort
        return Term(f"|{name}|", sort)


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
        self._names = Declared()
        self._properties = 0

    def _declare(self, name: str, sort: str) -> Term:
        variable = self._names.declare(name, sort)
        self._lines.append(f"(declare-const {variable.text} {sort})")
        return variable

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
