//! The members of portfolios. `tests/documents/reference.rs` compares the page on them.

use indubit::portfolio::{members, Kind};

#[test]
fn members_have_a_name_and_a_reason_and_the_first_ones_are_no_runs() {
    for kind in Kind::ALL {
        let all = || members(kind).iter().flat_map(|group| group.members);
        assert!(all().all(|member| !member.name.is_empty() && !member.reason.is_empty()), "{:?}", kind);
        assert!(all().next().map_or(false, |first| first.engine.is_some()), "{:?}", kind);
    }
}
