//! Steps of a search that wait for the observer.

use super::detail::{At, Detail, Source, Step, Words};
use super::observer::{Event, Observer};

/// Steps in the order in which they were made; none, unless an observer asks for them.
#[derive(Default)]
pub(in crate::engine) struct Log {
    is_on: bool,
    /// Whether the places of the model have been told.
    knows_places: bool,
    steps: Vec<(At, Source, Step)>,
}

impl Log {
    /// Notes steps from now on if this observer wants them.
    pub fn listen(&mut self, observer: &dyn Observer) {
        self.is_on = observer.wants_details();
        self.steps.clear();
    }

    /// Whether steps are noted.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Notes a step, which is made only if somebody wants it.
    #[inline]
    #[track_caller]
    pub fn note(&mut self, step: impl FnOnce() -> Step) {
        self.note_at(At::default(), step);
    }

    /// Notes a step about a part of the model.
    #[inline]
    #[track_caller]
    pub fn note_at(&mut self, at: At, step: impl FnOnce() -> Step) {
        if self.is_on {
            self.steps.push((at, Source::here(), step()));
        }
    }

    /// Notes the places of the model, if somebody wants them and was not told before. Whether it has.
    #[track_caller]
    pub fn note_places(&mut self, step: impl FnOnce() -> Step) -> bool {
        let is_new = self.is_on && !self.knows_places;
        if is_new {
            self.knows_places = true;
            self.note(step);
        }
        is_new
    }

    /// Tells all steps that were noted.
    pub fn tell(&mut self, words: &dyn Words, observer: &mut dyn Observer) {
        for (at, source, step) in self.steps.drain(..) {
            observer.event(Event::Detail(Detail { step: &step, at, source, words }));
        }
    }
}
