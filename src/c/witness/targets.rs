//! Finds, for the place of a question, the variable that gets the answer. For `x = nondet();` the answer to the call is
//! assigned to `x` at once.

use crate::c::{Ask, AskKind, ExprId, ExprKind, ObjectId, Pos, Program, StmtKind, TypeId};
use std::collections::HashMap;

/// The variables that get answers, by the places of the questions.
#[derive(Debug)]
pub(super) struct Targets {
    /// By the place of a call: the variable to which its result is assigned at once.
    assigned: HashMap<Pos, ObjectId>,
    /// By the place of an object's declaration: the object.
    objects: HashMap<Pos, ObjectId>,
    /// By the place of a call: its closing parenthesis, and the type of its result.
    closes: HashMap<Pos, (Pos, TypeId)>,
}

impl Targets {
    pub fn new(program: &Program) -> Targets {
        let mut targets =
            Targets { assigned: HashMap::new(), objects: HashMap::new(), closes: HashMap::new() };
        for id in program.exprs() {
            let expr = program.expr(id);
            match expr.kind {
                ExprKind::Assign(target, value) => {
                    if let ExprKind::Object(object) = program.expr(target).kind {
                        targets.assign(program, object, value);
                    }
                }
                ExprKind::Call { close, .. } => drop(targets.closes.insert(expr.pos, (close, expr.ty))),
                _ => {}
            }
        }
        for id in program.stmts() {
            if let StmtKind::Declaration(object, initialiser) = program.stmt(id).kind {
                targets.objects.insert(program.object(object).pos, object);
                if let [element] = initialiser.map_or(&[][..], |id| &program.initialiser(id).elements) {
                    if element.ty == program.object(object).ty {
                        targets.assign(program, object, element.value);
                    }
                }
            }
        }
        for id in program.visible_objects(Pos::START) {
            targets.objects.insert(program.object(id).pos, id);
        }
        for &id in program.functions.iter().flat_map(|function| &function.parameters) {
            targets.objects.insert(program.object(id).pos, id);
        }
        targets
    }

    fn assign(&mut self, program: &Program, object: ObjectId, mut value: ExprId) {
        while let ExprKind::Convert { operand, .. } = program.expr(value).kind {
            value = operand;
        }
        if let ExprKind::Call { .. } = program.expr(value).kind {
            self.assigned.insert(program.expr(value).pos, object);
        }
    }

    /// The variable that gets the answer to a question.
    pub fn object(&self, ask: &Ask) -> Option<ObjectId> {
        match ask.kind {
            AskKind::Call => self.assigned.get(&ask.pos).copied(),
            AskKind::Declaration | AskKind::Skipped | AskKind::Parameter | AskKind::Extern => {
                self.objects.get(&ask.pos).copied()
            }
            _ => None,
        }
    }

    /// The closing parenthesis of the call at a place.
    pub fn close(&self, call: Pos) -> Option<Pos> {
        self.closes.get(&call).map(|&(close, _)| close)
    }

    /// The type of the result of the call at a place.
    pub fn result(&self, call: Pos) -> Option<TypeId> {
        self.closes.get(&call).map(|&(_, ty)| ty)
    }

    /// The outcome of a branch whose condition has this value, in the words of a witness.
    pub fn way(&self, program: &Program, pos: Pos, value: i128) -> Option<String> {
        let mut statements = program.stmts().map(|id| program.stmt(id));
        let cases = statements.find_map(|stmt| match stmt.kind {
            StmtKind::Switch { cases, .. } if stmt.pos == pos => program.cases.get(cases as usize),
            _ => None,
        });
        match cases {
            None => Some((value != 0).to_string()),
            Some(cases) => {
                let mut ranges = cases.iter().filter_map(|case| case.values);
                let is_case = ranges.any(|range| range.low <= value && value <= range.high);
                Some(if is_case { value.to_string() } else { "default".to_string() })
            }
        }
    }
}
