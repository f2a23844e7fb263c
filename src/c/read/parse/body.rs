//! The state of the parser inside of a function's body: the statements that have begun and not ended, their labels, and
//! the values of `case` that each `switch` has.

use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::{CaseRange, ExprId, FunctionId, LabelId, ObjectId, ScopeId, StmtId, StmtList};
use super::super::types::TypeId;
use crate::base::HashMap;
use std::collections::BTreeMap;

/// A statement whose parts are being read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Open {
    /// The statements in it begin at this position of [`Body::children`].
    Block {
        pos: Pos,
        first: usize,
        scope: Option<ScopeId>,
    },
    If {
        pos: Pos,
        condition: ExprId,
    },
    Else {
        pos: Pos,
        condition: ExprId,
        then: StmtId,
    },
    While {
        pos: Pos,
        condition: ExprId,
    },
    Do {
        pos: Pos,
    },
    For {
        pos: Pos,
        init: StmtList,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        scope: ScopeId,
    },
    Switch {
        pos: Pos,
        value: ExprId,
        cases: u32,
    },
    Case {
        pos: Pos,
        values: Option<CaseRange>,
        cases: u32,
    },
    Label {
        pos: Pos,
        label: LabelId,
    },
}

/// A `switch` whose body is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenSwitch {
    pub ty: TypeId,
    /// The position of its labels among those of all `switch` statements.
    pub cases: u32,
}

/// The body of a function that is being read.
#[derive(Debug)]
pub(super) struct Body {
    pub function: FunctionId,
    pub result: TypeId,
    pub labels: HashMap<NameId, LabelId>,
    /// The labels in the order in which they were met, and whether each was found in front of a statement and not only
    /// in a `goto`.
    pub found: Vec<(LabelId, bool)>,
    pub open: Vec<Open>,
    /// Statements of the blocks that are open, inner ones last.
    pub children: Vec<StmtId>,
    pub switches: Vec<OpenSwitch>,
    pub loops: u32,
    /// Labels that blocks declare: the number of open statements around the block, the name, and its meaning before.
    pub local_labels: Vec<(usize, NameId, Option<LabelId>)>,
    /// The number of blocks and statements around the statement expression that is being read.
    pub outer: usize,
    /// Labels whose address is taken.
    pub addresses: Vec<LabelId>,
    /// The label to which all computed jumps of the function go, and the object with the number of their target.
    pub dispatch: Option<(LabelId, ObjectId)>,
}

impl Body {
    pub(super) fn new(function: FunctionId, result: TypeId) -> Body {
        Body {
            function,
            result,
            labels: HashMap::default(),
            found: Vec::new(),
            open: Vec::new(),
            children: Vec::new(),
            switches: Vec::new(),
            loops: 0,
            local_labels: Vec::new(),
            outer: 0,
            addresses: Vec::new(),
            dispatch: None,
        }
    }
}

/// The values for which a `switch` has labels.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub has_default: bool,
    /// Ranges that do not overlap: the last value by the first one.
    ranges: BTreeMap<i128, i128>,
}

impl Seen {
    /// Adds values, and returns whether all of them are new.
    pub fn insert(&mut self, range: CaseRange) -> bool {
        if range.low > range.high {
            return true;
        }
        let before = self.ranges.range(..=range.high).next_back();
        if before.map_or(false, |(_, &high)| high >= range.low) {
            return false;
        }
        self.ranges.insert(range.low, range.high);
        true
    }
}
