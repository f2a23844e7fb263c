//! The steps that engines tell about small random programs: each answer, lemma and node is held against all states.

use crate::cases::scaled;
use crate::counts::enough;
use crate::ic3cfa::configurations;
use crate::random_command::{ends, models, random_cfa, symbol, text};
use crate::told::{Set, Told};
use indubit::base::{Budget, Lit, Rng};
use indubit::engine::ic3cfa::{Ic3Cfa, Ic3CfaOptions};
use indubit::engine::tree_ic3::{TreeIc3, TreeIc3Options};
use indubit::engine::{
    At, ChainResult, Detail, Event, FrameId, Observer, Outcome, PlaceId, Question, Step, TreeNodeId,
};
use indubit::model::cfa::{Cfa, Edge};
use indubit::solver::term::{Model, Sort};
use std::collections::BTreeMap;
use std::path::Path;

/// A program whose states are few.
struct World<'c> {
    cfa: &'c Cfa,
    /// By edge and state: the states after it.
    images: Vec<Vec<Set>>,
    all: Set,
}

fn members(set: Set) -> impl Iterator<Item = usize> {
    (0..64).filter(move |s| set >> s & 1 != 0)
}

impl<'c> World<'c> {
    fn new(cfa: &'c Cfa) -> World<'c> {
        let (terms, variables) = (cfa.terms(), cfa.variables());
        let states = models(terms, variables);
        let numbers: BTreeMap<String, usize> =
            states.iter().enumerate().map(|(i, state)| (text(terms, state, variables), i)).collect();
        let mut images = Vec::new();
        for edge in cfa.edges() {
            let inputs = models(terms, &cfa.commands().inputs(edge.command));
            let image = |state: &Model| {
                let mut image = 0;
                for input in &inputs {
                    let mut start = input.clone();
                    for &v in variables {
                        start.set(symbol(terms, v), state.evaluate(terms, v));
                    }
                    for (shown, _) in ends(terms, cfa.commands(), edge.command, &start, variables) {
                        image |= 1 << numbers[&shown];
                    }
                }
                image
            };
            images.push(states.iter().map(image).collect());
        }
        World { cfa, images, all: !0 }
    }

    /// The edges between two places.
    fn between(&self, from: PlaceId, to: PlaceId) -> Vec<usize> {
        let edges = self.cfa.edges().iter().enumerate();
        let is_one = |edge: &Edge| edge.source.index() == from.index() && edge.target.index() == to.index();
        edges.filter(|(_, edge)| is_one(edge)).map(|(i, _)| i).collect()
    }

    fn image(&self, edge: usize, set: Set) -> Set {
        members(set).fold(0, |image, s| image | self.images[edge][s])
    }

    fn image_between(&self, from: PlaceId, to: PlaceId, set: Set) -> Set {
        self.between(from, to).into_iter().fold(0, |image, edge| image | self.image(edge, set))
    }

    /// By place: the states to which at most so many edges lead.
    fn reached(&self, edges: usize) -> Vec<Set> {
        let mut reached = vec![0; self.cfa.location_count()];
        reached[self.cfa.initial().index()] = self.all;
        for _ in 0..edges {
            let before = reached.clone();
            for (i, edge) in self.cfa.edges().iter().enumerate() {
                reached[edge.target.index()] |= self.image(i, before[edge.source.index()]);
            }
        }
        reached
    }

    /// Whether an answer may be right for one of the edges between two places, from states of this set.
    fn allows(&self, from: PlaceId, to: PlaceId, (source, target): (Set, Set), answer: bool) -> bool {
        let leads = |edge: usize| self.image(edge, source) & target != 0;
        self.between(from, to).into_iter().any(|edge| leads(edge) == answer)
    }
}

fn told() -> Told {
    Told::new([("a", Sort::Bool), ("b", Sort::Bool), ("x", Sort::BitVec(2)), ("y", Sort::BitVec(2))])
}

/// A node of the tree as it is told.
struct Node {
    place: PlaceId,
    parent: Option<TreeNodeId>,
    /// The states that its lemmas leave.
    states: Set,
    /// The states to which its path leads; `None` if it is not told by which of several edges.
    reached: Option<Set>,
    covered_by: Option<Option<TreeNodeId>>,
    has_children: bool,
}

/// The frames and the tree, as the steps tell them.
struct Replay<'w> {
    world: &'w World<'w>,
    told: Told,
    /// By place and frame.
    frames: Vec<Vec<Set>>,
    nodes: Vec<Node>,
    has_places: bool,
    kinds: BTreeMap<&'static str, u64>,
    last: Option<Step>,
    last_question: Option<(PlaceId, PlaceId, Set)>,
}

impl<'w> Replay<'w> {
    fn new(world: &'w World<'w>) -> Replay<'w> {
        let mut frames = vec![vec![0]; world.cfa.location_count()];
        frames[world.cfa.initial().index()] = vec![world.all];
        Replay {
            world,
            told: told(),
            frames,
            nodes: Vec::new(),
            has_places: false,
            kinds: BTreeMap::new(),
            last: None,
            last_question: None,
        }
    }

    fn place(&self, at: At) -> PlaceId {
        let place = at.place.expect("a step at a place");
        assert!(self.has_places && place.index() < self.world.cfa.location_count());
        place
    }

    fn exclude(&mut self, at: At, frame: FrameId, excluded: Set) {
        let place = self.place(at);
        if let Some(node) = at.node {
            let node = &mut self.nodes[node.index()];
            node.states &= !excluded;
            if let Some(reached) = node.reached {
                assert_eq!(reached & excluded, 0, "a lemma excludes states of the path");
            }
            return;
        }
        let reached = self.world.reached(frame.index())[place.index()];
        assert_eq!(reached & excluded, 0, "a lemma excludes states that are reached");
        for states in self.frames[place.index()].iter_mut().take(frame.index() + 1).skip(1) {
            *states &= !excluded;
        }
    }

    /// The states from which a question is asked.
    fn source(&self, at: At, question: Question, frame: FrameId, target: Set) -> (PlaceId, PlaceId, Set) {
        let (place, from) = (self.place(at), at.from.expect("a question about an edge"));
        if let Some(node) = at.node {
            let parent = self.nodes[node.index()].parent.expect("a parent");
            assert_eq!(self.nodes[parent.index()].place, from);
            return (from, place, self.nodes[parent.index()].states);
        }
        assert_eq!(question, Question::Consecution);
        let states = self.frames[from.index()][frame.index()];
        (from, place, if from == place { states & !target } else { states })
    }

    fn node(&mut self, at: At, parent: Option<TreeNodeId>) {
        let (node, place) = (at.node.expect("a node"), self.place(at));
        assert_eq!(node.index(), self.nodes.len());
        let reached = match parent {
            None => Some(self.world.all),
            Some(parent) => {
                let before = &mut self.nodes[parent.index()];
                before.has_children = true;
                match self.world.between(before.place, place)[..] {
                    [edge] => before.reached.map(|reached| self.world.image(edge, reached)),
                    ref edges => {
                        assert!(edges.len() > 1, "an edge to the node");
                        None
                    }
                }
            }
        };
        let states = self.world.all;
        self.nodes.push(Node { place, parent, states, reached, covered_by: None, has_children: false });
    }

    fn set(&mut self, detail: &Detail<'_>, cube: &[Lit]) -> Set {
        self.told.set(detail.words, detail.at.place, cube)
    }

    fn step(&mut self, detail: &Detail<'_>) {
        let (step, at) = (detail.step, detail.at);
        *self.kinds.entry(step.name()).or_default() += 1;
        assert!(!detail.to_string().is_empty());
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(detail.source.file());
        assert!(source.is_file(), "{:?}", detail.source);
        match step {
            Step::Places { places, edges } => {
                assert!(!self.has_places);
                self.has_places = true;
                assert_eq!(places.len(), self.world.cfa.location_count());
                assert!(places[self.world.cfa.initial().index()].is_initial);
                assert!(places[self.world.cfa.error().index()].is_error);
                let ends = edges.iter().map(|edge| (edge.from.index(), edge.to.index()));
                assert!(ends.eq(self.world.cfa.edges().iter().map(|e| (e.source.index(), e.target.index()))));
            }
            Step::Frame { frame } => {
                self.frames.iter_mut().for_each(|frames| frames.push(self.world.all));
                assert_eq!(frame.index() + 1, self.frames[0].len());
            }
            Step::Query { question, frame, cube, answer } => {
                let target = self.set(detail, cube);
                let (from, place, source) = self.source(at, *question, *frame, target);
                assert!(self.world.allows(from, place, (source, target), *answer), "{:?} {}", step, detail);
                self.last_question = Some((from, place, target));
            }
            Step::Predecessor { frame, cube, .. } => {
                let (from, place, target) = self.last_question.expect("a question");
                assert_eq!(self.place(at), from);
                let states = self.set(detail, cube);
                assert_ne!(states, 0, "{:?}", frame);
                if at.node.is_none() {
                    for state in members(states) {
                        let image = self.world.image_between(from, place, 1 << state);
                        assert_ne!(image & target, 0, "{}: a state without a step", detail);
                    }
                }
            }
            Step::Lemma { frame, cube } | Step::Pushed { frame, cube } => {
                let excluded = self.set(detail, cube);
                self.exclude(at, *frame, excluded);
            }
            Step::Drop { candidate, smaller: Some(smaller), .. } => {
                assert!(smaller.iter().all(|lit| candidate.contains(lit)), "{:?}", step);
            }
            Step::Fixpoint { frame } => {
                let equal = |frames: &Vec<Set>| frames[frame.index()] == frames[frame.index() + 1];
                assert!(self.frames.iter().all(equal), "{:?}", step);
            }
            Step::Chain { cubes, places, .. } => assert_eq!(cubes.len(), places.len()),
            Step::Interpolants { interpolants } => {
                for interpolant in interpolants {
                    let node = &self.nodes[interpolant.at.node.expect("a node").index()];
                    assert_eq!(Some(node.place), interpolant.at.place);
                    let reached = node.reached;
                    let states = self.told.set(detail.words, interpolant.at.place, &interpolant.cube);
                    assert!(reached.map_or(true, |reached| reached & !states == 0), "{}", detail);
                }
            }
            Step::Node { parent } => self.node(at, *parent),
            Step::Covered { by } => {
                let node = at.node.expect("a node").index();
                match by {
                    Some(by) => {
                        let other = &self.nodes[by.index()];
                        assert_eq!(other.place, self.nodes[node].place);
                        assert_eq!(self.nodes[node].states & !other.states, 0, "{}", detail);
                    }
                    None => assert_eq!(self.nodes[node].states, 0, "{}", detail),
                }
                self.nodes[node].covered_by = Some(*by);
            }
            Step::Uncovered => {
                let node = &mut self.nodes[at.node.expect("a node").index()];
                assert!(matches!(node.covered_by.take(), Some(Some(_))), "{}", detail);
            }
            Step::Obligation { .. }
            | Step::Waits { .. }
            | Step::Returns { .. }
            | Step::Reached { .. }
            | Step::Generalise { .. }
            | Step::Drop { smaller: None, .. }
            | Step::Held { .. }
            | Step::Ctg { .. } => {
                self.place(at);
            }
            other => panic!("{:?} is not known here", other),
        }
        self.last = Some(step.clone());
    }

    fn is_closed(&self, node: TreeNodeId) -> bool {
        let above = |&node: &TreeNodeId| self.nodes[node.index()].parent;
        std::iter::successors(Some(node), above).any(|node| self.nodes[node.index()].covered_by.is_some())
    }

    /// The tree is complete: each leaf is closed, and what covers another node is not.
    fn is_complete(&self) -> bool {
        (0..self.nodes.len()).map(TreeNodeId::new).all(|id| {
            let node = &self.nodes[id.index()];
            let by = node.covered_by.flatten();
            by.map_or(true, |by| !self.is_closed(by)) && (node.has_children || self.is_closed(id))
        })
    }
}

impl Observer for Replay<'_> {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Detail(detail) = event {
            self.step(&detail);
        }
    }

    fn wants_details(&self) -> bool {
        true
    }
}

fn add(kinds: &mut BTreeMap<&'static str, u64>, more: BTreeMap<&'static str, u64>) {
    more.into_iter().for_each(|(name, count)| *kinds.entry(name).or_default() += count);
}

/// Two words that are equal after each round of a loop, which has the two ways of a choice.
const COUNTERS: &str = "
    (declare-const a Bool) (declare-const b Bool)
    (declare-const x (_ BitVec 2)) (declare-const y (_ BitVec 2))
    (location start :initial) (location wrong :error) (location head) (location left) (location right)
    (edge start head (assign (x #b00) (y #b00)))
    (edge head left (assume (and a (bvult x #b11))) (assign (x (bvadd x #b01))))
    (edge head right (assume (and (not a) (bvult x #b11))) (assign (y (bvadd y #b01))))
    (edge left head (assign (y (bvadd y #b01)) (a b)))
    (edge right head (assign (x (bvadd x #b01)) (b (not b))))
    (edge head wrong (assume (bvult x y)))
    (edge head wrong (assume (and (= x #b11) (not (= y LAST)))))";

/// A random program, or one in a while the program with counters, which is safe or unsafe.
fn program(seed: u64) -> Cfa {
    match seed % 10 {
        8 => crate::engines::program(&COUNTERS.replace("LAST", "#b11")),
        9 => crate::engines::program(&COUNTERS.replace("LAST", "#b10")),
        _ => random_cfa(&mut Rng::new(seed)),
    }
}

/// Each answer is right for the frames that the steps so far make, lemmas are true of all states that are reached in as
/// many steps, and two frames that are equal are the last thing told of a safe program.
#[test]
fn steps_of_ic3cfa_tell_the_whole_search() {
    let configurations: Vec<(String, Ic3CfaOptions)> = configurations();
    let mut kinds = BTreeMap::new();
    for seed in 0..scaled(400) as u64 {
        let cfa = program(seed);
        let world = World::new(&cfa);
        let (name, options) = &configurations[seed as usize % configurations.len()];
        let mut replay = Replay::new(&world);
        let mut engine = Ic3Cfa::new(&cfa, options.clone(), Budget::unlimited());
        let outcome = engine.prove(&mut replay);
        let mut silent = Ic3Cfa::new(&cfa, options.clone(), Budget::unlimited());
        let _ = silent.prove(&mut ());
        assert_eq!(engine.statistics(), silent.statistics(), "{} {}: told and untold", seed, name);
        match outcome {
            Outcome::Safe(_) => {
                assert!(matches!(replay.last, Some(Step::Fixpoint { .. })), "{} {}", seed, name);
            }
            Outcome::Unsafe(_) => {
                let is_run = matches!(replay.last, Some(Step::Chain { result: ChainResult::Concrete, .. }));
                assert!(is_run, "{} {}", seed, name);
            }
            Outcome::Unknown(reason) => panic!("{} {}: {}", seed, name, reason),
        }
        add(&mut kinds, replay.kinds);
    }
    let told =
        ["places", "frame", "consecution?", "predecessor", "obligation", "waits", "returns", "generalise"];
    for name in told.iter().chain(&["lemma", "pushed", "held", "fixpoint", "chain", "reached", "drop"]) {
        assert!(kinds.get(name).map_or(false, |&count| enough(count, 20)), "{}: {:?}", name, kinds);
    }
    assert!(kinds.contains_key("ctg"), "{:?}", kinds);
}

/// Formulas of nodes are true along their paths, nodes that cover have more states, and the tree of a safe program has
/// no open leaf.
#[test]
fn steps_of_trees_tell_the_whole_tree() {
    let mut kinds = BTreeMap::new();
    for seed in 0..scaled(400) as u64 {
        let cfa = program(seed);
        let world = World::new(&cfa);
        let options = match seed % 4 {
            0 => TreeIc3Options::tree_ic3(),
            1 => TreeIc3Options::default(),
            2 => TreeIc3Options::tree_ic3_ia(),
            _ => TreeIc3Options::tree_itp(),
        };
        let budget = Budget::unlimited();
        budget.pause_at(3_000_000);
        let mut replay = Replay::new(&world);
        let mut engine = TreeIc3::new(&cfa, options.clone(), budget);
        let outcome = engine.prove(&mut replay);
        if !matches!(outcome, Outcome::Unknown(_)) {
            let mut silent = TreeIc3::new(&cfa, options, Budget::unlimited());
            let _ = silent.prove(&mut ());
            assert_eq!(engine.statistics(), silent.statistics(), "{}: told and untold", seed);
        }
        match outcome {
            Outcome::Safe(_) => assert!(replay.is_complete(), "{}", seed),
            Outcome::Unsafe(_) => {
                let is_run = matches!(replay.last, Some(Step::Chain { result: ChainResult::Concrete, .. }));
                assert!(is_run, "{} {:?}", seed, replay.last);
            }
            Outcome::Unknown(_) => *kinds.entry("unknown").or_default() += 1,
        }
        add(&mut kinds, replay.kinds);
    }
    let told = ["places", "node", "covered", "consecution?", "predecessor", "obligation", "waits", "lemma"];
    for name in told.iter().chain(&["refinement", "chain", "reached"]) {
        assert!(kinds.get(name).map_or(false, |&count| enough(count, 20)), "{}: {:?}", name, kinds);
    }
    assert!(kinds.contains_key("push?"), "{:?}", kinds);
}
