"""pySMT's own examples, decided by a program on a pipe: verdicts are compared with those that pySMT knows.

usage: pysmt_examples.py PROGRAM [ARGUMENT ...]
"""

import sys
import warnings

from pysmt import logics
from pysmt.environment import get_env
from pysmt.shortcuts import Solver
from pysmt.test.examples import get_example_formulae

warnings.simplefilter("ignore", ResourceWarning)
LOGICS = [l for l in logics.LOGICS if l.quantifier_free and l.theory.linear and not l.theory.strings]


def is_standard(formula):
    """pySMT also tries names with bars, which SMT-LIB does not have."""
    return not any("|" in str(symbol) for symbol in formula.get_free_variables())


def main(command):
    env = get_env()
    env.factory.add_generic_solver("ours", command, LOGICS)
    decided, wrong = 0, []
    for formula, _, is_satisfiable, logic in get_example_formulae(env):
        if not any(logic <= known for known in LOGICS) or not is_standard(formula):
            continue
        with Solver(name="ours", logic=logic) as solver:
            solver.add_assertion(formula)
            first = solver.solve()
            # The same below a scope, which is left again.
            solver.push()
            solver.add_assertion(formula)
            second = solver.solve()
            solver.pop()
        decided += 1
        if (first, second) != (is_satisfiable, is_satisfiable):
            wrong.append(formula.serialize(5))
    print(f"{decided} formulas, {len(wrong)} wrong")
    for formula in wrong:
        print("  ", formula)
    return 1 if wrong or decided == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
