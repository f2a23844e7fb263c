//! The lemmas of each location, and the questions about one edge.
//!
//! Each location has frames of its own, delta-encoded as those of [`ic3`](crate::engine::ic3). The solver of an edge
//! knows the lemmas of the edge's source. A lemma that holds up to frame `i` is a clause, switched on by a constant of
//! frame `i`. A question about frame `j` assumes the switches from `j` on, as far as lemmas of the source have any. A
//! lemma that moves up is added once more; solvers with many such dead clauses are built anew.
//!
//! The initial location has all states in all frames. Frame 0 of every other location has none.

use crate::base::{Budget, Limit, Lit};
use crate::engine::common::outcome::unless_incomplete;
use crate::engine::common::program::{Edges, Form};
use crate::engine::ic3::{Activity, Atoms, Cube, Frames, LemmaId};
use crate::engine::FrameId;
use crate::model::cfa::{Cfa, EdgeId, InvariantMap, LocId};
use crate::solver::term::{Sort, TermId, Terms};

/// The frames of all locations and the solvers of all edges.
pub(super) struct Space {
    pub edges: Edges,
    pub atoms: Atoms,
    pub activity: Activity,
    /// By location.
    pub frames: Vec<Frames>,
    /// By location: the highest frame that has no state.
    empty: Vec<Option<FrameId>>,
    /// By frame from 0 on.
    switches: Vec<TermId>,
    /// By location: the frames that have switched a clause on, in ascending order.
    used: Vec<Vec<FrameId>>,
    /// Whether the last question was answered without a solver, by no.
    was_trivial: bool,
    assumptions: Vec<TermId>,
}

impl Space {
    /// Frame 0 alone.
    pub fn new(cfa: &Cfa, form: Form, seed: u64, budget: &Budget) -> Space {
        let count = cfa.location_count();
        let mut edges = Edges::with_form(cfa, form, seed, budget);
        let first = edges.terms_mut().declare(".frame0", Sort::Bool);
        let mut empty = vec![Some(FrameId::INIT); count];
        empty[cfa.initial().index()] = None;
        Space {
            edges,
            atoms: Atoms::default(),
            activity: Activity::default(),
            frames: (0..count).map(|_| Frames::new()).collect(),
            empty,
            switches: vec![first],
            used: vec![Vec::new(); count],
            was_trivial: false,
            assumptions: Vec::new(),
        }
    }

    /// The highest frame.
    pub fn top(&self) -> FrameId {
        FrameId::new(self.switches.len() - 1)
    }

    /// Opens the next frame of all locations.
    pub fn open(&mut self) {
        let name = format!(".frame{}", self.switches.len());
        self.switches.push(self.edges.terms_mut().declare(&name, Sort::Bool));
        self.frames.iter_mut().for_each(Frames::open);
        for location in self.edges.cfa.locations() {
            if self.frames(location).are_mostly_dead() {
                self.renew(location);
            }
        }
        self.edges.book();
    }

    /// Builds the solvers of the edges that leave a location anew, without dead clauses.
    fn renew(&mut self, location: LocId) {
        self.edges.cfa.leaving(location).to_vec().into_iter().for_each(|edge| self.edges.renew(edge));
        self.used[location.index()].clear();
        self.frames[location.index()].forget_dead();
        let all: Vec<(Cube, FrameId)> =
            self.frames(location).all().map(|lemma| (lemma.cube.clone(), lemma.frame)).collect();
        for (cube, frame) in all {
            self.tell(location, &cube, frame);
        }
    }

    /// The lemmas of a location.
    pub fn frames(&self, location: LocId) -> &Frames {
        &self.frames[location.index()]
    }

    /// Whether a frame has no state at a location.
    pub fn is_empty(&self, location: LocId, frame: FrameId) -> bool {
        self.empty[location.index()].map_or(false, |highest| frame <= highest)
    }

    /// The highest frame of the location that is known to exclude the cube, if that is this frame or a higher one.
    /// Costs no query.
    pub fn excluding(&mut self, location: LocId, cube: &Cube, frame: FrameId) -> Option<FrameId> {
        let frames = &mut self.frames[location.index()];
        let by_lemma = frames.excluding(cube, frame).map(|id| frames.lemma(id).frame);
        let empty = self.empty[location.index()].filter(|&highest| frame <= highest);
        by_lemma.max(empty)
    }

    /// From now on the frames of a location up to this one exclude the cube.
    pub fn add(&mut self, location: LocId, cube: Cube, frame: FrameId) {
        debug_assert!(location != self.edges.cfa.initial(), "the initial location has all states");
        self.activity.bump(&cube);
        if cube.is_empty() {
            let highest = &mut self.empty[location.index()];
            *highest = (*highest).max(Some(frame));
        }
        self.tell(location, &cube, frame);
        self.frames[location.index()].insert(cube, frame);
    }

    /// Moves a lemma up.
    pub fn move_to(&mut self, location: LocId, id: LemmaId, frame: FrameId) {
        let cube = self.frames(location).lemma(id).cube.clone();
        if cube.is_empty() {
            let highest = &mut self.empty[location.index()];
            *highest = (*highest).max(Some(frame));
        }
        self.tell(location, &cube, frame);
        self.frames[location.index()].move_to(id, frame);
    }

    /// Tells the solvers of the edges that leave a location a lemma.
    fn tell(&mut self, location: LocId, cube: &Cube, frame: FrameId) {
        let clause = self.atoms.clause(cube);
        let terms = self.edges.terms_mut();
        let clause = terms.or(&clause);
        let clause = terms.implies(self.switches[frame.index()], clause);
        for edge in self.edges.cfa.leaving(location).to_vec() {
            self.edges.hold(edge, clause);
        }
        let used = &mut self.used[location.index()];
        if let Err(at) = used.binary_search(&frame) {
            used.insert(at, frame);
        }
    }

    /// Whether consecution fails: an edge leads from a state of this frame of its source into a cube; along an edge
    /// from a location to itself from a state outside the cube (Lange 2018, Definition 4.6).
    pub fn fails_consecution(&mut self, edge: EdgeId, frame: FrameId, cube: &Cube) -> Result<bool, Limit> {
        let ends = self.edges.cfa.edge(edge);
        self.was_trivial = self.is_empty(ends.source, frame);
        if self.was_trivial {
            return Ok(false);
        }
        self.assumptions.clear();
        let used = &self.used[ends.source.index()];
        let from = used.partition_point(|&level| level < frame);
        self.assumptions.extend(used[from..].iter().map(|level| self.switches[level.index()]));
        let outside = (ends.source == ends.target).then(|| self.atoms.clause(cube));
        let mut order: Vec<Lit> = cube.to_vec();
        self.activity.sort_descending(&mut order);
        let target: Vec<TermId> = self.atoms.formulas(&order).collect();
        self.edges.leads_from(edge, &self.assumptions, outside.as_deref(), &target)
    }

    /// After the last question was answered by no: the part of the cube that is not reached either. Costs as many
    /// queries at most as there are trials.
    pub fn core(&mut self, trials: usize) -> Cube {
        if self.was_trivial {
            return Cube::default();
        }
        let core = self.edges.core_after(trials);
        let terms = self.edges.cfa.terms();
        core.iter().filter_map(|&f| self.atoms.known(terms, f)).collect()
    }

    /// The clauses of a frame of a location.
    pub fn clauses(&mut self, location: LocId, frame: FrameId) -> Vec<TermId> {
        self.frames[location.index()].clauses(&self.atoms, self.edges.terms_mut(), frame)
    }

    /// Whether all lemmas of a frame together exclude a cube.
    pub fn implies(&mut self, location: LocId, frame: FrameId, cube: &Cube) -> Result<bool, Limit> {
        let held = self.clauses(location, frame);
        let clause = self.atoms.clause(cube);
        let clause = self.edges.terms_mut().or(&clause);
        unless_incomplete(self.edges.implies(&held, clause), false)
    }

    /// The frames behind this one, as an invariant.
    pub fn invariant(&mut self, frame: FrameId) -> InvariantMap {
        let mut formulas = Vec::new();
        for location in self.edges.cfa.locations() {
            let lemmas = self.clauses(location, frame.next());
            let terms = self.edges.terms_mut();
            formulas.push(terms.and(&lemmas));
        }
        let terms: Terms = self.edges.cfa.terms().clone();
        InvariantMap::new(terms, formulas)
    }
}
