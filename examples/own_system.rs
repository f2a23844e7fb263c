//! IC3's search over a transition system of one's own: the farmer who takes a wolf, a goat and a cabbage across a
//! river, one at a time, and leaves none of them alone with its food. The states are so few that every question is
//! answered by looking at all of them.
//!
//! `cargo run --example own_system`

use indubit::base::{Budget, Limit, Lit, Var};
use indubit::engine::ic3::{Activity, Chain, Cube, End, LemmaId, Search, SearchOptions, Steps, Target};
use indubit::engine::FrameId;
use indubit::engine::Outcome;

const NAMES: [&str; 4] = ["farmer", "wolf", "goat", "cabbage"];

/// Bit `i` says whether the traveller of that name is across; so atom `i` is that question.
type State = usize;
const STATES: usize = 16;
const EVERYBODY: State = STATES - 1;

fn is_across(state: State, traveller: usize) -> bool {
    state >> traveller & 1 != 0
}

/// Whether two travellers are together without the farmer.
fn alone(state: State, a: usize, b: usize) -> bool {
    is_across(state, a) == is_across(state, b) && is_across(state, 0) != is_across(state, a)
}

/// The farmer crosses, with or without company from the same bank, and nobody is eaten.
fn successors(state: State) -> impl Iterator<Item = State> {
    let company = (0..4).filter(move |&i| is_across(state, i) == is_across(state, 0));
    let crossed = company.map(move |i| state ^ 1 ^ (1 << i & !1));
    crossed.filter(|&next| !alone(next, 1, 2) && !alone(next, 2, 3))
}

fn contains(cube: &[Lit], state: State) -> bool {
    cube.iter().all(|l| is_across(state, l.var().index()) != l.is_negative())
}

struct River {
    is_goal: fn(State) -> bool,
    /// The lemmas, each with the first and the last frame it holds in.
    lemmas: Vec<(Cube, FrameId, FrameId)>,
    /// The frame that opens next.
    opening: FrameId,
    /// Frame and excluded cube of the last question; the state that answered it.
    asked: (FrameId, Option<Cube>),
    model: State,
    queries: u64,
}

impl River {
    fn new(is_goal: fn(State) -> bool) -> River {
        let asked = (FrameId::INIT, None);
        River { is_goal, lemmas: Vec::new(), opening: FrameId::INIT.next(), asked, model: 0, queries: 0 }
    }

    fn is_in(&self, frame: FrameId, state: State) -> bool {
        let excluded = |(cube, first, last): &(Cube, FrameId, FrameId)| {
            *first <= frame && frame <= *last && contains(cube, state)
        };
        (frame > FrameId::INIT || state == 0) && !self.lemmas.iter().any(excluded)
    }

    fn ask(&mut self, frame: FrameId, outside: Option<&Cube>, holds: impl Fn(State) -> bool) -> bool {
        self.queries += 1;
        self.asked = (frame, outside.cloned());
        let candidates = (0..STATES).filter(|&s| outside.map_or(true, |cube| !contains(cube, s)));
        let found = candidates.filter(|&s| self.is_in(frame, s)).find(|&s| holds(s));
        self.model = found.unwrap_or(self.model);
        found.is_some()
    }
}

/// The cube without the literals that can be dropped while the test holds.
fn shrink(mut cube: Cube, mut holds: impl FnMut(&Cube) -> bool) -> Cube {
    for &lit in &cube.clone() {
        match cube.without(lit) {
            Some(smaller) if holds(&smaller) => cube = smaller,
            _ => {}
        }
    }
    cube
}

impl Steps for River {
    type Run = Vec<State>;

    fn meets_init(&mut self, cube: &Cube) -> Result<bool, Limit> {
        Ok(contains(cube, 0))
    }

    fn meets_goal(&mut self, frame: FrameId) -> Result<bool, Limit> {
        let is_goal = self.is_goal;
        Ok(self.ask(frame, None, is_goal))
    }

    fn meets(&mut self, frame: FrameId, cube: &Cube) -> Result<bool, Limit> {
        Ok(self.ask(frame, None, |s| contains(cube, s)))
    }

    fn fails_consecution(
        &mut self,
        from: FrameId,
        cube: &Cube,
        relative: bool,
        _: &Activity,
    ) -> Result<bool, Limit> {
        let outside = if relative { Some(cube) } else { None };
        Ok(self.ask(from, outside, |s| successors(s).any(|next| contains(cube, next))))
    }

    fn core(&mut self, cube: &Cube, _: &Activity) -> Result<Cube, Limit> {
        let (frame, outside) = self.asked.clone();
        Ok(shrink(cube.clone(), |smaller| {
            let reached =
                self.ask(frame, outside.as_ref(), |s| successors(s).any(|next| contains(smaller, next)));
            !reached && !contains(smaller, 0)
        }))
    }

    fn predecessor(&mut self, _: FrameId, target: Target<'_>, _: &Activity) -> Result<Cube, Limit> {
        let leads = |s: State| match target {
            Target::Goal => (self.is_goal)(s),
            Target::Cube(cube) => successors(s).any(|next| contains(cube, next)),
        };
        let state = (0..4).map(|i| Var::new(i).lit(is_across(self.model, i))).collect();
        Ok(shrink(state, |smaller| (0..STATES).filter(|&s| contains(smaller, s)).all(leads)))
    }

    fn learn(&mut self, _: LemmaId, cube: &Cube, first: FrameId, last: FrameId) {
        // A frame that opens later holds only the lemmas that hold for ever.
        let last = if last.is_infinite() { last } else { last.min(self.opening.previous()) };
        self.lemmas.push((cube.clone(), first, last));
    }

    fn open(&mut self) {
        self.opening = self.opening.next();
    }

    fn close_above(&mut self, top: FrameId) {
        self.opening = top.next();
    }

    fn concretise(
        &mut self,
        start: Option<&Vec<State>>,
        chain: &[&Cube],
        _: End,
    ) -> Result<Chain<Vec<State>>, Limit> {
        let mut run = start.cloned().unwrap_or_else(|| vec![0]);
        for cube in &chain[1..] {
            // Every state of a cube has a step into the next one.
            match successors(run[run.len() - 1]).find(|&next| contains(cube, next)) {
                Some(next) => run.push(next),
                None => return Ok(Chain::Spurious),
            }
        }
        Ok(Chain::Concrete(run))
    }

    fn ends_in(&self, run: &Vec<State>, cube: &Cube) -> bool {
        contains(cube, run[run.len() - 1])
    }

    fn queries(&self) -> u64 {
        self.queries
    }
}

fn search(question: &str, is_goal: fn(State) -> bool) {
    println!("{}", question);
    let mut search = Search::new(River::new(is_goal), SearchOptions::default(), Budget::unlimited());
    match search.prove(&mut ()) {
        Outcome::Unsafe(run) => {
            for state in run {
                let across: Vec<&str> = (0..4).filter(|&i| is_across(state, i)).map(|i| NAMES[i]).collect();
                println!("  across: {}", across.join(", "));
            }
        }
        Outcome::Safe(excluded) => {
            for cube in excluded {
                let side = |l: &Lit| if l.is_negative() { "here" } else { "across" };
                let part = |l: &Lit| format!("{} {}", NAMES[l.var().index()], side(l));
                println!("  never: {}", cube.iter().map(part).collect::<Vec<_>>().join(", "));
            }
        }
        Outcome::Unknown(reason) => println!("  unknown: {}", reason),
    }
    println!("  {} questions about single steps", search.steps().queries);
}

fn main() {
    search("Can all of them cross?", |state| state == EVERYBODY);
    search("Can the wolf be alone with the goat?", |state| alone(state, 1, 2));
}
