; Ackermann's function is larger than its second argument.
(set-logic HORN)
(declare-fun ack (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (ack 0 n (+ n 1)))))
(assert (forall ((m Int) (r Int)) (=> (and (> m 0) (ack (- m 1) 1 r)) (ack m 0 r))))
(assert (forall ((m Int) (n Int) (inner Int) (r Int))
  (=> (and (> m 0) (> n 0) (ack m (- n 1) inner) (ack (- m 1) inner r)) (ack m n r))))
(assert (forall ((m Int) (n Int) (r Int)) (=> (and (ack m n r) (<= r n)) false)))
(check-sat)
