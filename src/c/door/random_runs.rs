//! Random runs of a C program, as a member of a portfolio that searches for errors.
//!
//! The interpreter, which checks counterexamples, also searches for them. It carries out a loop of a hundred million
//! turns in some seconds, where engines that reason about formulas would not finish. The counterexample is then not a
//! path of that length, but the list of the answers that the run got.
//!
//! A program that asks for nothing has one run, which continues as long as the budget allows. Other programs have many,
//! which are numbered. A run is cut off about 4,096 · 2^k steps after its first question, where 2^k is the largest
//! power of two that divides its number. So runs of all lengths get about the same time.

use crate::base::{Booking, Budget, Limit};
use crate::c::{Ask, End, ErrorRun, OpenRun, Program, RandomAnswers, RecordedAnswer, RunError, RunOptions};

/// The number of steps of the shortest runs, after their first question.
const SHORTEST: u64 = 4_096;
/// The number of steps between two checks of the budget.
const STRETCH: u64 = 50_000;
/// The number of steps that count as one unit of work.
const STEPS_OF_A_UNIT: u64 = 8;
/// The most answers of a run.
const MOST_ANSWERS: usize = 1 << 18;
/// The number of runs that may be given up as unsupported before the search gives up.
const MOST_FAILED: u64 = 100;
/// The units of work that the beginning of a run counts as.
const BEGIN: u64 = 50;
/// The number of bytes that a run may hold.
const MEMORY: u64 = 1 << 26;

/// The runs of one program.
#[derive(Debug)]
pub(super) struct RandomRuns {
    options: RunOptions,
    seed: u64,
    /// A run that has not begun; `None` if the program has no runs.
    first: Option<OpenRun>,
    /// The number of runs that were begun.
    runs: u64,
    /// The number of runs that were given up as unsupported.
    failed: u64,
    steps: u64,
    present: Option<Present>,
    booking: Booking,
}

/// The run that has begun and not ended.
#[derive(Debug)]
struct Present {
    run: OpenRun,
    random: RandomAnswers,
    answers: Vec<RecordedAnswer>,
    /// The number of steps that it may take after its first question.
    most: u64,
    /// The number of its steps at its first question; `None` if it has not asked yet.
    asked_at: Option<u64>,
}

impl RandomRuns {
    /// Prepares random runs of a program under these options.
    pub fn new(program: &Program, options: RunOptions, seed: u64, budget: Budget) -> RandomRuns {
        let mut booking = Booking::default();
        booking.move_to(budget);
        let options = RunOptions { steps: u64::MAX, memory: options.memory.min(MEMORY), ..options };
        let first = OpenRun::new(program).ok();
        RandomRuns { options, seed, first, runs: 0, failed: 0, steps: 0, present: None, booking }
    }

    /// The counters, with their names.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        vec![("runs", self.runs), ("steps", self.steps)]
    }

    /// Runs the program, which must be the same in each call, until a run reaches an error.
    ///
    /// # Errors
    ///
    /// The limit that was reached; a further call continues. It is [`Limit::Incomplete`] if further runs are useless.
    pub fn go_on(&mut self, program: &Program) -> Result<ErrorRun, Limit> {
        let budget = self.booking.budget().clone();
        loop {
            budget.poll()?;
            let mut present = match self.present.take() {
                Some(present) => present,
                None => self.begin()?,
            };
            let Present { run, random, answers, most, asked_at } = &mut present;
            let mut oracle = |ask: &Ask| {
                let value = random.answer(program, ask);
                answers.push(RecordedAnswer { pos: ask.pos, kind: ask.kind, value });
                Some(value).filter(|_| answers.len() <= MOST_ANSWERS)
            };
            let before = run.steps();
            let until = before + STRETCH.min(*most);
            let done = run.go_on(program, &self.options, until, &mut oracle, &mut (), &budget);
            let taken = run.steps() - before;
            self.steps += taken;
            budget.spend_work(taken / STEPS_OF_A_UNIT + if before == 0 { BEGIN } else { 0 });
            self.booking
                .set(run.bytes() + (answers.capacity() * std::mem::size_of::<RecordedAnswer>()) as u64);
            if run.answers() > 0 {
                asked_at.get_or_insert(run.steps());
            }
            let (asks, goes_on) = (asked_at.is_some(), asked_at.map_or(true, |at| run.steps() < at + *most));
            match done {
                Ok(None) if goes_on => self.present = Some(present),
                Ok(Some(done)) if matches!(done.end, End::Error(..)) => {
                    return Ok(ErrorRun { steps: done.steps, answers: present.answers });
                }
                Err(RunError::Limit(limit)) => {
                    self.present = Some(present).filter(|present| present.run.is_interrupted());
                    return Err(limit);
                }
                _ if !asks => return Err(Limit::Incomplete),
                Err(_) if self.failed >= MOST_FAILED => return Err(Limit::Incomplete),
                Err(_) => self.failed += 1,
                Ok(_) => {}
            }
        }
    }

    fn begin(&mut self) -> Result<Present, Limit> {
        self.runs += 1;
        Ok(Present {
            run: self.first.as_ref().ok_or(Limit::Incomplete)?.another(),
            random: RandomAnswers::new(self.seed.wrapping_add(self.runs)),
            answers: Vec::new(),
            most: SHORTEST << self.runs.trailing_zeros().min(40),
            asked_at: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::c;

    fn program(text: &str) -> Program {
        c::read(text.as_bytes(), &Default::default(), &Budget::unlimited()).expect("a program")
    }

    /// The outcome of runs that are paused after each `slice` units of work, and how often they were.
    fn in_turns(program: &Program, slice: u64) -> (Result<ErrorRun, Limit>, u64) {
        let budget = Budget::unlimited();
        let mut runs = RandomRuns::new(program, RunOptions::default(), 7, budget.clone());
        for turns in 0.. {
            budget.pause_at(budget.work_used() + slice);
            match runs.go_on(program) {
                Err(Limit::Paused) => assert!(turns < 10_000, "the runs never end"),
                outcome => return (outcome, turns),
            }
        }
        unreachable!()
    }

    #[test]
    fn turns_change_nothing() {
        let one = "int main() { unsigned x = 0; while (x < 500000) x += 3; if (x % 3 == 0) reach_error(); }";
        let many = "int nd(void); int main() { int n = 0; while (n < 50) n += nd() == 3; reach_error(); }";
        let late = "int nd(void); int main() {
            int x = 0; while (x < 200000) x++;
            while (nd() > 1) x++; if (nd() == 1) reach_error(); }";
        for text in [one, many, late] {
            let program = program(text);
            let (whole, turns) = in_turns(&program, u64::MAX / 2);
            assert!(whole.is_ok() && turns == 0);
            let (sliced, turns) = in_turns(&program, 3_000);
            assert_eq!((sliced, turns > 5), (whole, text != many), "{}", turns);
        }
    }

    #[test]
    fn the_only_run_that_ends_quietly_is_the_last_one() {
        let program = program("int main() { int x = 0; while (x < 100000) x++; return x == 5; }");
        assert_eq!(in_turns(&program, 5_000).0, Err(Limit::Incomplete));
    }

    #[test]
    fn runs_into_what_is_not_supported_are_given_up() {
        let program = program(
            "int nd(void); int main() { if (nd() != 5) longjmp(0, 1); longjmp(0, 2); reach_error(); }",
        );
        assert_eq!(in_turns(&program, 5_000).0, Err(Limit::Incomplete));
    }

    /// A run is cut off when it gets more answers than are kept.
    #[test]
    fn answers_do_not_pile_up() {
        let program = program("int nd(void); int main() { for (;;) nd(); }");
        let budget = Budget::unlimited();
        let mut runs = RandomRuns::new(&program, RunOptions::default(), 0, budget.clone());
        budget.pause_at(3_000_000);
        assert_eq!(runs.go_on(&program), Err(Limit::Paused));
        assert!(budget.memory_used() < 64 * MOST_ANSWERS as u64, "{}", budget.memory_used());
        assert!(runs.steps > 10 * MOST_ANSWERS as u64, "{}", runs.steps);
    }
}
