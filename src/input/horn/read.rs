//! From a script to a system of clauses.

use super::clausify::{Clausifier, Draft};
use super::products;
use crate::base::{Budget, HashMap};
use crate::input::smtlib::{self, Given, HornCommands, Occurrences, Question};
use crate::input::ParseError;
use crate::model::horn::{Atom, Clause, ClauseId, Horn, PredicateId};
use crate::solver::term::{TermId, Terms};

/// A script of Horn clauses.
#[derive(Clone, Debug)]
pub struct Script {
    /// All clauses. Clauses of a query have no head.
    pub horn: Horn,
    /// By clause: the query that it belongs to, by its place in the script; `None` of asserted clauses and rules.
    pub queries: Vec<Option<usize>>,
    /// The commands that ask, in their order.
    pub commands: Vec<Command>,
    /// By clause: the `pop` that ended its scope, counted from 0, if one did.
    pub ended: Vec<Option<usize>>,
    /// Whether an assertion, or a part of one, is true by its form and so no clause, as `p(x)` if `p(x)`.
    pub has_truisms: bool,
}

/// A command that asks.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Command {
    /// `check-sat`: whether the asserted clauses up to this one have a model. The answer `sat` means safe.
    CheckSat {
        /// The number of clauses in front of the command.
        clauses: usize,
        /// The number of scopes that ended before.
        pops: usize,
    },
    /// z3's `query`: whether a formula can be derived. The answer `sat` means derivable, that is unsafe.
    Query {
        /// Its place among the queries.
        query: usize,
        /// The number of clauses in front of the command, with its own.
        clauses: usize,
        /// The number of scopes that ended before.
        pops: usize,
    },
    /// `get-model`: the model of the last answer.
    GetModel,
    /// `get-proof`: the refutation of the last answer.
    GetProof,
    /// A command whose answer is this text.
    Text(String),
    /// A command that asks for something that Horn clauses do not have: the error, with its place.
    Refused(String),
}

impl Script {
    /// Whether clauses hold in a part of the script only, so that the script as a whole is no one system of clauses.
    pub fn has_ended_scopes(&self) -> bool {
        self.ended.iter().any(Option::is_some)
    }

    /// The clauses that a question is about, by index: those in front of it, without the ones of other queries and of
    /// scopes that have ended.
    pub fn asked(&self, command: &Command) -> Vec<ClauseId> {
        let (count, query, pops) = match *command {
            Command::CheckSat { clauses, pops } => (clauses, None, pops),
            Command::Query { query, clauses, pops } => (clauses, Some(query), pops),
            Command::GetModel | Command::GetProof | Command::Text(_) | Command::Refused(_) => (0, None, 0),
        };
        let fits = |id: &ClauseId| {
            let of = self.queries.get(id.index()).copied().flatten();
            let ended = self.ended.get(id.index()).copied().flatten();
            id.index() < count && (of.is_none() || of == query) && ended.map_or(true, |pop| pop >= pops)
        };
        self.horn.clause_ids().filter(fits).collect()
    }
}

/// Whether a text is a script of Horn clauses: its logic is `HORN`, or it has none and begins with `declare-rel`,
/// `declare-var`, `rule` or `query`.
pub fn is_horn(bytes: &[u8]) -> bool {
    begins_as_horn(bytes) == Some(true)
}

/// Whether a script that begins with this text is one of Horn clauses. `None` if more of it has to be known.
pub fn begins_as_horn(bytes: &[u8]) -> Option<bool> {
    smtlib::is_horn(bytes)
}

/// Reads a script of Horn clauses.
///
/// # Errors
///
/// The first part of the script that is wrong, not supported or no Horn clause, with line and column, or that a limit
/// of the budget ended.
pub fn read(bytes: &[u8], budget: &Budget) -> Result<Script, ParseError> {
    let HornCommands { mut terms, occurrences, given } = smtlib::read_horn(bytes, budget)?;
    let mut drafts: Vec<(Draft, Option<usize>)> = Vec::new();
    let mut commands = Vec::new();
    let (mut count, mut pops) = (0, 0);
    // Where the drafts of open scopes begin, and the drafts whose scopes have ended.
    let (mut scopes, mut gone): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    let mut clausifier = Clausifier {
        terms: &mut terms,
        occurrences: &occurrences,
        budget,
        mentions: HashMap::default(),
        truisms: false,
    };
    let mut is_silent = false;
    for given in given {
        match given {
            Given::Assertion { formula, position } => {
                let found = clausifier.supported(formula, true, position)?;
                is_silent |= found.is_empty();
                drafts.extend(found.into_iter().map(|draft| (draft, None)));
            }
            Given::Query { formula, position } => {
                let found = clausifier.supported(formula, false, position)?;
                drafts.extend(found.into_iter().map(|draft| (draft, Some(count))));
                commands.push(Command::Query { query: count, clauses: drafts.len(), pops });
                count += 1;
            }
            Given::Question(Question::CheckSat) => {
                commands.push(Command::CheckSat { clauses: drafts.len(), pops })
            }
            Given::Push => scopes.push(drafts.len()),
            Given::Pop => {
                gone.resize(drafts.len(), None);
                for ended in gone.iter_mut().skip(scopes.pop().unwrap_or(0)) {
                    *ended = ended.or(Some(pops));
                }
                pops += 1;
            }
            Given::Question(Question::GetModel) => commands.push(Command::GetModel),
            Given::Question(Question::GetProof) => commands.push(Command::GetProof),
            Given::Question(Question::Text(text)) => commands.push(Command::Text(text)),
            Given::Question(Question::Refused(reason)) => commands.push(Command::Refused(reason)),
        }
    }
    let has_truisms = is_silent || clausifier.truisms;
    let mut horn = Horn::new(terms);
    for predicate in &occurrences.predicates {
        horn.declare(&predicate.name, &predicate.places);
    }
    let mut queries = Vec::with_capacity(drafts.len());
    let times = if occurrences.products.is_empty() { None } else { Some(products::define(&mut horn)) };
    queries.extend(horn.clause_ids().map(|_| None));
    let defining = queries.len();
    gone.resize(drafts.len(), None);
    let ended = queries.iter().map(|_| None).chain(gone).collect();
    for command in &mut commands {
        if let Command::CheckSat { clauses, .. } | Command::Query { clauses, .. } = command {
            *clauses += defining;
        }
    }
    for (mut draft, query) in drafts {
        if let Some(times) = times {
            with_products(horn.terms_mut(), &mut draft, times, &occurrences);
        }
        let clause = clause(horn.terms(), draft);
        let clause = horn.with_open_results(clause);
        horn.add(clause);
        queries.push(query);
    }
    Ok(Script { horn, queries, commands, ended, has_truisms })
}

/// Tells a draft of the products that it mentions, and that these mention.
fn with_products(terms: &mut Terms, draft: &mut Draft, times: PredicateId, occurrences: &Occurrences) {
    let mut known: Vec<TermId> = Vec::new();
    let mut roots: Vec<TermId> = vec![draft.constraint];
    roots.extend(draft.body.iter().chain(&draft.head).flat_map(|(_, arguments)| arguments));
    while let Some(root) = roots.pop() {
        for symbol in terms.symbols_in(&[root]) {
            let constant = terms.symbol_term(symbol);
            if let Some(product) = occurrences.product_at(constant).filter(|_| !known.contains(&constant)) {
                known.push(constant);
                roots.extend(product.factors);
                let atom = products::atom(times, product);
                draft.body.push((times.index(), atom.arguments));
                let facts = products::facts(terms, product);
                draft.constraint = terms.and(&[draft.constraint, facts]);
            }
        }
    }
}

/// The clause of a draft, over the constants that it mentions.
fn clause(terms: &Terms, draft: Draft) -> Clause {
    let atom =
        |(predicate, arguments): (usize, _)| Atom { predicate: PredicateId::new(predicate), arguments };
    let Draft { body, constraint, head } = draft;
    let body: Vec<Atom> = body.into_iter().map(atom).collect();
    let head = head.map(atom);
    let mut clause = Clause { variables: Vec::new(), body, constraint, head };
    clause.variables = clause.constants(terms);
    clause
}
