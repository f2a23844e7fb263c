//! *Induction*: lemmas move to the next frame if F leads from their frame to no state that they exclude.

use super::search::Spacer;
use crate::base::Limit;
use crate::engine::outcome::unless_incomplete;
use crate::engine::{Event, FrameId, Observer};

impl Spacer {
    /// Pushes lemmas from all frames below the top. `Some` is a frame that equals the next one for all predicates.
    pub(super) fn induction(&mut self, observer: &mut dyn Observer) -> Result<Option<FrameId>, Limit> {
        let top = self.top();
        for frame in FrameId::new(1).to(top.previous()) {
            for predicate in self.heads.ids() {
                let mut lemmas = self.heads[predicate].frames.stored(frame).to_vec();
                lemmas.sort_by_key(|&id| self.heads[predicate].frames.lemma(id).cube.len());
                for id in lemmas {
                    let lemma = self.heads[predicate].frames.lemma(id);
                    if lemma.frame != frame {
                        continue;
                    }
                    let cube = lemma.cube.clone();
                    self.statistics.pushes += 1;
                    if unless_incomplete(self.meets(predicate, frame, &cube, false), true)? {
                        continue;
                    }
                    self.statistics.pushed += 1;
                    let core = self.heads[predicate].core(&cube);
                    if core.len() < cube.len() {
                        self.learn(predicate, core, frame.next());
                    } else {
                        self.heads[predicate].frames.move_to(id, frame.next());
                        self.tell(predicate, &cube, frame.next());
                    }
                }
            }
            if self.heads.iter().all(|head| head.frames.stored(frame).is_empty()) {
                observer.event(Event::Propagated { frame: frame.next() });
                return Ok(Some(frame));
            }
        }
        observer.event(Event::Propagated { frame: top });
        Ok(None)
    }
}
