//! The frames, delta-encoded: a lemma is stored once, in the highest frame it is known to hold in.
//!
//! Frame `i` stands for the conjunction of the negated cubes stored in the frames `i` and above and in the infinity
//! frame, whose lemmas hold in all reachable states (Eén, Mishchenko, Brayton, FMCAD 2011). No lemma subsumes another
//! one that is stored in the same frame or below: inserting a lemma removes those that it makes superfluous. Whether a
//! lemma excludes a cube is asked often; a lemma is listed under one of its literals, so only the lists of the cube's
//! literals are searched.

use super::atoms::Atoms;
use super::cube::Cube;
use crate::base::Lit;
use crate::engine::FrameId;
use crate::solver::term::{TermId, Terms};

/// Index of a lemma; never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LemmaId(u32);

impl LemmaId {
    /// Position in arrays that are indexed by lemma.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A blocked cube: its negation is the lemma.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Lemma {
    pub cube: Cube,
    /// The literal of the cube that lists it.
    listed: Option<Lit>,
    /// The highest frame it holds in, or [`FrameId::INIT`] once it is removed.
    pub frame: FrameId,
    /// States of its frame that have a successor in the cube: why it could not be pushed. Empty if none are known.
    pub witness: Cube,
    /// A reachable state is known that it excludes from later frames: pushing is in vain (Quip's bad lemmas).
    pub bad: bool,
}

/// A lemma in the list of its rarest literal, with its next rarest: if a cube lacks that too, the lemma need not be
/// looked at.
#[derive(Clone, Copy)]
struct Listed {
    id: LemmaId,
    other: Lit,
}

#[derive(Default)]
pub(in crate::engine) struct Frames {
    lemmas: Vec<Lemma>,
    /// By frame from 0 on; frame 0 stays empty, the initial states are known to the solver.
    levels: Vec<Vec<LemmaId>>,
    infinity: Vec<LemmaId>,
    /// By lemma; kept apart, since most tests for what a new lemma makes superfluous end here.
    signatures: Vec<u64>,
    /// By literal code: lemmas in frames whose cube has the literal.
    lists: Vec<Vec<Listed>>,
    /// By literal code, false between searches.
    marks: Vec<bool>,
    /// The lowest frame that has lost or got a lemma since the last propagation.
    pub lowest_changed: FrameId,
    /// The number of lemmas that are stored, and the number of times that a lemma has moved or was removed. A solver
    /// that was told each lemma where it was has as many *dead* clauses.
    live: usize,
    dead: usize,
}

/// Dead clauses that do not matter.
const MOST_DEAD: usize = 500;

/// One bit for each literal, so that most failing subset tests end after one operation.
fn signature(cube: &[Lit]) -> u64 {
    cube.iter().fold(0, |s, l| s | 1 << ((l.code() as u32).wrapping_mul(0x9e37_79b9) >> 26))
}

impl Frames {
    pub fn new() -> Frames {
        Frames { levels: vec![Vec::new()], lowest_changed: FrameId::INIT.next(), ..Frames::default() }
    }

    /// The highest frame.
    pub fn top(&self) -> FrameId {
        FrameId::new(self.levels.len() - 1)
    }

    pub fn open(&mut self) {
        self.levels.push(Vec::new());
    }

    pub fn lemma(&self, id: LemmaId) -> &Lemma {
        &self.lemmas[id.index()]
    }

    pub fn lemma_mut(&mut self, id: LemmaId) -> &mut Lemma {
        &mut self.lemmas[id.index()]
    }

    /// The lemmas stored in a frame, by insertion.
    pub fn stored(&self, frame: FrameId) -> &[LemmaId] {
        if frame.is_infinite() {
            &self.infinity
        } else {
            &self.levels[frame.index()]
        }
    }

    /// Every lemma that is stored somewhere, lowest frame first.
    pub fn all(&self) -> impl Iterator<Item = &Lemma> {
        self.levels.iter().flatten().chain(&self.infinity).map(move |&id| self.lemma(id))
    }

    /// The clauses of a frame, as formulas.
    pub fn clauses(&self, atoms: &Atoms, terms: &mut Terms, frame: FrameId) -> Vec<TermId> {
        let held = self.all().filter(|lemma| lemma.frame >= frame);
        held.map(|lemma| terms.or(&atoms.clause(&lemma.cube))).collect()
    }

    /// The number stored in each frame from 1 on, and in the infinity frame.
    pub fn sizes(&self) -> Vec<usize> {
        self.levels[1..].iter().map(Vec::len).chain(Some(self.infinity.len())).collect()
    }

    fn level_mut(&mut self, frame: FrameId) -> &mut Vec<LemmaId> {
        if frame.is_infinite() {
            &mut self.infinity
        } else {
            &mut self.levels[frame.index()]
        }
    }

    /// Whether solvers that know the lemmas are worth building anew, without dead clauses.
    pub fn are_mostly_dead(&self) -> bool {
        self.dead > MOST_DEAD + self.live
    }

    /// The solvers were built anew.
    pub fn forget_dead(&mut self) {
        self.dead = 0;
    }

    /// The lemma that excludes the cube from the frame and reaches highest.
    pub fn excluding(&mut self, cube: &Cube, frame: FrameId) -> Option<LemmaId> {
        self.make_room(cube);
        cube.iter().for_each(|l| self.marks[l.code()] = true);
        let mut best: Option<(FrameId, LemmaId)> = None;
        for listed in cube.iter().flat_map(|l| &self.lists[l.code()]) {
            if !self.marks[listed.other.code()] {
                continue;
            }
            let lemma = &self.lemmas[listed.id.index()];
            let reaches_higher = best.map_or(lemma.frame >= frame, |(highest, _)| lemma.frame > highest);
            if reaches_higher && lemma.cube.iter().all(|l| self.marks[l.code()]) {
                best = Some((lemma.frame, listed.id));
            }
        }
        cube.iter().for_each(|l| self.marks[l.code()] = false);
        best.map(|(_, id)| id)
    }

    /// Makes the tables by literal long enough for a cube.
    fn make_room(&mut self, cube: &Cube) {
        let codes = cube.iter().map(|l| l.code() + 1).max().unwrap_or(0);
        if self.lists.len() < codes {
            self.lists.resize(codes, Vec::new());
            self.marks.resize(codes, false);
        }
    }

    /// The lemmas stored in exactly this frame that exclude the cube: its parents, if it is to be blocked one frame
    /// above.
    pub fn parents<'a>(&'a self, cube: &'a Cube, frame: FrameId) -> impl Iterator<Item = &'a Lemma> + 'a {
        let sign = signature(cube);
        self.levels
            .get(frame.index())
            .into_iter()
            .flatten()
            .filter(move |id| self.signatures[id.index()] & !sign == 0)
            .map(move |&id| self.lemma(id))
            .filter(move |lemma| lemma.cube.is_subset_of(cube))
    }

    /// Stores the lemma that excludes a cube from all frames up to this one, and removes those it subsumes.
    pub fn insert(&mut self, cube: Cube, frame: FrameId) -> LemmaId {
        let sign = signature(&cube);
        self.make_room(&cube);
        let Frames { lemmas, levels, infinity, signatures, lists, live, dead, .. } = self;
        let below = if frame.is_infinite() { levels.len() } else { frame.index() + 1 };
        let mut is_superfluous = |id: &LemmaId| {
            let superfluous =
                sign & !signatures[id.index()] == 0 && cube.is_subset_of(&lemmas[id.index()].cube);
            if superfluous {
                let lemma = &mut lemmas[id.index()];
                lemma.frame = FrameId::INIT;
                *live -= 1;
                *dead += 1;
                if let Some(l) = lemma.listed.take() {
                    lists[l.code()].retain(|listed| listed.id != *id);
                }
            }
            superfluous
        };
        let mut changed = if frame.is_infinite() { levels.len() } else { frame.index() };
        for (at, level) in levels[..below].iter_mut().enumerate() {
            let before = level.len();
            level.retain(|id| !is_superfluous(id));
            if level.len() < before {
                changed = changed.min(at);
            }
        }
        if frame.is_infinite() {
            infinity.retain(|id| !is_superfluous(id));
        }
        *live += 1;
        let id = LemmaId(lemmas.len() as u32);
        let rarest = |except: Option<Lit>| {
            let others = cube.iter().copied().filter(|&l| Some(l) != except);
            others.min_by_key(|l| lists[l.code()].len())
        };
        let listed = rarest(None);
        if let Some(l) = listed {
            let other = rarest(listed).unwrap_or(l);
            lists[l.code()].push(Listed { id, other });
        }
        lemmas.push(Lemma { cube, listed, frame, witness: Cube::default(), bad: false });
        signatures.push(sign);
        self.level_mut(frame).push(id);
        self.lowest_changed = self.lowest_changed.min(FrameId::new(changed.max(1)));
        id
    }

    /// Moves a lemma to another frame.
    pub fn move_to(&mut self, id: LemmaId, frame: FrameId) {
        let from = self.lemma(id).frame;
        self.level_mut(from).retain(|&other| other != id);
        self.lemmas[id.index()].frame = frame;
        self.lemmas[id.index()].witness = Cube::default();
        self.level_mut(frame).push(id);
        self.dead += 1;
    }

    /// Gives up the frames above `top`, whose lemmas must have moved away.
    pub fn close_above(&mut self, top: FrameId) {
        let top = top.index();
        debug_assert!(self.levels[top + 1..].iter().all(Vec::is_empty));
        self.levels.truncate(top + 1);
    }

    /// Every lemma may be tried again at the next frame.
    pub fn forget_witnesses(&mut self) {
        self.lemmas.iter_mut().for_each(|lemma| lemma.witness = Cube::default());
        self.lowest_changed = FrameId::INIT.next();
    }

    /// The lemmas whose push from below this frame failed because of a state in `cube`.
    pub fn triggered(&self, cube: &Cube, frame: FrameId) -> Vec<LemmaId> {
        let last = frame.min(self.top()).index();
        let stored = self.levels[1..=last].iter().flatten().copied();
        stored
            .filter(|&id| !self.lemma(id).witness.is_empty() && cube.is_subset_of(&self.lemma(id).witness))
            .collect()
    }
}
