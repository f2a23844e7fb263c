//! C programs without undefined behaviour on most inputs, each of which is one of four values: a compiler's program
//! can try them all.
//!
//! An expression has at most one side effect, on a variable that does not occur elsewhere in it, and calls stand alone,
//! so the order of evaluation does not matter. Indices are below the length of their array. Signed overflow may happen;
//! the compiler's program traps then, and the run says nothing.

use super::mutants;
use super::question::{opposite, Form, Question};
use super::{any_settings, contradicts, verdict_of, Ask};
use indubit::base::{Budget, Rng};
use indubit::input::{self, InputOptions};
use indubit::portfolio::ModelVerifier;
use std::fmt::Write;

const TYPES: &[&str] = &[
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "_Bool",
];
/// Types whose objects may be read through others of them.
const PLAIN: &[&str] =
    &["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long"];
const INPUTS: &[&str] = &["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"];

/// A program.
pub fn make(rng: &mut Rng, size: usize) -> String {
    let maker =
        Maker { rng, out: String::new(), readable: Vec::new(), places: Vec::new(), left: 4, labels: 0 };
    maker.program(size)
}

struct Maker<'r> {
    rng: &'r mut Rng,
    out: String,
    /// Expressions that may be read.
    readable: Vec<String>,
    /// Expressions that may be assigned.
    places: Vec<String>,
    /// Calls for inputs that may still be made.
    left: usize,
    labels: usize,
}

impl Maker<'_> {
    fn one<'t>(&mut self, items: &[&'t str]) -> &'t str {
        items[self.rng.below(items.len())]
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{}", "  ".repeat(depth), text);
    }

    fn program(mut self, size: usize) -> String {
        for name in INPUTS {
            let ty = match *name {
                "uchar" => "unsigned char",
                "ushort" => "unsigned short",
                "uint" => "unsigned",
                "ulong" => "unsigned long",
                name => name,
            };
            self.line(0, &format!("extern {} __VERIFIER_nondet_{}(void);", ty, name));
        }
        self.line(0, "extern void reach_error(void);");
        let (cell, c, d) = (self.one(PLAIN), self.one(PLAIN), self.one(PLAIN));
        let mut members = String::new();
        let mut fields = Vec::new();
        for i in 0..2 + self.rng.below(4) {
            let ty = self.one(TYPES);
            let has_width = self.rng.one_in(2) && !ty.contains("long");
            let most = if ty == "_Bool" { 1 } else { 8 };
            let width = if has_width { format!(" : {}", 1 + self.rng.below(most)) } else { String::new() };
            let _ = write!(members, "{} m{}{}; ", ty, i, width);
            fields.push(format!("m{}", i));
        }
        self.line(0, &format!("struct s {{ {}struct {{ {} a[4]; {} x; }} in; }};", members, cell, c));
        let bits = "struct { unsigned lo : 5; int hi : 9; } bits";
        self.line(0, &format!("union u {{ {} c; {} d; unsigned char b[8]; {}; }};", c, d, bits));
        self.line(0, "enum e { E0, E1 = 5, E2 };");
        self.line(0, "static int steps;");
        for i in 0..3 {
            let (ty, value) = (self.one(TYPES), self.constant());
            let is_static = if self.rng.one_in(2) { "static " } else { "" };
            self.line(0, &format!("{}{} g{} = {};", is_static, ty, i, value));
        }
        let values: Vec<String> = (0..3).map(|_| self.constant()).collect();
        self.line(0, "static struct s gs;\nstatic union u gu;");
        self.line(0, &format!("static {} ga[4] = {{ {} }};", cell, values.join(", ")));
        self.line(0, &format!("static {} *gp = ga;", cell));
        self.globals(&fields);
        let globals = (self.readable.clone(), self.places.clone());
        let ty = self.one(TYPES);
        let (a, b) = (self.one(TYPES), self.one(TYPES));
        self.line(0, &format!("static {} f({} x, {} y) {{", ty, a, b));
        let tl = self.one(TYPES);
        self.line(1, &format!("static {} l = 1;", tl));
        self.add(&["x", "y", "l"], true);
        let count = 1 + self.rng.below(3);
        self.block(1, 1, count, false);
        let value = self.expression(2);
        self.line(1, &format!("return {};\n}}", value));
        self.readable = globals.0;
        self.places = globals.1;
        self.line(0, "int main(void) {");
        for name in ["a", "b", "c"] {
            let ty = self.one(TYPES);
            let value = if self.rng.one_in(2) { self.input() } else { self.constant() };
            self.line(1, &format!("{} {} = {};", ty, name, value));
        }
        self.line(1, &format!("struct s ls = gs, *q = &ls;\n  {} *p = &ga[1];", cell));
        self.add(&["a", "b", "c", "ls.in.x", "*p", "p[1]", "ls.in.a[2]", "q->in.a[1]"], true);
        for field in &fields {
            let (own, far) = (format!("ls.{}", field), format!("q->{}", field));
            self.add(&[&own, &far], true);
        }
        self.add(&["E1", "E2", "sizeof(struct s)", "sizeof gu", "(gp - ga)", "(q == &gs)", "!p"], false);
        let count = 3 + self.rng.below(size + 1);
        self.block(1, 2, count, true);
        self.line(1, "return 0;\n}");
        self.out
    }

    fn globals(&mut self, fields: &[String]) {
        self.add(&["g0", "g1", "g2", "gs.in.x", "gs.in.a[1]", "gu.c", "gu.d", "gu.b[1]", "gu.bits.lo"], true);
        self.add(&["gu.bits.hi", "ga[0]", "ga[g0 & 3]", "gs.in.a[g1 & 3]", "*gp"], true);
        for field in fields {
            self.add(&[&format!("gs.{}", field)], true);
        }
    }

    fn add(&mut self, expressions: &[&str], writable: bool) {
        for expression in expressions {
            self.readable.push(expression.to_string());
            if writable {
                self.places.push(expression.to_string());
            }
        }
    }

    fn constant(&mut self) -> String {
        let edges =
            ["127", "128", "255", "256", "32767", "65535", "0x7fffffff", "0x80000000", "4294967295", "'a'"];
        match self.rng.below(8) {
            0 => self.one(&edges).to_string(),
            1 => format!("-{}", self.rng.below(20)),
            2 => format!("{}{}", self.rng.below(300), self.one(&["u", "l", "ul", "ll"])),
            _ => self.rng.below(12).to_string(),
        }
    }

    fn input(&mut self) -> String {
        if self.left == 0 {
            return self.constant();
        }
        self.left -= 1;
        format!("(__VERIFIER_nondet_{}() & 3)", self.one(INPUTS))
    }

    fn leaf(&mut self) -> String {
        if self.rng.one_in(4) {
            return self.constant();
        }
        let at = self.rng.below(self.readable.len());
        self.readable[at].clone()
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.one_in(8) {
            return self.leaf();
        }
        let a = self.expression(depth - 1);
        match self.rng.below(16) {
            0..=3 => {
                let op = self.one(&["+", "-", "+", "&", "|", "^", "*"]);
                format!("({} {} {})", a, op, self.expression(depth - 1))
            }
            4..=6 => {
                let op = self.one(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {} {})", a, op, self.expression(depth - 1))
            }
            7 => format!("({} {} (({} & 7) + 1))", a, self.one(&["/", "%"]), self.expression(depth - 1)),
            8 => format!("({} >> ({} & 7))", a, self.expression(depth - 1)),
            9 => format!("((unsigned){} << ({} & 15))", a, self.expression(depth - 1)),
            10 => format!("({}{})", self.one(&["- ", "~", "!", "+"]), a),
            11 => {
                let op = self.one(&["&&", "||"]);
                format!("({} {} {})", a, op, self.expression(depth - 1))
            }
            12 => {
                let b = self.expression(depth - 1);
                format!("({} ? {} : {})", a, b, self.expression(depth - 1))
            }
            13 => format!("({}, {})", a, self.expression(depth - 1)),
            _ => format!("(({}){})", self.one(TYPES), a),
        }
    }

    fn place(&mut self) -> String {
        let at = self.rng.below(self.places.len());
        self.places[at].clone()
    }

    fn simple(&mut self, depth: usize, is_main: bool) {
        let place = self.place();
        let text = match self.rng.below(if is_main { 14 } else { 8 }) {
            0..=3 => format!("{} = {};", place, self.expression(3)),
            4 => {
                let op = self.one(&["+", "-", "&", "|", "^", "*"]);
                format!("{} {}= {};", place, op, self.expression(2))
            }
            5 => format!("{} {}= ({} & 7) + 1;", place, self.one(&["/", "%", ">>"]), self.expression(2)),
            6 => format!("{}{};", place, self.one(&["++", "--"])),
            7 => format!("gp = &ga[{} & 3];", self.expression(1)),
            8 => format!("{} = {};", self.one(&["a", "b", "c"]), self.input()),
            9 => {
                let (x, y) = (self.expression(2), self.expression(1));
                format!("{} = f({}, {});", self.one(&["a", "b", "c"]), x, y)
            }
            10 => self.one(&["ls = gs;", "gs = *q;", "q = &gs;", "q = &ls;", "*q = gs;"]).to_string(),
            11 => format!("p = {} + ({} & 1);", self.one(&["ga", "ls.in.a", "q->in.a"]), self.expression(1)),
            12 => {
                let old = self.one(&["a", "b", "c"]);
                format!("g{} = {}{};", self.rng.below(3), old, self.one(&["++", "--"]))
            }
            _ => format!("if ({}) reach_error();", self.condition()),
        };
        self.line(depth, &text);
    }

    /// A condition that holds less often than most expressions.
    fn condition(&mut self) -> String {
        let value = self.expression(3);
        match self.rng.below(3) {
            0 => value,
            1 => format!("{} == {}", value, self.constant()),
            _ => format!("({} & 15) == {} && {}", value, self.rng.below(16), self.expression(2)),
        }
    }

    fn block(&mut self, depth: usize, nesting: usize, count: usize, is_main: bool) {
        for _ in 0..count {
            if nesting == 0 || !self.rng.one_in(3) {
                self.simple(depth, is_main);
            } else {
                self.compound(depth, nesting, is_main);
            }
        }
    }

    fn inner(&mut self, depth: usize, nesting: usize, is_main: bool) {
        let count = 1 + self.rng.below(3);
        self.block(depth + 1, nesting - 1, count, is_main);
    }

    fn compound(&mut self, depth: usize, nesting: usize, is_main: bool) {
        let guard = "if (++steps > 12) return 0;";
        match self.rng.below(7) {
            0 | 1 => {
                let condition = self.expression(2);
                self.line(depth, &format!("if ({}) {{", condition));
                self.inner(depth, nesting, is_main);
                self.line(depth, "} else {");
                self.inner(depth, nesting, is_main);
                self.line(depth, "}");
            }
            2 => {
                let most = 1 + self.rng.below(4);
                self.line(depth, &format!("for (int i = 0; i < {}; i++) {{", most));
                self.line(depth + 1, guard);
                self.inner(depth, nesting, is_main);
                let (condition, jump) = (self.expression(2), self.one(&["break", "continue"]));
                self.line(depth + 1, &format!("if ({}) {};", condition, jump));
                self.simple(depth + 1, is_main);
                self.line(depth, "}");
            }
            3 => {
                let condition = self.expression(2);
                self.line(depth, &format!("while ({}) {{", condition));
                self.line(depth + 1, guard);
                self.inner(depth, nesting, is_main);
                self.line(depth, "}");
            }
            4 => {
                self.line(depth, "do {");
                self.line(depth + 1, guard);
                self.inner(depth, nesting, is_main);
                let condition = self.expression(2);
                self.line(depth, &format!("}} while ({});", condition));
            }
            5 => {
                let value = self.expression(2);
                self.line(depth, &format!("switch ({}) {{", value));
                for case in 0..1 + self.rng.below(3) {
                    self.line(depth, &format!("case {}:", case * 2));
                    self.simple(depth + 1, is_main);
                    if self.rng.one_in(2) {
                        self.line(depth + 1, "break;");
                    }
                }
                self.line(depth, "default:");
                self.simple(depth + 1, is_main);
                self.line(depth, "}");
            }
            _ => {
                self.labels += 1;
                let (label, condition) = (format!("l{}", self.labels), self.expression(2));
                self.line(depth, &format!("if ({}) goto {};", condition, label));
                self.inner(depth, nesting, is_main);
                self.line(depth, &format!("{}:;", label));
            }
        }
    }
}

/// The runs of a compiler's program; what an engine with any settings says.
pub fn follow(ask: &Ask<'_>) -> Result<Vec<Question>, String> {
    let own = ask.answer.verdicts.first().copied().unwrap_or("unknown");
    let run = |never| Question::new(Form::Runs, ask.text, never, format!("indubit says {}", own));
    let mut questions: Vec<Question> = opposite(own).map(run).into_iter().collect();
    if let Some(mutant) = mutants::c(&mut Rng::new(ask.seed), ask.text, own) {
        let own = |never| Question::new(Form::Own, mutant.model.as_str(), never, mutant.change);
        questions.extend(opposite(mutant.verdict).map(own));
    }
    let budget = super::budget();
    let model =
        match input::read(ask.name, ask.text.as_bytes(), &InputOptions::default(), &Budget::unlimited()) {
            Ok(model) => model,
            Err(_) => return Ok(questions),
        };
    let (options, name) = any_settings(ask.seed);
    if let Ok(mut verifier) = ModelVerifier::new(&model, &options, &budget) {
        let verdict = verifier.verify(indubit::model::PropertyId::new(0), &mut ());
        if let Some(refused) = verdict.refused.as_ref().filter(|error| super::is_wrong(error)) {
            return Err(format!("indubit: {}: evidence is refused: {}", name, refused));
        }
        contradicts(own, verdict_of(&verdict.outcome), &name)?;
    }
    Ok(questions)
}
