//! Clauses unwound into trees: derivations of bounded depth, and tree interpolants where there are none
//! ("Recursion-free Horn Clauses" in Bjørner's slides, "Software Model Checking with IC3"; McMillan and Rybalchenko,
//! "Solving Constrained Horn Clauses using Interpolation", MSR 2013).
//!
//! The root of a tree stands for falsity. A node has constants of its own for the arguments of its predicate, and a
//! child for each atom in the body of each clause that may derive it. Its formula says: if the node is *active*, one of
//! these clauses is used, and the children of this clause are active. So a model of all nodes is a derivation of
//! falsity, and a refutation gives an interpolant for each node: a formula about its constants that the clauses below
//! it imply.
//!
//! An interpolant is also about whether its node is active. With an active node it over-approximates the states that
//! the predicate has there; a node that is not active says nothing, so its interpolant is true. The interpolants of
//! all nodes of a predicate together satisfy the clauses that the tree unwinds: each of them follows from those of its
//! children.
//!
//! Clauses without recursion have trees that are complete. Else nodes beyond a depth are cut off, and the depth grows.
//! The interpolants of a tree that was cut may satisfy all clauses nevertheless, so they are tried.

use super::rules::{arguments_of, rules_by_head, ByPredicate, Rule, RuleId};
use crate::base::{index, Booking, Budget, Limit};
use crate::engine::common::outcome::{decided, settle, unless_incomplete};
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::common::unroll::interpolants_of_tree;
use crate::engine::{Event, Observer, Outcome, StopCause};
use crate::model::horn::{Derivation, Horn, Interpretation, PredicateId, Refutation};
use crate::model::Depth;
use crate::model::PropertyId;
use crate::solver::smt::{tidy, InterpolationOptions, SmtOptions, Solver};
use crate::solver::term::{Model, Sort, Substitution, TermId, Terms};
use std::fmt;

/// Settings of [`Unwind`].
#[derive(Clone, PartialEq, Debug)]
pub struct UnwindOptions {
    /// Seed of the solvers. Default 0.
    pub seed: u64,
    /// The most nodes of a tree; the search is given up beyond. Default 1,000.
    pub most_nodes: usize,
    /// Interpolants of trees that were cut are tried. Default on.
    pub interpolants: bool,
}

impl Default for UnwindOptions {
    fn default() -> UnwindOptions {
        UnwindOptions { seed: 0, most_nodes: 1_000, interpolants: true }
    }
}

/// A node, by index; the root is the first.
#[derive(Clone, Copy)]
struct NodeId(u32);

index!(NodeId);

/// A clause that may derive the predicate of a node.
struct Use {
    rule: RuleId,
    switch: TermId,
    /// By variable of the clause: its constant in this node.
    variables: Vec<TermId>,
    /// By atom: the node.
    children: Vec<NodeId>,
}

/// An atom in some derivation.
struct Node {
    predicate: PredicateId,
    /// The constants that stand for its arguments.
    arguments: Vec<TermId>,
    active: TermId,
    uses: Vec<Use>,
    formula: TermId,
}

/// Trees of growing depth.
pub struct Unwind {
    horn: Horn,
    rules: ByPredicate<Vec<Rule>>,
    options: UnwindOptions,
    budget: Budget,
    booking: Booking,
    queries: u64,
    nodes: Vec<Node>,
    /// The depth of the next tree: a search that a limit ended goes on from there.
    depth: usize,
    /// Whether nodes were cut off.
    is_cut: bool,
}

impl fmt::Debug for Unwind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unwind").field("nodes", &self.nodes.len()).finish_non_exhaustive()
    }
}

impl Unwind {
    /// An engine for these clauses.
    pub fn new(horn: &Horn, options: UnwindOptions, budget: Budget) -> Unwind {
        let mut horn = horn.clone();
        let rules = rules_by_head(&mut horn);
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        Unwind {
            horn,
            rules,
            options,
            budget,
            booking,
            queries: 0,
            nodes: Vec::new(),
            depth: 0,
            is_cut: false,
        }
    }

    /// The nodes of the last tree, and the questions to solvers.
    pub fn statistics(&self) -> (u64, u64) {
        (self.nodes.len() as u64, self.queries)
    }

    /// Finds a model of the clauses or a derivation of falsity. On a limit the outcome says up to which depth falsity
    /// has no derivation.
    pub fn prove(&mut self, observer: &mut dyn Observer) -> Outcome<Interpretation, Refutation> {
        let mut safe_depth = None;
        let result = self.run(&mut safe_depth, observer);
        settle(result, safe_depth)
    }

    fn run(
        &mut self,
        safe_depth: &mut Option<Depth>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome<Interpretation, Refutation>, Limit> {
        loop {
            *safe_depth = self.depth.checked_sub(1).map(Depth::new);
            self.budget.poll()?;
            observer.event(Event::Depth { depth: Depth::new(self.depth), frames: &[] });
            if !self.unwind(self.depth)? {
                return Ok(Outcome::unknown(StopCause::Bound, *safe_depth));
            }
            if let Some(refutation) = self.derivation()? {
                return Ok(Outcome::Unsafe(refutation));
            }
            if !self.is_cut || self.options.interpolants {
                if let Some(model) = self.model()? {
                    return Ok(Outcome::Safe(model));
                }
                if !self.is_cut {
                    return Err(Limit::Incomplete);
                }
            }
            self.depth += 1;
        }
    }

    /// Makes the tree of this depth: chains of `depth` atoms are unwound. The answer is no if it has too many nodes.
    fn unwind(&mut self, depth: usize) -> Result<bool, Limit> {
        self.nodes.clear();
        self.is_cut = false;
        let root = self.node(self.rules.falsity());
        let mut open = vec![(root, depth)];
        while let Some((at, left)) = open.pop() {
            self.budget.poll()?;
            let predicate = self.nodes[at.index()].predicate;
            for rule in (0..self.rules[predicate].len()).map(RuleId::new) {
                if self.rules[predicate][rule.index()].body.is_empty() || left > 0 {
                    let used = self.used(at, rule);
                    open.extend(used.children.iter().map(|&child| (child, left - 1)));
                    self.nodes[at.index()].uses.push(used);
                } else {
                    self.is_cut = true;
                }
            }
            if self.nodes.len() > self.options.most_nodes {
                return Ok(false);
            }
            self.booking.set(self.horn.terms().bytes() as u64);
        }
        for node in &mut self.nodes {
            let terms = self.horn.terms_mut();
            let switches: Vec<TermId> = node.uses.iter().map(|u| u.switch).collect();
            let one = terms.or(&switches);
            let derived = terms.implies(node.active, one);
            node.formula = terms.and(&[node.formula, derived]);
        }
        Ok(true)
    }

    /// A node of a predicate without uses.
    fn node(&mut self, predicate: PredicateId) -> NodeId {
        let arguments = arguments_of(&self.horn, predicate);
        let terms = self.horn.terms_mut();
        let arguments = arguments.into_iter().map(|of| terms.declare(".argument", terms.sort(of))).collect();
        let active = if self.nodes.is_empty() { Terms::TRUE } else { terms.declare(".active", Sort::Bool) };
        self.nodes.push(Node { predicate, arguments, active, uses: Vec::new(), formula: Terms::TRUE });
        NodeId::new(self.nodes.len() - 1)
    }

    /// The use of a rule at a node, with new children. The formula of the use is added to the node's formula.
    fn used(&mut self, at: NodeId, rule: RuleId) -> Use {
        let predicate = self.nodes[at.index()].predicate;
        let body = &self.rules[predicate][rule.index()].body;
        let below: Vec<PredicateId> = body.iter().map(|o| o.predicate).collect();
        let children: Vec<NodeId> = below.into_iter().map(|p| self.node(p)).collect();
        let Unwind { horn, rules, nodes, .. } = self;
        let own = arguments_of(horn, predicate);
        let terms = horn.terms_mut();
        let source = &rules[predicate][rule.index()];
        let mut copy = Substitution::new();
        own.into_iter().zip(&nodes[at.index()].arguments).for_each(|(from, &to)| copy.insert(from, to));
        for &variable in &source.variables {
            let fresh = terms.declare(".variable", terms.sort(variable));
            copy.insert(variable, fresh);
        }
        let mut formulas = vec![copy.apply(terms, source.formula)];
        for (occurrence, &child) in source.body.iter().zip(&children) {
            formulas.push(nodes[child.index()].active);
            for (&argument, &constant) in occurrence.arguments.iter().zip(&nodes[child.index()].arguments) {
                let argument = copy.apply(terms, argument);
                formulas.push(terms.eq(constant, argument));
            }
        }
        let switch = terms.declare(".use", Sort::Bool);
        let says = terms.and(&formulas);
        let says = terms.implies(switch, says);
        nodes[at.index()].formula = terms.and(&[nodes[at.index()].formula, says]);
        let variables = source.originals.iter().map(|&v| copy.apply(terms, v)).collect();
        Use { rule, switch, variables, children }
    }

    /// The derivation that the tree has, if it has one.
    fn derivation(&mut self) -> Result<Option<Refutation>, Limit> {
        let mut options = SmtOptions::default();
        options.sat.seed = self.options.seed;
        let mut solver = Solver::new(options);
        solver.set_budget(self.budget.clone());
        let terms = self.horn.terms_mut();
        self.nodes.iter().for_each(|node| solver.assert(terms, node.formula));
        self.queries += 1;
        if !decided(solver.check(terms, &[]))? {
            return Ok(None);
        }
        Ok(Some(self.refutation(solver.model(self.horn.terms()))))
    }

    /// The derivation of a model, children first.
    fn refutation(&self, model: &Model) -> Refutation {
        let terms = self.horn.terms();
        let used = |at: NodeId| {
            let switches: Vec<TermId> = self.nodes[at.index()].uses.iter().map(|u| u.switch).collect();
            let values = model.evaluate_all(terms, &switches);
            let chosen = values.iter().position(|value| value.is_true());
            &self.nodes[at.index()].uses
                [chosen.unwrap_or_else(|| unreachable!("an active node uses a clause"))]
        };
        let mut order = Vec::new();
        let mut open = vec![NodeId::new(0)];
        while let Some(at) = open.pop() {
            order.push(at);
            open.extend(&used(at).children);
        }
        order.reverse();
        let mut step_of = vec![0; self.nodes.len()];
        let mut steps = Vec::with_capacity(order.len());
        for at in order {
            let chosen = used(at);
            let rule = &self.rules[self.nodes[at.index()].predicate][chosen.rule.index()];
            step_of[at.index()] = steps.len();
            steps.push(Derivation {
                clause: rule.clause,
                values: model.evaluate_all(terms, &chosen.variables),
                premises: chosen.children.iter().map(|&child| step_of[child.index()]).collect(),
            });
        }
        Refutation { steps }
    }

    /// The nodes in post-order, and for each of them the begin of its subtree: the nodes of a subtree are neighbours,
    /// and its root is the last of them.
    fn post_order(&self) -> (Vec<NodeId>, Vec<usize>) {
        let (mut order, mut starts) = (Vec::new(), Vec::new());
        let mut open = vec![(NodeId::new(0), None)];
        while let Some((at, start)) = open.pop() {
            match start {
                Some(start) => {
                    order.push(at);
                    starts.push(start);
                }
                None => {
                    open.push((at, Some(order.len())));
                    let children = self.nodes[at.index()].uses.iter().flat_map(|used| &used.children);
                    let children: Vec<NodeId> = children.copied().collect();
                    // The start of a child is only known when those before it are done.
                    open.extend(children.into_iter().rev().map(|child| (child, None)));
                }
            }
        }
        (order, starts)
    }

    /// The interpolants of a tree without derivation as an interpretation, if it satisfies all clauses.
    fn model(&mut self) -> Result<Option<Interpretation>, Limit> {
        let (order, starts) = self.post_order();
        let formulas: Vec<TermId> = order.iter().map(|&at| self.nodes[at.index()].formula).collect();
        let options = InterpolationOptions { seed: self.options.seed, ..InterpolationOptions::default() };
        let terms = self.horn.terms_mut();
        let found = match interpolants_of_tree(terms, &formulas, &starts, &options, &self.budget)? {
            Some(found) => found,
            None => return Ok(None),
        };
        let mut parts: Vec<Vec<TermId>> = vec![Vec::new(); self.horn.predicates().len()];
        for (&at, &interpolant) in order.iter().zip(&found) {
            let node = &self.nodes[at.index()];
            let mut back = Substitution::new();
            let arguments = arguments_of(&self.horn, node.predicate);
            node.arguments.iter().zip(arguments).for_each(|(&from, to)| back.insert(from, to));
            back.insert(node.active, Terms::TRUE);
            parts[node.predicate.index()].push(back.apply(self.horn.terms_mut(), interpolant));
        }
        let mut terms = self.horn.terms().clone();
        let formulas = parts.iter().map(|list| {
            let formula = terms.and(list);
            tidy(&mut terms, formula)
        });
        let formulas = formulas.collect();
        let mut model = Interpretation::new(terms, formulas);
        let holds = unless_incomplete(self.satisfies(&mut model), false)?;
        Ok(holds.then_some(model))
    }

    /// Whether an interpretation satisfies all clauses.
    fn satisfies(&mut self, model: &mut Interpretation) -> Result<bool, Limit> {
        for clause in self.horn.clauses() {
            let mut formulas = vec![clause.constraint];
            formulas.extend(clause.body.iter().map(|atom| model.apply(&self.horn, atom)));
            if let Some(head) = &clause.head {
                let head = model.apply(&self.horn, head);
                formulas.push(model.terms.not(head));
            }
            let mut solver = Solver::new(SmtOptions::default());
            solver.set_budget(self.budget.clone());
            formulas.iter().for_each(|&f| solver.assert(&mut model.terms, f));
            self.queries += 1;
            if decided(solver.check(&mut model.terms, &[]))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Prover<Horn> for Unwind {
    fn prove(&mut self, _: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Horn> {
        Unwind::prove(self, observer)
    }

    fn counters(&self) -> Counters {
        let (nodes, queries) = self.statistics();
        vec![("queries", queries), ("nodes of the last tree", nodes)]
    }
}
