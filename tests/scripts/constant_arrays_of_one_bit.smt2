; With two indices, two writes between constant arrays may reach all of them, so the constants may differ. The first try
; is that both writes are at one index; that the constants clash at the other one is a matter of these indices.
(set-logic QF_ABV)
(define-sort Bits () (Array (_ BitVec 1) (_ BitVec 1)))
(declare-const i (_ BitVec 1))
(declare-const j (_ BitVec 1))
(declare-const a Bits)
(assert (= a (store (store ((as const Bits) #b0) i #b1) j #b1)))
(assert (= a ((as const Bits) #b1)))
(assert (= (select a (bvnot i)) #b1))
(check-sat)
(assert (= i j))
(check-sat)
