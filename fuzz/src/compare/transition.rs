//! Transition systems as texts of SMT-LIB, for tools that know no other form.
//!
//! The texts come from the file by readers of this package ([`vmt`](super::vmt), [`btor2`](super::btor2)), which share
//! nothing with those of the crate: other solvers judge the meaning of the file, too.

use std::fmt::Write;

/// A state variable.
pub struct State {
    /// Its name.
    pub name: String,
    /// The name of its value in the next state.
    pub next: String,
    /// Its sort.
    pub sort: String,
}

/// A transition system.
pub struct Transition {
    /// The commands that declare sorts.
    pub sorts: String,
    /// The state variables.
    pub states: Vec<State>,
    /// Names and sorts of the inputs.
    pub inputs: Vec<(String, String)>,
    /// The initial states.
    pub init: String,
    /// The transitions.
    pub trans: String,
    /// The error.
    pub bad: String,
}

impl Transition {
    fn parameters(&self) -> String {
        let mut out = String::new();
        for state in &self.states {
            let _ = write!(out, "({} {}) ({} {}) ", state.name, state.sort, state.next, state.sort);
        }
        for (name, sort) in &self.inputs {
            let _ = write!(out, "({} {}) ", name, sort);
        }
        out
    }

    /// The linear Horn clauses, unsatisfiable iff the error is reached.
    pub fn horn(&self) -> String {
        let apply = |names: Vec<&str>| match names.as_slice() {
            [] => "reached".to_string(),
            names => format!("(reached {})", names.join(" ")),
        };
        let now = apply(self.states.iter().map(|s| s.name.as_str()).collect());
        let then = apply(self.states.iter().map(|s| s.next.as_str()).collect());
        let sorts: Vec<&str> = self.states.iter().map(|s| s.sort.as_str()).collect();
        let mut out = format!("(set-logic HORN)\n{}", self.sorts);
        let _ = writeln!(out, "(declare-fun reached ({}) Bool)", sorts.join(" "));
        let parameters = self.parameters();
        let mut clause = |body: &str, head: &str| {
            let _ = if parameters.is_empty() {
                writeln!(out, "(assert (=> {} {}))", body, head)
            } else {
                writeln!(out, "(assert (forall ({}) (=> {} {})))", parameters, body, head)
            };
        };
        clause(&self.init, &now);
        clause(&format!("(and {} {})", now, self.trans), &then);
        clause(&format!("(and {} {})", now, self.bad), "false");
        out.push_str("(check-sat)\n");
        out
    }

    /// A script with a question for each number of transitions up to the last: whether the error can be so far away.
    pub fn unrolled(&self, last: usize) -> String {
        let parameters = self.parameters();
        let is_plain = |sort: &str| sort == "Bool" || (sort.contains("BitVec") && !sort.contains("Array"));
        let mut sorts = self.states.iter().map(|s| &s.sort).chain(self.inputs.iter().map(|(_, sort)| sort));
        let logic = if sorts.all(|sort| is_plain(sort)) { "QF_BV" } else { "ALL" };
        let mut out = format!("(set-logic {})\n{}", logic, self.sorts);
        for (name, formula) in [("init", &self.init), ("trans", &self.trans), ("bad", &self.bad)] {
            let _ = writeln!(out, "(define-fun {}? ({}) Bool {})", name, parameters, formula);
        }
        let at = |name: &str, step: usize| format!("|{}@{}|", name.trim_matches('|'), step);
        let declare = |out: &mut String, step: usize| {
            for state in &self.states {
                let _ = writeln!(out, "(declare-fun {} () {})", at(&state.name, step), state.sort);
            }
            for (name, sort) in &self.inputs {
                let _ = writeln!(out, "(declare-fun {} () {})", at(name, step), sort);
            }
        };
        let call = |name: &str, step: usize| {
            let mut words = vec![format!("{}?", name)];
            for state in &self.states {
                words.extend([at(&state.name, step), at(&state.name, step + 1)]);
            }
            words.extend(self.inputs.iter().map(|(name, _)| at(name, step)));
            match words.as_slice() {
                [only] => only.clone(),
                words => format!("({})", words.join(" ")),
            }
        };
        declare(&mut out, 0);
        declare(&mut out, 1);
        let _ = writeln!(out, "(assert {})", call("init", 0));
        for step in 0..=last {
            let bad = call("bad", step);
            let _ = writeln!(out, "(push 1)\n(assert {})\n(check-sat)\n(pop 1)", bad);
            declare(&mut out, step + 2);
            let _ = writeln!(out, "(assert {})", call("trans", step));
        }
        out
    }
}
