//! The C library as C texts: functions that a program calls and does not define get a body here.
//!
//! The texts are files beside this one, each for a header or for a few small headers. They are plain C without
//! directives, and a scan of them finds which functions they define ([`texts`]), so there is no second list. After a
//! program was read, the definitions of the functions that it mentions are read behind it, and then those of the
//! functions that these call ([`append`]). From then on they are functions like any others, for the lowering and for
//! the interpreter.
//!
//! # Rules of the texts
//!
//! - A function, an object or a declaration begins at the beginning of a line, and a definition of a function ends with
//!   a brace at the beginning of a line. All other lines are blank, comments, or begin with a blank.
//! - Functions of the standard call none of the others, for a program may define any of them with another meaning.
//!   Their common code is in functions whose names begin with `__indubit_`, which stand before them.
//! - Values that a program does not choose, such as the results of `rand`, come from the functions `__indubit_any_…`,
//!   which have no body. A value that the standard leaves open is such a value, too: `strcmp` promises a sign only.
//! - `__SIZE_TYPE__` and the limits are macros, as compilers have them. `__INDUBIT_ERRNO(e)` sets `errno` in programs
//!   that mention it, and `__INDUBIT_PRINTED(e)` is `e` in programs that look at the number of printed characters.
//!   `__INDUBIT_SEEDED(a, b)` is `a` in programs that may set the seed of `rand` more than once, and else `b`.
//!   `__INDUBIT_PUSHED(a, b)` is `a` in programs that mention `ungetc`, and else `b`; `__INDUBIT_STDIN` is the stream
//!   that these call `stdin`.
//!   `__INDUBIT_WITH_LIST(e)` is `e`, in which `list` are the arguments behind the parameter `format`.
//! - `__INDUBIT_SHOW(e)` is `e` where an interpreter is told what the program prints, and else nothing. Functions whose
//!   names begin with `__indubit_print` exist only there. A stream is the number of its file: 1 is the standard output,
//!   2 the standard error, and others are not shown. `__INDUBIT_STREAM(s)` is a stream as target and room of a format,
//!   and `__INDUBIT_FORMATTED(e)` is `e` where its length or its text matters.
//! - A loop over the bytes of an object has a counter of the type `__INDUBIT_COUNTER__`, which ends at
//!   `__INDUBIT_COUNT(size)`. It has 32 bits if all objects are smaller than that, also where `size_t` has 64: engines
//!   prove loops over 32 bits in half of the time. Beyond the object the loop makes no difference: a store has no
//!   effect, a read may give any value, and the first access is the error in programs that must not do that.
//! - Operators compute what they would in mathematical integers, as far as no type of an interface asks for more.
//!
//! # Places
//!
//! The texts stand in one row behind the bytes of the program, as if they were part of the file.
//! [`Lines::library_function`](super::Lines::library_function) tells such places from those of the program.

mod append;
mod around;
mod formats;
mod names;
mod prologue;
mod read;
mod source;
mod texts;
mod uses;
mod whole;

pub(super) use append::append;
pub(super) use around::around_main;
pub(crate) use names::is_standard;
pub(crate) use texts::PRINT;
pub(super) use texts::{Item, Library};
