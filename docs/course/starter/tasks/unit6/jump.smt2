; Steps of two do not stop at the top.
(set-logic HORN)
(declare-fun at (Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (at 0 n))))
(assert (forall ((x Int) (n Int)) (=> (and (at x n) (< x n)) (at (+ x 2) n))))
(assert (forall ((x Int) (n Int)) (=> (and (at x n) (> x n)) false)))
(check-sat)
