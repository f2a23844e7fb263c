//! Questions to other tools: the text, its language, and the answer that would be wrong.

/// The language of a text, by its placeholder in a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The language of the kind: `{file}`.
    Own,
    /// A script of SMT-LIB about runs or evidence: `{smt}`.
    Script,
    /// Horn clauses as a script of the logic HORN, unsatisfiable if the error is reached: `{horn}`.
    Clauses,
    /// AIGER in the binary form, with zero resets where possible: `{aig}`.
    Binary,
    /// A C program that a compiler makes a program of, whose runs on all inputs are tried: `{runs}`.
    Runs,
}

impl Form {
    /// All forms.
    pub const ALL: [Form; 5] = [Form::Own, Form::Script, Form::Clauses, Form::Binary, Form::Runs];

    /// The word that stands for the file in a command.
    pub fn placeholder(self) -> &'static str {
        match self {
            Form::Own => "{file}",
            Form::Script => "{smt}",
            Form::Clauses => "{horn}",
            Form::Binary => "{aig}",
            Form::Runs => "{runs}",
        }
    }

    /// The suffix of a file, if the kind's own files have this one.
    pub fn suffix(self, own: &'static str) -> &'static str {
        match self {
            Form::Own => own,
            Form::Script | Form::Clauses => "smt2",
            Form::Binary => "aig",
            Form::Runs => "c",
        }
    }
}

/// Which of several answers count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// The last one.
    Last,
    /// All: none may be the wrong one.
    All,
}

/// A question to other tools that indubit has answered already, in this way or another.
#[derive(Debug)]
pub struct Question {
    /// The language.
    pub form: Form,
    /// The text.
    pub text: Vec<u8>,
    /// The answer that contradicts indubit's.
    pub never: &'static str,
    /// The answers that are looked at.
    pub counts: Counts,
    /// The answer of indubit that is tested.
    pub reason: String,
}

impl Question {
    /// A question whose last answer counts.
    pub fn new(
        form: Form,
        text: impl Into<Vec<u8>>,
        never: &'static str,
        reason: impl Into<String>,
    ) -> Question {
        Question { form, text: text.into(), never, counts: Counts::Last, reason: reason.into() }
    }

    /// All answers count.
    pub fn all(self) -> Question {
        Question { counts: Counts::All, ..self }
    }

    /// Whether these answers contradict indubit.
    pub fn is_denied(&self, verdicts: &[&str]) -> bool {
        match self.counts {
            Counts::Last => verdicts.last() == Some(&self.never),
            Counts::All => verdicts.contains(&self.never),
        }
    }
}

/// The answer that contradicts a verdict.
pub fn opposite(verdict: &str) -> Option<&'static str> {
    match verdict {
        "sat" => Some("unsat"),
        "unsat" => Some("sat"),
        _ => None,
    }
}
