//! SMT-LIB scripts with declared sorts, functions with arguments, arrays and datatypes.

use indubit::base::Budget;
use indubit::input::smtlib;
use indubit::session::{Interpreter, ScriptFlags, ScriptOptions};

fn answers(script: &str) -> String {
    Interpreter::default().execute(script)
}

/// The model of a script is a list of definitions, which make the assertions true.
///
/// The sorts of a script, its other declarations, and its assertions are given apart: the model takes the place of the
/// declarations. Its elements of declared sorts are meant to be different.
fn check_model(sorts: &str, declarations: &str, assertions: &str) {
    let found = answers(&format!("{}{}{}(check-sat)(get-model)", sorts, declarations, assertions));
    let model = found.strip_prefix("sat\n(\n").and_then(|text| text.strip_suffix(")\n"));
    let model = model.unwrap_or_else(|| panic!("no model of {}: {}", assertions, found));
    let mut elements: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in model.lines().filter_map(|line| line.strip_prefix("  (declare-fun ")) {
        let (name, sort) = line.split_once(" () ").expect("a constant");
        match elements.iter_mut().find(|known| known.0 == sort) {
            Some(known) => known.1.push(name),
            None => elements.push((sort, vec![name])),
        }
    }
    let different = elements.iter().filter(|(_, names)| names.len() > 1);
    let different: String =
        different.map(|(_, names)| format!("(assert (distinct {}))", names.join(" "))).collect();
    let script = format!("{}{}{}{}(check-sat)", sorts, model, different, assertions);
    assert_eq!(answers(&script), "sat\n", "{}", script);
}

#[test]
fn a_model_is_a_list_of_definitions() {
    check_model(
        "(declare-sort S 0)(declare-sort |a b| 0)(declare-sort P 2)",
        "(declare-fun f (S) S)(declare-fun g (S Int) Int)(declare-fun |h h| (|a b| Bool) (_ BitVec 4))
         (declare-fun p (Real S) Bool)(declare-fun k ((P S Int)) (P Int S))(declare-const a S)
         (declare-const b S)(declare-const u |a b|)(declare-const v |a b|)(declare-const x Real)
         (declare-const y (P S Int))(declare-const z (P S Int))",
        "(assert (= (f a) b))(assert (= (f b) a))(assert (distinct a b))(assert (< 3 (g a 1) (g b 1)))
         (assert (= (g (f a) 2) (- 7)))(assert (= (|h h| u true) #xa))
         (assert (distinct (|h h| v true) (|h h| u true)))(assert (p x a))(assert (not (p (+ x 0.5) a)))
         (assert (distinct (k y) (k z)))",
    );
    let functions: String = (0..20).map(|i| format!("(declare-fun f{} (S S) S)", i)).collect();
    let constants: String = (0..20).map(|i| format!("(declare-const c{} S)", i)).collect();
    let equations: String = (0..19)
        .map(|i| {
            format!("(assert (= (f{0} c{0} c{1}) c{1}))(assert (distinct c{0} (f{1} c{1} c{0})))", i, i + 1)
        })
        .collect();
    check_model("(declare-sort S 0)", &(functions + &constants), &equations);
}

#[test]
fn a_model_of_arrays_and_datatypes_is_a_list_of_definitions() {
    check_model(
        "(declare-sort S 0)(declare-datatype L (par (X) ((nil) (cons (head X) (tail (L X))))))
         (declare-datatype C ((red) (green) (blue (shade S))))",
        "(declare-const a (Array Int S))(declare-const b (Array Int S))(declare-const l (L (Array Int S)))
         (declare-const m (Array S (L Int)))(declare-const s S)(declare-const t S)(declare-const i Int)
         (declare-const c C)(declare-fun f (C (L Int)) (Array C Int))(declare-fun g ((Array Int S)) C)
         (declare-const k (L Int))(declare-const w (Array (_ BitVec 2) Bool))",
        "(assert (distinct a b))(assert (= (select a i) s))(assert (= (select b i) s))(assert (distinct s t))
         (assert (= l (cons a (cons b (as nil (L (Array Int S)))))))(assert (= (select m s) (cons i (select m t))))
         (assert (= (select (f c k) c) 5))(assert (= (select (f red (cons 1 k)) (blue s)) 6))
         (assert (= (g a) (blue t)))(assert (not (= (g b) red)))(assert (= c (blue s)))
         (assert ((_ is cons) k))(assert (= (head k) 9))(assert (select w #b01))(assert (not (select w #b10)))",
    );
}

/// Nested this deeply.
const DEEP: usize = 100_000;

#[test]
fn depth_of_terms_costs_no_stack() {
    let list = "(declare-datatype L ((nil) (cons (head Int) (tail L))))(declare-const l L)\
                (declare-fun f (L) L)(declare-const a (Array Int L))(check-sat)";
    let nested = |open: &str, inner: &str, close: &str| {
        format!("{}{}{}", open.repeat(DEEP), inner, close.repeat(DEEP))
    };
    let same = |term: String, value: &str| {
        let found = answers(&format!("{}(get-value ((= {} {})))", list, term, value));
        assert!(found.ends_with(" true))\n"), "{}", &found[found.len().saturating_sub(200)..]);
    };
    same(nested("(tail ", &nested("(cons 1 ", "l", ")"), ")"), "l");
    same(nested("(f ", "l", ")"), "nil");
    same(nested("(match l ((nil ", "(cons 2 l)", ") (_ l)))"), "(cons 2 nil)");
    same(nested("(match ", "l", " ((nil nil) ((cons h t) t)))"), "nil");
    same(format!("(select {} 1)", nested("(store ", "a", " 1 (cons 3 l))")), "(cons 3 l)");
    let sort = answers(&format!("(declare-const x {})", nested("(Array Int ", "Int", ")")));
    assert!(sort.ends_with("sorts nested deeper than 200 are too deep\")\n"), "{}", sort);
    let tester = answers(&format!("{}(get-value ((({} l)))", list, nested("(_ is ", "nil", ")")));
    assert!(tester.starts_with("sat\n(error "), "{}", tester);
}

#[test]
fn large_datatypes_are_read_or_refused() {
    let declare = |count: usize, constructors: &dyn Fn(usize) -> String| -> String {
        let names: String = (0..count).map(|i| format!("(D{} 0)", i)).collect();
        let bodies: String = (0..count).map(|i| format!("({})", constructors(i))).collect();
        format!("(declare-datatypes ({}) ({}))", names, bodies)
    };
    let many = answers(&declare(1001, &|i| format!("(c{})", i)));
    assert!(many.contains("more than 1000 datatypes in one declaration are too many"), "{}", many);
    let field =
        |i: usize, letter: &str| if i < 99 { format!("({}{} D{})", letter, i, i + 1) } else { String::new() };
    let twice = answers(&declare(100, &|i| format!("(c{} {}{})", i, field(i, "f"), field(i, "g"))));
    assert!(twice.contains("each value of the datatype `D"), "{}", twice);
    assert!(twice.contains("has more than 1000 constructors, which are too many"), "{}", twice);
    let once = declare(100, &|i| format!("(c{} {})", i, field(i, "f"))) + "(declare-const x D0)(check-sat)";
    assert_eq!(answers(&once), "sat\n");
    let wide: String = (0..5000).map(|i| format!("(e{} (s{} Int))", i, i)).collect();
    let branches: String = (0..5000).map(|i| format!("((e{} x) (+ x {}))", i, i)).collect();
    let script =
        format!("(declare-datatype E ({}))(check-sat)(get-value ((match (e4000 2) ({}))))", wide, branches);
    assert!(answers(&script).ends_with(" 4002))\n"));
}

#[test]
fn a_declaration_that_fails_leaves_no_name_behind() {
    for global in ["false", "true"] {
        let script = format!(
            "(set-option :global-declarations {})
             (declare-datatypes ((D 0) (E 0)) (((d (s E))) ((e (t D)))))
             (declare-datatypes ((D 1) (E 1)) ((par (X) ((d (s X)))) (par (X) ((e (t X)) (e)))))
             (declare-sort D 0)(declare-sort E 0)(declare-fun d (D) E)(declare-fun e (E) D)
             (declare-const s D)(declare-const t E)(check-sat)(get-value ((d s) (e t)))",
            global
        );
        let found = answers(&script);
        let lines: Vec<&str> = found.lines().collect();
        assert!(lines[0].starts_with("(error ") && lines[1].starts_with("(error "), "{}", found);
        assert_eq!(lines[2..], ["sat", "(((d s) E!val!0) ((e t) D!val!0))"]);
    }
}

#[test]
fn sorts_and_functions_are_global_if_all_declarations_are() {
    let script = "(push)(declare-sort S 0)(declare-datatype L ((nil) (cons (head S))))\
                  (declare-fun f (S) L)(pop)(declare-const s S)(check-sat)(get-value ((f s) (is-nil (f s))))";
    let global = format!("(set-option :global-declarations true){}", script);
    assert_eq!(answers(&global), "sat\n(((f s) nil) ((is-nil (f s)) true))\n");
    assert!(answers(script).contains("there is no sort `S`"));
    let again =
        "(push)(declare-sort S 0)(declare-fun f (S) Int)(pop)(declare-fun f (Int) Int)(declare-sort S 1)\
                 (declare-const s (S Int))(check-sat)(get-value ((f 1) s))(get-model)";
    assert_eq!(
        answers(again),
        "sat\n(((f 1) 0) (s |(S Int)!val!0|))\n(\n  (declare-fun |(S Int)!val!0| () (S Int))\n  \
         (define-fun s () (S Int) |(S Int)!val!0|)\n  (define-fun f ((x!0 Int)) Int 0)\n)\n"
    );
}

#[test]
fn every_logic_is_accepted() {
    let logics = "QF_UF QF_AX QF_ALIA QF_AUFLIA QF_ALRA QF_AUFLIRA QF_ABV QF_AUFBV QF_UFBV QF_UFLIA QF_UFLRA \
                  QF_UFLIRA QF_UFIDL QF_UFRDL QF_DT QF_UFDT QF_UFDTLIA QF_UFDTLIRA QF_UFDTBV QF_UFDTNIA ALL QF_ALL \
                  UF AUFLIA AUFDTLIA UFDT";
    for logic in logics.split_whitespace() {
        let script = format!("(set-logic {})(declare-sort S 0)(declare-fun f (S) S)(check-sat)", logic);
        assert_eq!(answers(&script), "sat\n", "{}", logic);
    }
    // Numerals are reals where there are no integers.
    let reals = "(set-logic QF_UFLRA)(declare-fun f (Real) Real)(check-sat)(get-value ((+ 1 (f 2))))";
    assert_eq!(answers(reals), "sat\n(((+ 1 (f 2)) 1.0))\n");
}

#[test]
fn commands_of_z3_are_answered_if_asked_for() {
    let flags = ScriptFlags { like_z3: true, ..ScriptFlags::default() };
    let mut interpreter = Interpreter::new(ScriptOptions { flags, ..ScriptOptions::default() });
    let script = "(declare-datatype L ((nil) (cons (head Int) (tail L))))(declare-const l L)
                  (declare-fun f (Int) Int)(simplify (head (cons (+ 1 2) l)))(simplify (cons (f 1) l))
                  (assert (= (f 1) 5))(eval (f 1))(check-sat)(eval (f 1))(eval (+ 2 (f 1)))(eval (f true))";
    assert_eq!(
        interpreter.execute(script),
        "3\n(cons (f 1) l)\n\
         (error \"3:39: the last command that checked did not answer sat, or assertions have changed since\")\n\
         sat\n5\n7\n(error \"3:101: argument 1 of `f`: expected a term of sort Int, found one of sort Bool\")\n"
    );
    assert!(interpreter.execute("(get-info :rlimit)").starts_with("(:rlimit "));
    assert!(answers("(simplify 1)").contains("there is no command `simplify`"));
}

#[test]
fn a_formula_that_needs_quantifiers_is_not_eliminated() {
    let script = "(declare-fun f (Int) Int)(declare-const i Int)
                  (get-qe (exists ((x Int)) (= (f x) i)))
                  (get-qe-disjunct (exists ((x Int)) (= (f x) i)))";
    let found = answers(script);
    let lines: Vec<&str> = found.lines().collect();
    assert!(lines[0].ends_with("not eliminated: no formula without quantifiers was found\")"), "{}", found);
    assert!(lines[1].contains("(f "), "{}", found);
    assert_eq!(lines.len(), 2, "{}", found);
}

#[test]
fn an_instance_first_named_in_a_declaration_is_no_part_of_its_recursion() {
    let pairs = "(declare-datatypes ((P 1)) ((par (X) ((mk (p X))))))";
    let holder = "(declare-datatype D ((d (s (Array Int (P Int))))))";
    let use_it = "(declare-const y D)(assert (= (p (select (s y) 3)) 4))(check-sat)
                  (assert (= (p (select (s y) 3)) 5))(check-sat)";
    for before in ["", "(declare-const x (P Int))"] {
        assert_eq!(answers(&format!("{}{}{}{}", pairs, before, holder, use_it)), "sat\nunsat\n");
    }
    let two = "(declare-datatypes ((A 0) (B 0)) (((a (bs (Array Int B)))) ((b (i Int)))))";
    assert_eq!(answers(two), "");
    // Here each contains the other one.
    let mutual = "(declare-datatypes ((A 0) (B 0)) (((a (bs (Array Int B)))) ((b (i A)) (none))))";
    assert!(answers(mutual).contains("the datatype `A` contains arrays of its own values"));
    let wrapped = "(declare-datatype D ((leaf) (d (s (Array Int (P D))))))";
    assert!(answers(&format!("{}{}", pairs, wrapped)).contains("contains arrays of its own values"));
}

#[test]
fn values_of_datatypes_declared_together_are_counted() {
    // Four arrays have truth values at the two values of B.
    let sorts = "(declare-datatypes ((A 0) (B 0)) (((a (f (Array B Bool)))) ((b0) (b1))))";
    let different = |count: usize| {
        let names: Vec<String> = (0..count).map(|i| format!("x{}", i)).collect();
        let declared: String = names.iter().map(|x| format!("(declare-const {} A)", x)).collect();
        answers(&format!("{}{}(assert (distinct {}))(check-sat)", sorts, declared, names.join(" ")))
    };
    assert_eq!((&different(4)[..], &different(5)[..]), ("sat\n", "unsat\n"));
    // Of many datatypes in a ring each has values without end.
    let ring = 400;
    let datatype =
        |i: usize| format!("((n{}) (c{} (s{} D{}) (t{} D{})))", i, i, i, (i + 1) % ring, i, i * 7 % ring);
    let (names, bodies): (Vec<String>, Vec<String>) =
        (0..ring).map(|i| (format!("(D{} 0)", i), datatype(i))).unzip();
    let declared = format!("(declare-datatypes ({}) ({}))", names.join(""), bodies.join(""));
    assert_eq!(
        answers(&format!("{}(declare-const x D3)(assert (distinct x n3))(check-sat)", declared)),
        "sat\n"
    );
    let parameters: Vec<String> = (0..1000).map(|i| format!("X{}", i)).collect();
    let refused = answers(&format!("(declare-datatypes ((P 1)) ((par ({}) ((mk)))))", parameters.join(" ")));
    assert!(refused.contains("more than 100 parameters of a sort are too many"), "{}", refused);
}

#[test]
fn an_enumeration_of_many_values_has_others_than_the_first() {
    let names: Vec<String> = (0..3000).map(|i| format!("(c{})", i)).collect();
    let script =
        "(declare-const d D)(assert (distinct d c0))(check-sat)(assert (not ((_ is c1) d)))(check-sat)";
    assert_eq!(answers(&format!("(declare-datatype D ({})){}", names.join(""), script)), "sat\nsat\n");
}

#[test]
fn a_declared_sort_has_an_index_at_which_constant_arrays_differ() {
    let checked = |script: &str| {
        let options = ScriptOptions { check_refutations: true, ..ScriptOptions::default() };
        Interpreter::new(options).execute(script)
    };
    let sorts = "(declare-sort V 0)(declare-sort U 0)";
    let bits = "(assert (= ((as const (Array V Bool)) true) ((as const (Array V Bool)) false)))(check-sat)";
    assert_eq!(checked(&format!("{}{}", sorts, bits)), "unsat\n");
    let written = "(declare-const a U)(declare-const b U)(declare-const i V)(declare-const j V)
        (assert (= (store ((as const (Array V U)) a) i b) ((as const (Array V U)) b)))(check-sat)";
    assert_eq!(checked(&format!("{}{}", sorts, written)), "sat\n");
    let apart = "(assert (distinct i j))(check-sat)(assert (distinct a b))(check-sat)";
    assert_eq!(checked(&format!("{}{}{}", sorts, written, apart)), "sat\nsat\nunsat\n");
    let own = "(declare-const a U)(declare-const b U)(declare-const i U)
        (assert (= (store ((as const (Array U U)) a) i b) ((as const (Array U U)) b)))(check-sat)(get-value ((= a b)))";
    assert_eq!(checked(&format!("{}{}", sorts, own)), "sat\n(((= a b) true))\n");
}

#[test]
fn a_model_says_what_selectors_are_of_other_constructors_values() {
    let given = answers(
        "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-const l L)(declare-const hd.else Int)
         (assert (and (= l nil) (= (hd l) 5)))(check-sat)(get-model)(get-value ((hd nil) (tl nil)))",
    );
    let expected = "sat
(
  (define-fun l () L nil)
  (define-fun hd.else () Int 0)
  (define-fun hd.else! ((x!0 L)) Int (ite (= x!0 nil) 5 0))
)
(((hd nil) 5) ((tl nil) nil))
";
    assert_eq!(given, expected);
}

#[test]
fn proofs_name_terms_of_all_sorts() {
    let options = ScriptOptions { check_refutations: true, ..ScriptOptions::default() };
    let given = Interpreter::new(options).execute(
        "(set-option :produce-proofs true)(declare-sort S 0)(declare-datatype L ((nil) (cons (head S) (tail L))))
         (declare-fun f (Int) S)(declare-const l L)(declare-const a (Array Int L))(declare-const i Int)
         (assert (! (= (select (store a i l) 1) nil) :named A))(assert ((_ is cons) l))(assert (= i 1))
         (check-sat)(get-proof)",
    );
    assert!(given.starts_with("unsat\n(proof\n"), "{}", given);
    for part in ["(define-fun @1 () Bool ", "((_ is cons) l)", ":named A", "(theory))", "(step "] {
        assert!(given.contains(part), "no {} in {}", part, given);
    }
}

#[test]
fn a_script_is_read_without_its_answers() {
    let text = "(declare-sort S 0)(declare-datatype L ((nil) (cons (head S) (tail L))))(declare-fun f (L) S)\
                (declare-const l L)(declare-const a (Array S L))(assert (= (select a (f l)) l))\
                (assert ((_ is cons) l))";
    let script = smtlib::read(text.as_bytes(), &Budget::unlimited()).expect("a good script");
    let texts: Vec<String> = script.assertions.iter().map(|&t| script.terms.text(t)).collect();
    assert_eq!((script.constants.len(), &texts[1][..]), (2, "((_ is cons) l)"));
    assert!(texts[0].contains("(select a (f l))"), "{}", texts[0]);
    let wrong = b"(declare-sort S 0)\n(declare-fun f (S) T)";
    let error = smtlib::read(wrong, &Budget::unlimited()).expect_err("an unknown sort");
    assert_eq!(error.to_string(), "line 2, column 20: there is no sort `T`");
}
