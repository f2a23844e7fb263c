; The equation of the element is a literal that the formula needs in one direction only; a lemma about the constant
; array needs the other one.
(set-logic QF_ALIA)
(declare-fun a () (Array Int Int))
(declare-fun b () (Array Int Int))
(assert (= b ((as const (Array Int Int)) 0)))
(assert (or (distinct (select b 3) 0) (not (>= (select a 1) 2))))
(check-sat)
(get-value ((select b 3) (select b 4)))
