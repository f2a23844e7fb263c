//! Scripts of Horn clauses as systems, and the refusal of everything else.

use indubit::base::Budget;
use indubit::input::horn::{self, Command};
use indubit::model::horn::{Atom, Clause};
use indubit::solver::term::Terms;

const P: &str =
    "(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun q () Bool)(declare-fun r (Real Bool) Bool)";

fn read(text: &str) -> horn::Script {
    horn::read(text.as_bytes(), &Budget::unlimited()).unwrap_or_else(|error| panic!("{}: {}", text, error))
}

/// The assertions that say the same as these commands, as the writer puts them.
fn assertions(commands: &str) -> Vec<String> {
    let script = read(&format!("{}{}", P, commands));
    let text = horn::write(&script.horn);
    text.lines().filter(|line| line.starts_with("(assert ")).map(str::to_string).collect()
}

fn same(commands: &str, expected: &[&str]) {
    assert_eq!(assertions(commands), expected, "{}", commands);
}

#[test]
fn facts_steps_and_queries() {
    same(
        "(assert (forall ((x Int)) (=> (= x 0) (p x))))",
        &["(assert (forall ((x Int)) (=> (= x 0) (p x))))"],
    );
    same(
        "(assert (forall ((x Int) (y Int)) (=> (and (p x) (= y (+ x 1)) (p y)) (p y))))",
        // The head is in the body.
        &[],
    );
    same(
        "(assert (forall ((x Int)) (not (and (p x) (> x 5)))))",
        &["(assert (forall ((x Int)) (=> (and (p x) (> x 5)) false)))"],
    );
    same("(assert q)", &["(assert (=> true q))"]);
}

#[test]
fn heads_may_be_formulas() {
    // A formula without predicates is a query about its negation.
    same(
        "(assert (forall ((x Int)) (=> (p x) (<= x 5))))",
        &["(assert (forall ((x Int)) (=> (and (p x) (> x 5)) false)))"],
    );
    same(
        "(assert (forall ((x Int)) (=> (p x) (or (<= x 5) q))))",
        &["(assert (forall ((x Int)) (=> (and (p x) (> x 5)) q)))"],
    );
    same("(assert (forall ((x Int)) (=> (p x) (and q (p (+ x 1))))))", &[
        "(assert (forall ((x Int)) (=> (p x) q)))",
        "(assert (forall ((x Int) (result Int)) (=> (and (p x) (= (+ x (* (- 1) result)) (- 1))) (p result))))",
    ]);
    same("(assert (forall ((x Int)) (=> (p x) true)))", &[]);
}

#[test]
fn heads_may_repeat_variables() {
    same(
        "(declare-fun s (Int Int) Bool)(assert (forall ((x Int)) (s x x)))",
        &["(assert (forall ((x Int) (result Int)) (=> (= (+ x (* (- 1) result)) 0) (s x result))))"],
    );
    same("(assert (p 3))", &["(assert (forall ((result Int)) (=> (= result 3) (p result))))"]);
}

#[test]
fn quantifiers_stand_where_they_can() {
    let steps = "(assert (forall ((x Int) (y Int)) (=> (and (p y) (= (+ x (* (- 1) y)) 2)) (p x))))";
    same("(assert (forall ((x Int)) (=> (exists ((y Int)) (and (p y) (= x (+ y 2)))) (p x))))", &[steps]);
    same(
        "(assert (not (exists ((x Int)) (and (p x) (= x 5)))))",
        &["(assert (forall ((x Int)) (=> (and (p x) (= x 5)) false)))"],
    );
    // Variables of the same name in one clause are two.
    same(
        "(assert (forall ((x Int)) (=> (and (p x) (exists ((x Int)) (p x))) q)))",
        &["(assert (forall ((x Int) (x_2 Int)) (=> (and (p x) (p x_2)) q)))"],
    );
}

#[test]
fn bodies_may_be_disjunctions_and_equivalences() {
    same(
        "(assert (forall ((x Int)) (=> (or q (p x)) (p x))))",
        &["(assert (forall ((x Int)) (=> q (p x))))"],
    );
    same(
        "(assert (forall ((x Int)) (= q (p x))))",
        &["(assert (forall ((x Int)) (=> q (p x))))", "(assert (forall ((x Int)) (=> (p x) q)))"],
    );
    same(
        "(assert (forall ((x Int)) (=> (ite (> x 0) q (p x)) false)))",
        &[
            "(assert (forall ((x Int)) (=> (and (p x) (<= x 0)) unsafe)))",
            "(assert (forall ((x Int)) (=> (and q (> x 0)) unsafe)))",
            "(assert (=> unsafe false))",
        ],
    );
}

#[test]
fn names_and_abbreviations() {
    same(
        "(assert (forall ((|x| Int)) (let ((a (p x)) (b (> |x| 5))) (=> (and a b) |q|))))",
        &["(assert (forall ((x Int)) (=> (and (p x) (> x 5)) q)))"],
    );
    same(
        "(define-fun big ((x Int)) Bool (> x 5))(assert (forall ((x Int)) (=> (and (p x) (big x)) q)))",
        &["(assert (forall ((x Int)) (=> (and (p x) (> x 5)) q)))"],
    );
    same("(define-fun start () Bool q)(assert start)", &["(assert (=> true q))"]);
    // An integer stands for a real.
    same("(assert (r 1 true))", &[
        "(assert (forall ((result Real) (result_2 Bool)) (=> (and (= result 1.0) result_2) (r result result_2))))",
    ]);
}

#[test]
fn rules_and_queries() {
    let text = "(declare-rel p (Int))(declare-rel fail ())(declare-var x Int)\n\
                (rule (=> (= x 0) (p x)))(rule (=> (and (p x) (< x 5)) (p (+ x 1))) step)\n\
                (rule (=> (and (p x) (> x 5)) fail))(query fail)(query p :print-certificate true)";
    assert!(horn::is_horn(text.as_bytes()));
    let script = read(text);
    assert_eq!(script.queries, [None, None, None, Some(0), Some(1)]);
    let commands =
        [Command::Query { query: 0, clauses: 4, pops: 0 }, Command::Query { query: 1, clauses: 5, pops: 0 }];
    assert_eq!(script.commands, commands);
    let asked: Vec<usize> = script.asked(&commands[1]).iter().map(|id| id.index()).collect();
    assert_eq!(asked, [0, 1, 2, 4]);
}

#[test]
fn several_queries_are_one_for_the_competition() {
    let commands = "(assert q)(assert (not q))(assert (forall ((x Int)) (not (p x))))";
    same(
        commands,
        &[
            "(assert (=> true q))",
            "(assert (=> q unsafe))",
            "(assert (forall ((x Int)) (=> (p x) unsafe)))",
            "(assert (=> unsafe false))",
        ],
    );
}

#[test]
fn the_logic_is_recognised() {
    for (text, expected) in [
        ("; a comment\n(set-info :status sat)(set-logic HORN)", true),
        ("(set-logic QF_LIA)(declare-rel p ())", false),
        ("(declare-fun x () Int)(assert (! (= x 0) :init true))", false),
        ("(declare-var x Int)", true),
        ("(set-logic", false),
        ("", false),
    ] {
        assert_eq!(horn::is_horn(text.as_bytes()), expected, "{}", text);
    }
}

#[test]
fn everything_else_is_refused_with_its_place() {
    for (commands, expected) in [
        ("(assert (or q (p 0)))",
         "line 2, column 15: this is no Horn clause: `p` is a second head beside `q`"),
        ("(assert (forall ((x Int)) (=> (forall ((y Int)) (p y)) q)))",
         "line 2, column 31: this is no Horn clause: a universal quantifier cannot stand here"),
        ("(assert (exists ((x Int)) (p x)))",
         "line 2, column 9: this is no Horn clause: an existential quantifier cannot stand here"),
        ("(assert (p (ite q 1 0)))",
         "line 2, column 9: this is no Horn clause: a predicate or quantifier stands inside an argument"),
        ("(assert (forall ((y Int)) (> (+ y (ite q y 0)) 3)))",
         "line 2, column 40: this is no Horn clause: a predicate or quantifier stands inside a term"),
        ("(assert (forall ((x Int) (u Int) (v Int)) (=> (= (^ u v) 2) (p x))))",
         "line 2, column 50: `^`: powers other than by a numeral"),
        ("(declare-sort S 0)",
         "line 2, column 1: declared sorts are not supported"),
        ("(declare-fun f (Int) Int)",
         "line 2, column 22: `f` is no predicate: its sort is Int, and Horn clauses are about predicates only"),
        ("(declare-const c Int)",
         "line 2, column 18: `c` is no predicate"),
        ("(assert (p true))",
         "line 2, column 12: argument 1 of `p`: expected a term of sort Int, found one of sort Bool"),
        ("(assert (p 1 2))",
         "line 2, column 9: `p`: expected 1 argument, found 2"),
        ("(assert p)",
         "line 2, column 9: `p`: expected 1 argument, found 0"),
        ("(assert (forall ((x Int) (x Int)) (p x)))",
         "line 2, column 27: `x` is bound twice by this quantifier"),
        ("(assert (forall ((x Int)) x))",
         "line 2, column 9: expected a formula behind the variables, found a term of sort Int"),
        ("(define-fun f ((x Int)) Bool (p x))",
         "line 2, column 30: predicates, quantifiers and products of two variables in a definition"),
        ("(reset)",
         "line 2, column 1: resets of Horn clauses are not supported"),
        ("(pop 1)",
         "line 2, column 1: expected at most 0 scopes to leave, found 1"),
        ("(set-logic HORN)",
         "line 2, column 1: the logic is `HORN` already"),
        ("(declare-fun p (Int) Bool)",
         "line 2, column 14: `p` is declared already"),
        ("(get-values (p))",
         "line 2, column 1: `get-values` is no command of the logic HORN; take it out"),
    ] {
        let text = format!("{}\n{}", P, commands);
        let error = horn::read(text.as_bytes(), &Budget::unlimited()).expect_err(commands).to_string();
        assert!(error.starts_with(expected), "{}: {}", commands, error);
    }
}

/// Regression: one of them refused the whole script.
#[test]
fn questions_that_clauses_do_not_answer_are_errors_of_their_own() {
    let script = read(&format!("{}(assert q)(get-unsat-core)(eval 3)(check-sat)", P));
    let reason = |name: &str, column: usize| {
        Command::Refused(format!("1:{}: `{}` is no command of the logic HORN; take it out", column, name))
    };
    let asked = Command::CheckSat { clauses: 1, pops: 0 };
    let start = P.len() + "(assert q)".len() + 1;
    let expected = [reason("get-unsat-core", start), reason("eval", start + "(get-unsat-core)".len()), asked];
    assert_eq!(script.commands, expected);
}

#[test]
fn deep_formulas_are_read() {
    let depth = 100_000;
    let body = format!("{}(p x){}", "(and true ".repeat(depth), ")".repeat(depth));
    let deep = format!("(assert (forall ((x Int)) (=> {} q)))", body);
    same(&deep, &["(assert (forall ((x Int)) (=> (p x) q)))"]);
    let quantifiers = format!("(assert {}(p x){})", "(forall ((x Int)) ".repeat(depth), ")".repeat(depth));
    same(&quantifiers, &["(assert (forall ((x Int)) (=> true (p x))))"]);
}

#[test]
fn exponentially_many_clauses_are_refused() {
    let declared: String = (0..60).map(|i| format!("(declare-const a{} Bool)", i)).collect();
    let pairs: String = (0..30).map(|i| format!("(or a{} a{})", 2 * i, 2 * i + 1)).collect();
    let text = format!("{}{}\n(assert (not (and {})))", P, declared, pairs);
    let error = horn::read(text.as_bytes(), &Budget::unlimited()).expect_err("too many");
    assert_eq!(error.to_string(), "line 2, column 9: the clauses of this formula are too many");
}

#[test]
fn a_clause_finds_its_variables() {
    let script = read(&format!(
        "{}(assert (forall ((x Int) (y Int) (z Real)) (=> (and (p x) (< x y)) (r (+ z 1.0) (= z 2.0)))))",
        P
    ));
    for clause in script.horn.clauses() {
        let made = Clause::new(&script.horn, clause.body.clone(), clause.constraint, clause.head.clone());
        assert_eq!((&made, made.variables.len()), (clause, 3));
    }
}

/// The constants of a predicate's arguments are for formulas that interpret it.
#[test]
#[should_panic(expected = "a clause is about p.0, which is none of its variables")]
fn the_places_of_a_predicate_are_no_variables() {
    let mut horn = read(P).horn;
    let p = horn.predicate_ids().next().expect("three predicates");
    let place = horn.predicate(p).places[0];
    let head = Atom { predicate: p, arguments: vec![place] };
    let clause = Clause::new(&horn, Vec::new(), Terms::TRUE, Some(head));
    assert!(clause.variables.is_empty());
    horn.add(clause);
}
