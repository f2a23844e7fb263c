//! A function alone as a program of its own: plain C, with `main` and the bodies that stand for used contracts.
//!
//! Contracts are rewritten when tokens are read, so the file has no text for them, and places of the run are those of
//! clauses. The text of the tokens is read again, and the run is carried out in it. Both programs ask the same
//! questions in the same order. Words about pointers that C does not have take their values from the run.

use super::effects::Effects;
use super::queues::{literal, Queues, Taker};
use super::stubs::definition;
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
        let text = text.ok_or("a condition with a quantifier is no C")?;
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
            Ok(_) | Err(_) => Err("the error is not one of plain C, but of a condition with a quantifier"),
        }
    }
}

/// Remarks for the head of a harness.
pub(super) fn remarks(program: &Program) -> String {
    let mut text = if program.is_function_alone { FACTS.to_string() } else { String::new() };
    if !program.rests_on.is_empty() {
        text += &format!(" * It rests on the contract of {}.\n", program.rests_on.join(", "));
    }
    text
}

const FACTS: &str = " *
 * Contracts are plain C here: `main` gives the function its arguments and asserts what it ensures. The size of an
 * object, and other facts about pointers that C has no words for, are those of the run.
";

/// Words about pointers whose results are no `int`.
pub(super) const WORDS: &str = "
unsigned long __CPROVER_OBJECT_SIZE();
long __CPROVER_POINTER_OFFSET();
";

/// The definitions of the words that stand for contracts.
pub(super) fn definitions(queues: &Queues, effects: &Effects) -> String {
    let mut text = String::new();
    for (word, values) in &effects.facts {
        let list: Vec<String> = values.iter().map(|&value| literal(value)).collect();
        let body = format!(
            "static const long long values[] = {{{}}}; static unsigned next; return next < {} ? values[next++] : 0;",
            list.join(", "),
            values.len()
        );
        text.push_str(&definition("long", word, "void", &body));
    }
    match queues.of(Taker::Heap) {
        Some(queue) => text.push_str(&ALONE_WITH_BYTES.replace("QUEUE", &queue)),
        None => text.push_str(ALONE_PLAIN),
    }
    text.push_str(ALONE);
    text
}

/// The functions that stand for contracts.
const ALONE: &str = "
void __indubit_copy(void *to, const void *from, unsigned long size) { __builtin_memcpy(to, from, size); }
void __indubit_index(unsigned long chosen, unsigned long index) { }
";

/// New objects of a function alone whose bytes are all 0, as are the bytes that used contracts change.
const ALONE_PLAIN: &str = "
void *__indubit_object(unsigned long size) { return __builtin_calloc(size, 1); }
void __indubit_havoc(void *object, unsigned long size) { __builtin_memset(object, 0, size); }
";

/// New objects of a function alone, and bytes that used contracts change.
const ALONE_WITH_BYTES: &str = "
void *__indubit_object(unsigned long size) { return harness_of_malloc(size); }
void __indubit_havoc(void *object, unsigned long size)
{
  unsigned char *bytes = object;
  if (size > 65536) harness_fill_large(object, size, &QUEUE);
  for (unsigned long i = 0; size <= 65536 && i < size; i++) bytes[i] = harness_take(&QUEUE);
}
";
