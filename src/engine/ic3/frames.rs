//! The frames, delta-encoded: a lemma is stored once, in the highest frame it is known to hold in.
//!
//! Frame `i` stands for the conjunction of the negated cubes stored in the frames `i` and above and in the infinity
//! frame, whose lemmas hold in all reachable states (Eén, Mishchenko, Brayton, FMCAD 2011). No lemma subsumes another
//! one that is stored in the same frame or below: whoever is inserted removes what it makes superfluous. Whether a
//! lemma excludes a cube is asked often; a lemma is listed under one of its literals, so only the lists of the cube's
//! literals are searched.

use crate::base::Lit;

/// Index of a lemma; never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::engine) struct LemmaId(u32);

impl LemmaId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The frame of lemmas that hold in every reachable state.
pub(in crate::engine) const INFINITY: usize = usize::MAX;

/// A blocked cube: its negation is the lemma.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Lemma {
    /// Sorted.
    pub cube: Vec<Lit>,
    /// The literal of the cube that lists it.
    listed: Option<Lit>,
    /// The highest frame it holds in, `INFINITY`, or 0 once it is removed.
    pub frame: usize,
    /// A state of its frame that has a successor in the cube: why it could not be pushed. Empty if there is none.
    pub witness: Vec<Lit>,
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
    pub lowest_changed: usize,
}

/// One bit for each literal, so that most failing subset tests end after one operation.
pub(super) fn signature(cube: &[Lit]) -> u64 {
    cube.iter().fold(0, |s, l| s | 1 << ((l.code() as u32).wrapping_mul(0x9e37_79b9) >> 26))
}

/// Whether sorted `a` is a subset of sorted `b`. Mostly it is not, and a few steps show it.
pub(super) fn is_subset(a: &[Lit], b: &[Lit]) -> bool {
    if a.len() > b.len() || a.first() < b.first() || a.last() > b.last() {
        return a.is_empty();
    }
    let mut rest = b;
    a.iter().all(|l| match rest.binary_search(l) {
        Ok(at) => {
            rest = &rest[at + 1..];
            true
        }
        Err(_) => false,
    })
}

impl Frames {
    pub fn new() -> Frames {
        Frames { levels: vec![Vec::new()], lowest_changed: 1, ..Frames::default() }
    }

    /// The highest frame.
    pub fn top(&self) -> usize {
        self.levels.len() - 1
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
    pub fn stored(&self, frame: usize) -> &[LemmaId] {
        if frame == INFINITY {
            &self.infinity
        } else {
            &self.levels[frame]
        }
    }

    /// The number stored in each frame from 1 on, and in the infinity frame.
    pub fn sizes(&self) -> Vec<usize> {
        self.levels[1..].iter().map(Vec::len).chain(Some(self.infinity.len())).collect()
    }

    fn level_mut(&mut self, frame: usize) -> &mut Vec<LemmaId> {
        if frame == INFINITY {
            &mut self.infinity
        } else {
            &mut self.levels[frame]
        }
    }

    /// The lemma that excludes the cube from the frame and reaches highest.
    pub fn excluding(&mut self, cube: &[Lit], frame: usize) -> Option<LemmaId> {
        self.make_room(cube);
        cube.iter().for_each(|l| self.marks[l.code()] = true);
        let mut best: Option<(usize, LemmaId)> = None;
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
    fn make_room(&mut self, cube: &[Lit]) {
        let codes = cube.iter().map(|l| l.code() + 1).max().unwrap_or(0);
        if self.lists.len() < codes {
            self.lists.resize(codes, Vec::new());
            self.marks.resize(codes, false);
        }
    }

    /// A lemma stored in exactly this frame whose cube contains the sorted cube: its parent in the frame before.
    pub fn parents<'a>(&'a self, cube: &'a [Lit], frame: usize) -> impl Iterator<Item = &'a Lemma> + 'a {
        let sign = signature(cube);
        self.levels
            .get(frame)
            .into_iter()
            .flatten()
            .filter(move |id| self.signatures[id.index()] & !sign == 0)
            .map(move |&id| self.lemma(id))
            .filter(move |lemma| is_subset(&lemma.cube, cube))
    }

    /// Stores the lemma that excludes a sorted cube from all frames up to this one, and removes those it subsumes.
    pub fn insert(&mut self, cube: Vec<Lit>, frame: usize) -> LemmaId {
        debug_assert!(cube.windows(2).all(|w| w[0] < w[1]));
        let sign = signature(&cube);
        self.make_room(&cube);
        let Frames { lemmas, levels, infinity, signatures, lists, .. } = self;
        let below = if frame == INFINITY { levels.len() } else { frame + 1 };
        let mut is_superfluous = |id: &LemmaId| {
            let superfluous =
                sign & !signatures[id.index()] == 0 && is_subset(&cube, &lemmas[id.index()].cube);
            if superfluous {
                let lemma = &mut lemmas[id.index()];
                lemma.frame = 0;
                if let Some(l) = lemma.listed.take() {
                    lists[l.code()].retain(|listed| listed.id != *id);
                }
            }
            superfluous
        };
        let mut changed = if frame == INFINITY { levels.len() } else { frame };
        for (at, level) in levels[..below].iter_mut().enumerate() {
            let before = level.len();
            level.retain(|id| !is_superfluous(id));
            if level.len() < before {
                changed = changed.min(at);
            }
        }
        if frame == INFINITY {
            infinity.retain(|id| !is_superfluous(id));
        }
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
        lemmas.push(Lemma { cube, listed, frame, witness: Vec::new(), bad: false });
        signatures.push(sign);
        self.level_mut(frame).push(id);
        self.lowest_changed = self.lowest_changed.min(changed.max(1));
        id
    }

    /// Moves a lemma to another frame.
    pub fn move_to(&mut self, id: LemmaId, frame: usize) {
        let from = self.lemma(id).frame;
        self.level_mut(from).retain(|&other| other != id);
        self.lemmas[id.index()].frame = frame;
        self.lemmas[id.index()].witness.clear();
        self.level_mut(frame).push(id);
    }

    /// Gives up the frames above `top`, whose lemmas must have moved away.
    pub fn close_above(&mut self, top: usize) {
        debug_assert!(self.levels[top + 1..].iter().all(Vec::is_empty));
        self.levels.truncate(top + 1);
    }

    /// The lemmas whose push from below this frame failed because of a state in `cube`.
    pub fn triggered(&self, cube: &[Lit], frame: usize) -> Vec<LemmaId> {
        let last = frame.min(self.top());
        let stored = self.levels[1..=last].iter().flatten().copied();
        stored
            .filter(|&id| !self.lemma(id).witness.is_empty() && is_subset(cube, &self.lemma(id).witness))
            .collect()
    }
}
