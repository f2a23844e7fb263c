//! The predicate transformer F of one predicate, as an incremental solver.
//!
//! The solver has a switch for each rule; one of them is on. For each occurrence of a predicate in the body of a rule
//! it has two more: *over* puts the lemmas of a frame there, *under* the facts that are known. So one solver answers
//! every mixture `F(U, R)`.
//!
//! A lemma of frame `i` is switched on by a constant of the frame, and a query about frame `j` assumes those from `j`
//! on. In frame 0 no predicate has any state. The facts of an occurrence are a disjunction that grows. Its last member
//! is a constant: a query assumes it to be false, and the next fact goes on from it.

use crate::base::{Budget, Limit};
use crate::engine::common::outcome::decided;
use crate::engine::horn::rules::{Occurrence, Rule, RuleId};
use crate::model::horn::PredicateId;
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{Model, Sort, TermId, Terms};

/// An occurrence of a predicate: the rule, and the index of the atom in its body.
#[derive(Clone, Copy, Debug)]
pub(super) struct OccurrenceId {
    pub rule: RuleId,
    pub atom: usize,
}

/// The switches of one occurrence.
struct Switches {
    over: TermId,
    under: TermId,
    /// False, if one of the facts so far is to hold.
    more: TermId,
}

/// The transformer of one predicate.
pub(super) struct Transformer {
    rules: Vec<Rule>,
    solver: Solver,
    /// By rule.
    uses: Vec<TermId>,
    /// By rule and occurrence.
    switches: Vec<Vec<Switches>>,
    /// Puts the lemmas into all occurrences.
    all_over: TermId,
    assumptions: Vec<TermId>,
    pub queries: u64,
}

impl Transformer {
    /// The transformer of these rules. `bottom` is the switch of frame 0.
    pub fn new(
        terms: &mut Terms,
        rules: Vec<Rule>,
        bottom: TermId,
        seed: u64,
        budget: &Budget,
    ) -> Transformer {
        let mut options = SmtOptions::incremental();
        options.sat.seed = seed;
        let mut solver = Solver::new(options);
        solver.set_budget(budget.clone());
        let switch = |terms: &mut Terms| terms.declare(".switch", Sort::Bool);
        let all_over = switch(terms);
        let uses: Vec<TermId> = rules.iter().map(|_| switch(terms)).collect();
        let one = terms.or(&uses);
        solver.assert(terms, one);
        let mut switches = Vec::with_capacity(rules.len());
        for (rule, &used) in rules.iter().zip(&uses) {
            let holds = terms.implies(used, rule.formula);
            solver.assert(terms, holds);
            let mut list = Vec::with_capacity(rule.body.len());
            for _ in &rule.body {
                let [over, under] = [switch(terms), switch(terms)];
                let everywhere = terms.and(&[all_over, used]);
                let not_bottom = terms.not(bottom);
                let formulas = [terms.implies(everywhere, over), terms.implies(over, not_bottom)];
                formulas.iter().for_each(|&f| solver.assert(terms, f));
                list.push(Switches { over, under, more: under });
            }
            switches.push(list);
        }
        Transformer { rules, solver, uses, switches, all_over, assumptions: Vec::new(), queries: 0 }
    }

    pub fn rule(&self, rule: RuleId) -> &Rule {
        &self.rules[rule.index()]
    }

    /// All occurrences of predicates in bodies.
    pub fn occurrences(&self) -> impl Iterator<Item = (OccurrenceId, &Occurrence)> {
        let rules = self.rules.iter().enumerate().map(|(i, rule)| (RuleId::new(i), rule));
        rules.flat_map(|(rule, of)| {
            of.body.iter().enumerate().map(move |(atom, o)| (OccurrenceId { rule, atom }, o))
        })
    }

    pub fn occurrence_mut(&mut self, at: OccurrenceId) -> &mut Occurrence {
        &mut self.rules[at.rule.index()].body[at.atom]
    }

    fn switches_mut(&mut self, at: OccurrenceId) -> &mut Switches {
        &mut self.switches[at.rule.index()][at.atom]
    }

    /// A lemma about an occurrence: the clause of these formulas over the arguments of its predicate. `frame` is the
    /// switch of the highest frame that it holds in; `None`: it holds in every frame.
    pub fn learn(&mut self, terms: &mut Terms, at: OccurrenceId, clause: &[TermId], frame: Option<TermId>) {
        let mut members = self.members(terms, at, clause);
        members.extend(frame.map(|frame| terms.not(frame)));
        let clause = terms.or(&members);
        self.solver.assert(terms, clause);
    }

    /// A fact about an occurrence: a formula over the arguments of its predicate.
    pub fn add_fact(&mut self, terms: &mut Terms, at: OccurrenceId, fact: TermId) {
        let fact = self.occurrence_mut(at).instance(terms, fact);
        let more = terms.declare(".more", Sort::Bool);
        let before = std::mem::replace(&mut self.switches_mut(at).more, more);
        let either = terms.or(&[fact, more]);
        let grown = terms.implies(before, either);
        self.solver.assert(terms, grown);
    }

    /// Lets new facts take the place of all old ones.
    pub fn forget_facts(&mut self, terms: &mut Terms) {
        for switches in self.switches.iter_mut().flatten() {
            switches.under = terms.declare(".switch", Sort::Bool);
            switches.more = switches.under;
        }
    }

    /// Leaves the states of a predicate that satisfy the clause to this occurrence, for the next query only.
    fn restrict(&mut self, terms: &mut Terms, at: OccurrenceId, clause: &[TermId]) {
        let members = self.members(terms, at, clause);
        self.solver.add_temporary_clause(terms, &members);
    }

    /// The clause of these formulas for an occurrence with lemmas.
    fn members(&mut self, terms: &mut Terms, at: OccurrenceId, clause: &[TermId]) -> Vec<TermId> {
        let occurrence = self.occurrence_mut(at);
        let mut members: Vec<TermId> = clause.iter().map(|&f| occurrence.instance(terms, f)).collect();
        members.push(terms.not(self.switches_mut(at).over));
        members
    }

    /// Whether consecution fails: `F(R)` meets the formulas, R being the frame of these switches. `outside` gives
    /// occurrences and a clause that is to hold there besides.
    pub fn fails_consecution(
        &mut self,
        terms: &mut Terms,
        frame: &[TermId],
        outside: Option<(&[OccurrenceId], &[TermId])>,
        formulas: &[TermId],
    ) -> Result<bool, Limit> {
        if let Some((occurrences, clause)) = outside {
            occurrences.iter().for_each(|&at| self.restrict(terms, at, clause));
        }
        self.assumptions.clear();
        self.assumptions.push(self.all_over);
        self.assumptions.extend_from_slice(frame);
        self.assumptions.extend_from_slice(formulas);
        self.ask(terms)
    }

    /// Whether one rule leads to the formulas, with lemmas in its first `over` occurrences and facts in the others.
    pub fn meets_mixed(
        &mut self,
        terms: &mut Terms,
        rule: RuleId,
        over: usize,
        frame: &[TermId],
        formulas: &[TermId],
    ) -> Result<bool, Limit> {
        self.assumptions.clear();
        self.assumptions.push(self.uses[rule.index()]);
        let (first, last) = self.switches[rule.index()].split_at(over);
        self.assumptions.extend(first.iter().map(|s| s.over));
        for switches in last {
            self.assumptions.extend([switches.under, terms.not(switches.more)]);
        }
        self.assumptions.extend_from_slice(frame);
        self.assumptions.extend_from_slice(formulas);
        self.ask(terms)
    }

    fn ask(&mut self, terms: &mut Terms) -> Result<bool, Limit> {
        self.queries += 1;
        decided(self.solver.check(terms, &self.assumptions))
    }

    /// The core of the last query, answered by no.
    pub fn core(&self) -> &[TermId] {
        self.solver.core()
    }

    /// The model of the last query, answered by yes.
    pub fn model(&mut self, terms: &Terms) -> &Model {
        self.solver.model(terms)
    }

    /// A rule that the model of the last query uses.
    pub fn used(&mut self, terms: &Terms) -> RuleId {
        let values = self.solver.model(terms).evaluate_all(terms, &self.uses);
        let used = values.iter().position(|v| v.is_true());
        RuleId::new(used.unwrap_or_else(|| unreachable!("one of the switches is on")))
    }

    /// Literals that imply these formulas. The last query was about the formulas, and its model satisfies the literals.
    pub fn implicant(&mut self, terms: &mut Terms, formulas: &[TermId]) -> Vec<TermId> {
        self.solver.implicant(terms, formulas)
    }

    /// The transformer of a frame as formulas, with a switch for each rule. `lemmas` gives the clauses
    /// of a predicate in the frame; `outside` is one more for the occurrences of this predicate.
    pub fn formulas(
        &mut self,
        terms: &mut Terms,
        lemmas: &dyn Fn(PredicateId) -> Vec<TermId>,
        outside: (PredicateId, TermId),
    ) -> Vec<TermId> {
        let mut formulas = vec![terms.or(&self.uses)];
        for (rule, &used) in self.rules.iter_mut().zip(&self.uses) {
            formulas.push(terms.implies(used, rule.formula));
            for occurrence in &mut rule.body {
                let mut clauses = lemmas(occurrence.predicate);
                if occurrence.predicate == outside.0 {
                    clauses.push(outside.1);
                }
                for clause in clauses {
                    let instance = occurrence.instance(terms, clause);
                    formulas.push(terms.implies(used, instance));
                }
            }
        }
        formulas
    }
}
