//! A script over Booleans and words as a formula in DIMACS form, and a model of that as one of the script.
//!
//! The constants are inputs of a circuit ([`blast`]) whose bad signal is the conjunction of the assertions. Node `n` is
//! variable `n + 1`, and three clauses say what a gate is (Tseitin 1968). The formula is made from the script whenever
//! it is needed, so an answer to it is one to the script if the circuit is right. The encoding is the one that engines
//! for circuits have, which tests hold against evaluation. A model needs no trust: the assertions are evaluated.
//!
//! Left out: numbers, arrays, declared sorts and functions, for which there are no clauses to begin with.

use crate::cli::check_formula::Model;
use crate::cli::{files, Failure};
use indubit::base::{Budget, Lit, Var};
use indubit::evidence::system::check_trace;
use indubit::input::dimacs::Cnf;
use indubit::input::{smtlib, InputError};
use indubit::model::circuit::{Node, Signal};
use indubit::model::encode::blast::{blast, Blasted, NotBlasted};
use indubit::model::system::System;
use indubit::model::{trace, PropertyId};
use indubit::solver::term::{TermId, Value};
use std::ffi::OsStr;

/// The question of a script.
pub struct Script {
    system: System,
    blasted: Blasted,
}

impl Script {
    /// Reads a script that asks once.
    pub fn read(file: &OsStr, bytes: &[u8], budget: &Budget) -> Result<Script, Failure> {
        let refused = |message: String| Failure::input(files::shown(file), message);
        let script =
            smtlib::read(bytes, budget).map_err(|error| files::unread(file, InputError::of(error)))?;
        if script.checks != 1 {
            return Err(refused(format!("expected one `check-sat` to split, found {}", script.checks)));
        }
        let mut system = System::new(script.terms);
        script.constants.iter().for_each(|&constant| system.add_input(constant));
        let all = system.terms_mut().and(&script.asked);
        system.add_property("", all);
        let blasted = blast(&system, budget).map_err(|error| match error {
            NotBlasted::Limit(limit) => Failure::unread(files::shown(file), limit),
            NotBlasted::Number { name, sort } => refused(format!(
                "`{}` is of sort {}: cubes are made of scripts over Booleans and words only",
                name, sort
            )),
            other => refused(other.to_string()),
        })?;
        Ok(Script { system, blasted })
    }

    /// The formula that is satisfiable if and only if the script is.
    pub fn formula(&self) -> Cnf {
        let circuit = &self.blasted.circuit;
        let mut cnf = Cnf::new(circuit.nodes().len());
        for (n, node) in circuit.nodes().iter().enumerate() {
            let gate = Var::new(n).positive();
            match *node {
                Node::False => cnf.push(&[!gate]),
                Node::And(a, b) => {
                    let (a, b) = (literal(a), literal(b));
                    [&[!gate, a][..], &[!gate, b], &[gate, !a, !b]].into_iter().for_each(|c| cnf.push(c));
                }
                Node::Input(_) | Node::Latch(_) => {}
            }
        }
        circuit.bads().iter().for_each(|&bad| cnf.push(&[literal(bad)]));
        cnf
    }

    /// The values of the constants in a model of the formula, as definitions; fails if an assertion is false there.
    pub fn definitions(&self, model: &Model) -> Result<String, String> {
        let inputs = self.blasted.circuit.inputs().iter().map(|&input| model.has(literal(input.signal())));
        let run = trace::Trace {
            property: PropertyId::new(0),
            initial: Vec::new(),
            inputs: vec![inputs.collect()],
        };
        let run = self.blasted.trace(&self.system, &run);
        check_trace(&self.system, &run).map_err(|error| error.to_string())?;
        let mut terms = self.system.terms().clone();
        let mut define = |(&constant, value): (&TermId, &Value)| {
            let sort = terms.sort(constant);
            let value = value.term(&mut terms, sort);
            let [name, value] = [constant, value].map(|t| terms.text(t));
            format!("  (define-fun {} () {} {})\n", name, terms.sort_text(sort), value)
        };
        Ok(self.system.inputs().iter().zip(&run.steps[0].inputs).map(&mut define).collect())
    }
}

fn literal(signal: Signal) -> Lit {
    Var::new(signal.node().index()).positive().negate_if(signal.is_negated())
}
