//! Congruence closure against a closure that is computed anew from all equalities.

use indubit::base::Rng;
use indubit::theories::euf::{Conflict, EGraph, FunctionId, Implied, NodeId, PairId, Tag};

/// A fact with its tag: an equality, or a disequality.
#[derive(Clone, Copy)]
struct Fact {
    sides: (NodeId, NodeId),
    equal: bool,
    tag: Tag,
}

/// The class of each node by these facts, as the smallest number of a member.
fn classes(graph: &EGraph, facts: &[Fact], axioms: &[(NodeId, NodeId)]) -> Vec<usize> {
    let mut class: Vec<usize> = (0..graph.node_count()).collect();
    let join = |class: &mut Vec<usize>, a: usize, b: usize| {
        let (low, high) = (class[a].min(class[b]), class[a].max(class[b]));
        class.iter_mut().filter(|c| **c == high).for_each(|c| *c = low);
        low != high
    };
    let given = facts.iter().filter(|fact| fact.equal).map(|fact| fact.sides);
    for (a, b) in given.chain(axioms.iter().copied()) {
        join(&mut class, a.index(), b.index());
    }
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for a in (0..graph.node_count()).map(NodeId::new) {
            for b in (0..a.index()).map(NodeId::new) {
                let (of_a, of_b) = (graph.args(a), graph.args(b));
                let same = |(x, y): (&NodeId, &NodeId)| class[x.index()] == class[y.index()];
                let is_congruent = !of_a.is_empty()
                    && of_a.len() == of_b.len()
                    && graph.function(a) == graph.function(b)
                    && of_a.iter().zip(of_b).all(same);
                if is_congruent {
                    has_changed |= join(&mut class, a.index(), b.index());
                }
            }
        }
    }
    class
}

/// Whether the facts contradict each other, given the values and the axioms.
fn is_contradictory(run: &Run, facts: &[Fact]) -> bool {
    let (class, values) = (classes(&run.graph, facts, &run.axioms), &run.values);
    let same = |a: NodeId, b: NodeId| class[a.index()] == class[b.index()];
    let by_value = |(i, &a): (usize, &NodeId)| values[..i].iter().any(|&b| same(a, b));
    facts.iter().any(|fact| !fact.equal && same(fact.sides.0, fact.sides.1))
        || values.iter().enumerate().any(by_value)
}

/// The facts with these tags.
fn tagged(facts: &[Fact], tags: &[Tag]) -> Vec<Fact> {
    let found: Vec<Fact> = facts.iter().copied().filter(|fact| tags.contains(&fact.tag)).collect();
    assert_eq!(found.len(), tags.len(), "each tag of an explanation is one of a fact, and is there once");
    found
}

/// A graph with all that was said to it.
struct Run {
    graph: EGraph,
    facts: Vec<Fact>,
    /// Facts at each level.
    levels: Vec<usize>,
    values: Vec<NodeId>,
    axioms: Vec<(NodeId, NodeId)>,
    pairs: Vec<(PairId, NodeId, NodeId)>,
    known: Vec<Implied>,
    failed: bool,
    tags: u32,
}

impl Run {
    fn new() -> Run {
        Run {
            graph: EGraph::new(),
            facts: Vec::new(),
            levels: Vec::new(),
            values: Vec::new(),
            axioms: Vec::new(),
            pairs: Vec::new(),
            known: Vec::new(),
            failed: false,
            tags: 0,
        }
    }

    fn any(&self, rng: &mut Rng) -> NodeId {
        NodeId::new(rng.below(self.graph.node_count()))
    }

    fn add_node(&mut self, rng: &mut Rng) {
        let arity = if self.graph.node_count() < 3 { 0 } else { rng.below(3) };
        if arity == 0 && rng.below(3) == 0 {
            self.values.push(self.graph.new_value(FunctionId::new(9)));
            return;
        }
        let args: Vec<NodeId> = (0..arity).map(|_| self.any(rng)).collect();
        self.graph.new_node(FunctionId::new(3 * arity + rng.below(2)), &args);
    }

    fn watch(&mut self, rng: &mut Rng) {
        let (a, b) = (self.any(rng), self.any(rng));
        let pair = self.graph.watch(a, b);
        self.pairs.push((pair, a, b));
    }

    fn add_fact(&mut self, rng: &mut Rng) {
        let (a, b, equal) = (self.any(rng), self.any(rng), rng.below(3) > 0);
        self.tags += 1;
        let tag = Tag(self.tags);
        self.facts.push(Fact { sides: (a, b), equal, tag });
        let result = if equal { self.graph.merge(a, b, tag) } else { self.graph.separate(a, b, tag) };
        self.take(result);
    }

    fn add_axiom(&mut self, rng: &mut Rng) {
        let (a, b) = (self.any(rng), self.any(rng));
        self.axioms.push((a, b));
        self.graph.add_axiom(a, b);
    }

    fn take(&mut self, result: Result<(), Conflict>) {
        if let Err(Conflict(tags)) = result {
            assert!(is_contradictory(self, &tagged(&self.facts, &tags)));
            self.failed = true;
        }
    }

    fn push(&mut self) {
        self.graph.push();
        self.levels.push(self.facts.len());
    }

    fn pop(&mut self, count: usize) {
        let left = self.levels.len() - count;
        self.graph.pop(count);
        self.facts.truncate(self.levels[left]);
        self.levels.truncate(left);
        self.known.clear();
        self.failed = false;
        let result = self.graph.propagate();
        self.take(result);
    }

    /// Compares classes, pairs and explanations with those of the closure.
    fn compare(&mut self) {
        let contradictory = is_contradictory(self, &self.facts);
        assert_eq!(self.failed, contradictory);
        if self.failed {
            return;
        }
        let class = classes(&self.graph, &self.facts, &self.axioms);
        let mut tags = Vec::new();
        for a in (0..self.graph.node_count()).map(NodeId::new) {
            assert_eq!(
                self.graph.class(a).count(),
                class.iter().filter(|&&c| c == class[a.index()]).count(),
                "the size of a class"
            );
            for b in (0..a.index()).map(NodeId::new) {
                let equal = class[a.index()] == class[b.index()];
                assert_eq!(self.graph.root(a) == self.graph.root(b), equal);
                if equal {
                    tags.clear();
                    self.graph.explain_equal(a, b, &mut tags);
                    let found = classes(&self.graph, &tagged(&self.facts, &tags), &self.axioms);
                    assert_eq!(found[a.index()], found[b.index()], "an explanation suffices");
                }
            }
        }
        self.compare_pairs(&class);
    }

    fn compare_pairs(&mut self, class: &[usize]) {
        self.graph.take_implied(&mut self.known);
        for &(pair, a, b) in &self.pairs {
            let same = |x: NodeId, y: NodeId| class[x.index()] == class[y.index()];
            let between = |x: NodeId, y: NodeId| same(x, a) && same(y, b) || same(x, b) && same(y, a);
            let by_value = |x: &&NodeId| self.values.iter().any(|&y| y != **x && between(**x, y));
            let differ = self.facts.iter().any(|f| !f.equal && between(f.sides.0, f.sides.1))
                || self.values.iter().any(|x| by_value(&x));
            assert_eq!(self.graph.are_apart(a, b), differ);
            let told: Vec<bool> = self.known.iter().filter(|i| i.pair == pair).map(|i| i.equal).collect();
            if self.levels.is_empty() || !told.is_empty() {
                // What was known before the last level was left is not told again.
                let expected = if same(a, b) { Some(true) } else { differ.then_some(false) };
                assert!(told.iter().all(|&equal| Some(equal) == expected), "{:?} {:?}", told, expected);
            }
            if same(a, b) || differ {
                let mut tags = Vec::new();
                self.graph.explain(pair, &mut tags);
                let mut facts = tagged(&self.facts, &tags);
                // The facts that explain it contradict the opposite.
                facts.push(Fact { sides: (a, b), equal: differ, tag: Tag(0) });
                assert!(is_contradictory(self, &facts));
            }
        }
    }
}

#[test]
fn classes_pairs_and_explanations_agree_with_the_closure() {
    for seed in 0..3_000 {
        let mut rng = Rng::new(seed);
        let mut run = Run::new();
        (0..4).for_each(|_| run.add_node(&mut rng));
        for _ in 0..40 {
            match rng.below(9) {
                0 if run.graph.node_count() < 14 => run.add_node(&mut rng),
                1 if run.pairs.len() < 8 => run.watch(&mut rng),
                2 | 3 if !run.failed => run.push(),
                4 if !run.levels.is_empty() => {
                    let count = 1 + rng.below(run.levels.len());
                    run.pop(count);
                }
                5 if run.axioms.len() < 2 && rng.below(4) == 0 => run.add_axiom(&mut rng),
                _ if !run.failed && !run.levels.is_empty() => run.add_fact(&mut rng),
                _ => {}
            }
            if !run.failed {
                let result = run.graph.propagate();
                run.take(result);
            }
            run.compare();
        }
    }
}

#[test]
fn nodes_after_a_mark_are_forgotten() {
    let mut graph = EGraph::new();
    let [a, b] = [0, 1].map(|f| graph.new_node(FunctionId::new(f), &[]));
    let f = FunctionId::new(2);
    let first = graph.new_node(f, &[a]);
    let mark = graph.mark();
    let [c, d] = [3, 4].map(|f| graph.new_node(FunctionId::new(f), &[]));
    graph.add_axiom(c, d);
    let mark = graph.mark().max(mark);
    for _ in 0..3 {
        graph.push();
        assert_eq!(graph.root(c), graph.root(d));
        let second = graph.new_node(f, &[b]);
        let pair = graph.watch(first, second);
        assert_eq!(graph.merge(a, b, Tag(1)), Ok(()));
        let mut known = Vec::new();
        graph.take_implied(&mut known);
        assert_eq!(known, [Implied { pair, equal: true }]);
        graph.pop(1);
        assert_ne!(graph.root(first), graph.root(second));
        graph.pop_to(mark);
        assert_eq!(graph.node_count(), 5);
    }
}

/// The chain `a = b`, `b = c` explains `f(f(a)) = f(f(c))`, and `d = e` does not.
#[test]
fn an_explanation_has_what_is_needed() {
    let mut graph = EGraph::new();
    let f = FunctionId::new(9);
    let nodes: Vec<NodeId> = (0..5).map(|i| graph.new_node(FunctionId::new(i), &[])).collect();
    let twice = |graph: &mut EGraph, x: NodeId| {
        let once = graph.new_node(f, &[x]);
        graph.new_node(f, &[once])
    };
    let (left, right) = (twice(&mut graph, nodes[0]), twice(&mut graph, nodes[2]));
    graph.push();
    for (i, &(a, b)) in [(3, 4), (0, 1), (1, 2)].iter().enumerate() {
        assert_eq!(graph.merge(nodes[a], nodes[b], Tag(i as u32)), Ok(()));
    }
    let mut tags = Vec::new();
    graph.explain_equal(left, right, &mut tags);
    tags.sort_unstable();
    assert_eq!(tags, [Tag(1), Tag(2)]);
    // The calls are congruent, and so are their arguments; below them are the two merges.
    assert_eq!(graph.path(left, right), [(left, right, None)]);
    let [first, second] = [(0, 1, Tag(1)), (1, 2, Tag(2))].map(|(a, b, tag)| (nodes[a], nodes[b], Some(tag)));
    assert_eq!(graph.path(nodes[0], nodes[2]), [first, second]);
    assert_eq!(graph.path(nodes[2], nodes[1]), [(nodes[2], nodes[1], Some(Tag(2)))]);
    assert_eq!(graph.path(left, left), []);
    assert_eq!(graph.separate(left, right, Tag(3)).map_err(|Conflict(tags)| tags.len()), Err(3));
}
