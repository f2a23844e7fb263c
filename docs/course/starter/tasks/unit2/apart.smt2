; Three and six times leaves it open.
(set-logic QF_UF)
(declare-sort U 0)
(declare-fun f (U) U)
(declare-const a U)
(assert (! (= (f (f (f a))) a) :named three))
(assert (! (= (f (f (f (f (f (f a)))))) a) :named six))
(assert (! (distinct (f a) a) :named once))
