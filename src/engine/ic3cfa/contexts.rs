//! Generalisation contexts: parts of cubes that were blocked before, for their edges (Lange 2018, Definition 4.11 and
//! Theorems 4.7 to 4.9).
//!
//! Cubes that were blocked come back at higher frames. A *context* remembers that an edge does not lead from a frame
//! into a part of a cube. If the frame now has no more states than the one of the context had, that still holds: the
//! part is an *upper bound*, no literal outside it has to be tried. A frame has no more states if it is the same one or
//! a lower one, for frames only become smaller; or else if all lemmas of the context still hold there.
//!
//! If the frame has no fewer states than the one of the context had, literals of the part are a *lower bound*: they are
//! not tried. That is a guess. A cube may have several smallest parts, and the theorem holds for none but the one that
//! was found. So no literal is ever added on account of a lower bound.
//!
//! Questions about loops leave out states of the cube that is blocked, so they have no contexts.

use super::generations::Generations;
use super::space::Space;
use crate::base::HashMap;
use crate::engine::ic3::{Cube, LemmaId};
use crate::engine::FrameId;
use crate::model::cfa::EdgeId;

/// Frames with more lemmas than this are compared by their number alone.
const MOST_LEMMAS: usize = 200;

/// Contexts of other cubes that are looked at in one search.
const MOST_OTHERS: usize = 50;

/// A part of a cube that an edge does not lead to.
#[derive(Clone)]
struct Context {
    /// The frame of the edge's source.
    frame: FrameId,
    /// The lemmas that the frame had, by age; `None` if they were too many.
    lemmas: Option<Vec<LemmaId>>,
    part: Cube,
}

/// The bounds that contexts give for a part of a cube.
#[derive(Default)]
pub(super) struct Bounds {
    /// The edge does not lead to this part.
    pub upper: Option<Cube>,
    /// Literals that are not tried.
    pub lower: Option<Cube>,
}

/// The contexts of all edges.
pub(super) struct Contexts {
    of: Generations<(EdgeId, Cube), Context>,
    /// By edge: the last cubes with a context.
    recent: HashMap<EdgeId, Vec<Cube>>,
}

impl Contexts {
    /// None yet; about as many as the limit says are kept.
    pub fn new(limit: usize) -> Contexts {
        Contexts { of: Generations::new(limit), recent: HashMap::default() }
    }

    /// The bounds for a cube that an edge does not lead to from this frame of its source.
    pub fn bounds(
        &mut self,
        space: &mut Space,
        edge: EdgeId,
        frame: FrameId,
        cube: &Cube,
        extended: bool,
    ) -> Bounds {
        let key = (edge, cube.clone());
        let mut bounds = Bounds::default();
        if let Some(context) = self.of.get(&key) {
            if holds_still(space, edge, frame, context) {
                bounds.upper = Some(context.part.clone());
            }
            if is_no_stronger(space, edge, frame, context) {
                bounds.lower = Some(context.part.clone());
            }
        }
        if extended && bounds.upper.is_none() {
            bounds.upper = self.part_of_another(space, edge, frame, cube);
        }
        bounds
    }

    /// A part of this cube that was found for another one.
    fn part_of_another(&self, space: &mut Space, edge: EdgeId, frame: FrameId, cube: &Cube) -> Option<Cube> {
        for other in self.recent.get(&edge)?.iter().rev() {
            let key = (edge, other.clone());
            if let Some(context) = self.of.peek(&key) {
                if context.part.is_subset_of(cube) && holds_still(space, edge, frame, context) {
                    return Some(context.part.clone());
                }
            }
        }
        None
    }

    /// Remembers that an edge does not lead from this frame of its source into a part of a cube.
    pub fn add(&mut self, space: &Space, edge: EdgeId, frame: FrameId, cube: Cube, part: Cube) {
        if !self.of.is_on() {
            return;
        }
        let recent = self.recent.entry(edge).or_default();
        if recent.len() >= MOST_OTHERS {
            recent.remove(0);
        }
        recent.push(cube.clone());
        let lemmas = lemmas_of(space, edge, frame);
        self.of.insert((edge, cube), Context { frame, lemmas, part });
    }
}

/// The lemmas of a frame of an edge's source, by age; `None` if they are many.
fn lemmas_of(space: &Space, edge: EdgeId, frame: FrameId) -> Option<Vec<LemmaId>> {
    let frames = space.frames(space.edges.cfa.edge(edge).source);
    let mut found = Vec::new();
    for level in frame.to(frames.top()) {
        found.extend_from_slice(frames.stored(level));
        if found.len() > MOST_LEMMAS {
            return None;
        }
    }
    found.sort_unstable();
    Some(found)
}

/// Whether a frame has no more states than the one of a context had.
fn holds_still(space: &mut Space, edge: EdgeId, frame: FrameId, context: &Context) -> bool {
    if frame <= context.frame {
        return true;
    }
    let source = space.edges.cfa.edge(edge).source;
    let lemmas = match &context.lemmas {
        Some(lemmas) => lemmas,
        None => return false,
    };
    lemmas.iter().all(|&id| {
        let lemma = space.frames(source).lemma(id);
        if lemma.frame >= frame {
            return true;
        }
        let cube = lemma.cube.clone();
        space.excluding(source, &cube, frame).is_some()
    })
}

/// Whether a frame has no lemma that the one of a context lacked.
fn is_no_stronger(space: &Space, edge: EdgeId, frame: FrameId, context: &Context) -> bool {
    match (&context.lemmas, lemmas_of(space, edge, frame)) {
        (Some(then), Some(now)) => now.iter().all(|id| then.binary_search(id).is_ok()),
        _ => false,
    }
}
