//! The options of `verify` and `check`: one table drives parsing, defaults and help.

use super::values::{Choice, Form, Memory, Switch, Threads, Timeout, Value};
use super::Failure;
use indubit::base::Budget;
use indubit::model::PropertyId;
use indubit::portfolio::VerifyOptions;

/// Everything that can be set.
pub struct Settings {
    /// What is no option: files.
    pub files: Vec<String>,
    /// The algorithm, where one was asked for.
    pub engine: Choice,
    /// For the library.
    pub verify: VerifyOptions,
    /// The property asked for.
    pub property: Option<PropertyId>,
    /// Where witnesses go.
    pub witness: Option<String>,
    /// Where certificates go.
    pub certificate: Option<String>,
    /// How certificates are written.
    pub certificate_format: Form,
    /// Wall-clock limit.
    pub timeout: Timeout,
    /// Limit on the bytes of arenas.
    pub memory: Memory,
    /// Seed of everything.
    pub seed: u64,
    /// Threads allowed.
    pub threads: Threads,
    /// Statistics on standard error.
    pub stats: Switch,
    /// One JSON object on standard output.
    pub json: Switch,
    /// A line on standard error for each new depth.
    pub verbose: Switch,
    /// A line on standard error for each event.
    pub trace: Switch,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            files: Vec::new(),
            engine: Choice::default(),
            verify: VerifyOptions::default(),
            property: None,
            witness: None,
            certificate: None,
            certificate_format: Form::Suffix,
            timeout: Timeout::default(),
            memory: Memory::default(),
            seed: 0,
            threads: Threads::default(),
            stats: Switch::default(),
            json: Switch::default(),
            verbose: Switch::default(),
            trace: Switch::default(),
        }
    }
}

/// What an option belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Verdicts, evidence, limits, output.
    General,
    /// Reductions before the engine starts.
    Reduce,
    /// `--engine ic3`.
    Ic3,
    /// `--engine lazy-ic3`.
    LazyIc3,
    /// `--engine bmc`.
    Bmc,
    /// `--engine kind`.
    KInduction,
    /// `--engine fsis`.
    Fsis,
}

/// One option.
pub struct Flag {
    /// With the dashes.
    pub name: &'static str,
    /// What it belongs to.
    pub group: Group,
    /// What it does, and the paper it comes from.
    pub doc: &'static str,
    /// The form of its value.
    pub form: fn() -> String,
    /// The present value.
    pub get: fn(&Settings) -> String,
    /// Sets it; false if the value has another form.
    pub set: fn(&mut Settings, &str) -> bool,
}

fn form_of<T: Value>(_: fn(&mut Settings) -> &mut T) -> fn() -> String {
    T::form
}

fn read_into<T: Value>(place: &mut T, text: &str) -> bool {
    T::read(text).map(|value| *place = value).is_some()
}

macro_rules! flags {
    ($($group:ident { $($name:literal $($field:ident).+ : $doc:literal)* })*) => {
        /// All options.
        pub fn table() -> Vec<Flag> {
            vec![$($(Flag {
                name: $name,
                group: Group::$group,
                doc: $doc,
                form: form_of(|s| &mut s.$($field).+),
                get: |s| s.$($field).+.show(),
                set: |s, text| read_into(&mut s.$($field).+, text),
            },)*)*]
        }
    };
}

flags! {
    General {
        "--engine" engine: "the algorithm; auto: portfolio, or ic3 on one thread"
        "--property" property: "look at this property only, counted from 0"
        "--witness" witness: "write a counterexample as AIGER witness, one for each property that fails"
        "--certificate" certificate: "write why a property holds; with several properties FILE.b0, FILE.b1, ..."
        "--certificate-format" certificate_format: "a witness circuit (aiger) or text (clauses); suffix: by .aig or .aag"
        "--check" verify.check: "check the evidence; full: and the proofs of the solver that checks"
        "--timeout" timeout: "stop after this long: 60s (the default unit), 500ms, 2m, 1h"
        "--memory" memory: "stop before holding more than this: 500M (the default unit), 2G"
        "--seed" seed: "seed of all random choices"
        "--threads" threads: "threads that a portfolio may use; on one its members take turns, always alike"
        "--stats" stats: "statistics on standard error"
        "--json" json: "one JSON object on standard output instead of text"
        "--verbose" verbose: "a line on standard error for each new depth"
        "--trace" trace: "a line on standard error for each event"
    }
    Reduce {
        "--reduce" verify.reduction: "make the circuit smaller first, beyond the cone of influence"
        "--rewriting" verify.reduce.rewriting: "two-level rewriting of gates (Brummayer, Biere 2006)"
        "--constants" verify.reduce.constants: "constant latches by ternary simulation"
        "--equivalences" verify.reduce.equivalences: "equivalent latches by induction (van Eijk 2000)"
        "--reduce-effort" verify.reduce.effort: "propagations that the search for equivalences may take"
        "--reduce-conflicts" verify.reduce.conflicts: "conflicts for a single pair of latches"
        "--reduce-rounds" verify.reduce.rounds: "repetitions of all reductions"
    }
    Ic3 {
        "--lifting" verify.ic3.lifting: "enlarge predecessors: by what justifies the target, then cores, by cores alone (Chockler et al., FMCAD 2011) or by ternary simulation (Een, Mishchenko, Brayton, FMCAD 2011)"
        "--lifting-rounds" verify.ic3.lifting_rounds: "how often a core is taken again in another order"
        "--generalisation" verify.ic3.search.generalisation: "enlarge blocked cubes: by the core, by dropping literals one by one (Bradley 2011) or by halves, past counterexamples to generalisation (Hassan, Bradley, Somenzi, FMCAD 2013), or by the obligation's activity (rIC3, CAV 2025)"
        "--ctg-depth" verify.ic3.search.ctg_depth: "how deep counterexamples to generalisation are followed"
        "--ctg-limit" verify.ic3.search.ctg_limit: "how many are blocked for one literal"
        "--adaptive-ctg" verify.ic3.search.adaptive_ctg: "leave them alone while they hardly ever help"
        "--parent-lemma" verify.ic3.search.parent_lemma: "drop literals of the previous frame's lemma last (Xia et al., CAV 2023)"
        "--propagation" verify.ic3.search.propagation: "push lemmas after each frame, also each new one at once (eager), or when what was in their way is blocked (Suda 2013)"
        "--requeue" verify.ic3.search.requeue: "blocked obligations come back at the next frame (Bradley 2011)"
        "--may-obligations" verify.ic3.search.may_obligations: "push lemmas as obligations, keep reachable states (Quip; Gurfinkel, Ivrii, FMCAD 2015)"
        "--inductive-subset" verify.ic3.search.inductive_subset: "lemmas that are inductive together hold for ever (Gurfinkel, Ivrii, FMCAD 2015)"
        "--containment-check" verify.ic3.search.containment_check: "first ask whether an obligation is excluded already"
        "--obligation-limit" verify.ic3.search.obligation_limit: "drop obligations that come back this often; 0: never"
        "--domain" verify.ic3.domain: "solve in the cone of each query (rIC3, CAV 2025)"
        "--known-steps" verify.ic3.known_steps: "keep the steps that queries find, and let them answer later queries"
        "--max-frames" verify.ic3.search.max_frames: "give up beyond this many frames; 0: never"
    }
    LazyIc3 {
        "--separate-may" verify.lazy_ic3.separate_may: "obligations that can wait never lead to a refinement (Definition 10)"
        "--may-limit" verify.lazy_ic3.may_limit: "give such an obligation up after this many predecessors; 0: never"
        "--patience" verify.lazy_ic3.patience: "abstract strengthening may cost this many times what refinements have cost; 0: any"
        "--first-patience" verify.lazy_ic3.first_patience: "and this many queries beside"
        "--minimise-core" verify.lazy_ic3.minimise_core: "make only those latches visible that a lemma cannot do without"
        "--start-depth" verify.lazy_ic3.start_depth: "visible from the beginning: what the property depends on through this many steps"
    }
    Bmc {
        "--max-depth" verify.bmc.max_depth: "the deepest counterexample looked for"
        "--step" verify.bmc.step: "depths asked about by one query"
    }
    KInduction {
        "--max-k" verify.kinduction.max_k: "the largest k tried"
        "--simple-path" verify.kinduction.simple_path: "states of a run differ pairwise (Sheeran, Singh, Stalmarck, FMCAD 2000)"
    }
    Fsis {
        "--implicate" verify.fsis.implicate: "search for a minimal inductive subclause (Bradley, Manna, FMCAD 2007)"
    }
}

/// Reads the arguments of a command that wants this many files.
pub fn parse(args: &[String], expected: &[&str]) -> Result<Settings, Failure> {
    let table = table();
    let mut settings = Settings::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if !arg.starts_with('-') || arg == "-" {
            settings.files.push(arg.clone());
            continue;
        }
        let (name, inline) = match arg.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (arg.as_str(), None),
        };
        let flag = table
            .iter()
            .find(|flag| flag.name == name)
            .ok_or_else(|| Failure::usage(format!("there is no option {}; see `indubit --help`", name)))?;
        let form = (flag.form)();
        let value = match inline {
            _ if form.is_empty() && inline.is_some() => {
                return Err(Failure::usage(format!("{} takes no value", name)));
            }
            Some(value) => value,
            None if form.is_empty() => "",
            None => match args.next() {
                Some(value) => value.as_str(),
                None => return Err(Failure::usage(format!("{} lacks its value: {}", name, form))),
            },
        };
        if !(flag.set)(&mut settings, value) {
            return Err(Failure::usage(format!("{}: expected {}, found `{}`", name, form, value)));
        }
    }
    if settings.files.len() != expected.len() {
        let (count, wanted) = (settings.files.len(), expected.join(" "));
        return Err(Failure::usage(format!(
            "expected {}, found {} files; see `indubit --help`",
            wanted, count
        )));
    }
    let (seed, threads) = (settings.seed, settings.threads.count());
    let verify = &mut settings.verify;
    verify.threads = threads;
    verify.engine = settings.engine.among(threads);
    verify.properties = settings.property.map(|property| vec![property]);
    verify.reduce.seed = seed;
    verify.ic3.seed = seed;
    verify.bmc.seed = seed;
    verify.kinduction.seed = seed;
    verify.fsis.seed = seed;
    Ok(settings)
}

impl Settings {
    /// The budget of the run, which starts now.
    pub fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited();
        if let Some(time) = self.timeout.0 {
            budget = budget.with_timeout(time);
        }
        if let Some(bytes) = self.memory.0 {
            budget = budget.with_memory(bytes);
        }
        budget
    }
}
