//! Is there a run along these edges? One solver for all paths, and interpolants between the edges.

use super::Edges;
use crate::base::{Budget, HashMap, Limit};
use crate::engine::common::unroll::{interpolants_between, Parts};
use crate::model::cfa::{EdgeId, Path, PathStep};
use crate::solver::smt::InterpolationOptions;
use crate::solver::term::{Model, Substitution, TermId, Terms, Value};

/// An edge of the present path.
struct Step {
    edge: EdgeId,
    /// The guard, and equations for the new names.
    formulas: Vec<TermId>,
    /// The inputs of the edge, under their names on this path.
    inputs: Vec<TermId>,
    /// By variable: its name after the step.
    names: Vec<TermId>,
}

/// Names for the values of constants on paths: the one for the `i`-th value is always the same, so that the formulas of
/// paths with a common beginning are the same ones, and their clauses are made once.
#[derive(Default)]
struct Names {
    of: HashMap<TermId, Vec<TermId>>,
}

impl Names {
    fn get(&mut self, edges: &mut Edges, constant: TermId, index: usize) -> TermId {
        let names = self.of.entry(constant).or_default();
        while names.len() <= index {
            let name = format!("{}@{}", edges.cfa.name(constant), names.len());
            let terms = edges.terms_mut();
            names.push(terms.declare(&name, terms.sort(constant)));
        }
        names[index]
    }
}

/// Questions about paths.
pub(in crate::engine) struct PathQuery {
    parts: Parts,
    names: Names,
    /// By variable: its name where the path begins.
    first: Vec<TermId>,
    steps: Vec<Step>,
    /// How often a constant has a name on the path so far; those of the first values are not counted.
    used: HashMap<TermId, usize>,
    /// By location on the path: from the variables to their names there.
    there: Vec<Substitution>,
    back: Vec<Substitution>,
}

impl PathQuery {
    /// No question yet.
    pub fn new(edges: &mut Edges, seed: u64, budget: &Budget) -> PathQuery {
        let mut names = Names::default();
        let variables = edges.cfa.variables().to_vec();
        let first = variables.iter().map(|&v| names.get(edges, v, 0)).collect();
        PathQuery {
            parts: Parts::new(seed, budget),
            names,
            first,
            steps: Vec::new(),
            used: HashMap::default(),
            there: Vec::new(),
            back: Vec::new(),
        }
    }

    /// The number of questions so far.
    pub fn queries(&self) -> u64 {
        self.parts.queries
    }

    /// Makes this the present path; a beginning that it shares with the last one is kept.
    fn take(&mut self, edges: &mut Edges, path: &[EdgeId]) {
        let shared = |(step, &edge): &(&Step, &EdgeId)| step.edge == edge;
        let common = self.steps.iter().zip(path).take_while(shared).count();
        while self.steps.len() > common {
            if let Some(step) = self.steps.pop() {
                for &(variable, _) in edges.values(step.edge) {
                    *self.used.entry(variable).or_default() -= 1;
                }
                for &input in edges.inputs(step.edge) {
                    *self.used.entry(input).or_default() -= 1;
                }
            }
        }
        for &edge in &path[common..] {
            let step = self.step(edges, edge);
            self.steps.push(step);
        }
        let known = self.there.len().min(common + 1);
        self.there.truncate(known);
        self.back.truncate(known);
        for at in known..=path.len() {
            let (mut there, mut back) = (Substitution::new(), Substitution::new());
            for (&variable, &name) in edges.cfa.variables().iter().zip(self.names_at(at)) {
                there.insert(variable, name);
                back.insert(name, variable);
            }
            self.there.push(there);
            self.back.push(back);
        }
    }

    /// The names of the variables at a location of the path.
    fn names_at(&self, at: usize) -> &[TermId] {
        match at.checked_sub(1) {
            Some(step) => &self.steps[step].names,
            None => &self.first,
        }
    }

    fn step(&mut self, edges: &mut Edges, edge: EdgeId) -> Step {
        let before = self.steps.last().map_or(&self.first, |step| &step.names).clone();
        let mut now = Substitution::new();
        edges.cfa.variables().iter().zip(&before).for_each(|(&v, &name)| now.insert(v, name));
        let mut inputs = Vec::new();
        for input in edges.inputs(edge).to_vec() {
            let index = self.used.entry(input).or_default();
            let name = self.names.get(edges, input, *index);
            *index += 1;
            now.insert(input, name);
            inputs.push(name);
        }
        let guard = edges.guard(edge);
        let mut formulas = vec![now.apply(edges.terms_mut(), guard)];
        let mut names = before;
        let places: HashMap<TermId, usize> =
            edges.cfa.variables().iter().enumerate().map(|(i, &v)| (v, i)).collect();
        for (variable, value) in edges.values(edge).to_vec() {
            let index = self.used.entry(variable).or_default();
            *index += 1;
            let name = self.names.get(edges, variable, *index);
            let terms = edges.terms_mut();
            let value = now.apply(terms, value);
            formulas.push(terms.eq(name, value));
            names[places[&variable]] = name;
        }
        Step { edge, formulas, inputs, names }
    }

    /// Whether a run goes along these edges through states that satisfy the formulas, one list a location of the path.
    /// `target` is one more formula about the end.
    pub fn find(
        &mut self,
        edges: &mut Edges,
        path: &[EdgeId],
        formulas: &[&[TermId]],
        target: TermId,
    ) -> Result<bool, Limit> {
        self.take(edges, path);
        self.parts.clear();
        for (at, held) in formulas.iter().enumerate() {
            let target = if at == path.len() { target } else { Terms::TRUE };
            for &formula in held.iter().chain(Some(&target)) {
                let here = self.there[at].apply(edges.terms_mut(), formula);
                self.parts.add(edges.cfa.terms(), at, here);
            }
            if let Some(step) = self.steps.get(at) {
                step.formulas.iter().for_each(|&formula| self.parts.add(edges.cfa.terms(), at, formula));
            }
        }
        self.parts.is_possible(edges.terms_mut())
    }

    /// Which of these formulas hold at the end of the run that was found.
    pub fn hold_at_end(&mut self, edges: &mut Edges, formulas: &[TermId]) -> Vec<bool> {
        let terms = edges.cfa.terms_mut();
        let there = &mut self.there[self.steps.len()];
        let here: Vec<TermId> = formulas.iter().map(|&f| there.apply(terms, f)).collect();
        self.parts.model(terms).evaluate_all(terms, &here).iter().map(Value::is_true).collect()
    }

    /// Interpolants for the locations of the path but the first, after no run was found.
    pub fn interpolants(
        &mut self,
        edges: &mut Edges,
        options: &InterpolationOptions,
    ) -> Result<Option<Vec<TermId>>, Limit> {
        let budget = edges.budget().clone();
        let terms = edges.terms_mut();
        let needed = self.parts.needed(terms, self.steps.len() + 1);
        let found = interpolants_between(terms, &needed, options, &budget)?;
        let back = &mut self.back[1..];
        Ok(found.map(|found| found.iter().zip(back).map(|(&i, back)| back.apply(terms, i)).collect()))
    }

    /// The run that was found. It ends early where the commands do not allow it, which is a defect.
    pub fn run(&mut self, edges: &Edges) -> Path {
        let terms = edges.cfa.terms();
        let model = self.parts.model(terms);
        let values = |names: &[TermId]| model.evaluate_all(terms, names);
        let start = values(&self.first);
        let mut state = start.clone();
        let mut steps: Vec<PathStep> = Vec::new();
        for step in &self.steps {
            let mut before = Model::new();
            before.set_all(terms, edges.cfa.variables().iter().copied(), &state);
            before.set_all(terms, edges.inputs(step.edge).iter().copied(), &values(&step.inputs));
            state = values(&step.names);
            match edges.cfa.find_step(step.edge, &before, &state) {
                Some(found) => steps.push(found),
                None => break,
            }
        }
        Path { start, steps }
    }
}
