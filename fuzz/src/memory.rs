//! An allocator that counts, for each thread, the bytes that it holds and the most it ever held.
//!
//! A budget promises that arenas do not grow past it. The counter is the witness from outside.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, counted.
struct Counted;

#[global_allocator]
static ALLOCATOR: Counted = Counted;

fn book(change: isize) {
    let _ = HELD.try_with(|held| {
        held.set(held.get() + change);
        let _ = MOST.try_with(|most| most.set(most.get().max(held.get())));
    });
}

// SAFETY: each call is passed on to the system's allocator as it is; the counters neither allocate nor unwind.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        book(layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        book(-(layout.size() as isize));
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        book(size as isize - layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Carries out some work and panics if this thread held more than `most` bytes on its way, besides those before.
///
/// # Panics
///
/// If it did.
pub fn within<T>(most: usize, name: &str, work: impl FnOnce() -> T) -> T {
    let before = HELD.with(Cell::get);
    MOST.with(|cell| cell.set(before));
    let result = work();
    let used = MOST.with(Cell::get) - before;
    assert!(used <= most as isize, "{} held {} bytes, and {} are allowed", name, used, most);
    result
}
