; Two functions that call each other: f(n) = 1 + g(n - 1) and g(n) = 1 + f(n - 2), both 0 from 0 downwards.
; f(n) is at most n for positive n.
(set-logic HORN)
(declare-fun f (Int Int) Bool)
(declare-fun g (Int Int) Bool)
(assert (forall ((n Int)) (=> (<= n 0) (f n 0))))
(assert (forall ((n Int)) (=> (<= n 0) (g n 0))))
(assert (forall ((n Int) (r Int)) (=> (and (> n 0) (g (- n 1) r)) (f n (+ r 1)))))
(assert (forall ((n Int) (r Int)) (=> (and (> n 0) (f (- n 2) r)) (g n (+ r 1)))))
(assert (forall ((n Int) (r Int)) (=> (and (f n r) (> n 0) (> r n)) false)))
(check-sat)
