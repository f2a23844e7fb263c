"""Tests of the module: INDUBIT_LIBRARY=libindubit_c.so python3 test_indubit.py"""

import itertools
import random
import threading
import time
import unittest

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


if __name__ == "__main__":
    unittest.main()
