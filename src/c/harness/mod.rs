//! A counterexample as a C program: the text of the program with the recorded answers, for gcc and a debugger.
//!
//! The harness is one file. In front of the program stand the answers, in a queue for each variable and function that
//! the run asked about; behind it stand the functions that the program does not define, among them those of the C
//! library that ask for values. The program itself is copied with small additions: variables without initialiser take
//! their value from a queue, and where an error is reached a line is printed and the process ends with [`REACHED`].
//! `#line` keeps the line numbers of the original.
//!
//! Of a program of several files each one stands between `#if HARNESS_UNIT == 1` and `#endif`, with the stubs of its
//! declarations. The harness is compiled once for each of them, and the linker makes one program again.

mod alone;
mod asserted;
mod counterexample;
mod edits;
mod effects;
mod queues;
mod stubs;

use crate::c::{Arch, Failure, FloatEvaluation, FloatingKind, Pos};
pub(in crate::c) use alone::Alone;
pub(in crate::c) use asserted::with_assertions;
pub use counterexample::{Aim, Counterexample};
use edits::edits;
use effects::Effects;
use queues::Queues;
use std::fmt::Write;
use std::ops::Range;

/// The exit code of a harness that reaches the error.
pub const REACHED: i32 = 107;

/// Writes a C file that carries out the run when it is compiled: it prints a line that begins with `reached` on
/// standard error and exits with [`REACHED`]. A run without end does so where it is cut off.
///
/// The head of the file says how to compile it, and how many answers it cannot give: those to reads out of bounds
/// and of volatile objects, and parts of structures that undefined functions return. An object whose declaration a
/// jump skips starts with what the compiled process finds there. A failure that compiled code does not notice, such
/// as an overflow, needs the sanitiser that the head names.
pub fn write_harness(run: &Counterexample<'_>) -> Vec<u8> {
    let effects = Effects::of(run);
    let (queues, missing) = Queues::new(run.program, run.answers, &effects);
    let (edits, more) = edits(run, &queues);
    let mut file = head(run, missing + more).into_bytes();
    file.extend_from_slice(queues.text(run.program).as_bytes());
    let name: String = run.file.chars().filter(|c| !matches!(c, '"' | '\\' | '\n')).collect();
    file.extend_from_slice(format!("\n#line 1 \"{}\"\n", name).as_bytes());
    let mut edits = edits.into_iter().peekable();
    let units = units(run);
    for (at, unit) in units.iter().enumerate() {
        if units.len() > 1 {
            file.extend_from_slice(format!("#if HARNESS_UNIT == {}\n", at + 1).as_bytes());
        }
        let mut from = unit.start;
        while let Some((at, text)) = edits.next_if(|&(at, _)| at <= unit.end) {
            file.extend_from_slice(run.text.get(from..at).unwrap_or(&[]));
            file.extend_from_slice(text.as_bytes());
            from = at;
        }
        file.extend_from_slice(run.text.get(from..unit.end).unwrap_or(&[]));
        file.extend_from_slice(stubs::text(run, &queues, &effects, unit).as_bytes());
        if run.program.is_function_alone {
            file.extend_from_slice(alone::definitions(&queues, &effects).as_bytes());
        }
        if let (true, Some(library)) = (at + 1 == units.len(), run.program.library_source("harness_of_")) {
            let head = "\n/* Functions of the C library that return other values in each run. */\n";
            file.extend_from_slice(head.as_bytes());
            file.extend_from_slice(library.as_bytes());
        }
        if units.len() > 1 {
            file.extend_from_slice(b"\n#endif\n");
        }
    }
    file
}

/// The parts of the text that are compiled one by one.
fn units(run: &Counterexample<'_>) -> Vec<Range<usize>> {
    let starts = run.program.lines.units();
    let mut starts: Vec<usize> = starts.into_iter().map(Pos::offset).collect();
    if starts.is_empty() {
        starts.push(0);
    }
    let ends = starts.iter().skip(1).copied().chain([run.text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| start..end).collect()
}

/// The options of gcc under which a compiled harness reports an error of this kind; `None` if it does so by itself.
fn sanitiser(failure: Option<Failure>) -> Option<&'static str> {
    failure.map(|failure| failure.row().gcc).filter(|names| !names.is_empty())
}

/// Whether a compiled harness without sanitiser reports an error of this kind by itself.
fn is_told(failure: Option<Failure>) -> bool {
    match failure {
        Some(failure) => {
            matches!(failure, Failure::ReachError | Failure::AssertFail | Failure::Assertion | Failure::Label)
        }
        None => true,
    }
}

/// Remarks for the user of a harness: how it is to be compiled, and what it cannot do.
pub fn harness_remarks(run: &Counterexample<'_>) -> Vec<String> {
    let flags = sanitiser(run.failure());
    let compile = flags.map(|flags| {
        let options = format!("-fsanitize={0} -fno-sanitize-recover={0}", flags);
        format!("the harness reports the error if gcc compiles it with {}", options)
    });
    let silent = (flags.is_none() && !is_told(run.failure())).then(|| {
        "gcc has no sanitiser for this error; the harness passes its place without a word".to_string()
    });
    let missing = missing_values(run);
    let incomplete = (missing > 0).then(|| {
        format!(
            "warning: {} values of the run cannot be given to compiled code, so the harness may not reach the error",
            missing
        )
    });
    compile.into_iter().chain(silent).chain(incomplete).collect()
}

/// The number of values of a run that a harness cannot give compiled code. If there are any, it may not reach the
/// error.
fn missing_values(run: &Counterexample<'_>) -> usize {
    let effects = Effects::of(run);
    let (queues, missing) = Queues::new(run.program, run.answers, &effects);
    missing + edits(run, &queues).1
}

/// The compiler with its options, those of its sanitisers, and the library of a program with floating-point numbers.
fn compiled(run: &Counterexample<'_>) -> (String, String, &'static str) {
    let bits = if run.program.types.options().arch == Arch::Ilp32 { "-m32" } else { "-m64" };
    let sanitiser = sanitiser(run.failure());
    let wraps = if run.failure() == Some(Failure::Overflow) { "" } else { " -fwrapv" };
    let sanitise = sanitiser
        .map_or(String::new(), |sanitiser| format!("-fsanitize={0} -fno-sanitize-recover={0} ", sanitiser));
    let compile = format!(
        "gcc {}{} -w -Wno-implicit-function-declaration -Wno-implicit-int -Wno-int-conversion \\\n \
         *     -fno-builtin -fgnu89-inline -no-pie {}-g",
        bits, wraps, sanitise
    );
    let has_floats = run.program.exprs().any(|id| run.program.types.has_floating(run.program.expr(id).ty));
    let target = run.program.types.options();
    let (sse, libm) = match (has_floats, target.arch, target.evaluation) {
        (true, Arch::Ilp32, FloatEvaluation::OwnType) => (" -msse2 -mfpmath=sse", " -lm"),
        (true, Arch::Ilp32, FloatEvaluation::Extended) => {
            (" -msse2 -mfpmath=387 -fexcess-precision=standard", " -lm")
        }
        (true, Arch::Lp64, _) => ("", " -lm"),
        (false, ..) => ("", ""),
    };
    (compile + sse, sanitise, libm)
}

/// The comment in front, and the functions that all harnesses need.
fn head(run: &Counterexample<'_>, missing: usize) -> String {
    let bits = if run.program.types.options().arch == Arch::Ilp32 { "-m32" } else { "-m64" };
    let file: String = run.file.chars().filter(|&c| c != '*').collect();
    let to = match run.aim {
        Aim::Error(failure, pos) => {
            format!("to an error: {} {}", failure, run.program.lines.place_text(pos))
        }
        Aim::NoEnd(_) => "without an end".to_string(),
    };
    let mut text = format!("/* A run of {} {}.\n *\n", file, to);
    let (compile, sanitise, libm) = compiled(run);
    let run_it = "&& ./run; echo $?";
    let _ = match units(run).len() {
        1 => writeln!(text, " *   {} -o run THIS_FILE.c{} {}\n *", compile, libm, run_it),
        count => {
            let list =
                |form: &str| (1..=count).map(|unit| form.replace('1', &unit.to_string())).collect::<String>();
            writeln!(
                text,
                " *   for unit in{}; do {} \\\n *     -DHARNESS_UNIT=$unit -c -o run$unit.o THIS_FILE.c; done\n \
                 *   gcc {} -no-pie {}-z muldefs -o run{}{} {}\n *",
                list(" 1"),
                compile,
                bits,
                sanitise,
                list(" run1.o"),
                libm,
                run_it
            )
        }
    };
    text.push_str(&report(run.failure()));
    text.push_str(" * The text of the program has additions, whose names begin with harness_.\n");
    if missing > 0 {
        let _ = write!(
            text,
            " *\n * Values of the run that compiled code cannot be given: {}.\n\
             * So it may not reach the error.\n",
            missing
        );
    }
    text.push_str(&alone::remarks(run.program));
    text.push_str(" */\n");
    let types = &run.program.types;
    let mut kinds = run.program.exprs().map(|id| types.floating_kind(run.program.expr(id).ty));
    let half = if kinds.any(|kind| kind == Some(FloatingKind::Half)) { HALF } else { "" };
    let words = if run.program.is_function_alone { alone::WORDS } else { "" };
    let goes_on = matches!(run.aim, Aim::NoEnd(_));
    text + &PRELUDE.replace("GOES_ON", if goes_on { "1" } else { "0" })
        + half
        + words
        + if goes_on { VISIT } else { "" }
}

/// The line of the comment in front that tells how the run of a compiled harness ends.
fn report(failure: Option<Failure>) -> String {
    match sanitiser(failure) {
        None if failure.is_none() => format!(
            " * prints a line that begins with \"reached\" and the exit code {}, when its recorded answers are used\n \
             * up, or when it has been in a loop 1,000,000 times, each time in a state of the set that it does not\n \
             * leave. In another state it prints \"left\".\n",
            REACHED
        ),
        Some(_) => " * prints the sanitiser's report of the error.\n".to_string(),
        None if is_told(failure) => {
            format!(" * prints a line that begins with \"reached\" and the exit code {}.\n", REACHED)
        }
        None => " * passes the place of the error without a word, since gcc has no sanitiser for it.\n"
            .to_string(),
    }
}

/// For runs without end: a visit of the head of a loop in a state of which the condition is to hold.
const VISIT: &str = "
static int harness_visit(int holds)
{
  static unsigned visits;
  if (!holds) { harness_write(2, \"left\\n\", 5); harness_exit(1); }
  if (++visits == 1000000) harness_reached(\"a loop for the 1,000,000th time\");
  return 1;
}
";

/// For programs with numbers of 16 bits, which not all targets have.
const HALF: &str = "
static _Float16 harness_half(struct harness_queue *queue)
{
  unsigned short bits = harness_take(queue);
  _Float16 value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}
";

const PRELUDE: &str = "\
extern long harness_write(int, const void *, unsigned long) __asm__(\"write\");
extern void harness_exit(int) __asm__(\"_exit\") __attribute__((noreturn));

/* The error is reached. */
static int harness_reached(const char *what)
{
  unsigned long length = 0;
  while (what[length]) length++;
  harness_write(2, \"reached: \", 9);
  harness_write(2, what, length);
  harness_write(2, \"\\n\", 1);
  harness_exit(107);
  return 1;
}

/* Values in the order in which they are taken; then 0. */
struct harness_queue { const long long *values; unsigned count, next; };

static long long harness_take(struct harness_queue *queue)
{
  if (queue->next < queue->count) return queue->values[queue->next++];
  if (GOES_ON) harness_reached(\"the end of the recorded answers\");
  return 0;
}

static float harness_float(struct harness_queue *queue)
{
  unsigned bits = harness_take(queue);
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

static double harness_double(struct harness_queue *queue)
{
  unsigned long long bits = harness_take(queue);
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

/* The scalar parts of an object: first bit and width. */
struct harness_part { unsigned long long first; unsigned width; };

static void harness_fill(void *object, const struct harness_part *parts, unsigned count, struct harness_queue *queue)
{
  unsigned char *bytes = object;
  for (unsigned i = 0; i < count; i++) {
    unsigned long long value = harness_take(queue);
    for (unsigned j = 0; j < parts[i].width; j++) {
      unsigned long long bit = parts[i].first + j;
      unsigned mask = 1u << bit % 8;
      bytes[bit / 8] = (value >> j & 1) ? bytes[bit / 8] | mask : bytes[bit / 8] & ~mask;
    }
  }
}

/* A large object: a pattern that repeats, and bytes that differ from it. */
static void harness_fill_large(unsigned char *object, unsigned long size, struct harness_queue *queue)
{
  unsigned long length = harness_take(queue), position, last = 0;
  unsigned char pattern[64];
  if (length < 1 || length > 64) length = 1;
  for (unsigned long i = 0; i < length; i++) pattern[i] = harness_take(queue);
  for (unsigned long i = 0; i < size; i++)
    if (object[i] != pattern[i % length]) object[i] = pattern[i % length];
  while ((position = harness_take(queue)) > last && position <= size) {
    object[position - 1] = harness_take(queue);
    last = position;
  }
}
";
