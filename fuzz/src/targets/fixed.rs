//! Small models whose verdicts are known, for evidence out of bytes. Their order is a part of the corpus: the first
//! byte of an input chooses one, so new models are added at the end of a kind.

use indubit::base::Budget;
use indubit::input::{self, InputOptions, Model};

/// A model and whether each of its properties holds.
#[derive(Clone, Copy, Debug)]
pub struct Fixed {
    /// The name, whose ending tells the format.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
    /// By property.
    pub holds: &'static [bool],
}

impl Fixed {
    /// The model itself.
    ///
    /// # Panics
    ///
    /// If it does not read.
    pub fn model(&self) -> Model {
        input::read(self.name, self.text.as_bytes(), &InputOptions::default(), &Budget::unlimited())
            .unwrap_or_else(|error| panic!("{}: {}", self.name, error))
    }
}

/// Circuits.
pub const CIRCUITS: &[Fixed] = &[
    // A latch that stays, and one that turns.
    Fixed { name: "two.aag", text: "aag 2 0 2 0 0 2\n2 2\n4 5\n2\n4\n", holds: &[true, false] },
    // A counter of two bits with an enabling input; values 3 and 2 are bad, and a constraint forbids to leave 2.
    Fixed {
        name: "counter.aag",
        text: "aag 11 1 2 0 8 2 1\n2\n4 12\n6 18\n22\n6\n21\n8 4 2\n10 5 3\n12 9 11\n14 6 8\n16 7 9\n\
            18 15 17\n20 6 2\n22 4 6\n",
        holds: &[true, false],
    },
    // An uninitialised latch, and one whose reset is a function of it.
    Fixed { name: "resets.aag", text: "aag 3 0 2 0 1 2\n2 2 2\n4 4 3\n6\n2\n6 2 4\n", holds: &[true, false] },
    // An input, always 0 by a constraint, passes through two latches.
    Fixed {
        name: "delay.aag",
        text: "aag 6 1 2 0 3 2 1\n2\n4 2\n6 4\n8\n12\n3\n8 6 4\n10 5 6\n12 11 9\n",
        holds: &[true, false],
    },
];

/// Transition systems.
pub const SYSTEMS: &[Fixed] = &[
    // A counter by twos.
    Fixed {
        name: "counter.btor2",
        text: "1 sort bitvec 4\n2 sort bitvec 1\n3 zero 1\n4 state 1 count\n5 init 1 4 3\n6 constd 1 2\n7 add 1 4 6\n\
            8 next 1 4 7\n9 constd 1 7\n10 eq 2 4 9\n11 bad 10 odd\n12 constd 1 6\n13 eq 2 4 12\n14 bad 13 six\n",
        holds: &[true, false],
    },
    // An input is added; a state has no first value; a constraint.
    Fixed {
        name: "input.btor2",
        text: "1 sort bitvec 3\n2 sort bitvec 1\n3 input 1 in\n4 zero 1\n5 state 1 s\n6 state 1 free\n7 init 1 5 4\n\
            8 add 1 5 3\n9 next 1 5 8\n10 next 1 6 6\n11 one 1\n12 ulte 2 3 11\n13 constraint 12\n14 constd 1 5\n\
            15 eq 2 5 14\n16 bad 15\n17 constd 1 2\n18 ugte 2 3 17\n19 bad 18\n",
        holds: &[false, true],
    },
    // Over integers.
    Fixed {
        name: "even.vmt",
        text: "(declare-fun x () Int)\n(declare-fun y () Int)\n(define-fun .x () Int (! x :next y))\n\
            (define-fun .i () Bool (! (= x 0) :init true))\n(define-fun .t () Bool (! (= y (+ x 2)) :trans true))\n\
            (define-fun .p () Bool (! (not (= x 7)) :invar-property 0))\n\
            (define-fun .q () Bool (! (not (= x 6)) :invar-property 1))\n",
        holds: &[true, false],
    },
    // Over Booleans and reals, with an input.
    Fixed {
        name: "mixed.vmt",
        text: "(declare-fun b () Bool)\n(declare-fun c () Bool)\n(declare-fun r () Real)\n(declare-fun s () Real)\n\
            (declare-fun i () Bool)\n(define-fun .b () Bool (! b :next c))\n(define-fun .r () Real (! r :next s))\n\
            (define-fun .i () Bool (! (and (not b) (= r 1.0)) :init true))\n\
            (define-fun .t () Bool (! (and (= c i) (= s (ite b (/ r 2) r))) :trans true))\n\
            (define-fun .p () Bool (! (> r 0.0) :invar-property 0))\n\
            (define-fun .q () Bool (! (> r (/ 1 4)) :invar-property 1))\n",
        holds: &[true, false],
    },
    // Cells, a record, and an optional bit as the input.
    Fixed {
        name: "cells.vmt",
        text: "(declare-datatypes ((Pair 0) (Option 0)) (((pair (first (_ BitVec 1)) (second (_ BitVec 1)))) \
            ((none) (some (value (_ BitVec 1))))))\n(declare-fun p () Pair)\n(declare-fun q () Pair)\n\
            (declare-fun a () (Array (_ BitVec 1) (_ BitVec 1)))\n\
            (declare-fun b () (Array (_ BitVec 1) (_ BitVec 1)))\n(declare-fun o () Option)\n\
            (define-fun .p () Pair (! p :next q))\n\
            (define-fun .a () (Array (_ BitVec 1) (_ BitVec 1)) (! a :next b))\n\
            (define-fun .i () Bool (! (and (= p (pair #b0 #b0)) (= (select a #b0) #b0) (= (select a #b1) #b0)) \
            :init true))\n(define-fun .t () Bool (! (and (= q (pair (second p) #b1)) \
            (= b (store a (first p) (ite (= o (some #b1)) #b1 #b0)))) :trans true))\n\
            (define-fun .g () Bool (! (or (= (second p) #b1) (= (select a #b1) #b0)) :invar-property 0))\n\
            (define-fun .h () Bool (! (= (select a #b1) #b0) :invar-property 1))\n",
        holds: &[true, false],
    },
];

/// Control-flow automata.
pub const PROGRAMS: &[Fixed] = &[
    Fixed {
        name: "safe.cfa",
        text: "(declare-const x Int)\n(location start :initial)\n(location wrong :error)\n(location loop)\n\
            (edge start loop (assign (x 0)))\n(edge loop loop (assign (x (+ x 2))))\n\
            (edge loop wrong (assume (= x 3)))\n",
        holds: &[true],
    },
    Fixed {
        name: "unsafe.cfa",
        text: "(declare-const x Int)\n(location start :initial)\n(location wrong :error)\n(location loop)\n\
            (edge start loop (assign (x 0)))\n(edge loop loop (assign (x (+ x 2))))\n\
            (edge loop wrong (assume (= x 4)))\n",
        holds: &[false],
    },
    Fixed {
        name: "choices.cfa",
        text: "(declare-const a (_ BitVec 2))\n(declare-const b Bool)\n(location start :initial)\n\
            (location wrong :error)\n(location mid)\n\
            (edge start mid (sequence (havoc a) \
            (choice (assign (b true)) (sequence (assume (= a #b00)) (assign (b false))))))\n\
            (edge mid mid (assign (a (bvadd a #b01))))\n\
            (edge mid wrong (assume (and (not b) (= a #b00))))\n",
        holds: &[false],
    },
    Fixed {
        name: "cells.cfa",
        text: "(declare-datatypes ((Pair 0)) (((pair (first (_ BitVec 1)) (second (_ BitVec 1))))))\n\
            (declare-const p Pair)\n(declare-const a (Array (_ BitVec 1) (_ BitVec 1)))\n\
            (location start :initial)\n(location wrong :error)\n(location loop)\n\
            (edge start loop (assign (a ((as const (Array (_ BitVec 1) (_ BitVec 1))) #b0))))\n\
            (edge loop loop (sequence (havoc p) (assume (= (first p) #b1)) (assign (a (store a #b1 (second p))))))\n\
            (edge loop wrong (assume (= (select a #b1) #b1)))\n",
        holds: &[false],
    },
];

/// Horn clauses.
pub const CLAUSES: &[Fixed] = &[
    Fixed {
        name: "safe.smt2",
        text:
            "(set-logic HORN)\n(declare-fun p (Int) Bool)\n(assert (forall ((x Int)) (=> (= x 1) (p x))))\n\
            (assert (forall ((x Int)) (=> (p x) (p (+ x 2)))))\n\
            (assert (forall ((x Int)) (=> (and (p x) (= x 4)) false)))\n",
        holds: &[true],
    },
    Fixed {
        name: "unsafe.smt2",
        text: "(set-logic HORN)\n(declare-fun p (Int) Bool)\n(declare-fun q (Int Bool) Bool)\n\
            (assert (forall ((x Int)) (=> (= x 1) (p x))))\n\
            (assert (forall ((x Int) (y Int)) (=> (and (p x) (p y)) (q (+ x y) (= x y)))))\n\
            (assert (forall ((x Int)) (=> (q x true) (p x))))\n\
            (assert (forall ((x Int)) (=> (and (p x) (= x 4)) false)))\n",
        holds: &[false],
    },
    Fixed {
        name: "cells.smt2",
        text: "(set-logic HORN)\n\
            (declare-datatypes ((Pair 0)) (((pair (first (_ BitVec 1)) (second (_ BitVec 1))))))\n\
            (declare-fun r (Pair (Array (_ BitVec 1) Bool)) Bool)\n\
            (assert (forall ((p Pair) (a (Array (_ BitVec 1) Bool))) (=> (not (select a (first p))) (r p a))))\n\
            (assert (forall ((p Pair) (q Pair) (a (Array (_ BitVec 1) Bool))) (=> (and (r p a) \
            (= (first q) (second p))) (r q (store a (first q) (= (second q) #b1))))))\n\
            (assert (forall ((p Pair) (a (Array (_ BitVec 1) Bool))) (=> (and (r p a) (select a #b0) (select a #b1) \
            (= p (pair #b1 #b1))) false)))\n",
        holds: &[false],
    },
];

/// C programs.
pub const C: &[Fixed] = &[
    Fixed {
        name: "safe.c",
        text: "int input(void); void reach_error(void);\nint main() {\n  int n = input(), i = 0;\n\
            \x20 while (i < n)\n    i++;\n  if (n > 0 && i != n)\n    reach_error();\n}\n",
        holds: &[true],
    },
    Fixed {
        name: "unsafe.c",
        text: "int input(void); void reach_error(void);\nint main() {\n  int x = input();\n\
            \x20 if (x > 5 && x < 7)\n    reach_error();\n  return 0;\n}\n",
        holds: &[false],
    },
    Fixed {
        name: "recursive.c",
        text:
            "void reach_error(void);\nint f(int n) {\n  if (n <= 0)\n    return 0;\n  return f(n - 1);\n}\n\
            int main() {\n  if (f(2))\n    reach_error();\n}\n",
        holds: &[true],
    },
];
