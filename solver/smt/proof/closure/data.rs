//! The rules of datatypes.
//!
//! A value whose constructor is known is made of its own fields: `is-cons(x)` adds the node `cons(head(x), tail(x))`
//! to the class of `x`. All other rules look at constructors only.

use super::graph::{Graph, Label, Node};
use crate::base::{HashMap, HashSet};
use crate::solver::term::{ConstructorId, Op};

impl Graph<'_> {
    /// Constructors, selectors, testers, and that no value contains itself.
    pub fn data(&mut self) {
        for n in self.nodes() {
            match (self.label(n), self.args(n)) {
                (Label::Operator(Op::Construct(_)), _) => self.injectivity(n),
                (Label::Operator(Op::Field(selector)), &[x]) => {
                    if let Some(made) = self.made(x) {
                        let own = Label::Operator(Op::Construct(self.terms.selector_constructor(selector)));
                        if self.label(made) == own {
                            self.merge(n, self.args(made)[self.terms.place(selector)]);
                        }
                    }
                }
                (Label::Operator(Op::Is(constructor)), &[x]) => {
                    if let Some(made) = self.made(x) {
                        let truth = self.label(made) == Label::Operator(Op::Construct(constructor));
                        let value = self.insert(self.terms.bool(truth));
                        self.merge(n, value);
                    }
                }
                (Label::Operator(_) | Label::Leaf(_), _) => {}
            }
        }
        self.cases();
        self.different_fields();
        self.cycles();
    }

    /// A node that a constructor makes, and the first such node of its class, have equal fields.
    fn injectivity(&mut self, n: Node) {
        let first = match self.made(n) {
            Some(first) if first != n => first,
            _ => return,
        };
        if self.label(first) != self.label(n) {
            return self.contradict();
        }
        self.spend(self.args(n).len());
        for (a, b) in self.args(first).to_vec().into_iter().zip(self.args(n).to_vec()) {
            self.merge(a, b);
        }
    }

    /// Values that only one constructor can have made are made by it.
    fn cases(&mut self) {
        let [yes, no] = [true, false].map(|truth| self.insert(self.terms.bool(truth)));
        let mut chosen: Vec<(Node, ConstructorId)> = Vec::new();
        let mut excluded: HashSet<(Node, ConstructorId)> = HashSet::default();
        for n in self.nodes() {
            if let (Label::Operator(Op::Is(constructor)), &[x]) = (self.label(n), self.args(n)) {
                if self.are_same(n, yes) {
                    chosen.push((x, constructor));
                } else if self.are_same(n, no) {
                    excluded.insert((self.root(x), constructor));
                }
            }
        }
        for [a, b] in self.apart() {
            // Differing from the only value of a constructor excludes the constructor.
            for (a, b) in [(a, b), (b, a)] {
                if let Some(made) = self.made(b) {
                    if let (Label::Operator(Op::Construct(c)), []) = (self.label(made), self.args(made)) {
                        excluded.insert((self.root(a), c));
                    }
                }
            }
        }
        for n in self.nodes() {
            let all = self.terms.constructors(self.sort(n));
            if all.is_empty() || self.root(n) != n {
                continue;
            }
            self.spend(all.len());
            let left: Vec<ConstructorId> =
                all.iter().copied().filter(|&c| !excluded.contains(&(n, c))).collect();
            match left[..] {
                [] => self.contradict(),
                [constructor] => chosen.push((n, constructor)),
                _ => {}
            }
        }
        for (x, constructor) in chosen {
            self.make(x, constructor);
        }
    }

    /// Notes that a constructor made a value.
    fn make(&mut self, x: Node, constructor: ConstructorId) {
        match self.made(x) {
            Some(made) if self.label(made) == Label::Operator(Op::Construct(constructor)) => {}
            Some(_) => self.contradict(),
            None => {
                let fields = self.terms.selectors(constructor);
                let fields = fields.map(|s| self.node(Op::Field(s), self.terms.selector_sort(s), vec![x]));
                let fields = fields.collect();
                let made = self.node(Op::Construct(constructor), self.sort(x), fields);
                self.merge(x, made);
            }
        }
    }

    /// Values of one constructor differ if fields do.
    fn different_fields(&mut self) {
        let mut by_constructor: HashMap<Label, Vec<Node>> = HashMap::default();
        for n in self.nodes() {
            if self.made(n) == Some(n) && !self.args(n).is_empty() {
                by_constructor.entry(self.label(n)).or_default().push(n);
            }
        }
        let mut found = Vec::new();
        for list in by_constructor.values() {
            for (i, &a) in list.iter().enumerate() {
                for &b in &list[..i] {
                    self.spend(self.args(a).len());
                    if self.is_over() {
                        return;
                    }
                    if self.args(a).iter().zip(self.args(b)).any(|(&x, &y)| self.are_apart(x, y)) {
                        found.push([a, b]);
                    }
                }
            }
        }
        found.sort_unstable();
        for [a, b] in found {
            self.separate(a, b);
        }
    }

    /// No value is a field of itself, or of one of its fields.
    fn cycles(&mut self) {
        let mut done: HashSet<Node> = HashSet::default();
        let mut on_path: HashSet<Node> = HashSet::default();
        for start in self.nodes() {
            // A class is left when all fields of its value were.
            let mut open = vec![(self.root(start), false)];
            while let Some((n, is_left)) = open.pop() {
                self.spend(1);
                if is_left {
                    on_path.remove(&n);
                    done.insert(n);
                } else if on_path.contains(&n) {
                    return self.contradict();
                } else if !done.contains(&n) {
                    on_path.insert(n);
                    open.push((n, true));
                    if let Some(made) = self.made(n) {
                        open.extend(self.args(made).iter().map(|&field| (self.root(field), false)));
                    }
                }
            }
        }
    }
}
