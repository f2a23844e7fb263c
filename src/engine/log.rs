//! Steps of a search that wait for the observer.

use super::detail::{Detail, Step, Words};
use super::observer::{Event, Observer};

/// Steps in the order in which they were made; none, unless an observer asks for them.
#[derive(Default)]
pub(in crate::engine) struct Log {
    is_on: bool,
    steps: Vec<Step>,
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
    pub fn note(&mut self, step: impl FnOnce() -> Step) {
        if self.is_on {
            self.steps.push(step());
        }
    }

    /// Tells all steps that were noted.
    pub fn tell(&mut self, words: &dyn Words, observer: &mut dyn Observer) {
        for step in self.steps.drain(..) {
            observer.event(Event::Detail(Detail { step: &step, words }));
        }
    }
}
