//! The search: level by level, the states of the U-sequence are excluded from the frames.

use super::frame::Frame;
use super::options::{CarOptions, Direction};
use super::proof;
use super::solvers::{Neighbour, Solvers};
use super::statistics::CarStatistics;
use crate::base::{Booking, Budget, HashMap, Limit, Lit};
use crate::engine::ic3::{
    drop_literals, Activity, Cube, Obligation, ObligationId, ObligationOrder, Obligations, Return,
};
use crate::engine::{Event, FrameId, Observer};
use crate::model::encode::hold::Held;
use crate::model::transition::Transition;
use crate::model::{Depth, PropertyId};
use std::sync::Arc;

/// The verdict of a search.
pub(super) enum Found {
    /// The union of the frames below this one is closed under steps, and apart from the far end.
    Closed(usize),
    /// The values of the latches at the beginning of a run, and its inputs up to the bad step.
    Run(Vec<bool>, Vec<Vec<bool>>),
}

/// The search for one property.
pub(super) struct Search {
    options: CarOptions,
    budget: Budget,
    solvers: Solvers,
    pub frames: Vec<Frame>,
    /// The U-sequence: each state of an obligation's cube has a step into, or backwards from, that of its successor. At
    /// depth 0 it is at the far end.
    sequence: Obligations<()>,
    /// By obligation: the inputs of that step; forwards at depth 0 those of the bad step.
    inputs: Vec<Vec<bool>>,
    /// The obligations by cube.
    known: HashMap<Cube, ObligationId>,
    activity: Activity,
    statistics: CarStatistics,
    /// The memory of the U-sequence.
    booking: Booking,
    bytes: u64,
}

impl Search {
    pub fn new(
        held: &Arc<Held>,
        relation: &Arc<Transition>,
        property: PropertyId,
        options: &CarOptions,
        budget: &Budget,
    ) -> Search {
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        let mut search = Search {
            options: options.clone(),
            budget: budget.clone(),
            solvers: Solvers::new(held.clone(), relation.clone(), property, options, budget),
            frames: Vec::new(),
            sequence: Obligations::new(ObligationOrder::Farthest, 0, options.seed),
            inputs: Vec::new(),
            known: HashMap::default(),
            activity: Activity::default(),
            statistics: CarStatistics::default(),
            booking,
            bytes: 0,
        };
        search.open();
        if options.direction == Direction::Forward {
            for v in relation.latches() {
                let other = relation.reset(v).map(|value| Cube::new(vec![v.lit(!value)]));
                other.into_iter().for_each(|cube| search.exclude(0, cube));
            }
        }
        search
    }

    pub fn statistics(&self) -> CarStatistics {
        CarStatistics { queries: self.solvers.queries, ..self.statistics }
    }

    /// The last frame.
    fn top(&self) -> usize {
        self.frames.len() - 1
    }

    /// There is no counterexample with this many transitions or fewer.
    pub fn safe_depth(&self) -> Option<Depth> {
        self.top().checked_sub(1).map(Depth::new)
    }

    pub fn run(&mut self, observer: &mut dyn Observer) -> Result<Found, Limit> {
        loop {
            if let Some(found) = self.block(observer)? {
                return Ok(found);
            }
            self.statistics.levels += 1;
            let sizes: Vec<usize> = self.frames.iter().map(|frame| frame.stored().len()).collect();
            observer.event(Event::Depth { depth: Depth::new(self.top()), frames: &sizes });
            self.open();
            if self.options.push {
                self.push(observer)?;
            }
            if let Some(frame) = proof::closed(&mut self.frames, self.solvers.latches(), &self.budget)? {
                return Ok(Found::Closed(frame));
            }
        }
    }

    /// Opens the next level, at which all states of the U-sequence are due again.
    fn open(&mut self) {
        self.solvers.open();
        self.frames.push(Frame::new());
        self.sequence.unmask();
    }

    /// Excludes the U-sequence and the far end from the last frame, and the states that are in the way from those
    /// before.
    fn block(&mut self, observer: &mut dyn Observer) -> Result<Option<Found>, Limit> {
        loop {
            self.budget.poll()?;
            if let Some(id) = self.sequence.pop(FrameId::new(self.top())) {
                match self.handle(id, observer) {
                    Ok(false) => {}
                    Ok(true) => return Ok(Some(self.counterexample(id))),
                    Err(limit) => {
                        self.sequence.enqueue(id);
                        return Err(limit);
                    }
                }
            } else if let Some(root) = self.solvers.root(&self.activity)? {
                self.add(root, self.top(), None, observer);
            } else {
                return Ok(None);
            }
        }
    }

    /// Excludes a state from its frame, or finds one that it leads to in the frame below; whether it is at the near
    /// end.
    fn handle(&mut self, id: ObligationId, observer: &mut dyn Observer) -> Result<bool, Limit> {
        let Obligation { cube, frame, .. } = self.sequence.get(id).clone();
        let at = frame.index();
        if !self.frames[at].excludes(&cube) {
            let order = self.frames[at].ordered(&cube, &self.options);
            match self.solvers.join(at, &order)? {
                None if at == 0 => return Ok(true),
                None => {
                    let neighbour = self.solvers.neighbour(at, &cube, &self.activity)?;
                    self.add(neighbour, at - 1, Some(id), observer);
                    self.sequence.enqueue(id);
                    return Ok(false);
                }
                Some(core) => {
                    let lemma = self.minimised(at, Cube::new(core))?;
                    observer.event(Event::Lemma { frame, size: lemma.len() });
                    self.statistics.lemmas += 1;
                    self.frames[at].rotate(&cube);
                    self.exclude(at, lemma);
                }
            }
        }
        let next = (at + 1..self.frames.len()).find(|&above| !self.frames[above].excludes(&cube));
        let is_root = self.sequence.get(id).depth == 0;
        let later = if is_root || self.options.retry { Return::Masked } else { Return::Never };
        let (next, how) = next.map_or((self.frames.len(), later), |above| (above, Return::Queued));
        self.sequence.come_back(id, FrameId::new(next), how);
        Ok(false)
    }

    /// Adds a state to the U-sequence. One that is there already is due in the frame, unless it waits in a lower one.
    fn add(
        &mut self,
        new: Neighbour,
        frame: usize,
        successor: Option<ObligationId>,
        observer: &mut dyn Observer,
    ) {
        let Neighbour { cube, inputs } = new;
        let frame = FrameId::new(frame);
        if let Some(&id) = self.known.get(&cube) {
            let old = self.sequence.get_mut(id);
            if old.done || old.frame > frame {
                old.frame = frame;
                old.done = false;
                self.sequence.enqueue(id);
            }
            return;
        }
        let depth = successor.map_or(0, |id| self.sequence.get(id).depth + 1);
        observer.event(Event::Obligation { frame, depth: Depth::new(depth), size: cube.len() });
        self.statistics.states += 1;
        self.bytes += (cube.len() * 8 + inputs.len() + 100) as u64;
        self.booking.set(self.bytes);
        let successor = successor.map(|id| (id, ()));
        let obligation = Obligation { depth, successor, ..Obligation::new((), cube.clone(), frame) };
        let id = self.sequence.add(obligation);
        self.inputs.push(inputs);
        self.known.insert(cube, id);
    }

    /// A part of the cube that no step joins with the frame below either.
    fn minimised(&mut self, frame: usize, core: Cube) -> Result<Cube, Limit> {
        if self.options.drop_failures == 0 {
            return Ok(core);
        }
        let mut order: Vec<Lit> = core.to_vec();
        self.activity.sort_ascending(&mut order);
        let mut left = self.options.drop_failures;
        drop_literals(core, &order, |candidate, _| {
            if left == 0 {
                return Ok(None);
            }
            let smaller = self.solvers.join(frame, candidate)?;
            left -= smaller.is_none() as usize;
            Ok(smaller.map(Cube::new))
        })
    }

    fn exclude(&mut self, frame: usize, cube: Cube) {
        self.activity.bump(&cube);
        self.solvers.exclude(frame, &cube);
        self.frames[frame].exclude(cube);
    }

    /// Tries each lemma in the next frame.
    fn push(&mut self, observer: &mut dyn Observer) -> Result<(), Limit> {
        for below in 0..self.top() {
            for id in self.frames[below].stored().to_vec() {
                let cube = self.frames[below].cube(id).clone();
                if self.frames[below + 1].excludes(&cube) || !self.frames[below].is_worth_pushing(id) {
                    continue;
                }
                match self.solvers.join(below + 1, &cube)? {
                    Some(core) => {
                        self.statistics.pushed += 1;
                        self.exclude(below + 1, Cube::new(core));
                    }
                    None => {
                        let witness = self.solvers.witness(below + 1);
                        self.frames[below].set_witness(id, witness);
                    }
                }
            }
        }
        observer.event(Event::Propagated { frame: FrameId::new(self.top()) });
        Ok(())
    }

    /// The run through a state of the U-sequence that is at the near end by the last answer.
    fn counterexample(&mut self, last: ObligationId) -> Found {
        let (state, end) = self.solvers.end();
        let chain: Vec<ObligationId> = std::iter::successors(Some(last), |&id| {
            self.sequence.get(id).successor.map(|(successor, ())| successor)
        })
        .collect();
        match self.options.direction {
            Direction::Forward => {
                Found::Run(state, chain.iter().map(|id| self.inputs[id.index()].clone()).collect())
            }
            Direction::Backward => {
                let root = chain[chain.len() - 1];
                let state = self.sequence.get(root).cube.iter().map(|l| !l.is_negative()).collect();
                let steps = chain[..chain.len() - 1].iter().rev();
                let inputs = steps.map(|id| self.inputs[id.index()].clone()).chain(Some(end));
                Found::Run(state, inputs.collect())
            }
        }
    }
}
