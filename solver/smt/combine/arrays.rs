//! Arrays: reading, writing, and equality of arrays.
//!
//! After Christ and Hoenicke, "Weakly equivalent arrays" (FroCoS 2015). A write `b = store(a, i, e)` is an edge between
//! the classes of `a` and `b`: they are equal but perhaps at `i`. The classes that edges connect are *weakly
//! equivalent*. For an index `j` edges at other indices lead to arrays that have the same element at `j`. The element
//! that is read at `j` from one of them, or written there, or that of a constant array, is the element of all. If two
//! such *sources* have different values, the model is wrong, and the lemma says why: the way between them, along equal
//! arrays and writes at other indices.
//!
//! All other elements of weakly equivalent arrays are equal; one value serves for all of them, another one for other
//! arrays, so that arrays are equal by chance only if there are few elements. The size of an index sort matters for
//! constant arrays only: two of them may be weakly equivalent and different if the writes between them reach all
//! indices. A declared sort has the elements that terms stand for, at least one, and is first taken to have more than
//! those: a truth value of its own says so, and is the condition of lemmas that need such an element. A model in which
//! it has no more is not looked for.

use super::shared::{Findings, Shared};
use crate::base::{HashMap, HashSet, Limit, Lit};
use crate::solver::smt::solver::Solver;
use crate::solver::term::{Op, Sort, TermId, Terms, Value};
use crate::theories::euf::NodeId;

/// Lemmas of one round, at most.
const MOST_LEMMAS: usize = 200;

/// The element of an array at an index.
#[derive(Clone, Copy)]
struct Source {
    array: TermId,
    /// A constant array has its element everywhere.
    index: Option<TermId>,
    element: TermId,
    place: usize,
}

/// A write, between two classes.
#[derive(Clone, Copy)]
struct Edge {
    write: TermId,
    /// The number of the index's value.
    index: usize,
    ends: [usize; 2],
}

/// The arrays of one sort. Classes and values of indices have numbers.
struct Graph {
    sort: Sort,
    classes: Vec<NodeId>,
    edges: Vec<Edge>,
    /// By class: its edges.
    at: Vec<Vec<usize>>,
    sources: Vec<Source>,
    /// By source: the value of its index, none for a constant array.
    source_index: Vec<Option<usize>>,
    elements: Vec<Value>,
    indices: Vec<Value>,
    /// By class: the first class that is weakly equivalent.
    component: Vec<usize>,
}

/// How the element of a class at an index is known.
#[derive(Clone, Copy)]
struct Reached {
    source: usize,
    /// The edge, and the class at its other end.
    from: Option<(usize, usize)>,
}

impl Solver {
    /// The values of the arrays of a sort, or what is wrong with them.
    pub(super) fn solve_arrays(
        &mut self,
        terms: &mut Terms,
        shared: &Shared,
        sort: Sort,
        found: &mut Findings,
    ) -> Result<Vec<(NodeId, Value)>, Limit> {
        let graph = self.graph(terms, shared, sort);
        let mut components: HashMap<usize, Vec<usize>> = HashMap::default();
        for (class, &component) in graph.component.iter().enumerate() {
            components.entry(component).or_default().push(class);
        }
        let mut order: Vec<usize> = components.keys().copied().collect();
        order.sort_unstable();
        let (_, element) = terms.array_parts(sort).unwrap_or((Sort::Bool, Sort::Bool));
        let others = terms.some_values(element, order.len());
        let mut values = Vec::with_capacity(graph.classes.len());
        for (number, component) in order.into_iter().enumerate() {
            let classes = &components[&component];
            let fallback = &others[number % others.len()];
            self.solve_component(terms, shared, &graph, (classes, fallback), found, &mut values)?;
            if found.lemmas.len() > MOST_LEMMAS {
                break;
            }
        }
        Ok(values)
    }

    fn graph(&self, terms: &Terms, shared: &Shared, sort: Sort) -> Graph {
        let classes: Vec<NodeId> =
            shared.roots.iter().copied().filter(|&r| shared.sort(terms, r) == sort).collect();
        let places: HashMap<NodeId, usize> = classes.iter().enumerate().map(|(i, &r)| (r, i)).collect();
        let place = |t: TermId| places[&self.root(t)];
        let mut numbers: HashMap<Value, usize> = HashMap::default();
        let mut graph = Graph {
            sort,
            edges: Vec::new(),
            at: vec![Vec::new(); classes.len()],
            sources: Vec::new(),
            source_index: Vec::new(),
            elements: Vec::new(),
            indices: Vec::new(),
            component: (0..classes.len()).collect(),
            classes,
        };
        let value =
            |t| self.shared_value(shared, terms, t).unwrap_or_else(|| unreachable!("parts have values"));
        let mut number = |indices: &mut Vec<Value>, t: TermId| {
            let value = value(t);
            *numbers.entry(value.clone()).or_insert_with(|| {
                indices.push(value);
                indices.len() - 1
            })
        };
        for &t in &shared.terms {
            let source = match terms.op(t) {
                Op::Select if terms.sort(terms.arg(t, 0)) == sort => {
                    let (array, index) = (terms.arg(t, 0), terms.arg(t, 1));
                    Source { array, index: Some(index), element: t, place: place(array) }
                }
                Op::Store if terms.sort(t) == sort => {
                    let (index, element) = (terms.arg(t, 1), terms.arg(t, 2));
                    let ends = [place(t), place(terms.arg(t, 0))];
                    let edge = Edge { write: t, index: number(&mut graph.indices, index), ends };
                    ends.iter().for_each(|&end| graph.at[end].push(graph.edges.len()));
                    graph.edges.push(edge);
                    Source { array: t, index: Some(index), element, place: ends[0] }
                }
                Op::ConstArray if terms.sort(t) == sort => {
                    Source { array: t, index: None, element: terms.arg(t, 0), place: place(t) }
                }
                _ => continue,
            };
            let index = source.index.map(|i| number(&mut graph.indices, i));
            graph.source_index.push(index);
            graph.elements.push(value(source.element));
            graph.sources.push(source);
        }
        graph.connect();
        graph
    }

    fn solve_component(
        &mut self,
        terms: &mut Terms,
        shared: &Shared,
        graph: &Graph,
        (classes, fallback): (&[usize], &Value),
        found: &mut Findings,
        values: &mut Vec<(NodeId, Value)>,
    ) -> Result<(), Limit> {
        let is_here: HashSet<usize> = classes.iter().copied().collect();
        let sources: Vec<usize> =
            (0..graph.sources.len()).filter(|&s| is_here.contains(&graph.sources[s].place)).collect();
        let constants: Vec<usize> =
            sources.iter().copied().filter(|&s| graph.source_index[s].is_none()).collect();
        let mut by_index: Vec<(usize, usize)> =
            sources.iter().filter_map(|&s| Some((graph.source_index[s]?, s))).collect();
        by_index.sort_unstable();
        let mut entries: HashMap<usize, Vec<(Value, Value)>> = HashMap::default();
        let before = found.lemmas.len();
        let mut at = 0;
        while at < by_index.len() {
            let index = by_index[at].0;
            let end = at + by_index[at..].iter().take_while(|(i, _)| *i == index).count();
            self.sat.check_budget(classes.len())?;
            let starts = by_index[at..end].iter().map(|&(_, s)| s).chain(constants.iter().copied());
            // Two constant arrays may meet here, too.
            let told = graph.sources[by_index[at].1].index;
            let reached = self.spread(terms, graph, Some(index), starts, told, found);
            for (class, Reached { source, .. }) in reached {
                let entry = (graph.indices[index].clone(), graph.elements[source].clone());
                entries.entry(class).or_default().push(entry);
            }
            at = end;
        }
        if found.lemmas.len() == before && constants.len() > 1 {
            self.compare_constants(terms, shared, graph, &constants, found)?;
        }
        let others = constants.first().map_or(fallback, |&s| &graph.elements[s]);
        for &class in classes {
            let entries = entries.remove(&class).unwrap_or_default();
            values.push((graph.classes[class], terms.array_value(graph.sort, others.clone(), entries)));
        }
        Ok(())
    }

    /// Follows the elements at an index from their sources; two sources that meet and differ are a lemma. A term for
    /// the index is told, for two constant arrays; there is none if the index is that of no write.
    fn spread(
        &mut self,
        terms: &mut Terms,
        graph: &Graph,
        index: Option<usize>,
        starts: impl Iterator<Item = usize>,
        told: Option<TermId>,
        found: &mut Findings,
    ) -> HashMap<usize, Reached> {
        let mut reached: HashMap<usize, Reached> = HashMap::default();
        let mut queue: Vec<usize> = Vec::new();
        let mut clashes: Vec<(Reached, usize)> = Vec::new();
        for source in starts {
            let place = graph.sources[source].place;
            match reached.get(&place) {
                None => {
                    reached.insert(place, Reached { source, from: None });
                    queue.push(place);
                }
                Some(first) if graph.elements[first.source] != graph.elements[source] => {
                    clashes.push((Reached { source, from: None }, place));
                }
                Some(_) => {}
            }
        }
        let mut next = 0;
        while next < queue.len() {
            let class = queue[next];
            next += 1;
            let source = reached[&class].source;
            for &e in graph.at[class].iter().filter(|&&e| Some(graph.edges[e].index) != index) {
                let [a, b] = graph.edges[e].ends;
                let other = if a == class { b } else { a };
                let step = Reached { source, from: Some((e, class)) };
                match reached.get(&other) {
                    None => {
                        reached.insert(other, step);
                        queue.push(other);
                    }
                    Some(first) if graph.elements[first.source] != graph.elements[source] => {
                        clashes.push((step, other));
                    }
                    Some(_) => {}
                }
            }
        }
        let mut seen: HashSet<(usize, usize)> = HashSet::default();
        for (step, class) in clashes {
            let first = reached[&class];
            let pair = (step.source.min(first.source), step.source.max(first.source));
            if found.lemmas.len() <= MOST_LEMMAS && seen.insert(pair) {
                self.exclude_clash(terms, graph, &reached, (step, class), told, found);
            }
        }
        reached
    }

    /// The lemma against two sources that meet in a class.
    fn exclude_clash(
        &mut self,
        terms: &mut Terms,
        graph: &Graph,
        reached: &HashMap<usize, Reached>,
        (step, class): (Reached, usize),
        told: Option<TermId>,
        found: &mut Findings,
    ) {
        let first = reached[&class];
        let (left, right) = (graph.sources[step.source], graph.sources[first.source]);
        let index = left.index.or(right.index).or(told);
        let mut clause: Vec<Lit> = Vec::new();
        let mut formulas = Vec::new();
        if let (Some(i), Some(j)) = (left.index, right.index) {
            if i != j {
                let same = found.equal(terms, i, j);
                formulas.push(terms.not(same));
            }
        }
        // The terms of the class at which both ways end.
        let mut ends = [left.array, right.array];
        for (end, mut way) in ends.iter_mut().zip([step, first]) {
            let mut steps = Vec::new();
            while let Some((edge, before)) = way.from {
                steps.push((edge, before));
                way = reached[&before];
            }
            for (edge, before) in steps.into_iter().rev() {
                let Edge { write, ends, .. } = graph.edges[edge];
                let below = terms.arg(write, 0);
                let (near, far) = if ends[0] == before { (write, below) } else { (below, write) };
                self.exclude_equal(*end, near, &mut clause);
                if let Some(index) = index {
                    formulas.push(found.equal(terms, index, terms.arg(write, 1)));
                }
                *end = far;
            }
        }
        self.exclude_equal(ends[0], ends[1], &mut clause);
        formulas.push(found.equal(terms, left.element, right.element));
        found.lemmas.push((clause, formulas));
    }

    /// Constant arrays that are weakly equivalent differ only if the writes between them reach all indices.
    fn compare_constants(
        &mut self,
        terms: &mut Terms,
        shared: &Shared,
        graph: &Graph,
        constants: &[usize],
        found: &mut Findings,
    ) -> Result<(), Limit> {
        let differ = |&s: &usize| graph.elements[s] != graph.elements[constants[0]];
        if !constants.iter().any(differ) {
            return Ok(());
        }
        let (index, _) = terms.array_parts(graph.sort).unwrap_or((Sort::Bool, Sort::Bool));
        if terms.has_open_size(index) {
            return self.compare_at_classes(terms, shared, graph, (constants, index), found);
        }
        if terms.value_count(index) > graph.edges.len() as u64 {
            // Some index is that of no write.
            self.spread(terms, graph, None, constants.iter().copied(), None, found);
            return Ok(());
        }
        for value in terms.some_values(index, graph.edges.len()) {
            let number = graph.indices.iter().position(|known| *known == value);
            let told = value.term(terms, index);
            self.spread(terms, graph, number, constants.iter().copied(), Some(told), found);
        }
        Ok(())
    }

    /// The same where the number of indices is open: at each index that a term stands for, and then at another one, if
    /// there is one.
    fn compare_at_classes(
        &mut self,
        terms: &mut Terms,
        shared: &Shared,
        graph: &Graph,
        (constants, index): (&[usize], Sort),
        found: &mut Findings,
    ) -> Result<(), Limit> {
        let before = found.lemmas.len();
        let classes = shared.roots.iter().map(|root| shared.members[root][0]);
        let told: Vec<TermId> = classes.filter(|&t| terms.sort(t) == index).collect();
        for told in told {
            self.sat.check_budget(graph.edges.len())?;
            let value = self.shared_value(shared, terms, told);
            let number = graph.indices.iter().position(|known| Some(known) == value.as_ref());
            self.spread(terms, graph, number, constants.iter().copied(), Some(told), found);
        }
        if found.lemmas.len() > before {
            return Ok(());
        }
        let mut condition = None;
        if !graph.edges.is_empty() {
            let is_true_first = self.sat.options_mut().initial_phase;
            let has_more = self.encoder.has_more(terms, index, is_true_first);
            let known = self.encoder.known_literal(terms, has_more);
            if known.map_or(false, |l| self.sat.value(l) == Some(false)) {
                found.given_up = true;
                return Ok(());
            }
            condition = Some(terms.not(has_more));
        }
        self.spread(terms, graph, None, constants.iter().copied(), None, found);
        found.lemmas[before..].iter_mut().for_each(|(_, formulas)| formulas.extend(condition));
        Ok(())
    }
}

impl Graph {
    /// Finds the weakly equivalent classes.
    fn connect(&mut self) {
        let mut seen = vec![false; self.classes.len()];
        for start in 0..self.classes.len() {
            let mut open = vec![start];
            while let Some(class) = open.pop() {
                if std::mem::replace(&mut seen[class], true) {
                    continue;
                }
                self.component[class] = start;
                open.extend(self.at[class].iter().flat_map(|&e| self.edges[e].ends));
            }
        }
    }
}
