//! Evidence about systems with memories.

use crate::evidence::any::{AnyCounterexample, AnyProof, Size, Written};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::memory::write_witness;
use crate::evidence::table::Table;
use crate::evidence::view::{effort, lines};
use crate::input::btor2::MemoryFile;
use crate::model::memory::{MemoryCertificate, MemoryRun};
use crate::model::system::Step;
use crate::model::Depth;
use crate::solver::term::{TermId, Value};
use crate::theories::bv::Bits;

/// A proof about a property of a system with memories.
#[derive(Debug)]
pub(crate) struct MemoryProof {
    pub found: MemoryCertificate,
}

impl AnyProof for MemoryProof {
    fn size(&self) -> Size {
        let parts = self.found.invariant.formulas.len();
        Size { k: None, simple_path: false, parts, unit: "formulas" }
    }

    fn parts(&self, _is_full: bool) -> Vec<String> {
        let mut terms = self.found.invariant.terms.clone();
        let whole = terms.and(&self.found.invariant.formulas);
        lines(&mut terms, whole, &[], &effort())
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match form {
            Form::Text
            | Form::WitnessCircuit { .. }
            | Form::Script
            | Form::Vmt
            | Form::Dot
            | Form::Waves
            | Form::Witness { .. }
            | Form::Harness => Err(WriteError::Unfit(
                "a proof about memories with more than 10 index bits is checked, but there is no file for it; see \
                 --show-invariant",
            )),
        }
    }
}

/// A counterexample to a property of a system with memories.
#[derive(Debug)]
pub(crate) struct MemoryTrace<'m> {
    pub file: &'m MemoryFile,
    pub found: MemoryRun,
}

impl AnyCounterexample for MemoryTrace<'_> {
    fn depth(&self) -> Depth {
        self.found.depth()
    }

    /// The words, and the cells of memories that the system leaves open.
    fn table(&self) -> Table {
        let words = self.file.system.words();
        let states = words.states().iter().map(|s| s.current);
        let inputs = words.inputs().iter().copied().take(self.file.system.plain_inputs());
        let variables: Vec<TermId> = states.chain(inputs).collect();
        let mut names: Vec<String> = variables.iter().map(|&t| words.name(t).to_string()).collect();
        let mut cells: Vec<(usize, &Bits, String)> = Vec::new();
        for open in &self.found.open {
            for (id, contents) in open.iter().enumerate() {
                for index in contents.iter().flat_map(|contents| contents.cells.keys()) {
                    let name = format!(
                        "{}[{}]",
                        self.file.system.memories()[id].name,
                        Value::Bits(index.clone()).text(crate::solver::term::Sort::BitVec(index.width()),)
                    );
                    cells.push((id, index, name));
                }
            }
        }
        cells.sort_unstable_by(|a, b| (a.0, &a.2).cmp(&(b.0, &b.2)));
        cells.dedup_by(|a, b| a.0 == b.0 && a.2 == b.2);
        names.extend(cells.iter().map(|cell| cell.2.clone()));
        let row = |(number, step): (usize, &Step)| {
            let values = step.states.iter().chain(&step.inputs).zip(&variables);
            let mut row: Vec<String> = values.map(|(value, &t)| value.text(words.terms().sort(t))).collect();
            for &(id, index, _) in &cells {
                let contents = self.found.open.get(number).and_then(|open| open[id].as_ref());
                let sort = self.file.system.memories()[id].cell;
                // What a memory contains later follows from its writes.
                row.push(contents.map_or("".to_string(), |contents| contents.get(index).text(sort)));
            }
            row
        };
        Table { names, steps: self.found.steps.iter().enumerate().map(row).collect() }
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match form {
            Form::Text => Ok(write_witness(self.file, &self.found)?.into()),
            Form::Script
            | Form::Waves
            | Form::WitnessCircuit { .. }
            | Form::Vmt
            | Form::Dot
            | Form::Witness { .. }
            | Form::Harness => Err(WriteError::Unfit(
                "the witness of a system with memories with more than 10 index bits is text",
            )),
        }
    }
}
