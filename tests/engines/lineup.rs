//! The members of portfolios. `tests/documents/reference.rs` compares the page on them.

use indubit::portfolio::{members, members_for_justice, Kind, VerifyOptions};

#[test]
fn members_have_a_name_and_a_reason_and_the_first_ones_are_no_runs() {
    for kind in Kind::ALL {
        let all = || members(kind).iter().flat_map(|group| group.members);
        assert!(all().all(|member| !member.name.is_empty() && !member.reason.is_empty()), "{:?}", kind);
        assert!(all().next().map_or(false, |first| first.engine().is_some()), "{:?}", kind);
    }
}

#[test]
fn each_member_is_a_line_that_options_are_read_from() {
    let of_kinds = Kind::ALL.into_iter().flat_map(members).flat_map(|group| group.members);
    for member in of_kinds.chain(members_for_justice()).filter(|member| member.name != "runs") {
        let read = VerifyOptions::default().by_line(member.line);
        let engine = read.map(|options| options.engine);
        assert_eq!(engine.ok(), member.engine(), "{}", member.line);
        assert!(member.engine().is_some(), "{}", member.line);
    }
}
