//! Transition systems with what evidence needs of their file.

use super::btor2::Btor2File;
use crate::model::system::System;

/// A transition system as it stands in a file.
#[derive(Clone, Debug)]
pub enum SystemFile {
    /// From VMT, or built in memory.
    Vmt(System),
    /// From BTOR2, with the lines that a witness refers to.
    Btor2(Btor2File),
}

impl SystemFile {
    /// The system.
    pub fn system(&self) -> &System {
        match self {
            SystemFile::Vmt(system) => system,
            SystemFile::Btor2(file) => &file.system,
        }
    }

    /// The lines that a BTOR2 witness refers to.
    pub fn btor2(&self) -> Option<&Btor2File> {
        match self {
            SystemFile::Vmt(_) => None,
            SystemFile::Btor2(file) => Some(file),
        }
    }
}
