//! The steps that Spacer tells about random clauses: each answer, lemma and fact is held against all derivations.

use crate::cases::scaled;
use crate::counts::enough;
use crate::engines::any_options;
use crate::random_horn::random_horn;
use crate::told::{Set, Told};
use indubit::base::{Budget, Lit, Rng};
use indubit::engine::horn::Spacer;
use indubit::engine::{At, Detail, Event, FrameId, Observer, Outcome, PlaceId, Step};
use indubit::model::horn::{Atom, Horn};
use indubit::solver::term::{Model, Op, TermId, Value};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// A state of a place: falsity, the last place, has one.
type State = (usize, usize);

/// A clause with values for its variables.
struct Instance {
    body: Vec<State>,
    head: State,
}

struct World {
    instances: Vec<Instance>,
    places: usize,
}

/// The constants of a predicate's arguments, by name.
fn told_of(horn: &Horn, place: usize) -> Told {
    let terms = horn.terms();
    let constants: &[TermId] = horn.predicates().get(place).map_or(&[], |predicate| &predicate.places);
    Told::new(constants.iter().map(|&t| match terms.op(t) {
        Op::Symbol(symbol) => (terms.name(symbol), terms.sort(t)),
        op => unreachable!("{:?} is no constant", op),
    }))
}

impl World {
    fn new(horn: &Horn) -> World {
        let falsity = horn.predicates().len();
        let numbers: Vec<HashMap<Vec<Value>, usize>> = (0..falsity)
            .map(|place| {
                let told = told_of(horn, place);
                (0..told.count()).map(|number| (told.values(number), number)).collect()
            })
            .collect();
        let mut instances = Vec::new();
        for clause in horn.clauses() {
            let terms = horn.terms();
            let variables = Told::new(clause.variables.iter().map(|&v| ("", terms.sort(v))));
            for number in 0..variables.count() {
                let mut model = Model::new();
                model.set_all(terms, clause.variables.iter().copied(), &variables.values(number));
                if !model.evaluate(terms, clause.constraint).is_true() {
                    continue;
                }
                let state = |atom: &Atom| {
                    let place = atom.predicate.index();
                    (place, numbers[place][&model.evaluate_all(terms, &atom.arguments)])
                };
                let head = clause.head.as_ref().map_or((falsity, 0), state);
                instances.push(Instance { body: clause.body.iter().map(state).collect(), head });
            }
        }
        World { instances, places: falsity + 1 }
    }

    /// By place: the states that one use of a clause derives from these.
    fn image(&self, from: &[Set]) -> Vec<Set> {
        let mut image = vec![0; self.places];
        let holds = |&(place, number): &State| from[place] >> number & 1 != 0;
        for Instance { body, head } in &self.instances {
            if body.iter().all(holds) {
                image[head.0] |= 1 << head.1;
            }
        }
        image
    }

    /// The states with a derivation of at most this depth.
    fn derived(&self, depth: usize) -> Vec<Set> {
        (0..depth).fold(vec![0; self.places], |derived, _| self.image(&derived))
    }
}

/// The frames as the steps tell them.
struct Replay<'w> {
    world: &'w World,
    /// By place.
    told: Vec<Told>,
    /// By frame and place.
    frames: Vec<Vec<Set>>,
    kinds: BTreeMap<&'static str, u64>,
    last: Option<Step>,
}

impl Replay<'_> {
    fn cube(&mut self, detail: &Detail<'_>, cube: &[Lit]) -> (usize, Set) {
        let place = self.place(detail.at).index();
        (place, self.told[place].set(detail.words, detail.at.place, cube))
    }

    fn place(&self, at: At) -> PlaceId {
        let place = at.place.expect("a step at a place");
        assert!(self.kinds.contains_key("places") && place.index() < self.world.places);
        place
    }

    fn exclude(&mut self, frame: FrameId, (place, excluded): (usize, Set)) {
        assert_eq!(self.world.derived(frame.index())[place] & excluded, 0, "a lemma excludes derived states");
        let frames = self.frames.iter_mut().take(frame.index() + 1).skip(1);
        frames.for_each(|states| states[place] &= !excluded);
    }

    fn step(&mut self, detail: &Detail<'_>) {
        let step = detail.step;
        *self.kinds.entry(step.name()).or_default() += 1;
        assert!(!detail.to_string().is_empty());
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(detail.source.file());
        assert!(source.is_file(), "{:?}", detail.source);
        match step {
            Step::Places { places, edges } => {
                assert_eq!(places.len(), self.world.places);
                assert_eq!(places.iter().filter(|place| place.is_error).count(), 1);
                assert!(edges.iter().all(|edge| edge.from.index() + 1 < places.len()));
                assert!(edges.iter().all(|edge| edge.to.index() < places.len()));
            }
            Step::Frame { frame } => {
                assert_eq!(frame.index(), self.frames.len());
                self.frames.push(self.told.iter().map(Told::all).collect());
            }
            Step::Query { frame, cube, answer, .. } => {
                let (place, target) = self.cube(detail, cube);
                let found = self.world.image(&self.frames[frame.index()])[place] & target;
                // Where the answer is no, no state is reached from outside the cube, and so none is derived.
                match answer {
                    true => assert_ne!(found, 0, "{}", detail),
                    false => {
                        assert_eq!(self.world.derived(frame.index() + 1)[place] & target, 0, "{}", detail)
                    }
                }
            }
            Step::Reached { cube } => {
                let (place, states) = self.cube(detail, cube);
                let derived = self.world.derived(64)[place];
                assert!(states != 0 && states & !derived == 0, "{}", detail);
            }
            Step::Lemma { frame, cube } | Step::Pushed { frame, cube } => {
                let excluded = self.cube(detail, cube);
                self.exclude(*frame, excluded);
            }
            Step::Fixpoint { frame } => {
                assert_eq!(self.frames[frame.index()], self.frames[frame.index() + 1]);
            }
            Step::Obligation { cube, .. }
            | Step::Predecessor { cube, .. }
            | Step::Waits { cube, .. }
            | Step::Returns { cube, .. }
            | Step::Generalise { cube, .. }
            | Step::Held { cube, .. } => assert_ne!(self.cube(detail, cube).1, 0, "{}", detail),
            Step::Drop { candidate, smaller, .. } => {
                let smaller = smaller.iter().flatten();
                assert!(smaller.into_iter().all(|lit| candidate.contains(lit)), "{}", detail);
            }
            other => panic!("{:?} is not known here", other),
        }
        self.last = Some(step.clone());
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

#[test]
fn steps_of_spacer_tell_the_whole_search() {
    let mut kinds: BTreeMap<&'static str, u64> = BTreeMap::new();
    for seed in 0..scaled(300) as u64 {
        let mut rng = Rng::new(seed);
        let horn = random_horn(&mut rng, 3);
        let world = World::new(&horn);
        let told: Vec<Told> = (0..world.places).map(|place| told_of(&horn, place)).collect();
        let frames = vec![vec![0; world.places]];
        let mut replay = Replay { world: &world, told, frames, kinds: BTreeMap::new(), last: None };
        let options = any_options(&mut rng);
        let mut engine = Spacer::new(&horn, options.clone(), Budget::unlimited());
        let outcome = engine.prove(&mut replay);
        let mut silent = Spacer::new(&horn, options, Budget::unlimited());
        let _ = silent.prove(&mut ());
        assert_eq!(engine.statistics(), silent.statistics(), "{}: told and untold", seed);
        match outcome {
            Outcome::Safe(_) => assert!(matches!(replay.last, Some(Step::Fixpoint { .. })), "{}", seed),
            Outcome::Unsafe(_) => assert!(matches!(replay.last, Some(Step::Reached { .. })), "{}", seed),
            Outcome::Unknown(reason) => panic!("{}: {}", seed, reason),
        }
        replay.kinds.into_iter().for_each(|(name, count)| *kinds.entry(name).or_default() += count);
    }
    let told = ["places", "frame", "consecution?", "push?", "predecessor", "obligation", "waits", "returns"];
    for name in told.iter().chain(&["generalise", "lemma", "pushed", "held", "fixpoint", "reached"]) {
        assert!(kinds.get(name).map_or(false, |&count| enough(count, 20)), "{}: {:?}", name, kinds);
    }
    assert!(kinds.contains_key("drop"), "{:?}", kinds);
}
