//! Objects that have too many parts to give each a variable, such as `int a[1000000]`.
//!
//! Such an object has variables only for the parts that the program accesses at fixed offsets, such as `a[7]`. If it is
//! also accessed at computed indices, it is a row instead (`rows`). The first round of the lowering finds these parts.
//! If a round finds new ones, the program is lowered again with all known parts, because code that was lowered before,
//! such as an initialiser, has to write them. A part without variable is never read.

use crate::c::lower::analysis::changes::heap_owner;
use crate::c::lower::analysis::keys::Root;
use crate::c::lower::analysis::leaves::Leaf;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::value::StoreId;
use crate::c::lower::stop::Stop;
use crate::c::read::syntax::{ObjectId, Program};

impl Lowering<'_> {
    /// Makes a variable for an accessed part of an object that has too many parts, unless it has one.
    pub(super) fn demand(&mut self, store: StoreId, offset: u64, scalar: Leaf) -> Result<(), Stop> {
        let found = self.objects.store(store);
        let root = match found.root {
            Some(root) if found.is_sparse && found.row.is_none() => root,
            _ => return Ok(()),
        };
        let leaf = Leaf { offset, ..scalar };
        let at = found.cells.partition_point(|cell| cell.leaf.end() <= offset);
        let end = leaf.end();
        let touched = found.cells[at..].iter().take_while(|cell| cell.leaf.offset < end);
        let covered: u64 = touched.map(|c| c.leaf.end().min(end) - c.leaf.offset.max(offset)).sum();
        if covered == u64::from(leaf.width) {
            return Ok(());
        }
        if covered > 0 {
            return self.refuse("parts of an object with many parts are accessed as values of several types");
        }
        let (targets, ty) = (found.targets.clone(), found.ty);
        let (name, owner) = match root {
            Root::Object(object) => {
                (format!("{}{}", object_name(self.program, object), self.path(ty, offset)), object.index())
            }
            Root::Heap(call, slot) => (self.heap_name(call, slot, offset), heap_owner(self.program)),
            Root::Text(_) => return Ok(()),
        };
        let cell = self.new_cell(name, leaf, &targets, Some(root), Some(owner));
        self.objects.add_part(store, at, root, cell);
        Ok(())
    }
}

/// The name of an object's variables.
pub(super) fn object_name(program: &Program, object: ObjectId) -> String {
    let declared = program.object(object);
    let name = declared.name.map_or("_", |name| program.names.text(name));
    match declared.function.filter(|_| declared.storage != crate::c::read::syntax::Storage::Global) {
        Some(function) => format!("{}::{}", program.names.text(program.function(function).name), name),
        None => name.to_string(),
    }
}
