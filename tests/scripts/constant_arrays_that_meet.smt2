; Constant arrays that meet in writes, over few indices and as elements of arrays. Each answer is told by hand.
(set-logic ALL)
(declare-datatypes ((Color 0)) (((red) (green) (blue))))
(declare-const b Bool)
(declare-const c Color)
(declare-const x (Array Color Bool))
(declare-const y (Array Color Bool))
(define-fun all () (Array Color Bool) ((as const (Array Color Bool)) true))
(define-fun none () (Array Color Bool) ((as const (Array Color Bool)) false))

; y is true at red and green, and false there.
(push 1)
(assert (= (store (store x red b) blue (select y red)) all))
(assert (= y (store x red b)))
(assert (= (store y red false) none))
(check-sat)
(pop 1)

; x is false but at c, and true but at red and c: of three colors one is left.
(push 1)
(assert (= (store x c b) none))
(assert (= all (store (store x red true) c true)))
(check-sat)
(pop 1)

; At i the array holds -2 and 1.
(define-sort Row () (Array Int Int))
(declare-const i Int)
(declare-const rows (Array Int Row))
(declare-const row Row)
(assert (= (store rows i (store row i (- 2))) ((as const (Array Int Row)) ((as const Row) 1))))
(check-sat)
