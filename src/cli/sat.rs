//! `indubit sat FILE.cnf`: a SAT solver with the output and the exit codes of the competitions.
//!
//! A model is always checked against the formula as it was read, before it is printed. A refutation is written as a
//! proof (`--proof`) or checked while it is made (`--check`), or both. Nothing is printed before the evidence is
//! complete: a proof file that could not be written, or a check that failed, takes the answer back.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use indubit::base::{Budget, Lit, Var};
use indubit::input::{parse_dimacs, Cnf};
use indubit::solver::proof::{
    Checker, ClauseId, DratWriter, Encoding, LratWriter, Method, ProofFormat, ProofSink, Verdict,
};
use indubit::solver::sat::{Answer, SatOptions, Solver};

/// What `indubit sat --help` prints.
pub const USAGE: &str = "\
usage: indubit sat FILE.cnf [options]          (FILE - is standard input)

  --proof FILE           write a proof of unsatisfiability
  --proof-format FORMAT  drat (default) or lrat
  --proof-binary         the binary encoding of the format (also --binary)
  --check                check the refutation while it is made
  --timeout TIME         stop after this long: 10s (the default unit), 500ms, 2m, 1h
  --memory SIZE          stop before holding more than this: 500M (the default unit), 2G
  --conflicts N          stop after this many conflicts
  --seed N               seed of the random choices (default 0)
  --no-TECHNIQUE         without inprocessing, probing, subsumption, elimination, vivification, walk
  --no-model             do not print the model
  --stats                print statistics as comments

exit codes: 10 satisfiable, 20 unsatisfiable, 30 unknown, 1 usage or output error, 2 bad input, 3 evidence failed";

const SATISFIABLE: i32 = 10;
const UNSATISFIABLE: i32 = 20;
const UNKNOWN: i32 = 30;
const USAGE_ERROR: i32 = 1;
const BAD_INPUT: i32 = 2;
const EVIDENCE_FAILED: i32 = 3;

/// Runs the command and returns its exit code.
pub fn run(args: &[String]) -> i32 {
    if args.iter().any(|a| a == "--help" || a == "-h") {
        println!("{}", USAGE);
        return 0;
    }
    match parse(args).and_then(|request| solve(&request)) {
        Ok(code) => code,
        Err((code, message)) => {
            eprintln!("indubit sat: {}", message);
            code
        }
    }
}

type Failure = (i32, String);

struct Request {
    file: String,
    proof: Option<String>,
    format: ProofFormat,
    encoding: Encoding,
    check: bool,
    print_model: bool,
    stats: bool,
    budget: Budget,
    options: SatOptions,
}

fn usage<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err((USAGE_ERROR, message.into()))
}

fn parse(args: &[String]) -> Result<Request, Failure> {
    let mut request = Request {
        file: String::new(),
        proof: None,
        format: ProofFormat::Drat,
        encoding: Encoding::Text,
        check: false,
        print_model: true,
        stats: false,
        budget: Budget::unlimited(),
        options: SatOptions::default(),
    };
    let mut files = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if !arg.starts_with('-') || arg == "-" {
            files.push(arg.clone());
            continue;
        }
        let (name, inline) = match arg.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (arg.as_str(), None),
        };
        if flag(&mut request, name) {
            if inline.is_some() {
                return usage(format!("{} takes no value", name));
            }
            continue;
        }
        let value = match inline.or_else(|| args.next().cloned()) {
            Some(value) => value,
            None => return usage(format!("{} is unknown or lacks its value", name)),
        };
        set(&mut request, name, value)?;
    }
    match files.len() {
        1 => request.file = files.remove(0),
        n => return usage(format!("expected one file, found {}; see --help", n)),
    }
    Ok(request)
}

/// Options without a value; whether this is one.
fn flag(request: &mut Request, name: &str) -> bool {
    let options = &mut request.options;
    match name {
        "--proof-binary" | "--binary" => request.encoding = Encoding::Binary,
        "--check" => request.check = true,
        "--no-model" => request.print_model = false,
        "--stats" => request.stats = true,
        "--no-inprocessing" => options.inprocessing = false,
        "--no-probing" => options.probing = false,
        "--no-subsumption" => options.subsumption = false,
        "--no-elimination" => options.elimination = false,
        "--no-vivification" => options.vivification = false,
        "--no-walk" => options.walk = false,
        _ => return false,
    }
    true
}

fn set(request: &mut Request, name: &str, value: String) -> Result<(), Failure> {
    let bad = || (USAGE_ERROR, format!("{} cannot be {:?}", name, value));
    let budget = std::mem::take(&mut request.budget);
    request.budget = match name {
        "--proof" => {
            request.proof = Some(value);
            budget
        }
        "--proof-format" => {
            request.format = match value.as_str() {
                "drat" => ProofFormat::Drat,
                "lrat" => ProofFormat::Lrat,
                _ => return Err(bad()),
            };
            budget
        }
        "--timeout" => budget.with_timeout(duration(&value).ok_or_else(bad)?),
        "--memory" => budget.with_memory(bytes(&value).ok_or_else(bad)?),
        "--conflicts" => budget.with_conflicts(value.parse().map_err(|_| bad())?),
        "--seed" => {
            request.options.seed = value.parse().map_err(|_| bad())?;
            budget
        }
        _ => return usage(format!("unknown option {}; see --help", name)),
    };
    Ok(())
}

/// A number and the rest of the text, which is its unit.
fn quantity(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    Some((number, &text[end..]))
}

fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = quantity(text)?;
    let seconds = match unit {
        "" | "s" => number,
        "ms" => number / 1000.0,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return None,
    };
    if seconds < 1e9 {
        Some(Duration::from_secs_f64(seconds))
    } else {
        None
    }
}

fn bytes(text: &str) -> Option<u64> {
    let (number, unit) = quantity(text)?;
    let factor = match unit {
        "K" | "k" => 1u64 << 10,
        "" | "M" | "m" => 1 << 20,
        "G" | "g" => 1 << 30,
        _ => return None,
    };
    Some((number * factor as f64) as u64)
}

fn read(file: &str) -> Result<Cnf, Failure> {
    let mut content = Vec::new();
    let result = if file == "-" {
        io::stdin().lock().read_to_end(&mut content)
    } else {
        File::open(file).and_then(|mut f| f.read_to_end(&mut content))
    };
    result.map_err(|e| (BAD_INPUT, format!("{}: {}", file, e)))?;
    parse_dimacs(&content).map_err(|e| (BAD_INPUT, format!("{}: {}", file, e)))
}

/// A sink that the solver owns while its maker still reaches what is behind it.
struct Shared<S>(Arc<Mutex<S>>);

impl<S: ProofSink> Shared<S> {
    fn with(&self, act: impl FnOnce(&mut S)) {
        if let Ok(mut sink) = self.0.lock() {
            act(&mut sink);
        }
    }
}

impl<S: ProofSink> ProofSink for Shared<S> {
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]) {
        self.with(|sink| sink.axiom(id, clause));
    }
    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        self.with(|sink| sink.derived(id, clause, chain));
    }
    fn deleted(&mut self, id: ClauseId, clause: &[Lit]) {
        self.with(|sink| sink.deleted(id, clause));
    }
    fn concluded(&mut self, id: ClauseId, clause: &[Lit]) {
        self.with(|sink| sink.concluded(id, clause));
    }
}

/// Either format, or none.
enum Writer {
    None,
    Drat(DratWriter<File>),
    Lrat(LratWriter<File>),
}

impl Writer {
    fn open(request: &Request, clauses: u64) -> Result<Writer, Failure> {
        let path = match &request.proof {
            Some(path) => path,
            None => return Ok(Writer::None),
        };
        let file = File::create(path).map_err(|e| (USAGE_ERROR, format!("{}: {}", path, e)))?;
        Ok(match request.format {
            ProofFormat::Drat => Writer::Drat(DratWriter::new(file, request.encoding, clauses)),
            ProofFormat::Lrat => Writer::Lrat(LratWriter::new(file, request.encoding, clauses)),
        })
    }

    fn sink(&mut self) -> Option<&mut dyn ProofSink> {
        match self {
            Writer::None => None,
            Writer::Drat(w) => Some(w),
            Writer::Lrat(w) => Some(w),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Writer::None => Ok(()),
            Writer::Drat(w) => w.finish(),
            Writer::Lrat(w) => w.finish(),
        }
    }
}

/// What listens to the solver: a proof file, the checker, both or nobody.
struct Evidence {
    writer: Writer,
    checker: Option<Checker>,
}

impl Evidence {
    fn each(&mut self, mut act: impl FnMut(&mut dyn ProofSink)) {
        if let Some(sink) = self.writer.sink() {
            act(sink);
        }
        if let Some(checker) = &mut self.checker {
            act(checker);
        }
    }
}

impl ProofSink for Evidence {
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]) {
        self.each(|sink| sink.axiom(id, clause));
    }
    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        self.each(|sink| sink.derived(id, clause, chain));
    }
    fn deleted(&mut self, id: ClauseId, clause: &[Lit]) {
        self.each(|sink| sink.deleted(id, clause));
    }
    fn concluded(&mut self, id: ClauseId, clause: &[Lit]) {
        self.each(|sink| sink.concluded(id, clause));
    }
}

fn solve(request: &Request) -> Result<i32, Failure> {
    let cnf = read(&request.file)?;
    let evidence = Arc::new(Mutex::new(Evidence {
        writer: Writer::open(request, cnf.len() as u64)?,
        checker: if request.check {
            Some(Checker::new(Method::Chains, request.budget.clone()))
        } else {
            None
        },
    }));
    let mut solver = Solver::new(request.options.clone());
    solver.set_budget(request.budget.clone());
    if request.check || request.proof.is_some() {
        solver.set_proof(Box::new(Shared(evidence.clone())));
    }
    // Variables that occur nowhere cost nothing, however many the header declares.
    let used = cnf.clauses().flatten().map(|l| l.var().index() + 1).max().unwrap_or(0);
    solver.reserve_vars(used);
    for clause in cnf.clauses() {
        solver.add_clause(clause);
    }
    if request.options.inprocessing {
        solver.simplify();
    }
    let answer = solver.solve(&[]);
    drop(solver.take_proof());
    let evidence = Arc::try_unwrap(evidence).map_err(|_| (USAGE_ERROR, "the proof is in use".to_string()))?;
    let evidence = evidence.into_inner().map_err(|_| (USAGE_ERROR, "the proof was lost".to_string()))?;
    let Evidence { writer, checker } = evidence;
    let path = request.proof.as_deref().unwrap_or("");
    writer.finish().map_err(|e| (USAGE_ERROR, format!("{}: {}", path, e)))?;
    let mut text = String::new();
    if request.stats {
        let _ = writeln!(text, "c {:?}", solver.statistics());
    }
    let code = match answer {
        Answer::Sat => report_model(&cnf, &solver, used, request, &mut text)?,
        Answer::Unsat => report_refutation(checker, &mut text)?,
        Answer::Unknown(limit) => {
            if let Some(limit) = limit {
                let _ = writeln!(text, "c {}", limit);
            }
            text.push_str("s UNKNOWN\n");
            UNKNOWN
        }
    };
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|e| (USAGE_ERROR, format!("standard output: {}", e)))?;
    Ok(code)
}

fn report_model(
    cnf: &Cnf,
    solver: &Solver,
    used: usize,
    request: &Request,
    text: &mut String,
) -> Result<i32, Failure> {
    let holds = |l: &Lit| solver.value(*l) == Some(true);
    if let Some(index) = cnf.clauses().position(|c| !c.iter().any(holds)) {
        return Err((EVIDENCE_FAILED, format!("the model does not satisfy clause {}", index + 1)));
    }
    text.push_str("s SATISFIABLE\n");
    if request.print_model {
        let mut line = String::from("v");
        for v in (0..cnf.vars).map(Var::new) {
            let value = v.index() < used && holds(&v.positive());
            let word = v.lit(value).to_dimacs().to_string();
            if line.len() + 1 + word.len() > 78 {
                text.push_str(&line);
                text.push('\n');
                line.truncate(1);
            }
            line.push(' ');
            line.push_str(&word);
        }
        text.push_str(&line);
        text.push_str(if line.len() > 76 { "\nv 0\n" } else { " 0\n" });
    }
    Ok(SATISFIABLE)
}

fn report_refutation(checker: Option<Checker>, text: &mut String) -> Result<i32, Failure> {
    if let Some(mut checker) = checker {
        let verdict = checker.verdict();
        if let Verdict::Unknown(limit) = verdict {
            // A refutation whose check was asked for and did not end is not an answer.
            let _ = writeln!(text, "c the check of the proof ended early: {}\ns UNKNOWN", limit);
            return Ok(UNKNOWN);
        }
        if !verdict.is_proved() {
            return Err((EVIDENCE_FAILED, format!("the proof failed its check: {}", verdict)));
        }
        text.push_str("c proof verified by the internal checker\n");
    }
    text.push_str("s UNSATISFIABLE\n");
    Ok(UNSATISFIABLE)
}
