; Numbers of Fibonacci are never less than their index minus one.
(set-logic HORN)
(declare-fun fib (Int Int) Bool)
(assert (forall ((n Int)) (=> (and (<= 0 n) (<= n 1)) (fib n n))))
(assert (forall ((n Int) (a Int) (b Int))
  (=> (and (> n 1) (fib (- n 1) a) (fib (- n 2) b)) (fib n (+ a b)))))
(assert (forall ((n Int) (r Int)) (=> (and (fib n r) (< r (- n 1))) false)))
(check-sat)
