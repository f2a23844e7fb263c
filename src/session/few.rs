//! Declared sorts with few elements.
//!
//! The solver takes a declared sort to have more elements than terms stand for. In some questions about arrays it has
//! no more: `(store (const 1) i 2) = (const 2)` holds only if `i` is the one index that there is. The solver gives up
//! on them. Then the sorts become datatypes of 1, 2, … constants, and an interpreter of its own is asked the same, and
//! about its model, whose elements have the names of elements of declared sorts.
//!
//! Left out are sorts with parameters, and scripts with datatypes of their own.

use super::script::{Few, Interpreter, ScriptOptions};
use super::settings::ScriptFlags;
use crate::input::smtlib::{Arguments, Failure};
use crate::solver::smt::Answer;
use crate::solver::term::{quoted, Sort, TermId};
use std::fmt::Write;

/// The most elements that a sort gets.
const MOST: u32 = 6;

impl Interpreter {
    /// An interpreter with a model of these formulas and all assertions in which each declared sort has few elements.
    pub(super) fn few_elements(&self, formulas: &[TermId]) -> Option<Box<Few>> {
        let terms = &self.declared.terms;
        let all = [self.solver.assertions(), formulas].concat();
        let of_functions =
            self.declared.functions.iter().flat_map(|&(_, f)| terms.function_sorts(f).0.iter().copied());
        let results = self.declared.functions.iter().map(|&(_, f)| terms.function_sorts(f).1);
        let of_terms = terms.subterms(&all).into_iter().map(|t| terms.sort(t));
        let constants = self.declared.constants.iter().map(|c| terms.sort(c.1));
        let inside = terms.sorts_inside(of_terms.chain(constants).chain(of_functions).chain(results));
        let mut sorts: Vec<Sort> = inside.into_iter().collect();
        sorts.sort_by_cached_key(|&sort| terms.sort_text(sort));
        let is_index =
            |sort: &Sort| terms.array_parts(*sort).map_or(false, |(index, _)| terms.has_open_size(index));
        if !sorts.iter().any(is_index) || sorts.iter().any(|&sort| !terms.constructors(sort).is_empty()) {
            return None;
        }
        let mut problem = String::new();
        for &(id, t) in &self.declared.constants {
            let (name, sort) = (quoted(self.declared.names.text(id)), terms.sort_text(terms.sort(t)));
            let _ = writeln!(problem, "(declare-fun {} () {})", name, sort);
        }
        for &(id, function) in &self.declared.functions {
            let (arguments, result) = terms.function_sorts(function);
            let arguments: Vec<String> = arguments.iter().map(|&sort| terms.sort_text(sort)).collect();
            let (name, result) = (quoted(self.declared.names.text(id)), terms.sort_text(result));
            let _ = writeln!(problem, "(declare-fun {} ({}) {})", name, arguments.join(" "), result);
        }
        all.iter().for_each(|&formula| {
            let _ = writeln!(problem, "(assert {})", terms.text(formula));
        });
        for count in 1..=MOST {
            let budget = self.check_budget();
            if budget.check().is_err() {
                return None;
            }
            let flags = ScriptFlags { like_z3: true, ..ScriptFlags::default() };
            let options =
                ScriptOptions { budget, smt: self.options.smt.clone(), flags, ..ScriptOptions::default() };
            let mut interpreter = Interpreter::new(options);
            let (datatypes, elements) = self.enumerations(&sorts, count)?;
            if interpreter.execute(&format!("{}{}(check-sat)", datatypes, problem)) == "sat\n" {
                return Some(Box::new(Few { interpreter, elements }));
            }
        }
        None
    }

    /// Declarations of these declared sorts as datatypes of `count` constants, and of the constants; `None` if a sort
    /// has parameters.
    fn enumerations(&self, sorts: &[Sort], count: u32) -> Option<(String, String)> {
        let terms = &self.declared.terms;
        let (mut text, mut elements) = (String::new(), String::new());
        for &sort in sorts {
            let is_declared = terms.array_parts(sort).is_none() && terms.has_open_size(sort);
            if let Some(id) = sort.entry().filter(|_| is_declared) {
                let name = quoted(terms.sort_name(id));
                if terms.sort_text(sort) != name {
                    return None;
                }
                let names: Vec<String> = (0..count).map(|at| quoted(&terms.element_name(id, at))).collect();
                let constants: String = names.iter().map(|constant| format!("({})", constant)).collect();
                let _ = writeln!(text, "(declare-datatypes (({} 0)) (({})))", name, constants);
                let _ = writeln!(elements, "  ; {} has the elements {}", name, names.join(" "));
                names.iter().for_each(|constant| {
                    let _ = writeln!(elements, "  (declare-fun {} () {})", constant, name);
                });
            }
        }
        Some((text, elements))
    }

    /// The model of the last check, if its sorts have few elements.
    pub(super) fn few(&mut self) -> Option<&mut Few> {
        self.last.few.as_deref_mut().filter(|_| self.last.verdict == Some(Answer::Sat))
    }

    /// The value of a term in the model of the last check, if its sorts have few elements.
    pub(super) fn few_value(
        &mut self,
        arguments: &Arguments<'_>,
        t: TermId,
    ) -> Option<Result<String, Failure>> {
        let text = self.declared.terms.text(t);
        let value = self.few()?.interpreter.execute(&format!("(eval {})", text));
        Some(match value.starts_with("(error") {
            true => Err(arguments
                .failure(format!("the sorts of the model have few elements, and {} has no value", text))),
            false => Ok(value.trim_end().to_string()),
        })
    }

    /// `(get-model)` for this model: the elements, and the definitions.
    pub(super) fn few_definitions(&mut self) -> Option<String> {
        let few = self.few()?;
        let definitions = few.interpreter.execute("(get-model)");
        Some(definitions.replacen("(\n", &format!("(\n{}", few.elements), 1))
    }
}

#[cfg(test)]
mod tests {
    use super::Interpreter;

    #[test]
    fn a_sort_may_have_no_more_elements_than_terms_stand_for() {
        let text = "(declare-sort U 0) (declare-fun i () U) (declare-fun j () U) (declare-fun f (U) Int)
            (define-fun all ((x Int)) (Array U Int) ((as const (Array U Int)) x))
            (assert (= (store (all 1) i 2) (all 2)))";
        let mut interpreter = Interpreter::default();
        let ask = "(check-sat)(get-value (i (+ (f i) 1) (= i j)))(get-model)";
        let model = "(\n  ; U has the elements U!val!0\n  (declare-fun U!val!0 () U)\n  \
            (define-fun i () U U!val!0)\n  (define-fun j () U U!val!0)\n  (define-fun f ((x!0 U)) Int 0)\n)\n";
        assert_eq!(
            interpreter.execute(&format!("{}{}", text, ask)),
            format!("sat\n((i U!val!0) ((+ (f i) 1) 1) ((= i j) true))\n{}", model)
        );
        // Two elements are too many for one write, and three are not for three.
        assert_eq!(interpreter.execute("(push 1)(assert (distinct i j))(check-sat)(pop 1)"), "unsat\n");
        let more = "(declare-fun k () U) (assert (distinct i j k))
            (assert (= (store (store (store (all 1) i 2) j 2) k 2) (all 2)))
            (check-sat) (get-value ((distinct i j k)))";
        let text = text.split("(assert").next().expect("declarations");
        let mut interpreter = Interpreter::default();
        assert_eq!(interpreter.execute(&format!("{}{}", text, more)), "sat\n(((distinct i j k) true))\n");
    }
}
