; A climber starts at 0 and stops at the top, which is not below 0.
(set-logic HORN)
(declare-fun at (Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (at 0 n))))
(assert (forall ((x Int) (n Int)) (=> (and (at x n) (< x n)) (at (+ x 1) n))))
(assert (forall ((x Int) (n Int)) (=> (and (at x n) (> x n)) false)))
(check-sat)
