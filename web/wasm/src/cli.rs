//! Files of the command line that know neither files nor terminals: the table of all options, and the answers about
//! lemmas. The writer of JSON is the library's.
//!
//! They are the same files, not copies, so an option of the program is an option of the module under the same name and
//! with the same default. The module has no use for some of their parts.

#[path = "../../../src/cli/flags.rs"]
pub mod flags;
#[allow(dead_code)]
#[path = "../../../src/cli/lemma_table.rs"]
pub mod lemma_table;
#[path = "../../../src/cli/limits.rs"]
pub mod limits;
#[allow(dead_code)]
#[path = "../../../src/cli/numbering.rs"]
pub mod numbering;
#[allow(dead_code)]
#[path = "../../../src/cli/options.rs"]
pub mod options;
#[allow(dead_code)]
#[path = "../../../src/cli/suggest.rs"]
mod suggest;
#[allow(dead_code)]
#[path = "../../../src/cli/values.rs"]
pub mod values;
