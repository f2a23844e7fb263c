//! Two crates that talk to solvers through pipes, with the solver that is given: `callers FOLDER`, where the folder has
//! links `z3`, `cvc5` and `yices-smt2`.

use easy_smt::{ContextBuilder, Response};
use rsmt2::{SmtConf, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: callers FOLDER")?;
    for (name, args) in [
        ("z3", &["-smt2", "-in"][..]),
        ("cvc5", &["--quiet", "--lang=smt2", "--force-logic=ALL", "--incremental"][..]),
        ("yices-smt2", &["--incremental"][..]),
    ] {
        easy_smt(&format!("{}/{}", folder, name), args)?;
        println!("easy-smt as {}: right", name);
    }
    let confs = [
        ("z3", SmtConf::z3(format!("{}/z3", folder))),
        ("yices-smt2", SmtConf::yices_2(format!("{}/yices-smt2", folder))),
    ];
    for (name, conf) in confs {
        rsmt2(conf)?;
        println!("rsmt2 as {}: right", name);
    }
    Ok(())
}

/// A model, scopes, a core of assumptions.
fn easy_smt(solver: &str, args: &[&str]) -> Result<(), Box<dyn std::error::Error>> {
    let mut context = ContextBuilder::new().solver(solver, args.iter().copied()).build()?;
    context.set_option(":produce-unsat-cores", context.true_())?;
    let byte = context.bit_vec_sort(context.numeral(8));
    let x = context.declare_const("x", byte)?;
    let product = context.bvmul(x, context.binary(8, 3));
    let is_nine = context.eq(product, context.binary(8, 9));
    context.assert(is_nine)?;
    assert!(context.check()? == Response::Sat);
    let value = context.get_value(vec![x])?[0].1;
    assert_eq!(context.display(value).to_string(), "#x03");
    context.push()?;
    let is_two = context.eq(x, context.binary(8, 2));
    context.assert(is_two)?;
    assert!(context.check()? == Response::Unsat);
    context.pop()?;
    assert!(context.check_assuming([is_two])? == Response::Unsat);
    let is_three = context.eq(x, context.binary(8, 3));
    assert!(context.check_assuming([is_three])? == Response::Sat);
    Ok(())
}

/// A model as text, scopes, and a reset.
fn rsmt2(conf: SmtConf) -> Result<(), Box<dyn std::error::Error>> {
    let mut conf = conf;
    conf.models();
    let mut solver = Solver::new(conf, Parser)?;
    solver.set_logic(rsmt2::prelude::Logic::QF_LIA).or_else(|_| solver.reset())?;
    solver.declare_const("n", "Int")?;
    solver.declare_const("m", "Int")?;
    solver.assert("(= (+ (* 3 n) (* 5 m)) 7)")?;
    solver.assert("(> n 10)")?;
    assert!(solver.check_sat()?);
    let model = solver.get_model()?;
    let value = |name: &str| model.iter().find(|entry| entry.0 == name).and_then(|entry| entry.3.parse::<i64>().ok());
    let (n, m) = (value("n").expect("a value"), value("m").expect("a value"));
    assert!(3 * n + 5 * m == 7 && n > 10);
    solver.push(1)?;
    solver.assert("(= n (* 2 m))")?;
    assert!(!solver.check_sat()?);
    solver.pop(1)?;
    assert!(solver.check_sat()?);
    solver.reset()?;
    assert!(solver.check_sat()?);
    Ok(())
}

/// Reads names, types and values of a model.
#[derive(Clone, Copy)]
struct Parser;

impl<'a> rsmt2::parse::IdentParser<String, String, &'a str> for Parser {
    fn parse_ident(self, input: &'a str) -> rsmt2::SmtRes<String> {
        Ok(input.to_string())
    }
    fn parse_type(self, input: &'a str) -> rsmt2::SmtRes<String> {
        Ok(input.to_string())
    }
}

impl<'a> rsmt2::parse::ModelParser<String, String, String, &'a str> for Parser {
    fn parse_value(
        self,
        input: &'a str,
        _: &String,
        _: &[(String, String)],
        _: &String,
    ) -> rsmt2::SmtRes<String> {
        // `(- 5)` is a number, too.
        Ok(input.replace(['(', ')', ' '], ""))
    }
}
