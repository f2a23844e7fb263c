//! The image of one clause: its terms without datatypes.
//!
//! A *leaf* is a constant of a datatype that stands for a value of unknown constructor: a variable of the clause, a
//! field of a leaf, or a choice between values. Every other term over datatypes is constructed from leaves. The results
//! of catamorphisms for a constructed term follow from those for its fields; for a leaf they are new variables. A leaf
//! is *open* if the clause asks for its constructor or its fields. Then there is a Boolean for each constructor, of
//! which one is true, variables for the fields, and the results for the leaf are unfolded by case.
//!
//! An equation between values is one between constructors, numbers, and leaves. For two leaves it is a Boolean that
//! implies what follows for results, constructors and fields, and says nothing where it is false.

use crate::base::{Budget, HashMap, Limit};
use crate::model::horn::{Catamorphism, CatamorphismFact};
use crate::solver::term::{ConstructorId, FunctionId, Op, SelectorId, Sort, Substitution, TermId, Terms};

/// Leaves of one clause that are opened because of equations, at most.
const MOST_OPENED: usize = 64;

/// A condition under which two values are equal.
type Equation = (TermId, TermId, TermId);

/// The work on one clause.
pub(super) struct Flat<'a> {
    terms: &'a mut Terms,
    functions: &'a [Catamorphism],
    facts: &'a [CatamorphismFact],
    /// Results for leaves and constructed terms.
    results: HashMap<(FunctionId, TermId), TermId>,
    /// By open leaf: for each constructor its Boolean.
    opened: HashMap<TermId, Vec<(ConstructorId, TermId)>>,
    /// Fields of open leaves.
    fields: HashMap<(SelectorId, TermId), TermId>,
    /// The Booleans of equations between leaves.
    equal: HashMap<(TermId, TermId), TermId>,
    /// The leaves of these equations, by age.
    pairs: Vec<(TermId, TermId)>,
    equations: Vec<Equation>,
    /// The formulas that follow by definition.
    known: Vec<TermId>,
}

impl<'a> Flat<'a> {
    pub fn new(
        terms: &'a mut Terms,
        functions: &'a [Catamorphism],
        facts: &'a [CatamorphismFact],
    ) -> Flat<'a> {
        Flat {
            terms,
            functions,
            facts,
            results: HashMap::default(),
            opened: HashMap::default(),
            fields: HashMap::default(),
            equal: HashMap::default(),
            pairs: Vec::new(),
            equations: Vec::new(),
            known: Vec::new(),
        }
    }

    fn is_data(&self, t: TermId) -> bool {
        matches!(self.terms.sort(t), Sort::Datatype(_))
    }

    fn functions_of(&self, sort: Sort) -> Vec<Catamorphism> {
        self.functions.iter().copied().filter(|c| c.sort(self.terms) == sort).collect()
    }

    /// Terms in which datatypes are leaves, and constructed from these.
    pub fn rebuild(&mut self, roots: &[TermId], budget: &Budget) -> Result<Vec<TermId>, Limit> {
        let mut built: HashMap<TermId, TermId> = HashMap::default();
        for t in self.terms.subterms(roots) {
            budget.poll()?;
            let args: Vec<TermId> = self.terms.args(t).iter().map(|a| built[a]).collect();
            let of_data = args.first().map_or(false, |&a| self.is_data(a));
            let new = match (self.terms.op(t), &args[..]) {
                (Op::Is(constructor), &[a]) => self.is_made(constructor, a),
                (Op::Field(selector), &[a]) => self.field(selector, a),
                (Op::Eq, &[a, b]) if of_data => self.equal(a, b),
                (Op::Ite, &[c, a, b]) if self.is_data(t) => self.choice(c, a, b),
                _ if !self.is_data(t) || self.is_made_here(t) => {
                    let (op, sort) = (self.terms.op(t), self.terms.sort(t));
                    self.terms.apply(op, sort, &args)
                }
                _ => self.leaf(self.terms.sort(t)),
            };
            built.insert(t, new);
        }
        Ok(roots.iter().map(|t| built[t]).collect())
    }

    /// Whether a term over datatypes is a constant or constructed.
    fn is_made_here(&self, t: TermId) -> bool {
        matches!(self.terms.op(t), Op::Symbol(_) | Op::Construct(_))
    }

    fn leaf(&mut self, sort: Sort) -> TermId {
        self.terms.declare("part", sort)
    }

    /// The constructor and the fields of a constructed term.
    fn made(&self, t: TermId) -> Option<(ConstructorId, Vec<TermId>)> {
        match self.terms.op(t) {
            Op::Construct(constructor) => Some((constructor, self.terms.args(t).to_vec())),
            _ => None,
        }
    }

    fn is_made(&mut self, constructor: ConstructorId, t: TermId) -> TermId {
        if self.made(t).is_some() || self.terms.constructors(self.terms.sort(t)).len() == 1 {
            return self.terms.is(constructor, t);
        }
        let all = self.open(t);
        all.iter().find(|(own, _)| *own == constructor).map_or(Terms::FALSE, |&(_, is_made)| is_made)
    }

    fn field(&mut self, selector: SelectorId, t: TermId) -> TermId {
        match self.made(t) {
            Some((constructor, _)) if constructor == self.terms.selector_constructor(selector) => {
                self.terms.field(selector, t)
            }
            // Some value, which is the same for equal terms; that is not said.
            Some(_) => self.leaf(self.terms.selector_sort(selector)),
            None => {
                self.open(t);
                self.fields[&(selector, t)]
            }
        }
    }

    /// Opens a leaf.
    fn open(&mut self, leaf: TermId) -> Vec<(ConstructorId, TermId)> {
        if let Some(known) = self.opened.get(&leaf) {
            return known.clone();
        }
        let sort = self.terms.sort(leaf);
        let constructors = self.terms.constructors(sort).to_vec();
        let mut tags: Vec<(ConstructorId, TermId)> = Vec::with_capacity(constructors.len());
        let mut none = Terms::TRUE;
        for (place, &constructor) in constructors.iter().enumerate() {
            // The last one made the value if no other one did.
            let tag = match place + 1 == constructors.len() {
                true => none,
                false => self.terms.declare("made", Sort::Bool),
            };
            for &(_, other) in tags.iter().filter(|_| place + 1 < constructors.len()) {
                let both = self.terms.and(&[tag, other]);
                let apart = self.terms.not(both);
                self.known.push(apart);
            }
            let other = self.terms.not(tag);
            none = self.terms.and(&[none, other]);
            tags.push((constructor, tag));
        }
        self.opened.insert(leaf, tags.clone());
        for &(constructor, tag) in &tags {
            let mut fields = Vec::new();
            for selector in self.terms.selectors(constructor) {
                let field = self.leaf(self.terms.selector_sort(selector));
                self.fields.insert((selector, leaf), field);
                fields.push(field);
            }
            for own in self.functions_of(sort) {
                let (result, case) = (self.result(own.function, leaf), self.case(&own, constructor, &fields));
                let unfolded = self.terms.eq(result, case);
                let follows = self.terms.implies(tag, unfolded);
                self.known.push(follows);
            }
        }
        tags
    }

    /// The result for a value that a constructor makes of these fields.
    fn case(&mut self, own: &Catamorphism, constructor: ConstructorId, fields: &[TermId]) -> TermId {
        let case = own.case(self.terms, constructor, fields);
        let mut results = Substitution::new();
        for t in self.terms.subterms(&[case]) {
            if let (Op::Call(function), &[argument]) = (self.terms.op(t), self.terms.args(t)) {
                let result = self.results.get(&(function, argument)).copied();
                let result = result.unwrap_or_else(|| self.of_leaf(function, argument));
                results.insert(t, result);
            }
        }
        results.apply(self.terms, case)
    }

    /// The result for a leaf that has none yet: a new variable, of which facts are known.
    fn of_leaf(&mut self, function: FunctionId, leaf: TermId) -> TermId {
        let all = self.functions_of(self.terms.sort(leaf));
        for own in &all {
            let name = self.terms.function_name(own.function).to_string();
            let result = self.terms.declare(&name, self.terms.sort(own.body));
            self.results.insert((own.function, leaf), result);
        }
        let results = &self.results;
        for &fact in self.facts.iter().filter(|f| all.iter().any(|own| own.function == f.function())) {
            let known = fact.formula(self.terms, |_, function| results[&(function, leaf)]);
            self.known.push(known);
        }
        self.results[&(function, leaf)]
    }

    /// The result of a catamorphism for a value.
    fn result(&mut self, function: FunctionId, t: TermId) -> TermId {
        let is_data = |t: TermId| matches!(self.terms.sort(t), Sort::Datatype(_));
        let inside =
            self.terms.subterms_until(&[t], |t| !is_data(t) || self.results.contains_key(&(function, t)));
        let parts: Vec<TermId> = inside.into_iter().filter(|&t| is_data(t)).collect();
        for part in parts {
            let made = self.made(part);
            for own in self.functions_of(self.terms.sort(part)) {
                if self.results.contains_key(&(own.function, part)) {
                    continue;
                }
                match &made {
                    Some((constructor, fields)) => {
                        let result = self.case(&own, *constructor, fields);
                        self.results.insert((own.function, part), result);
                    }
                    None => drop(self.of_leaf(own.function, part)),
                }
            }
        }
        self.results[&(function, t)]
    }

    /// A term as arguments of a predicate of the image.
    pub fn arguments(&mut self, t: TermId) -> Vec<TermId> {
        if !self.is_data(t) {
            return vec![t];
        }
        let functions = self.functions_of(self.terms.sort(t));
        functions.iter().map(|own| self.result(own.function, t)).collect()
    }

    fn choice(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        if yes == no {
            return yes;
        }
        let leaf = self.leaf(self.terms.sort(yes));
        let otherwise = self.terms.not(condition);
        self.equations.extend([(condition, leaf, yes), (otherwise, leaf, no)]);
        leaf
    }

    /// Whether two values are equal: what that says of constructors and of fields, down to leaves.
    pub fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        let mut parts = Vec::new();
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            if a == b {
                continue;
            }
            if !self.is_data(a) {
                parts.push(self.terms.eq(a, b));
                continue;
            }
            let (leaf, other) = if self.made(a).is_none() { (a, b) } else { (b, a) };
            match (self.made(leaf), self.made(other)) {
                (_, None) => parts.push(self.equal_leaves(leaf, other)),
                (Some((own, left)), Some((constructor, right))) => {
                    if own != constructor {
                        return Terms::FALSE;
                    }
                    open.extend(left.into_iter().zip(right));
                }
                (None, Some((constructor, right))) => {
                    parts.push(self.is_made(constructor, leaf));
                    let selectors: Vec<SelectorId> = self.terms.selectors(constructor).collect();
                    for (selector, field) in selectors.into_iter().zip(right) {
                        open.push((self.field(selector, leaf), field));
                    }
                }
            }
        }
        self.terms.and(&parts)
    }

    fn equal_leaves(&mut self, a: TermId, b: TermId) -> TermId {
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.equal.get(&key) {
            return known;
        }
        let equal = self.terms.declare("equal", Sort::Bool);
        // A value that equals one of two equal values equals the other.
        let others = self.pairs.clone();
        for (c, d) in others {
            let third = match (c == a || d == a, c == b || d == b) {
                (true, false) => (if c == a { d } else { c }, b),
                (false, true) => (if c == b { d } else { c }, a),
                _ => continue,
            };
            let between = self.equal.get(&(third.0.min(third.1), third.0.max(third.1))).copied();
            let known = self.equal[&(c, d)];
            for (first, second, last) in between.into_iter().flat_map(|between| {
                [(equal, known, between), (equal, between, known), (known, between, equal)]
            }) {
                let both = self.terms.and(&[first, second]);
                self.say(both, last);
            }
        }
        self.equal.insert(key, equal);
        self.pairs.push(key);
        self.equations.push((equal, a, b));
        equal
    }

    /// The constraint of the image, after everything else.
    pub fn constraint(&mut self, constraint: TermId, budget: &Budget) -> Result<TermId, Limit> {
        let mut waiting: Vec<Equation> = Vec::new();
        loop {
            while let Some(equation) = self.equations.pop() {
                budget.poll()?;
                if !self.follow(equation) {
                    waiting.push(equation);
                }
            }
            // An equation between leaves, one of which is open, is about the fields of both.
            let is_open =
                |&(_, a, b): &Equation| self.opened.contains_key(&a) || self.opened.contains_key(&b);
            match waiting.iter().position(is_open) {
                Some(at) if self.opened.len() < MOST_OPENED => {
                    let equation = waiting.swap_remove(at);
                    self.follow_fields(equation);
                }
                _ => break,
            }
        }
        let all = [&[constraint][..], &self.known].concat();
        Ok(self.terms.and(&all))
    }

    fn say(&mut self, condition: TermId, what: TermId) {
        let follows = self.terms.implies(condition, what);
        self.known.push(follows);
    }

    /// The consequences of an equation for results, and for fields if one side is constructed. Says whether that is
    /// all.
    fn follow(&mut self, (condition, a, b): Equation) -> bool {
        for own in self.functions_of(self.terms.sort(a)) {
            let (left, right) = (self.result(own.function, a), self.result(own.function, b));
            let same = self.terms.eq(left, right);
            self.say(condition, same);
        }
        let (leaf, other) = if self.made(a).is_none() { (a, b) } else { (b, a) };
        match (self.made(leaf), self.made(other)) {
            (_, None) => return false,
            (Some((own, left)), Some((constructor, right))) => match own == constructor {
                true => self.follow_each(condition, &left, &right),
                false => self.say(condition, Terms::FALSE),
            },
            (None, Some((constructor, right))) => {
                let made = self.is_made(constructor, leaf);
                self.say(condition, made);
                let selectors: Vec<SelectorId> = self.terms.selectors(constructor).collect();
                let left: Vec<TermId> = selectors.into_iter().map(|s| self.field(s, leaf)).collect();
                self.follow_each(condition, &left, &right);
            }
        }
        true
    }

    /// The consequences of an equation between leaves for their constructors and fields.
    fn follow_fields(&mut self, (condition, a, b): Equation) {
        let tags = self.open(a).into_iter().zip(self.open(b));
        for ((constructor, left), (_, right)) in tags {
            let same = self.terms.iff(left, right);
            self.say(condition, same);
            let made = self.terms.and(&[condition, left]);
            let selectors: Vec<SelectorId> = self.terms.selectors(constructor).collect();
            let [left, right] =
                [a, b].map(|leaf| selectors.iter().map(|&s| self.fields[&(s, leaf)]).collect::<Vec<_>>());
            self.follow_each(made, &left, &right);
        }
    }

    fn follow_each(&mut self, condition: TermId, left: &[TermId], right: &[TermId]) {
        for (&a, &b) in left.iter().zip(right) {
            if self.is_data(a) {
                self.equations.extend((a != b).then_some((condition, a, b)));
            } else {
                let same = self.terms.eq(a, b);
                self.say(condition, same);
            }
        }
    }
}
