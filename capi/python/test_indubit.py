"""Tests of the module: INDUBIT_LIBRARY=libindubit_c.so python3 test_indubit.py"""

import doctest
import itertools
import os
import random
import signal
import subprocess
import sys
import threading
import time
import unittest
from fractions import Fraction

import indubit

LATCH = b"aag 1 0 1 1 0\n2 %d\n2\n"


class Models(unittest.TestCase):
    def test_a_proof_passes_its_check(self):
        result = indubit.verify(LATCH % 2, name="latch.aag", engine="ic3", evidence="full")
        self.assertEqual((result.verdict, result.properties), ("safe", {0: "safe"}))
        self.assertEqual(indubit.check(LATCH % 2, result.evidence).verdict, "safe")
        # The proof says nothing about another circuit.
        self.assertEqual(indubit.check(LATCH % 3, result.evidence).verdict, "unknown")

    def test_a_counterexample_passes_its_check(self):
        result = indubit.verify(LATCH % 3)
        self.assertEqual(result.verdict, "unsafe")
        self.assertEqual(indubit.check(LATCH % 3, result.evidence).verdict, "unsafe")

    def test_evidence_of_several_properties_passes_one_check(self):
        for second, verdict in [(4, "safe"), (5, "unsafe")]:
            model = b"aag 2 0 2 2 0\n2 2\n4 %d\n2\n4\n" % second
            result = indubit.verify(model, name="two.aag")
            self.assertEqual((result.verdict, result.properties), (verdict, {0: "safe", 1: verdict}))
            checked = indubit.check(model, result.evidence, name="two.aag")
            self.assertEqual((checked.verdict, checked.properties), (verdict, {0: "safe", 1: verdict}))

    def test_justice_properties_have_keys_of_their_own(self):
        # A bad signal and a signal that is to be true infinitely often, which are the same.
        model = b"aag 1 0 1 0 0 1 0 1\n2 2\n2\n1\n2\n"
        self.assertEqual(indubit.verify(model, name="j.aag").properties, {0: "safe", "j0": "safe"})
        stopped = indubit.verify(model, name="j.aag", memory=1)
        self.assertEqual(stopped.properties.get("j0"), "unknown")
        self.assertIn("memory", stopped.reasons["j0"])

    def test_the_name_tells_the_format(self):
        program = b"int nd(void); int main() { int x = nd(); if (x > 5 && x < %d) reach_error(); }"
        self.assertEqual(indubit.verify(program % 6, name="task.c").verdict, "safe")
        self.assertEqual(indubit.verify(program % 7, name="task.c").verdict, "unsafe")

    def test_options_say_what_a_program_means(self):
        program = b"int nd(void); int main() { int a[4]; a[nd() & 7] = 1; return 0; }"
        self.assertEqual(indubit.verify(program, name="task.c").verdict, "safe")
        result = indubit.verify(program, name="task.c", threads=2, check_bounds=True, arch=64)
        self.assertEqual(result.verdict, "unsafe")
        checked = indubit.check(program, result.evidence, name="task.c", check_bounds=True, arch=64)
        self.assertEqual(checked.verdict, "unsafe")
        with self.assertRaisesRegex(indubit.Error, "arch"):
            indubit.verify(program, name="task.c", arch=16)

    def test_results_tell_traces_invariants_and_failures(self):
        told = indubit.verify(LATCH % 3).details[0]
        self.assertEqual((told["depth"], len(told["trace"])), (1, 2))
        self.assertTrue(indubit.verify(LATCH % 2, engine="ic3").details[0]["invariant"])
        program = b"int nd(void);\nint main() {\n  int x = nd();\n  if (x == 7)\n    reach_error();\n}\n"
        result = indubit.verify(program, name="task.c", threads=2, random_runs=True)
        failure = result.details[0]["failure"]
        self.assertEqual((failure["line"], failure["function"]), (5, "main"))
        self.assertEqual(indubit.check(program, result.evidence, name="task.c").verdict, "unsafe")

    def test_details_are_a_list_of_what_was_verified(self):
        model = b"aag 1 0 1 0 0 1 0 1\n2 2\n2\n1\n2\n"
        result = indubit.verify(model, name="j.aag")
        self.assertEqual([told["verdict"] for told in result.details], ["safe", "safe"])
        self.assertEqual((result.details[-1], len(result.details[:1])), (result.detail("j0"), 1))
        self.assertTrue(repr(result.details).startswith("[{'index': 0, 'kind': 'bad'"))
        # The second property alone: it is the first that was verified, and its key stays.
        alone = indubit.verify(b"aag 2 0 2 2 0\n2 2\n4 5\n2\n4\n", name="two.aag", property=1)
        self.assertEqual((alone.details[0], len(alone.details)), (alone.detail(1), 1))
        with self.assertRaises(KeyError):
            alone.detail(0)

    def test_errors_have_their_place(self):
        with self.assertRaisesRegex(indubit.Error, "line 1"):
            indubit.verify(b"aag 1 0", name="bad.aag")
        with self.assertRaisesRegex(indubit.Error, "nosuch"):
            indubit.verify(LATCH % 2, engine="nosuch")
        with self.assertRaisesRegex(indubit.Error, "no property b7"):
            indubit.verify(LATCH % 2, property=7)

    def test_a_thread_may_cancel(self):
        factors = b"""int nd(void); int main() { unsigned long long a = nd() & 0x3fffffff, b = nd() & 0x3fffffff;
            if (a > 1 && b > 1 && a * b == 1000000000000000003ULL) reach_error(); }"""
        budget = indubit.Budget(60)
        threading.Timer(0.3, budget.cancel).start()
        result = indubit.verify(factors, name="hard.c", budget=budget)
        self.assertEqual(result.verdict, "unknown")
        self.assertIn("cancelled", result.reasons[0])


class Built(unittest.TestCase):
    def counter(self, limit):
        system = indubit.System()
        x, go = system.state("x", "Int", init=0), system.input("go", "Bool")
        system.step(x, go.ite(x + 1, x))
        self.assertEqual(system.property((x < limit) | (x < 0)), 0)
        return system

    def test_a_system_is_verified_and_its_evidence_checked(self):
        result = indubit.verify(self.counter(3))
        self.assertEqual((result.verdict, result.details[0]["depth"]), ("unsafe", 3))
        first = {change["name"]: change["value"] for change in result.details[0]["trace"][0]}
        self.assertEqual(first["x"], "0")
        self.assertEqual(indubit.check(self.counter(3), result.evidence).verdict, "unsafe")
        self.assertEqual(indubit.check(self.counter(4), result.evidence).verdict, "unknown")

    def test_words_formulas_and_relations(self):
        system = indubit.System()
        low, high = (system.state(name, "(_ BitVec 8)") for name in ["low", "the high"])
        system.init(low.eq(0) & high.eq(-1))
        system.trans(system.next(low).eq((low + 2) & 0x7E) & system.next(high).eq(~low))
        system.property(low.apply("bvult", 128, sort="Bool") & ~(low & 1).eq(1))
        system.property(high.ne(5))
        result = indubit.verify(system, engine="ic3-smt")
        self.assertEqual(result.properties, {0: "safe", 1: "safe"})
        self.assertEqual(indubit.check(system, result.evidence).verdict, "safe")

    def test_misuse_is_an_error(self):
        system = indubit.System()
        x = system.state("x", "Int")
        word = system.input("w", "(_ BitVec 4)")
        for wrong in [
            lambda: bool(x < 3), lambda: word < 3, lambda: x + True, lambda: x + 1.5, lambda: x.implies(x),
            lambda: x == 3, lambda: x != x, lambda: word + x,
        ]:
            with self.assertRaises(TypeError):
                wrong()
        with self.assertRaises(ValueError):
            system.input("x", "Bool")
        with self.assertRaises(ValueError):
            system.input("a|b", "Bool")

    def test_models_in_texts_with_the_name_of_their_format(self):
        program = b"""(declare-const n Int) (location first :initial) (location bad :error) (location head)
            (edge first head (assign (n 0))) (edge head head (assign (n (+ n 1)))) (edge head bad (assume (= n %d)))"""
        clauses = b"""(declare-fun p (Int) Bool) (assert (p 0)) (assert (forall ((x Int)) (=> (p x) (p (+ x 2)))))
            (assert (forall ((x Int)) (=> (and (p x) (= x %d)) false)))"""
        for model, named, verdict in [
            (program % 4, "cfa", "unsafe"),
            (clauses % 7, "horn", "safe"),
            (clauses % 6, "horn", "unsafe"),
            (LATCH % 2, "aiger", "safe"),
        ]:
            result = indubit.verify(model, format=named)
            self.assertEqual(result.verdict, verdict)
            self.assertEqual(indubit.check(model, result.evidence, format=named).verdict, verdict)
        with self.assertRaisesRegex(indubit.Error, "format: expected aiger or btor2"):
            indubit.verify(program, format="xml")
        with self.assertRaises(indubit.Error):
            indubit.verify(LATCH % 2, format="horn")


class Scripts(unittest.TestCase):
    def test_the_state_stays(self):
        script = indubit.Script()
        self.assertEqual(script.run("(declare-const x Int)(assert (= (* 3 x) 21))"), "")
        self.assertEqual(script.run("(check-sat)(get-value (x))"), "sat\n((x 7))\n")
        self.assertEqual(script.run("(assert (> x 7))(check-sat)"), "unsat\n")


class Formulas(unittest.TestCase):
    def test_random_formulas(self):
        rng = random.Random(1)
        for _ in range(100):
            solver, clauses = indubit.Solver(), []
            for _ in range(5):
                for _ in range(6):
                    clause = [rng.choice([-1, 1]) * rng.randint(1, 6) for _ in range(rng.randint(1, 3))]
                    solver.add(clause)
                    clauses.append(clause)
                assumed = [rng.choice([-1, 1]) * rng.randint(1, 6) for _ in range(2)]
                self.assertEqual(solver.solve(assumed), self.search(clauses, assumed))
                if solver.solve(assumed):
                    model = [v if solver.value(v) else -v for v in range(1, 7)]
                    self.assertTrue(all(set(clause) & set(model) for clause in clauses))
                else:
                    self.assertFalse(self.search(clauses, solver.core()))

    @staticmethod
    def search(clauses, assumed):
        signs = itertools.product([-1, 1], repeat=6)
        models = ({sign * v for v, sign in enumerate(row, 1)} for row in signs)
        return any(set(assumed) <= model and all(set(c) & model for c in clauses) for model in models)

    def test_misuse_is_an_error(self):
        solver = indubit.Solver()
        with self.assertRaises(indubit.Error):
            solver.value(1)
        with self.assertRaises(ValueError):
            solver.add([0])

    def test_all_models_are_those_of_a_search(self):
        rng = random.Random(2)
        for _ in range(50):
            clauses = [[rng.choice([-1, 1]) * rng.randint(1, 6) for _ in range(3)] for _ in range(rng.randint(0, 12))]
            solver, assumed = indubit.Solver(), [rng.choice([-1, 1]) * rng.randint(1, 6)]
            for clause in clauses:
                solver.add(clause)
            found = [[v if model[v] else -v for v in model] for model in solver.models(range(1, 7), assumed)]
            signs = itertools.product([-1, 1], repeat=6)
            models = ([sign * v for v, sign in enumerate(row, 1)] for row in signs)
            wanted = [m for m in models if set(assumed) <= set(m) and all(set(c) & set(m) for c in clauses)]
            self.assertEqual(sorted(found), sorted(wanted))
        models = solver.models([1])
        next(models, None)
        solver.add([1])
        with self.assertRaisesRegex(indubit.Error, "changed"):
            next(models)

    def test_a_function_stops_the_search(self):
        solver, holes = indubit.Solver(), 9
        sits = lambda pigeon, hole: pigeon * holes + hole + 1
        for pigeon in range(holes + 1):
            solver.add(sits(pigeon, hole) for hole in range(holes))
        for hole in range(holes):
            for pigeon, other in itertools.combinations(range(holes + 1), 2):
                solver.add([-sits(pigeon, hole), -sits(other, hole)])
        end = time.time() + 0.1
        self.assertIsNone(solver.solve(stop=lambda: time.time() > end))


class Queens(indubit.Propagator):
    """Queens on a board that do not threaten each other, one in each row."""

    def __init__(self, size):
        self.size, self.trail, self.levels, self.said, self.owed = size, [], [], set(), []

    def assigned(self, literals):
        self.trail += literals

    def new_level(self):
        self.levels.append(len(self.trail))

    def backtracked(self, level):
        del self.trail[self.levels[level] :], self.levels[level:]
        self.said.clear()

    def threatens(self, a, b):
        rows, columns = (abs(x - y) for x, y in zip(divmod(a - 1, self.size), divmod(b - 1, self.size)))
        return a != b and (not rows or not columns or rows == columns)

    def propagate(self):
        cells = range(1, self.size**2 + 1)
        for queen in (lit for lit in self.trail if lit > 0):
            for cell in cells:
                if self.threatens(queen, cell) and -cell not in self.trail and cell not in self.said:
                    self.said.add(cell)
                    return -cell

    def reason(self, literal):
        return [literal, -next(q for q in self.trail if q > 0 and self.threatens(q, -literal))]

    def accepts(self, model):
        rows = [range(row * self.size + 1, (row + 1) * self.size + 1) for row in range(self.size)]
        self.owed = [list(row) for row in rows if not set(row) & set(model)]
        return not self.owed

    def clause(self):
        return self.owed.pop() if self.owed else None


class Propagators(unittest.TestCase):
    def test_queens_have_as_many_places_as_they_have(self):
        for size, count in [(4, 2), (5, 10), (6, 4), (8, 92)]:
            solver, cells = indubit.Solver(), range(1, size**2 + 1)
            solver.connect(Queens(size), cells)
            self.assertEqual(sum(1 for _ in solver.models(cells)), count)

    def test_an_exception_ends_the_search(self):
        for method in ["assigned", "new_level", "propagate", "reason", "accepts", "clause", "backtracked", "decide"]:
            with self.subTest(method):
                solver, wrong = indubit.Solver(), Queens(4)
                setattr(wrong, method, lambda *_: 1 // 0)
                solver.connect(wrong, range(1, 17))
                with self.assertRaises(ZeroDivisionError):
                    for _ in solver.models(range(1, 17)):
                        pass
                # Nothing of it was believed, and it is gone.
                self.assertEqual(sum(1 for _ in solver.models([1, 2])), 4)


    def test_misuse_ends_the_process_with_a_message(self):
        queens = "class P(Propagator):\n {}\ns = Solver()\ns.connect(P(), [1, 2, 3])\ns.solve([1])"
        for code, message in [
            ("library.indubit_sat_models(None, None, 0)", "indubit_sat_models: the solver is null"),
            ("library.indubit_sat_models(library.ipasir_init(), None, 2)", "the numbers are null"),
            ("library.indubit_sat_next(library.ipasir_init())", "indubit_sat_models must come before"),
            ("library.indubit_clause_add(None, 1)", "the clause is null"),
            ("library.indubit_script_next(None, None)", "indubit_script_next: the script is null"),
            (queens.format("propagate = lambda self: 7"), "7, which is not observed"),
            (queens.format("propagate = lambda self: -1\n reason = lambda self, lit: [-1, 2]"), "reason for -1 must"),
            (queens.format("accepts = lambda self, model: s.add([1])"), "may not call the solver"),
        ]:
            run = [sys.executable, "-c", f"from indubit import *\nfrom indubit._library import library\n{code}"]
            ended = subprocess.run(run, cwd=os.path.dirname(__file__) or ".", capture_output=True, text=True)
            self.assertEqual(ended.returncode, -signal.SIGABRT, ended)
            self.assertIn(message, ended.stderr)


class Terms(unittest.TestCase):
    def test_all_models_and_their_values(self):
        solver = indubit.Smt()
        x, p, r = solver.variable("x", "Int"), solver.variable("p q", "Bool"), solver.variable("r", "Real")
        w = solver.variable("w", "(_ BitVec 4)")
        solver.add(x >= -2, x < 2, p.implies(x > 0), (r * 3).eq(x.apply("to_real", sort="Real")), (w & 12).eq(8), w.ne(9))
        found = sorted((m[x], m[p], m[r], m[w]) for m in solver.models([x, p, r, w]))
        ints = [(i, q) for i in range(-2, 2) for q in (False, True) if i > 0 or not q]
        self.assertEqual(found, [(i, q, Fraction(i, 3), v) for i, q in ints for v in (8, 10, 11)])
        self.assertIs(type(found[0][2]), Fraction)
        models = solver.models([x])
        next(models)
        self.assertEqual(len(list(solver.models([p]))), 2)
        with self.assertRaisesRegex(indubit.Error, "other models"):
            next(models)
        with self.assertRaises(indubit.Error):
            next(solver.models([x.apply("nosuch")]))

    def test_best_models(self):
        solver = indubit.Smt(priority="box")
        x, r = solver.variable("x", "Int"), solver.variable("r", "Real")
        solver.add((x * 2) <= 7, r > 1)
        highest, lowest, above = solver.maximize(x + 1), solver.minimize(x), solver.minimize(r)
        solver.push()
        solver.add_soft(x > 1, 2)
        soft = solver.add_soft(x < 0, 1.5)
        self.assertTrue(solver.check())
        optima = [solver.optimum(number) for number in (highest, lowest, above, soft)]
        self.assertEqual([optimum.kind for optimum in optima], ["reached", "unbounded", "above", "reached"])
        self.assertEqual([optimum.value for optimum in optima], [4, -float("inf"), 1, Fraction(3, 2)])
        solver.pop()
        self.assertTrue(solver.check())
        with self.assertRaisesRegex(indubit.Error, "no objective 3"):
            solver.optimum(soft)
        self.assertEqual(solver.minimize(x), soft)
        solver.add(x > 9)
        self.assertFalse(solver.check())
        with self.assertRaises(indubit.Error):
            solver.value(x)

    def test_better_models_come_first(self):
        solver = indubit.Smt()
        x, y = solver.variable("x", "Int"), solver.variable("y", "Int")
        solver.add(x >= 0, x <= 2, y >= 0, y <= 2)
        solver.minimize(x - y)
        found = [(model[x], model[y]) for model in solver.models([x, y])]
        self.assertEqual((len(found), [a - b for a, b in found]), (9, sorted(a - b for a, b in found)))


def load_tests(loader, tests, pattern):
    for module in (indubit._solvers, indubit._terms):
        tests.addTests(doctest.DocTestSuite(module, extraglobs=vars(indubit)))
    return tests


if __name__ == "__main__":
    unittest.main()
