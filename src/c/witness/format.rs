//! The parts of a witness, as the format defines them, and the check that a witness is about the task at hand.

use crate::base::{sha256, VERSION};
use crate::c::{Arch, Lines, Pos, Property};
use std::fmt;

/// The version of the format that has transition invariants and cycles.
pub(super) const WITH_ENDS: &str = "2.1";

/// A witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The description of the witness and its task.
    pub metadata: Metadata,
    /// The evidence.
    pub content: Content,
}

/// The description of a witness and its task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metadata {
    /// The version of the format: `2.0`, or `2.1` with what only that has.
    pub format_version: String,
    /// An identifier of the witness. The writer of a witness replaces an empty one by a hash of the rest.
    pub uuid: String,
    /// The time at which the witness was made, as ISO 8601 writes it.
    pub creation_time: String,
    /// The name of the verifier.
    pub producer: String,
    /// The version of the verifier.
    pub producer_version: String,
    /// The names of the program's files, with the SHA-256 of each in hexadecimal digits.
    pub input_files: Vec<(String, String)>,
    /// The text of the property, such as `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
    pub specification: String,
    /// The sizes of the integer types.
    pub data_model: Arch,
}

impl Metadata {
    /// The description of a witness that this program makes about one file. The caller passes the time.
    pub fn new(file: &str, text: &[u8], specification: &str, arch: Arch, creation_time: &str) -> Metadata {
        Metadata {
            format_version: "2.0".to_string(),
            uuid: String::new(),
            creation_time: creation_time.to_string(),
            producer: "indubit".to_string(),
            producer_version: VERSION.to_string(),
            input_files: vec![(file.to_string(), sha256(text))],
            specification: specification.to_string(),
            data_model: arch,
        }
    }

    /// Checks that the witness is about this task.
    ///
    /// If the task has no property, a program is checked for all errors. Then the witness may be about those of one
    /// kind, as far as the default property has it.
    ///
    /// # Errors
    ///
    /// The first difference, if the witness is about another task.
    pub fn check_task(&self, task: &Task<'_>) -> Result<(), TaskMismatch> {
        let hash = sha256(task.text);
        if !self.input_files.iter().any(|(_, known)| known.eq_ignore_ascii_case(&hash)) {
            return Err(TaskMismatch::Hash { files: self.input_files.clone(), hash });
        }
        if self.data_model != task.arch {
            return Err(TaskMismatch::DataModel { witness: self.data_model, task: task.arch });
        }
        let is_meant = match (Property::of_specification(&self.specification), task.property) {
            (Some(Property::UnreachCall | Property::ErrorLabel), Property::Default) => true,
            (found, asked) => found == Some(asked),
        };
        if !is_meant {
            let witness = self.specification.clone();
            return Err(TaskMismatch::Specification { witness, task: task.property });
        }
        Ok(())
    }
}

/// The task that a witness is to be about.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The program's text.
    pub text: &'a [u8],
    /// The data model of the task.
    pub arch: Arch,
    /// The property of the task.
    pub property: Property,
}

/// The difference between the task of a witness and the one at hand.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TaskMismatch {
    /// No file of the witness has the program's SHA-256.
    Hash {
        /// The files of the witness, with their hashes.
        files: Vec<(String, String)>,
        /// The hash of the program.
        hash: String,
    },
    /// The data models differ.
    DataModel {
        /// The data model of the witness.
        witness: Arch,
        /// The data model of the task.
        task: Arch,
    },
    /// The properties differ.
    Specification {
        /// The text in the witness.
        witness: String,
        /// The property of the task.
        task: Property,
    },
    /// This location is in a file whose SHA-256 is not the program's.
    File(Location),
    /// This location is not in the function that it names.
    Function(Location),
}

impl fmt::Display for TaskMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskMismatch::Hash { files, hash } => {
                f.write_str("the witness is about another program:")?;
                for (file, hash) in files {
                    write!(f, " `{:.200}` with the SHA-256 {:.64},", file, hash)?;
                }
                write!(f, " and the program at hand has {}", hash)
            }
            TaskMismatch::DataModel { witness, task } => write!(
                f,
                "the witness is about the data model {}, and {} is asked for (option --arch)",
                model_name(*witness),
                model_name(*task)
            ),
            TaskMismatch::Specification { witness, task: Property::Default } => write!(
                f,
                "the witness is about the property `{:.200}`, and no property is asked for, which stands for `{}` \
                 (option --property)",
                witness,
                Property::Default.specification()
            ),
            TaskMismatch::Specification { witness, task } => write!(
                f,
                "the witness is about the property `{:.200}`, and `{}` is asked for (option --property)",
                witness,
                task.specification()
            ),
            TaskMismatch::File(location) => {
                write!(f, "{} of `{:.200}`, which is not the program at hand", location, location.file)
            }
            TaskMismatch::Function(location) => {
                let name = location.function.as_deref().unwrap_or_default();
                write!(f, "{} is not in a function `{:.200}` of the program", location, name)
            }
        }
    }
}

impl std::error::Error for TaskMismatch {}

/// The name of a data model in witnesses.
pub(super) fn model_name(arch: Arch) -> &'static str {
    match arch {
        Arch::Ilp32 => "ILP32",
        Arch::Lp64 => "LP64",
    }
}

/// The evidence of a witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// The parts of a run into an error or without an end, in order; there is at least one.
    Violation(Vec<Segment>),
    /// Invariants at places in the text.
    Correctness(Vec<InvariantEntry>),
}

/// A part of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Waypoints that the run does not pass in this part.
    pub avoid: Vec<Waypoint>,
    /// The waypoint at which the part ends. It is a target in the last part of a run into an error, and only there.
    pub follow: Waypoint,
    /// Whether it is a part of the cycle in which a run without end stays.
    pub is_cycle: bool,
}

/// The kind of a waypoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaypointKind {
    /// The constraint holds before the statement at the location.
    Assumption,
    /// The condition of the statement or operator at the location has the value of the constraint.
    Branching,
    /// The call whose closing parenthesis is at the location is made.
    FunctionEnter,
    /// The call whose closing parenthesis is at the location returns, and its result satisfies the constraint.
    FunctionReturn,
    /// The property is violated at the location.
    Target,
}

impl WaypointKind {
    pub(super) const ALL: [(&'static str, WaypointKind); 5] = [
        ("assumption", WaypointKind::Assumption),
        ("branching", WaypointKind::Branching),
        ("function_enter", WaypointKind::FunctionEnter),
        ("function_return", WaypointKind::FunctionReturn),
        ("target", WaypointKind::Target),
    ];

    pub(super) fn name(self) -> &'static str {
        WaypointKind::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// A place that a run passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// Its kind.
    pub kind: WaypointKind,
    /// Its place.
    pub location: Location,
    /// The constraint: for an assumption an expression of C, for the return of a call an expression over `\result`, and
    /// for a branching `true`, `false`, a number or `default`. Assumptions and branchings always have one.
    pub constraint: Option<String>,
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The name of the file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The byte in the line, counted from 1. Without a column, the location is the first fitting place in the line.
    pub column: Option<usize>,
    /// The name of the function in which the location is.
    pub function: Option<String>,
}

impl Location {
    /// The location of a place in a program.
    pub fn new(file: &str, lines: &Lines, pos: Pos, function: Option<&str>) -> Location {
        let (line, column) = lines.line_and_column(pos);
        let function = function.map(str::to_string);
        Location { file: file.to_string(), line, column: Some(column), function }
    }

    /// Whether the location means this place: it has its line, and its column if it has one. A place in the C library
    /// has no location.
    pub fn is_at(&self, lines: &Lines, pos: Pos) -> bool {
        let (line, column) = lines.line_and_column(pos);
        let is_here = self.line == line && self.column.map_or(true, |known| known == column);
        is_here && lines.library_function(pos).is_none()
    }
}

/// The kind of an invariant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvariantKind {
    /// It holds whenever the condition of the loop at the location is about to be evaluated.
    Loop,
    /// It holds whenever the statement at the location comes next.
    Location,
    /// It holds of each two states, one after the other, in which the condition of the loop is about to be evaluated.
    /// Witnesses with it are only written.
    LoopTransition,
}

impl InvariantKind {
    pub(super) const ALL: [(&'static str, InvariantKind); 2] =
        [("loop_invariant", InvariantKind::Loop), ("location_invariant", InvariantKind::Location)];

    pub(super) fn name(self) -> &'static str {
        let known = InvariantKind::ALL.iter().find(|(_, kind)| *kind == self);
        known.map_or("loop_transition_invariant", |(name, _)| name)
    }
}

/// An invariant of a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvariantEntry {
    /// Its kind.
    pub kind: InvariantKind,
    /// Its place.
    pub location: Location,
    /// An expression in C without side effects that is not 0.
    pub value: String,
}
