//! Answers to questions about edges, remembered (Lange 2018, §5.1.3, "CachedSolver").
//!
//! The search meets the same cubes again and again. Lange's table has the whole formula of a question as its
//! key, so a lemma more makes another question of it. Here the key is the edge and the cube, and an answer says how far
//! it still holds: frames only lose states, and lower frames have fewer. So the answer no holds for the same frame and
//! all lower ones from then on. The answer yes holds for the same frame and all higher ones, as long as no lemma has
//! come to the frame that was asked about. That a question was too hard for a number of conflicts holds until then,
//! too, for that many conflicts or fewer.

use super::generations::Generations;
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::model::cfa::EdgeId;

/// An answer to the question whether an edge leads from a frame into a cube.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    Yes,
    /// Nor into this part of the cube.
    No(Cube),
    /// It takes more conflicts than this.
    TooHard(u64),
}

/// An answer, and the question's frame as it was.
struct Entry {
    frame: FrameId,
    /// The number of lemmas that the frame had got.
    age: u64,
    answer: Answer,
}

/// The answers that are remembered.
pub(super) struct Answers {
    of: Generations<(EdgeId, Cube), Entry>,
}

impl Answers {
    /// None yet; about as many as the limit says are kept.
    pub fn new(limit: usize) -> Answers {
        Answers { of: Generations::new(limit) }
    }

    /// Whether answers are remembered.
    pub fn is_on(&self) -> bool {
        self.of.is_on()
    }

    /// The answer about this frame, if it is known. `age` tells the number of lemmas that a frame has got.
    pub fn get(
        &mut self,
        edge: EdgeId,
        frame: FrameId,
        cube: &Cube,
        age: impl Fn(FrameId) -> u64,
    ) -> Option<&Answer> {
        let entry = self.of.get(&(edge, cube.clone()))?;
        let is_unchanged = || age(entry.frame) == entry.age;
        let holds = match entry.answer {
            Answer::No(_) => frame <= entry.frame,
            Answer::Yes => frame >= entry.frame && is_unchanged(),
            Answer::TooHard(_) => frame == entry.frame && is_unchanged(),
        };
        holds.then_some(&entry.answer)
    }

    /// Remembers an answer about a frame that has got `age` lemmas.
    pub fn add(&mut self, edge: EdgeId, frame: FrameId, cube: &Cube, age: u64, answer: Answer) {
        self.of.insert((edge, cube.clone()), Entry { frame, age, answer });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Var;

    /// Frames by number, with lemmas that come to a frame and to those below.
    #[test]
    fn answers_hold_as_far_as_frames_have_no_more_states() {
        let (edge, cube) = (EdgeId::new(0), Cube::new(vec![Var::new(0).positive()]));
        let frame = FrameId::new;
        let part = Cube::default();
        let known = |answer: Answer, asked: usize, age_now: u64| {
            let mut answers = Answers::new(10);
            answers.add(edge, frame(2), &cube, 7, answer);
            answers.get(edge, frame(asked), &cube, |f| if f == frame(2) { age_now } else { 0 }).is_some()
        };
        for age in [7, 8] {
            let is_unchanged = age == 7;
            let no = || Answer::No(part.clone());
            assert_eq!([1, 2, 3].map(|asked| known(no(), asked, age)), [true, true, false]);
            let yes = [1, 2, 3].map(|asked| known(Answer::Yes, asked, age));
            assert_eq!(yes, [false, is_unchanged, is_unchanged]);
            let hard = [1, 2, 3].map(|asked| known(Answer::TooHard(5), asked, age));
            assert_eq!(hard, [false, is_unchanged, false]);
        }
        let mut none = Answers::new(0);
        none.add(edge, frame(2), &cube, 7, Answer::Yes);
        assert!(!none.is_on() && none.get(edge, frame(2), &cube, |_| 7).is_none());
    }
}
