//! All models of the assertions, as values of chosen terms.

use super::answers::reason_text;
use super::script::{Interpreter, Last};
use crate::base::OptionValue;
use crate::input::smtlib::{Arguments, Expr, Failure, Kind, Tree};
use crate::solver::models::Blocking;
use crate::solver::smt::UnknownReason;
use crate::solver::term::TermId;
use std::fmt::Write;

/// The models that are printed if the command has no limit.
const MOST_MODELS: u64 = 10_000;

/// The reason why no more models are printed.
enum End {
    Complete,
    Limit,
    Unknown(UnknownReason),
}

/// The arguments of the command.
struct Request {
    places: Vec<Expr>,
    over: Vec<TermId>,
    blocking: Blocking,
    limit: u64,
}

impl Interpreter {
    /// `(get-all-models (term ...) [:blocking exact|cubes|disjoint] [:limit N])`, also `check-allsat`: a line of values
    /// for each model, as `get-value` writes them, and a last line that says how many there were and whether there are
    /// more. Under the flag of checked refutations each cube and the end have proofs.
    pub(super) fn get_all_models(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let request = self.requested_models(arguments)?;
        self.summary.checks += 1;
        self.last = Last::default();
        let budget = self.check_budget();
        self.solver.set_budget(budget);
        self.solver.push();
        for i in 0..self.named.len() {
            self.solver.assert(&mut self.declared.terms, self.named[i].1);
        }
        let ended = self.print_models(arguments.tree, &request);
        self.solver.pop();
        let (count, end) = ended;
        let _ = match end {
            End::Complete => writeln!(self.out, "(models {} :complete true)", count),
            End::Limit => writeln!(self.out, "(models {} :complete false :reason limit)", count),
            End::Unknown(reason) => {
                let refused = [UnknownReason::ModelRefused, UnknownReason::RefutationRefused];
                self.summary.refused += u64::from(refused.contains(&reason));
                let reason = reason_text(reason);
                writeln!(self.out, "(models {} :complete false :reason {})", count, reason)
            }
        };
        Ok(())
    }

    fn requested_models(&mut self, arguments: &mut Arguments<'_>) -> Result<Request, Failure> {
        let tree = arguments.tree;
        if self.incomplete {
            return Err(arguments.failure("something before was refused, so the models are not known"));
        }
        let list = arguments.list("a list of terms")?;
        let mut request =
            Request { places: Vec::new(), over: Vec::new(), blocking: Blocking::Exact, limit: MOST_MODELS };
        for e in tree.children(list) {
            let t = self.declared.elaborator(tree, false).term(e)?;
            let sort = self.declared.terms.sort(t);
            if self.declared.terms.has_open_size(sort) {
                let message = format!("no term is a value of {}", self.declared.terms.sort_text(sort));
                return Err(tree.failure(e, message));
            }
            request.places.push(e);
            request.over.push(t);
        }
        while let Some(keyword) = arguments.optional() {
            match (tree.kind(keyword), tree.text(keyword)) {
                (Kind::Keyword, ":blocking") => {
                    let e = arguments.next("a value of `:blocking`")?;
                    let read = tree.symbol(e).and_then(Blocking::read);
                    request.blocking = read.ok_or_else(|| tree.expected(&Blocking::form(), e))?;
                }
                (Kind::Keyword, ":limit") => {
                    let e = arguments.next("a value of `:limit`")?;
                    let number = tree.text(e).parse().ok().filter(|_| tree.kind(e) == Kind::Numeral);
                    request.limit = number.ok_or_else(|| tree.expected("a numeral below 2^64", e))?;
                }
                _ => return Err(tree.expected("`:blocking` or `:limit`", keyword)),
            }
        }
        Ok(request)
    }

    /// Prints the models; their number, and the reason why there are no more.
    fn print_models(&mut self, tree: &Tree, request: &Request) -> (u64, End) {
        let budget = self.check_budget();
        let mut models = self.solver.models(&mut self.declared.terms, &request.over, request.blocking);
        let (mut count, mut short) = (0, Vec::new());
        while count < request.limit {
            if let Err(limit) = budget.check() {
                return (count, End::Unknown(limit.into()));
            }
            let cube = match models.next() {
                Some(Ok(cube)) => cube,
                Some(Err(reason)) => return (count, End::Unknown(reason)),
                None => break,
            };
            count += 1;
            if cube.len() < request.over.len() {
                short.extend(models.cubes().last());
            }
            let mut line = String::from("(");
            let mut values = cube.iter().peekable();
            for (&e, &t) in request.places.iter().zip(&request.over) {
                if let Some((_, value)) = values.next_if(|(of, _)| *of == t) {
                    line.push_str(if line.len() > 1 { " (" } else { "(" });
                    tree.print(e, &mut line);
                    let terms = models.terms();
                    let _ = write!(line, " {})", terms.value_text(value, terms.sort(t)));
                }
            }
            self.out.push_str(&line);
            self.out.push_str(")\n");
        }
        let is_complete = models.is_complete();
        let cubes = models.cubes().to_vec();
        drop(models);
        match self.models_proved(&cubes, &short, is_complete) {
            Ok(()) if is_complete => (count, End::Complete),
            Ok(()) => (count, End::Limit),
            Err(reason) => (count, End::Unknown(reason)),
        }
    }

    /// Proves that the short cubes imply the assertions, and that there is no model outside of all cubes; if
    /// refutations are to be checked. A cube of all values comes from a model, which was checked.
    fn models_proved(
        &mut self,
        cubes: &[TermId],
        short: &[TermId],
        is_complete: bool,
    ) -> Result<(), UnknownReason> {
        if !self.options.check_refutations {
            return Ok(());
        }
        let terms = &mut self.declared.terms;
        let assertions = self.solver.assertions().to_vec();
        let mut others = assertions.clone();
        others.extend(cubes.iter().map(|&cube| terms.not(cube)));
        if is_complete {
            let _proof = self.proof_of(&others)?;
        }
        for &cube in short {
            let all = self.declared.terms.and(&assertions);
            let outside = self.declared.terms.not(all);
            let _proof = self.proof_of(&[outside, cube])?;
        }
        Ok(())
    }
}
