"""cnfgen's families of formulas, decided by its own caller of SAT solvers: `CNF.solve` runs `cadical` or `kissat`.

usage: cnfgen_families.py FOLDER

FOLDER has links to indubit by these names, and is put in front of PATH. Each formula is given on standard input and
as a file. Its answer is known: a theorem about its family says it, or, for formulas of at most 20 variables, the table
of all assignments. Where both say it, they must agree. A model must satisfy every clause.
"""

import os
import shutil
import sys

import cnfgen
from cnfgen import graphs

TABLE_VARIABLES = 20
# How cnfgen talks to the solver: by a known name on standard input, as `march` by a file.
CALLS = [("", None), ("", "march"), (" -q", "march")]


def formulas():
    """Name, formula, and what is known about it: True is satisfiable, None is left to the table."""
    odd, even = [True], [True, True]
    pyramid = cnfgen.PebblingFormula(graphs.dag_pyramid(4))
    planted = [[i if i % 3 else -i for i in range(1, 151)]]
    return [
        ("no clause", cnfgen.CNF(), True),
        ("an empty clause", cnfgen.CNF([[1, 2], []]), False),
        ("variables in no clause", cnfgen.RandomKCNF(3, 20, 2, seed=1), None),
        ("7 pigeons, 6 holes", cnfgen.PigeonholePrinciple(7, 6), False),
        ("6 pigeons, 6 holes", cnfgen.PigeonholePrinciple(6, 6, functional=True, onto=True), True),
        ("9 pigeons, 8 holes, binary", cnfgen.BinaryPigeonholePrinciple(9, 8), False),
        ("parity, 9 points", cnfgen.CountingPrinciple(9, 2), False),
        ("parity, 10 points", cnfgen.CountingPrinciple(10, 2), True),
        ("counting, 6 by threes", cnfgen.CountingPrinciple(6, 3), True),
        ("Tseitin, grid, odd", cnfgen.TseitinFormula(graphs.grid([5, 5]), odd), False),
        ("Tseitin, grid, even", cnfgen.TseitinFormula(graphs.grid([5, 5]), even), True),
        ("Tseitin, small, odd", cnfgen.TseitinFormula(graphs.grid([3, 4]), odd), False),
        ("ordering", cnfgen.OrderingPrinciple(8), False),
        ("ordering with a minimum", cnfgen.OrderingPrinciple(8, total=True, plant=True), True),
        ("pebbling", pyramid, False),
        ("pebbling, lifted by parity", cnfgen.XorSubstitution(pyramid, 2), False),
        ("stones", cnfgen.StoneFormula(graphs.dag_pyramid(2), 4), False),
        ("chessboard", cnfgen.MutilatedChessboard(6, 6), False),
        ("Ramsey 3 3 5", cnfgen.RamseyNumber(3, 3, 5), True),
        ("Ramsey 3 3 6", cnfgen.RamseyNumber(3, 3, 6), False),
        ("van der Waerden 3 4, 17", cnfgen.VanDerWaerden(17, 3, 4), True),
        ("van der Waerden 3 4, 18", cnfgen.VanDerWaerden(18, 3, 4), False),
        ("4 colours, complete graph", cnfgen.GraphColoringFormula(cnfgen.Graph.complete_graph(5), 4), False),
        ("3-CNF, planted", cnfgen.RandomKCNF(3, 150, 620, seed=2, planted_assignments=planted), True),
        ("4-XOR, planted", cnfgen.RandomKXOR(4, 150, 120, seed=3, planted_assignments=planted), True),
        *[(f"3-CNF, 20 variables, {m} clauses", cnfgen.RandomKCNF(3, 20, m, seed=m), None) for m in (80, 100, 160)],
        *[(f"5-CNF, 16 variables, {m} clauses", cnfgen.RandomKCNF(5, 16, m, seed=m), None) for m in (290, 310, 350)],
    ]


def by_table(formula):
    """Whether some assignment satisfies the formula. A number of 2^n bits has one bit for each assignment."""
    n = formula.number_of_variables()
    ones = (1 << (1 << n)) - 1
    true = [ones // ((1 << (1 << i)) + 1) << (1 << i) for i in range(n)]
    left = ones
    for clause in formula:
        satisfied = 0
        for literal in clause:
            column = true[abs(literal) - 1]
            satisfied |= column if literal > 0 else ones ^ column
        left &= satisfied
    return left != 0


def fault(formula, truth, answer, model):
    """What is wrong with an answer and its model, or None."""
    if answer != truth:
        return f"answered {answer}"
    if not answer:
        return None if model is None else "a model, but unsatisfiable"
    # cnfgen gives None for an empty list.
    literals = set(model or [])
    if {abs(literal) for literal in literals} != set(formula.variables()) or len(model or []) != len(literals):
        return "the model does not name each variable once"
    false = [clause for clause in formula if not literals.intersection(clause)]
    return f"the model does not satisfy {false[0]}" if false else None


def main(folder):
    os.environ["PATH"] = f"{os.path.abspath(folder)}{os.pathsep}{os.environ['PATH']}"
    given, solved, wrong, satisfiable = formulas(), 0, 0, 0
    for name, formula, known in given:
        table = by_table(formula) if formula.number_of_variables() <= TABLE_VARIABLES else None
        truths = {truth for truth in (known, table) if truth is not None}
        if len(truths) != 1:
            sys.exit(f"{name}: known {known}, by the table {table}")
        truth = truths.pop()
        satisfiable += truth
        for solver in ["cadical", "kissat"]:
            if os.path.dirname(shutil.which(solver) or "") != os.path.abspath(folder):
                sys.exit(f"{folder} has no {solver}")
            for arguments, like in CALLS:
                found = fault(formula, truth, *formula.solve(cmd=solver + arguments, sameas=like))
                solved += 1
                if found:
                    wrong += 1
                    print(f"{name}, {solver}{arguments}, like {like}: {found}, known: {truth}")
    print(f"{len(given)} formulas, {satisfiable} satisfiable; {solved} calls, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
