//! Translation units: several files that are one program (C11, 5.1.1.1, 6.2.2 and 6.2.7).
//!
//! Each file is read with a scope of its own. Behind it the checker keeps what a linker knows: the functions and
//! objects with external linkage, whose declarations in later files are the same functions and objects. Those with
//! internal linkage are forgotten, so two files may have different ones of the same name.
//!
//! # Types
//!
//! A header that two files include declares its structures twice, and the program means one type. So a tag that an
//! earlier file has declared outside of functions is the same structure in a later one, and its members, which are read
//! again, have to be the same. If they are not, the tag names another structure in this file. Since members may have
//! been read with the wrong meaning by then, the program is read again, with that tag set [apart](Apart). Structures
//! without tag and enumerations are compared when they are complete, since no member leads back to them.
//!
//! # Left out
//!
//! Weak definitions beside strong ones, and common definitions: a second definition is an error, as it is for gcc since
//! version 10. A function that another file defines is called with a declaration only.

use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::ObjectId;
use super::super::types::TypeId;
use super::scopes::Entity;
use crate::base::{HashMap, HashSet};

/// Tags that mean another structure than the one of an earlier file: the number of the file, and the tag. One that
/// stands here twice is neither of two earlier ones.
pub(in crate::c::read) type Apart = Vec<(usize, String)>;

/// The files that were read before the present one.
#[derive(Debug, Default)]
pub(in crate::c::read) struct Units {
    /// The number of the file that is read, from 0.
    pub(super) number: usize,
    /// The number of types before this file.
    pub(super) first: usize,
    pub(super) externals: HashMap<NameId, Entity>,
    /// The structures and unions by tag, outside of functions.
    pub(super) tags: HashMap<NameId, Vec<TypeId>>,
    /// Structures without tag, and enumerations, by the name of their first part.
    pub(super) others: HashMap<Option<NameId>, Vec<TypeId>>,
    /// The names that stand behind definitions of structures without tag.
    pub(super) behind: HashMap<TypeId, NameId>,
    /// The types of earlier files that this one has defined again.
    pub(super) again: HashSet<TypeId>,
    /// The records that were read for a comparison.
    pub(super) copies: HashSet<TypeId>,
    /// The first definition of an object, and the file in which it is.
    pub(super) definitions: HashMap<ObjectId, (usize, Pos)>,
    pub apart: Apart,
    /// The tag that has to be set apart.
    pub conflict: Option<(usize, String)>,
}
