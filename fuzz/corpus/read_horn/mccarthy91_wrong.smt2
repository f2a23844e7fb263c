; The function of McCarthy: mc(x) is x - 10 above 100, else mc(mc(x + 11)).
; Beyond 101 the result is not 91: the query has a derivation.
(set-logic HORN)
(declare-fun mc (Int Int) Bool)
(assert (forall ((x Int)) (=> (> x 100) (mc x (- x 10)))))
(assert (forall ((x Int) (y Int) (r Int)) (=> (and (<= x 100) (mc (+ x 11) y) (mc y r)) (mc x r))))
(assert (forall ((x Int) (r Int)) (=> (and (mc x r) (<= x 102) (distinct r 91)) false)))
(check-sat)
