//! IC3's search over systems that are not circuits: random graphs, whose states are few enough for sets as bit masks.
//!
//! A graph may also have *phantom* edges, which the search sees until a chain of cubes runs over them: an abstraction
//! that is refined.

use crate::cases::scaled;
use crate::counts::enough;
use crate::options::any_search_options;
use indubit::base::{Budget, Limit, Lit, Rng, Var};
use indubit::engine::ic3::{Activity, Chain, Cube, End, LemmaId, Search, SearchOptions, Steps, Target};
use indubit::engine::{ChainResult, Event, FrameId, Observer, Outcome, Question, Step, StopCause};

/// A set of states: bit `s` says whether state `s` is in it.
type Set = u64;

/// A graph over the states below `2^bits`; atom `i` is bit `i` of a state's number.
#[derive(Clone, Debug)]
struct Graph {
    bits: usize,
    initial: Set,
    goal: Set,
    /// By state.
    successors: Vec<Set>,
    phantoms: Vec<Set>,
}

fn members(set: Set) -> impl Iterator<Item = usize> {
    (0..64).filter(move |s| set >> s & 1 != 0)
}

impl Graph {
    fn random(rng: &mut Rng, with_phantoms: bool) -> Graph {
        let bits = 2 + rng.below(4);
        let states = 1usize << bits;
        let some = |rng: &mut Rng, count: usize| (0..count).fold(0, |set, _| set | 1 << rng.below(states));
        let degree = 1 + rng.below(3);
        Graph {
            bits,
            initial: {
                let count = 1 + rng.below(3);
                some(rng, count)
            },
            goal: {
                let count = 1 + rng.below(2);
                some(rng, count)
            },
            successors: (0..states)
                .map(|_| {
                    let count = rng.below(degree + 1);
                    some(rng, count)
                })
                .collect(),
            phantoms: (0..states)
                .map(|_| {
                    if with_phantoms {
                        let count = rng.below(3);
                        some(rng, count)
                    } else {
                        0
                    }
                })
                .collect(),
        }
    }

    fn all(&self) -> Set {
        if self.bits == 6 {
            !0
        } else {
            (1 << (1 << self.bits)) - 1
        }
    }

    /// The states of a cube.
    fn set_of(&self, cube: &[Lit]) -> Set {
        let is_in = |s: &usize| cube.iter().all(|l| (s >> l.var().index() & 1 == 0) == l.is_negative());
        members(self.all()).filter(is_in).fold(0, |set, s| set | 1 << s)
    }

    fn image(&self, set: Set) -> Set {
        members(set).fold(0, |image, s| image | self.successors[s])
    }

    /// The length of a shortest path to the goal, by breadth-first search.
    fn distance(&self) -> Option<usize> {
        let (mut reached, mut depth) = (self.initial, 0);
        while reached & self.goal == 0 {
            let more = reached | self.image(reached);
            if more == reached {
                return None;
            }
            reached = more;
            depth += 1;
        }
        Some(depth)
    }
}

/// The graph as the search sees it, with the set of each frame.
struct GraphSteps {
    graph: Graph,
    frames: Vec<Set>,
    infinity: Set,
    /// The states that the last question was about, and those of them for which the answer was yes.
    asked: Set,
    found: Set,
    queries: u64,
    refinements: u64,
    /// What makes a chain spurious is never found.
    gives_up: bool,
    rng: Rng,
}

impl GraphSteps {
    fn new(graph: &Graph, seed: u64) -> GraphSteps {
        GraphSteps {
            frames: vec![graph.initial],
            infinity: graph.all(),
            graph: graph.clone(),
            asked: 0,
            found: 0,
            queries: 0,
            refinements: 0,
            gives_up: false,
            rng: Rng::new(seed),
        }
    }

    /// The states with an edge into a set, phantom or not.
    fn before(&self, set: Set) -> Set {
        let leads = |&s: &usize| (self.graph.successors[s] | self.graph.phantoms[s]) & set != 0;
        members(self.graph.all()).filter(leads).fold(0, |before, s| before | 1 << s)
    }

    fn ask(&mut self, asked: Set, satisfying: Set) -> bool {
        self.queries += 1;
        self.asked = asked;
        self.found = asked & satisfying;
        self.found != 0
    }

    /// Drops literals while the test holds of the set, not always as many as possible.
    fn shrink(&mut self, lits: &[Lit], holds: impl Fn(&GraphSteps, Set) -> bool) -> Cube {
        let mut kept = Cube::new(lits.to_vec());
        for &l in lits {
            let smaller = kept.without(l).expect("a literal of the cube");
            if !self.rng.one_in(5) && holds(self, self.graph.set_of(&smaller)) {
                kept = smaller;
            }
        }
        kept
    }
}

impl Steps for GraphSteps {
    /// The states from the first to the last.
    type Run = Vec<usize>;

    fn meets_init(&mut self, cube: &Cube) -> Result<bool, Limit> {
        Ok(self.graph.set_of(cube) & self.graph.initial != 0)
    }

    fn meets_goal(&mut self, frame: FrameId) -> Result<bool, Limit> {
        Ok(self.ask(self.frames[frame.index()], self.graph.goal))
    }

    fn meets(&mut self, frame: FrameId, cube: &Cube) -> Result<bool, Limit> {
        Ok(self.ask(self.frames[frame.index()], self.graph.set_of(cube)))
    }

    fn fails_consecution(
        &mut self,
        frame: FrameId,
        cube: &Cube,
        relative: bool,
        _: &Activity,
    ) -> Result<bool, Limit> {
        let target = self.graph.set_of(cube);
        let asked = self.frames[frame.index()] & if relative { !target } else { !0 };
        Ok(self.ask(asked, self.before(target)))
    }

    fn core(&mut self, cube: &Cube, activity: &Activity) -> Result<Cube, Limit> {
        let mut order = cube.to_vec();
        activity.sort_ascending(&mut order);
        let asked = self.asked;
        Ok(self.shrink(&order, |steps, set| asked & steps.before(set) == 0 && set & steps.graph.initial == 0))
    }

    fn state(&mut self, _: FrameId) -> Vec<Lit> {
        let state = self.found.trailing_zeros() as usize;
        (0..self.graph.bits).map(|i| Var::new(i).lit(state >> i & 1 != 0)).collect()
    }

    fn predecessor(&mut self, _: FrameId, target: Target<'_>, _: &Activity) -> Result<Cube, Limit> {
        let wanted = match target {
            Target::Goal => self.graph.goal,
            Target::Cube(cube) => self.before(self.graph.set_of(cube)),
        };
        let state = self.found.trailing_zeros() as usize;
        let lits: Vec<Lit> = (0..self.graph.bits).map(|i| Var::new(i).lit(state >> i & 1 != 0)).collect();
        Ok(self.shrink(&lits, |_, set| set & !wanted == 0))
    }

    fn learn(&mut self, _: LemmaId, cube: &Cube, first: FrameId, last: FrameId) {
        let excluded = self.graph.set_of(cube);
        for frame in (first.index()..self.frames.len()).take_while(|&frame| FrameId::new(frame) <= last) {
            self.frames[frame] &= !excluded;
        }
        if last.is_infinite() {
            self.infinity &= !excluded;
        }
    }

    fn open(&mut self) {
        self.frames.push(self.infinity);
    }

    fn close_above(&mut self, top: FrameId) {
        self.frames.truncate(top.index() + 1);
    }

    fn concretise(
        &mut self,
        start: Option<&Vec<usize>>,
        chain: &[&Cube],
        end: End,
    ) -> Result<Chain<Vec<usize>>, Limit> {
        let sets: Vec<Set> = chain.iter().map(|cube| self.graph.set_of(cube)).collect();
        let first = match start {
            Some(run) => 1 << run[run.len() - 1],
            None => sets[0] & self.graph.initial,
        };
        assert!(first & sets[0] != 0, "a chain begins where a run can");
        // The states reached on real edges, one set for each cube.
        let mut reached = vec![first];
        for &set in &sets[1..] {
            let last = reached[reached.len() - 1];
            let next = self.graph.image(last) & set;
            if next == 0 {
                let phantoms =
                    members(last).filter(|&s| self.graph.phantoms[s] & set != 0).collect::<Vec<_>>();
                assert!(!phantoms.is_empty(), "each state of a cube has an edge into the next one");
                if self.gives_up {
                    return Ok(Chain::Unexplained);
                }
                phantoms.into_iter().for_each(|s| self.graph.phantoms[s] &= !set);
                self.refinements += 1;
                return Ok(Chain::Refined);
            }
            reached.push(next);
        }
        let mut run = Vec::new();
        let mut target = if end == End::Goal { self.graph.goal } else { !0 };
        for &set in reached.iter().rev() {
            let state = members(set).find(|&s| {
                run.is_empty() && target >> s & 1 != 0
                    || !run.is_empty() && self.graph.successors[s] & target != 0
            });
            let state = state.expect("a way back");
            run.push(state);
            target = 1 << state;
        }
        run.reverse();
        let before = start.map_or(&[][..], |known| &known[..known.len() - 1]);
        Ok(Chain::Concrete([before, &run[..]].concat()))
    }

    fn ends_in(&self, run: &Vec<usize>, cube: &Cube) -> bool {
        run.last().map_or(false, |&s| self.graph.set_of(cube) >> s & 1 != 0)
    }

    fn inductive_subset(&mut self, cubes: &[&Cube]) -> Result<Vec<usize>, Limit> {
        let mut kept: Vec<usize> = (0..cubes.len()).collect();
        loop {
            let outside = kept.iter().fold(self.infinity, |set, &i| set & !self.graph.set_of(cubes[i]));
            let before = kept.len();
            kept.retain(|&i| self.before(self.graph.set_of(cubes[i])) & outside == 0);
            if kept.len() == before {
                return Ok(kept);
            }
        }
    }

    fn queries(&self) -> u64 {
        self.queries
    }
}

/// Searches a graph and holds the answer against breadth-first search; the number of refinements.
fn agree(graph: &Graph, seed: u64, options: &SearchOptions) -> u64 {
    let mut search = Search::new(GraphSteps::new(graph, seed), options.clone(), Budget::unlimited());
    let context = || format!("seed {}: {:?}, {:?}", seed, graph, options);
    match search.prove(&mut ()) {
        Outcome::Safe(excluded) => {
            let invariant = excluded.iter().fold(graph.all(), |set, cube| set & !graph.set_of(cube));
            assert_eq!(graph.initial & !invariant, 0, "{}", context());
            assert_eq!(graph.image(invariant) & !invariant, 0, "{}", context());
            assert_eq!(graph.goal & invariant, 0, "{}", context());
            assert_eq!(graph.distance(), None, "{}", context());
        }
        Outcome::Unsafe(run) => {
            assert!(graph.initial >> run[0] & 1 != 0, "{}", context());
            assert!(run.windows(2).all(|w| graph.successors[w[0]] >> w[1] & 1 != 0), "{}", context());
            assert!(graph.goal >> run[run.len() - 1] & 1 != 0, "{}", context());
            assert!(graph.distance().map_or(false, |shortest| shortest < run.len()), "{}", context());
        }
        Outcome::Unknown(reason) => panic!("{}: {}", reason, context()),
    }
    search.steps().refinements
}

#[test]
fn the_search_agrees_with_breadth_first_search_on_2000_graphs() {
    let mut verdicts = [0, 0];
    for seed in 0..scaled(2000) as u64 {
        let mut rng = Rng::new(seed);
        let graph = Graph::random(&mut rng, false);
        verdicts[graph.distance().is_some() as usize] += 1;
        assert_eq!(agree(&graph, seed, &any_search_options(&mut rng)), 0);
    }
    assert!(verdicts.iter().all(|&count| enough(count, 400)), "{:?}", verdicts);
}

#[test]
fn the_search_refines_an_abstraction_until_it_agrees() {
    let mut refinements = 0;
    for seed in 0..scaled(2000) as u64 {
        let mut rng = Rng::new(seed);
        let graph = Graph::random(&mut rng, true);
        refinements += agree(&graph, seed, &any_search_options(&mut rng));
    }
    assert!(enough(refinements, 500), "{}", refinements);
}

/// That once was called evidence that failed its check.
#[test]
fn a_chain_that_cannot_be_refined_is_no_failed_evidence() {
    let path = |phantom| Graph {
        bits: 1,
        initial: 0b01,
        goal: 0b10,
        successors: vec![if phantom { 0 } else { 0b10 }, 0],
        phantoms: vec![if phantom { 0b10 } else { 0 }, 0],
    };
    let prove = |graph: &Graph, gives_up| {
        let steps = GraphSteps { gives_up, ..GraphSteps::new(graph, 1) };
        Search::new(steps, SearchOptions::default(), Budget::unlimited()).prove(&mut ())
    };
    assert!(matches!(prove(&path(false), true), Outcome::Unsafe(_)));
    assert!(matches!(prove(&path(true), false), Outcome::Safe(_)));
    match prove(&path(true), true) {
        Outcome::Unknown(reason) => assert_eq!(reason.cause, StopCause::Limit(Limit::Incomplete)),
        outcome => panic!("{:?}", outcome),
    }
}

#[test]
fn a_search_goes_on_with_another_goal() {
    for seed in 0..scaled(300) as u64 {
        let mut rng = Rng::new(seed);
        let graph = Graph::random(&mut rng, false);
        let options = any_search_options(&mut rng);
        let mut search = Search::new(GraphSteps::new(&graph, seed), options, Budget::unlimited());
        for goal in (0..1 << graph.bits).map(|s| 1 << s) {
            search.steps_mut().graph.goal = goal;
            let expected = Graph { goal, ..graph.clone() }.distance().is_some();
            let outcome = search.prove(&mut ());
            assert_eq!(matches!(outcome, Outcome::Unsafe(_)), expected, "seed {}: {:?}", seed, outcome);
            assert_eq!(matches!(outcome, Outcome::Safe(_)), !expected, "seed {}: {:?}", seed, outcome);
        }
    }
}

/// The frames as the steps of a search tell them, and the judge of each answer that the steps report.
struct Replay<'g> {
    graph: &'g Graph,
    frames: Vec<Set>,
    infinity: Set,
    questions: [u64; 5],
    last: Option<Step>,
}

impl Replay<'_> {
    fn before(&self, set: Set) -> Set {
        let leads = |&s: &usize| self.graph.successors[s] & set != 0;
        members(self.graph.all()).filter(leads).fold(0, |before, s| before | 1 << s)
    }

    fn exclude(&mut self, cube: &[Lit], first: usize, last: FrameId) {
        let excluded = self.graph.set_of(cube);
        for (at, frame) in self.frames.iter_mut().enumerate().skip(first) {
            if FrameId::new(at) <= last {
                *frame &= !excluded;
            }
        }
        if last.is_infinite() {
            self.infinity &= !excluded;
        }
    }

    fn answer(&self, question: Question, frame: FrameId, cube: &[Lit]) -> bool {
        let (states, target) = (self.frames[frame.index()], self.graph.set_of(cube));
        let found = match question {
            Question::Initial => self.graph.initial & target,
            Question::Goal => states & self.graph.goal,
            Question::Inside => states & target,
            Question::Consecution => states & !target & self.before(target),
            Question::Push => states & self.before(target),
            other => panic!("{:?} is not known here", other),
        };
        found != 0
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Frame { frame } => {
                assert_eq!(frame.index(), self.frames.len());
                self.frames.push(self.infinity);
            }
            Step::Query { question, frame, cube, answer } => {
                self.questions[*question as usize] += 1;
                assert_eq!(self.answer(*question, *frame, cube), *answer, "{:?}", step);
            }
            Step::Predecessor { frame, cube, state } => {
                let (known, lifted) = (self.graph.set_of(state), self.graph.set_of(cube));
                assert_eq!(known & !lifted, 0, "{:?}", step);
                assert_eq!(known.count_ones(), 1, "{:?}", step);
                assert_eq!(known & !self.frames[frame.index()], 0, "{:?}", step);
            }
            Step::Lemma { frame, cube } => {
                assert_eq!(self.graph.set_of(cube) & self.graph.initial, 0, "{:?}", step);
                self.exclude(cube, 1, *frame);
            }
            Step::Pushed { frame, cube } => self.exclude(cube, 1, *frame),
            Step::Held { frame, cube, state } if !state.is_empty() => {
                let (known, into) = (self.graph.set_of(state), self.before(self.graph.set_of(cube)));
                assert_eq!((known.count_ones(), known & !into), (1, 0), "{:?}", step);
                assert_eq!(known & !self.frames[frame.index()], 0, "{:?}", step);
            }
            Step::Drop { candidate, smaller: Some(smaller), .. } => {
                assert!(smaller.iter().all(|lit| candidate.contains(lit)), "{:?}", step);
            }
            Step::Fixpoint { frame } => {
                assert_eq!(self.frames[frame.index()], self.frames[frame.index() + 1], "{:?}", step);
            }
            _ => {}
        }
        self.last = Some(step.clone());
    }
}

impl Observer for Replay<'_> {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Detail(detail) = event {
            self.step(detail.step);
        }
    }

    fn wants_details(&self) -> bool {
        true
    }
}

/// Each answer is right for the frames that the steps so far make, two equal frames are equal, and the last step is
/// what the verdict rests on.
#[test]
fn steps_tell_the_whole_search() {
    let mut questions = [0; 5];
    for seed in 0..scaled(1000) as u64 {
        let mut rng = Rng::new(seed);
        let graph = Graph::random(&mut rng, false);
        let options = any_search_options(&mut rng);
        let mut search = Search::new(GraphSteps::new(&graph, seed), options, Budget::unlimited());
        let mut replay = Replay {
            graph: &graph,
            frames: vec![graph.initial],
            infinity: graph.all(),
            questions: [0; 5],
            last: None,
        };
        match search.prove(&mut replay) {
            Outcome::Safe(_) => {
                let is_close = matches!(replay.last, Some(Step::Fixpoint { .. } | Step::Pushed { .. }));
                assert!(is_close, "seed {}: {:?}", seed, replay.last);
                let goal = replay.infinity & graph.goal;
                assert_eq!(goal, 0, "seed {}: the lemmas that hold for ever exclude the goal", seed);
            }
            Outcome::Unsafe(_) => {
                let is_run = matches!(&replay.last, Some(Step::Chain { result: ChainResult::Concrete, .. }));
                assert!(is_run, "seed {}: {:?}", seed, replay.last);
            }
            Outcome::Unknown(reason) => panic!("seed {}: {}", seed, reason),
        }
        questions.iter_mut().zip(replay.questions).for_each(|(sum, count)| *sum += count);
    }
    assert!(questions.iter().all(|&count| enough(count, 50)), "{:?}", questions);
}
