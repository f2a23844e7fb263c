//! Records and sums in place of which clauses have their parts.
//!
//! A value of a datatype without recursion is a *tag*, the constructor that made it, and the fields of that
//! constructor. So an argument of a predicate becomes several: with `n` constructors the first `n - 1` have a Boolean
//! each, which is true if the constructor made the value, and each field of each constructor is an argument of its own.
//! Fields that are records become their parts in turn.
//!
//! ```text
//! (declare-datatype Cell ((empty) (full (key Int) (last Bool))))
//! P(c) becomes P'(made by empty, key, last)
//! ```
//!
//! A variable of a clause becomes variables for its parts likewise. Each term over records is then a list of parts: a
//! field is one of them, a comparison compares them. Where a record stays inside of another term, such as an element of
//! an array, it is constructed from its parts, and its parts are what selectors read of it.
//!
//! # Invariants
//!
//! - Facts are *normal*: one tag is true at most, and fields of other constructors have the default values of their
//!   sorts. Heads are made normal, and so are atoms of bodies that are no variables. The parts of a variable are only
//!   looked at where its constructor made it.
//! - A selector of another constructor reads what it reads of the whole value.
//!
//! # Left out
//!
//! Datatypes with recursion, and those with more than [`MOST_PARTS`] parts, stay as they are.

use crate::base::{Budget, HashMap};
use crate::model::horn::{Atom, Clause, Derivation, Horn, Interpretation, Refutation};
use crate::solver::term::{ConstructorId, Model, Op, SelectorId, Sort, TermId, Terms};

/// Parts of one datatype.
const MOST_PARTS: usize = 32;
/// Records inside of each other.
const MOST_DEPTH: usize = 8;

/// The way back.
#[derive(Clone, Debug)]
pub(super) struct Records {
    /// By predicate: for each argument after, a term over the arguments before.
    arguments: Vec<Vec<TermId>>,
    /// By clause and variable before: a term over the variables after.
    values: Vec<Vec<TermId>>,
}

/// A datatype as tags and fields: first the tags of all constructors but the last one, then the fields.
#[derive(Clone, Debug)]
struct Shape {
    constructors: Vec<(ConstructorId, Vec<Field>)>,
    width: usize,
}

/// A field, whose parts begin at `at` among those of the value.
#[derive(Clone, Copy, Debug)]
struct Field {
    selector: SelectorId,
    sort: Sort,
    at: usize,
    width: usize,
}

/// The datatypes that become parts.
#[derive(Default)]
struct Shapes(HashMap<Sort, Option<Shape>>);

/// The system without such records in predicates and variables; `None` if there are none, or the budget ends first.
pub(super) fn records(horn: &Horn, budget: &Budget) -> Option<(Horn, Records)> {
    let mut shapes = Shapes::default();
    let places = horn.predicates().iter().flat_map(|p| &p.places);
    let variables = horn.clauses().iter().flat_map(|clause| &clause.variables);
    let mut found = false;
    for &t in places.chain(variables) {
        found |= shapes.find(horn.terms(), horn.terms().sort(t), 0);
    }
    if !found {
        return None;
    }
    let mut after = Horn::new(horn.terms().clone());
    let mut arguments = Vec::with_capacity(horn.predicates().len());
    for predicate in horn.predicates() {
        let mut parts = Vec::new();
        for &place in &predicate.places {
            shapes.normal_parts(after.terms_mut(), place, &mut parts);
        }
        let sorts: Vec<Sort> = parts.iter().map(|&t| after.terms().sort(t)).collect();
        after.declare(&predicate.name, &sorts);
        arguments.push(parts);
    }
    let mut flat = Flat { shapes, parts: HashMap::default(), wholes: HashMap::default() };
    let mut values = Vec::with_capacity(horn.clauses().len());
    for clause in horn.clauses() {
        budget.poll().ok()?;
        let image = flat.clause(&mut after, clause);
        values.push(clause.variables.iter().map(|v| flat.wholes[v]).collect());
        after.add(image);
    }
    Some((after, Records { arguments, values }))
}

impl Shapes {
    /// Whether a sort becomes parts; its shape is found if so.
    fn find(&mut self, terms: &Terms, sort: Sort, depth: usize) -> bool {
        if !matches!(sort, Sort::Datatype(_)) {
            return false;
        }
        if let Some(known) = self.0.get(&sort) {
            return known.is_some();
        }
        // A datatype that holds itself is looked up here before it has a shape.
        self.0.insert(sort, None);
        if depth > MOST_DEPTH {
            return false;
        }
        let mut at = terms.constructors(sort).len() - 1;
        let mut constructors = Vec::new();
        for &constructor in terms.constructors(sort) {
            let mut fields = Vec::new();
            for selector in terms.selectors(constructor) {
                let of = terms.selector_sort(selector);
                let width = match (of, self.find(terms, of, depth + 1)) {
                    (_, true) => self.shape(of).width,
                    (Sort::Datatype(_), false) if holds(terms, of, sort) => return false,
                    (_, false) => 1,
                };
                fields.push(Field { selector, sort: of, at, width });
                at += width;
            }
            constructors.push((constructor, fields));
        }
        if at > MOST_PARTS {
            return false;
        }
        self.0.insert(sort, Some(Shape { constructors, width: at }));
        true
    }

    fn get(&self, sort: Sort) -> Option<&Shape> {
        self.0.get(&sort).and_then(Option::as_ref)
    }

    fn shape(&self, sort: Sort) -> &Shape {
        self.get(sort).expect("a sort that becomes parts")
    }

    /// The parts that selectors read of a value.
    fn parts(&self, terms: &mut Terms, whole: TermId, list: &mut Vec<TermId>) {
        let shape = match self.get(terms.sort(whole)) {
            Some(shape) => shape,
            None => return list.push(whole),
        };
        let tags = shape.constructors.iter().take(shape.constructors.len() - 1);
        list.extend(tags.map(|&(constructor, _)| terms.is(constructor, whole)));
        for field in shape.constructors.iter().flat_map(|(_, fields)| fields) {
            let read = terms.field(field.selector, whole);
            self.parts(terms, read, list);
        }
    }

    /// These parts, normal.
    fn normal_parts(&self, terms: &mut Terms, whole: TermId, list: &mut Vec<TermId>) {
        let mut parts = Vec::new();
        self.parts(terms, whole, &mut parts);
        list.extend(self.normal(terms, terms.sort(whole), parts));
    }

    /// Whether a constructor made the value of these parts: the first one whose tag is true.
    fn made_by(&self, terms: &mut Terms, shape: &Shape, constructor: usize, parts: &[TermId]) -> TermId {
        let before: Vec<TermId> = parts[..constructor].iter().map(|&tag| terms.not(tag)).collect();
        let own = parts[..shape.constructors.len() - 1].get(constructor);
        let all: Vec<TermId> = before.into_iter().chain(own.copied()).collect();
        terms.and(&all)
    }

    /// Parts in normal form.
    fn normal(&self, terms: &mut Terms, sort: Sort, parts: Vec<TermId>) -> Vec<TermId> {
        let shape = match self.get(sort) {
            Some(shape) => shape,
            None => return parts,
        };
        let mut list = Vec::with_capacity(parts.len());
        for constructor in 0..shape.constructors.len() - 1 {
            list.push(self.made_by(terms, shape, constructor, &parts));
        }
        for (place, (_, fields)) in shape.constructors.iter().enumerate() {
            let made = self.made_by(terms, shape, place, &parts);
            for field in fields {
                let own = self.normal(terms, field.sort, parts[field.at..field.at + field.width].to_vec());
                let others = self.default_parts(terms, field.sort);
                list.extend(own.into_iter().zip(others).map(|(own, other)| terms.ite(made, own, other)));
            }
        }
        list
    }

    fn default_parts(&self, terms: &mut Terms, sort: Sort) -> Vec<TermId> {
        let (value, mut parts) = (terms.default_term(sort), Vec::new());
        self.parts(terms, value, &mut parts);
        parts
    }

    /// The value that these parts make.
    fn whole(&self, terms: &mut Terms, sort: Sort, parts: &[TermId]) -> TermId {
        let shape = match self.get(sort) {
            Some(shape) => shape,
            None => return parts[0],
        };
        let mut made = Vec::with_capacity(shape.constructors.len());
        for (constructor, fields) in &shape.constructors {
            let list: Vec<TermId> = (fields.iter())
                .map(|field| self.whole(terms, field.sort, &parts[field.at..field.at + field.width]))
                .collect();
            made.push(terms.construct(*constructor, &list));
        }
        let last = made.pop().expect("a datatype has a constructor");
        let cases = made.into_iter().enumerate().rev();
        cases.fold(last, |others, (place, value)| terms.ite(parts[place], value, others))
    }

    /// Whether two values are equal.
    fn equal(&self, terms: &mut Terms, sort: Sort, a: &[TermId], b: &[TermId]) -> TermId {
        let shape = match self.get(sort) {
            Some(shape) => shape,
            None => return terms.eq(a[0], b[0]),
        };
        let mut all = Vec::new();
        for (place, (_, fields)) in shape.constructors.iter().enumerate() {
            let made = [a, b].map(|parts| self.made_by(terms, shape, place, parts));
            all.push(terms.eq(made[0], made[1]));
            for field in fields {
                let range = field.at..field.at + field.width;
                let same = self.equal(terms, field.sort, &a[range.clone()], &b[range]);
                all.push(terms.implies(made[0], same));
            }
        }
        terms.and(&all)
    }
}

/// Whether values of a datatype are parts of values of another one.
fn holds(terms: &Terms, outer: Sort, inner: Sort) -> bool {
    let mut known = vec![outer];
    let mut at = 0;
    while let Some(&sort) = known.get(at) {
        at += 1;
        if sort == inner {
            return true;
        }
        for selector in terms.constructors(sort).iter().flat_map(|&c| terms.selectors(c)) {
            let of = terms.selector_sort(selector);
            if matches!(of, Sort::Datatype(_)) && !known.contains(&of) {
                known.push(of);
            }
        }
    }
    false
}

/// Terms of clauses with parts in place of records.
struct Flat {
    shapes: Shapes,
    /// By term before, if it is of such a sort: its parts.
    parts: HashMap<TermId, Vec<TermId>>,
    /// By term before: the term as it is after, with values made of parts.
    wholes: HashMap<TermId, TermId>,
}

impl Flat {
    fn clause(&mut self, horn: &mut Horn, clause: &Clause) -> Clause {
        for &variable in &clause.variables {
            self.variable(horn.terms_mut(), variable);
        }
        let mut roots = vec![clause.constraint];
        roots.extend(clause.body.iter().chain(&clause.head).flat_map(|atom| &atom.arguments));
        let all = horn.terms().subterms_until(&roots, |t| self.wholes.contains_key(&t));
        for t in all {
            if !self.wholes.contains_key(&t) {
                self.term(horn.terms_mut(), t);
            }
        }
        let body =
            clause.body.iter().map(|atom| self.atom(horn.terms_mut(), atom, &clause.variables)).collect();
        let head = clause.head.as_ref().map(|atom| self.atom(horn.terms_mut(), atom, &[]));
        let mut variables = Vec::new();
        for variable in &clause.variables {
            variables.extend(self.parts.get(variable).unwrap_or(&vec![*variable]));
        }
        Clause { variables, body, constraint: self.wholes[&clause.constraint], head }
    }

    /// The parts of a variable are new constants.
    fn variable(&mut self, terms: &mut Terms, variable: TermId) {
        if self.wholes.contains_key(&variable) {
            return;
        }
        let sort = terms.sort(variable);
        if self.shapes.get(sort).is_none() {
            self.wholes.insert(variable, variable);
            return;
        }
        let name = match terms.op(variable) {
            Op::Symbol(symbol) => terms.name(symbol).to_string(),
            _ => String::new(),
        };
        let mut read = Vec::new();
        self.shapes.parts(terms, variable, &mut read);
        let parts: Vec<TermId> = (read.iter().enumerate())
            .map(|(number, &part)| terms.declare(&format!("{}.{}", name, number), terms.sort(part)))
            .collect();
        self.wholes.insert(variable, self.shapes.whole(terms, sort, &parts));
        self.parts.insert(variable, parts);
    }

    fn atom(&self, terms: &mut Terms, atom: &Atom, variables: &[TermId]) -> Atom {
        let mut arguments = Vec::new();
        for argument in &atom.arguments {
            match self.parts.get(argument) {
                Some(parts) if variables.contains(argument) => arguments.extend(parts),
                Some(parts) => {
                    arguments.extend(self.shapes.normal(terms, terms.sort(*argument), parts.clone()))
                }
                None => arguments.push(self.wholes[argument]),
            }
        }
        Atom { predicate: atom.predicate, arguments }
    }

    /// Builds a term whose arguments are built.
    fn term(&mut self, terms: &mut Terms, t: TermId) {
        let (op, sort) = (terms.op(t), terms.sort(t));
        let args: Vec<TermId> = terms.args(t).to_vec();
        let wholes: Vec<TermId> = args.iter().map(|a| self.wholes[a]).collect();
        let of = args.iter().rev().find_map(|a| self.parts.get(a).map(|parts| (terms.sort(*a), parts)));
        let built = |this: &Flat, terms: &mut Terms| match wholes == args {
            true if this.shapes.get(sort).is_none() => t,
            _ => terms.apply(op, sort, &wholes),
        };
        let (whole, parts) = match (op, of) {
            (Op::Is(constructor), Some((sort, parts))) => {
                let shape = self.shapes.shape(sort);
                let place = shape.constructors.iter().position(|(c, _)| *c == constructor);
                let place = place.expect("a constructor of the datatype");
                (self.shapes.made_by(terms, shape, place, parts), None)
            }
            (Op::Eq, Some((sort, _))) => {
                let [a, b] = [0, 1].map(|side| &self.parts[&args[side]]);
                (self.shapes.equal(terms, sort, a, b), None)
            }
            (Op::Field(selector), Some((of, parts))) => {
                let whole = terms.apply(op, sort, &wholes);
                let parts = self.field(terms, of, parts, selector, whole);
                match self.shapes.get(sort) {
                    Some(_) => (whole, Some(parts)),
                    None => (parts[0], None),
                }
            }
            (Op::Ite, Some(_)) if self.shapes.get(sort).is_some() => {
                let (yes, no) = (&self.parts[&args[1]], &self.parts[&args[2]]);
                let parts = yes.iter().zip(no).map(|(&yes, &no)| terms.ite(wholes[0], yes, no)).collect();
                (built(self, terms), Some(parts))
            }
            (_, _) => (built(self, terms), None),
        };
        if self.shapes.get(sort).is_some() {
            let parts = parts.unwrap_or_else(|| self.read(terms, op, sort, &args, whole));
            self.parts.insert(t, parts);
        }
        self.wholes.insert(t, whole);
    }

    /// The parts of a field of the value of these parts: they are among these, unless another constructor made it.
    fn field(
        &self,
        terms: &mut Terms,
        of: Sort,
        parts: &[TermId],
        selector: SelectorId,
        whole: TermId,
    ) -> Vec<TermId> {
        let shape = self.shapes.shape(of);
        let mut read = Vec::new();
        self.shapes.parts(terms, whole, &mut read);
        for (place, (_, fields)) in shape.constructors.iter().enumerate() {
            if let Some(field) = fields.iter().find(|field| field.selector == selector) {
                let made = self.shapes.made_by(terms, shape, place, parts);
                let own = parts[field.at..field.at + field.width].iter();
                return own.zip(read).map(|(&own, other)| terms.ite(made, own, other)).collect();
            }
        }
        read
    }

    /// The parts of a value that an operator makes.
    fn read(&self, terms: &mut Terms, op: Op, sort: Sort, args: &[TermId], whole: TermId) -> Vec<TermId> {
        let mut read = Vec::new();
        self.shapes.parts(terms, whole, &mut read);
        if let Op::Construct(constructor) = op {
            let shape = self.shapes.shape(sort);
            for (made, fields) in &shape.constructors {
                for (place, field) in fields.iter().enumerate() {
                    let range = field.at..field.at + field.width;
                    match self.parts.get(args.get(place).unwrap_or(&whole)) {
                        Some(parts) if *made == constructor => read[range].copy_from_slice(parts),
                        _ if *made == constructor => {}
                        _ => read[range].copy_from_slice(&self.shapes.default_parts(terms, field.sort)),
                    }
                }
            }
        }
        read
    }
}

impl Records {
    /// The interpretation over records.
    pub fn interpretation(&self, after: &Horn, found: &mut Interpretation) {
        found.replace_arguments(after, &self.arguments);
    }

    /// The refutation with records made of their parts.
    pub fn refutation(&self, after: &Horn, mut refutation: Refutation) -> Option<Refutation> {
        for Derivation { clause, values, .. } in &mut refutation.steps {
            let variables = &after.clauses().get(clause.index())?.variables;
            if values.len() != variables.len() {
                return None;
            }
            let mut model = Model::new();
            model.set_all(after.terms(), variables.iter().copied(), values);
            *values = model.evaluate_all(after.terms(), &self.values[clause.index()]);
        }
        Some(refutation)
    }
}
