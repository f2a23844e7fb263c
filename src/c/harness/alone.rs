//! A function alone as a program of its own: plain C, with `main` and the bodies that stand for used contracts.
//!
//! Contracts are rewritten when tokens are read, so the file has no text for them, and places of the run are those of
//! clauses. The text of the tokens is read again, and the run is carried out in it. Both programs ask the same questions
//! in the same order.

use crate::base::Budget;
use crate::c::check::replay::RecordedAnswer;
use crate::c::read::read_plain;
use crate::c::run::options::RunOptions;
use crate::c::{run, Ask, AskKind, End, Failure, Pos, Program};

/// A run of a function alone, with the program and the text that a harness repeats.
#[derive(Debug)]
pub(in crate::c) struct Alone {
    pub program: Program,
    pub text: String,
    pub answers: Vec<RecordedAnswer>,
    pub error: (Failure, Pos),
}

impl Alone {
    /// The run with these answers.
    ///
    /// # Errors
    ///
    /// The reason why there is none.
    pub fn new(
        of: &Program,
        options: &RunOptions,
        answers: &[RecordedAnswer],
    ) -> Result<Alone, &'static str> {
        if of.has_loop_contracts {
            return Err("loops with contracts are one turn each, which is no C; use --loop-contracts off");
        }
        let text = of.plain_text.clone();
        let text = text.ok_or("an assertion has a quantifier within another condition, which is no C")?;
        let read = read_plain(text.as_bytes(), &of.types.options(), &Budget::unlimited());
        let mut program =
            read.map_err(|_| "the text of the function alone is no C that can be read again")?;
        program.is_function_alone = true;
        program.rests_on = of.rests_on.clone();
        let (mut given, mut asked) = (answers.iter().peekable(), Vec::new());
        let mut oracle = |ask: &Ask| {
            let is_heap = ask.kind == AskKind::Heap;
            // The recorded object may have had another number of bytes.
            while !is_heap && given.next_if(|answer| answer.kind == AskKind::Heap).is_some() {}
            let value = match given.next_if(|answer| answer.kind == ask.kind) {
                Some(answer) => answer.value,
                None if is_heap => 0,
                None => return None,
            };
            asked.push(RecordedAnswer { pos: ask.pos, kind: ask.kind, value });
            Some(value)
        };
        let done = run(&program, options, &mut oracle, &mut (), &Budget::unlimited());
        match done.map(|run| run.end) {
            Ok(End::Error(failure, pos)) => {
                Ok(Alone { program, text, answers: asked, error: (failure, pos) })
            }
            Ok(_) | Err(_) => Err("the text of the function alone, read again, does not lead to the error"),
        }
    }
}
