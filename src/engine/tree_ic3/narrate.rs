//! The steps of the search in words, for observers. The frame of a step is the depth of its node, and literals are
//! formulas.

use super::search::TreeIc3;
use super::tree::NodeId;
use crate::engine::common::program::{
    excluded_cube, formula_cube, formula_literals, place, places, FormulaWords,
};
use crate::engine::{At, ChainResult, FrameId, Interpolant, Observer, Question, Step, TreeNodeId};
use crate::model::cfa::EdgeId;
use crate::model::Depth;
use crate::solver::term::TermId;

fn paper(step: &Step) -> &'static str {
    match step {
        Step::Query { .. } | Step::Obligation { .. } | Step::Predecessor { .. } | Step::Waits { .. } => {
            "Cimatti, Griggio 2012, Figure 2"
        }
        Step::Reached { .. } => "Cimatti, Griggio 2012, Figure 2",
        Step::Lemma { .. } => "Cimatti, Griggio 2012, §4",
        Step::Interpolants { .. } => "Cimatti, Griggio 2012, §5",
        Step::Chain { .. } => "Cimatti, Griggio 2012, §4",
        Step::Node { .. } => "Cimatti, Griggio 2012, §4",
        Step::Covered { .. } | Step::Uncovered => "McMillan 2006",
        Step::Places { .. }
        | Step::Frame { .. }
        | Step::Returns { .. }
        | Step::Generalise { .. }
        | Step::Drop { .. }
        | Step::Ctg { .. }
        | Step::Pushed { .. }
        | Step::Held { .. }
        | Step::Fixpoint { .. }
        | Step::Predicates { .. } => step.paper(),
    }
}

impl NodeId {
    /// The node as steps name it.
    fn told(self) -> TreeNodeId {
        TreeNodeId::new(self.index())
    }
}

impl TreeIc3 {
    /// Listens to this observer from now on. At the first time the places and the root are told.
    pub(super) fn listen(&mut self, observer: &dyn Observer) {
        self.log.listen(observer);
        self.tree.tells = self.log.is_on();
        let cfa = &self.edges.cfa;
        if self.log.note_places(|| places(cfa)) {
            self.note_node(NodeId::ROOT);
        }
    }

    /// Tells the observer all steps that were noted since the last time.
    pub(super) fn tell_steps(&mut self, observer: &mut dyn Observer) {
        self.log.tell(&FormulaWords { cfa: &self.edges.cfa, paper }, observer);
    }

    /// The part of the model that a step about a node is about.
    fn at(&self, node: NodeId) -> At {
        let location = self.tree.node(node).location;
        At { place: Some(place(location)), from: None, node: Some(node.told()) }
    }

    /// The number of edges on the path to a node.
    fn frame(&self, node: NodeId) -> FrameId {
        FrameId::new(self.tree.upwards(node).count() - 1)
    }

    /// Notes a new node.
    #[track_caller]
    pub(super) fn note_node(&mut self, node: NodeId) {
        let parent = self.tree.node(node).parent.map(|(parent, _)| parent.told());
        self.log.note_at(self.at(node), || Step::Node { parent });
    }

    /// Notes that a node is covered, or that no run reaches it, and which nodes are covered no more.
    #[track_caller]
    pub(super) fn note_covering(&mut self, node: NodeId, by: Option<NodeId>) {
        self.log.note_at(self.at(node), || Step::Covered { by: by.map(NodeId::told) });
        self.note_uncovered();
    }

    /// Notes which nodes are covered no more.
    #[track_caller]
    pub(super) fn note_uncovered(&mut self) {
        for node in std::mem::take(&mut self.tree.uncovered) {
            self.log.note_at(self.at(node), || Step::Uncovered);
        }
    }

    /// Notes a new formula of a node.
    #[track_caller]
    pub(super) fn note_formula(&mut self, node: NodeId, formula: TermId) {
        if self.log.is_on() {
            let (frame, cube) = (self.frame(node), excluded_cube(self.edges.cfa.terms(), formula));
            self.log.note_at(self.at(node), || Step::Lemma { frame, cube });
        }
    }

    /// Notes the answer to the question whether an edge leads from a node to states of the next one.
    #[track_caller]
    pub(super) fn note_answer(
        &mut self,
        question: Question,
        (node, edge): (NodeId, EdgeId),
        cube: &[TermId],
        answer: bool,
    ) {
        if self.log.is_on() {
            let frame = self.frame(node).previous();
            let from = Some(place(self.edges.cfa.edge(edge).source));
            let cube = formula_literals(self.edges.cfa.terms(), cube);
            let at = At { from, ..self.at(node) };
            self.log.note_at(at, || Step::Query { question, frame, cube, answer });
        }
    }

    /// Notes that a cube is to be blocked at a node, with the number of edges to the end of the path.
    #[track_caller]
    pub(super) fn note_obligation(&mut self, node: NodeId, cube: &[TermId], depth: usize, may: bool) {
        if self.log.is_on() {
            let (frame, cube) = (self.frame(node), formula_literals(self.edges.cfa.terms(), cube));
            let depth = Depth::new(depth);
            self.log.note_at(self.at(node), || Step::Obligation { frame, cube, depth, returns: 0, may });
        }
    }

    /// Notes a cube of predecessors at a node, for which the cube at the next one waits.
    #[track_caller]
    pub(super) fn note_predecessor(&mut self, nodes: [NodeId; 2], found: &[TermId], cube: &[TermId]) {
        if self.log.is_on() {
            let terms = self.edges.cfa.terms();
            let (found, cube) = (formula_literals(terms, found), formula_literals(terms, cube));
            let [before, after] = nodes;
            let frame = self.frame(before);
            self.log.note_at(self.at(before), || Step::Predecessor { frame, cube: found, state: Vec::new() });
            self.log.note_at(self.at(after), || Step::Waits { frame: frame.next(), cube });
        }
    }

    /// Notes that a chain of cubes has come to the first node of a path.
    #[track_caller]
    pub(super) fn note_reached(&mut self, node: NodeId, cube: &[TermId]) {
        if self.log.is_on() {
            let cube = formula_literals(self.edges.cfa.terms(), cube);
            self.log.note_at(self.at(node), || Step::Reached { cube });
        }
    }

    /// Notes the judgement on a path, with a cube for each node, or without cubes.
    #[track_caller]
    pub(super) fn note_chain(&mut self, nodes: &[NodeId], chain: &[Vec<TermId>], result: ChainResult) {
        if self.log.is_on() {
            let terms = self.edges.cfa.terms();
            let cube = |at: usize| chain.get(at).map_or_else(Vec::new, |cube| formula_literals(terms, cube));
            let cubes = (0..nodes.len()).map(cube).collect();
            let places = nodes.iter().map(|&node| place(self.tree.node(node).location)).collect();
            self.log.note(|| Step::Chain { cubes, places, result });
        }
    }

    /// Notes interpolants of a path, the first node apart.
    #[track_caller]
    pub(super) fn note_interpolants(&mut self, nodes: &[NodeId], interpolants: &[TermId]) {
        if self.log.is_on() {
            let terms = self.edges.cfa.terms();
            let of = |(&node, &formula): (&NodeId, &TermId)| Interpolant {
                at: self.at(node),
                cube: formula_cube(terms, formula),
            };
            let interpolants = nodes[1..].iter().zip(interpolants).map(of).collect();
            self.log.note(|| Step::Interpolants { interpolants });
        }
    }
}
