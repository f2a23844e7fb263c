//! Planted bugs: patches of the crate, each a bug that this field really has, and what finds them.
//!
//! A patch is applied to a copy of the sources, the tests of the crate run on the copy, and if they do not notice,
//! the targets of this package. The results are kept in a file, so a run that was ended goes on later.

mod bench;
mod explore;
mod patch;
mod results;

pub use explore::explore;

use bench::{Bench, Finding};
use patch::Patch;
use results::{Results, Row};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const USAGE: &str = "usage: fuzz bugs [NAMES...] [OPTIONS]
  NAMES               parts of the names of patches; without any, all patches
  --tests SECONDS     test time for each bug (default 60)
  --targets SECONDS   time for all targets together, for each bug (default 600)
  --jobs N            bugs at the same time, each with a build folder of its own (default 1)
  --keep DIR          copies, build folders and results (default: a folder for temporary files)
  --again             forget the earlier results for these bugs
";

struct Options {
    names: Vec<String>,
    tests: Duration,
    targets: Duration,
    jobs: usize,
    keep: PathBuf,
    again: bool,
}

/// `fuzz bugs`. The exit code is 1 if a bug was not found.
pub fn run(args: &[String]) -> i32 {
    let outcome = options(args).and_then(|options| {
        let root = root()?;
        let patches = chosen(&root, &options.names)?;
        try_all(&root, &patches, &options)
    });
    match outcome {
        Ok(all_found) => i32::from(!all_found),
        Err(message) => {
            eprintln!("fuzz bugs: {}", message);
            2
        }
    }
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        names: Vec::new(),
        tests: Duration::from_secs(60),
        targets: Duration::from_secs(600),
        jobs: 1,
        keep: std::env::temp_dir().join("indubit-bugs"),
        again: false,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut number = || -> Result<u64, String> {
            let value = args.next().and_then(|value| value.parse().ok());
            value.ok_or_else(|| format!("expected a number behind {}\n{}", arg, USAGE))
        };
        match arg.as_str() {
            "--tests" => options.tests = Duration::from_secs(number()?),
            "--targets" => options.targets = Duration::from_secs(number()?),
            "--jobs" => options.jobs = number()?.clamp(1, 64) as usize,
            "--keep" => {
                let folder = args.next().ok_or_else(|| format!("expected a folder\n{}", USAGE))?;
                options.keep = PathBuf::from(folder);
            }
            "--again" => options.again = true,
            name if !name.starts_with('-') => options.names.push(name.to_string()),
            other => return Err(format!("there is no option {}\n{}", other, USAGE)),
        }
    }
    Ok(options)
}

/// The crate's folder: the present one, or one above it.
fn root() -> Result<PathBuf, String> {
    let here = std::env::current_dir().map_err(|error| error.to_string())?;
    let found = here.ancestors().find(|folder| folder.join("fuzz/bugs").is_dir());
    found.map(Path::to_path_buf).ok_or_else(|| "run it in the folder of the crate, or below".to_string())
}

/// The patches whose names contain one of these texts, or all, in the order of their numbers.
fn chosen(root: &Path, names: &[String]) -> Result<Vec<Patch>, String> {
    let mut patches = patch::all(&root.join("fuzz/bugs"))?;
    for name in names {
        if !patches.iter().any(|patch| patch.name.contains(name.as_str())) {
            return Err(format!("there is no patch {}", name));
        }
    }
    patches.retain(|p| names.is_empty() || names.iter().any(|name| p.name.contains(name.as_str())));
    Ok(patches)
}

/// Tries all these bugs and prints what finds them. Whether all were found.
fn try_all(root: &Path, patches: &[Patch], options: &Options) -> Result<bool, String> {
    std::fs::create_dir_all(&options.keep).map_err(|error| error.to_string())?;
    let effort = (options.tests.as_secs(), options.targets.as_secs());
    let results = Results::open(&options.keep.join("results.txt"), root, effort)?;
    let rows: Mutex<Vec<Option<Row>>> =
        Mutex::new(patches.iter().map(|p| results.of(p).filter(|_| !options.again)).collect());
    for row in lock(&rows).iter().flatten() {
        println!("{} (known)", row);
    }
    let waiting: Vec<usize> = (0..patches.len()).filter(|&i| lock(&rows)[i].is_none()).collect();
    let waiting = Mutex::new(waiting.into_iter());
    let failures: Mutex<Vec<String>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for job in 0..options.jobs {
            let (rows, waiting, failures, results) = (&rows, &waiting, &failures, &results);
            scope.spawn(move || {
                let folder = options.keep.join(format!("job{}", job));
                let work = || -> Result<(), String> {
                    let mut bench: Option<Bench> = None;
                    loop {
                        let next = lock(waiting).next();
                        let at = match next {
                            Some(at) => at,
                            None => return Ok(()),
                        };
                        if bench.is_none() {
                            bench = Some(Bench::new(root, &folder, options.tests, options.targets)?);
                        }
                        if let Some(bench) = &bench {
                            let row = try_one(bench, &patches[at])?;
                            println!("{}", row);
                            results.add(&patches[at], &row)?;
                            lock(rows)[at] = Some(row);
                        }
                    }
                };
                if let Err(message) = work() {
                    lock(failures).push(message);
                }
            });
        }
    });
    if let Some(message) = lock(&failures).first() {
        return Err(message.clone());
    }
    let rows: Vec<Row> = lock(&rows).iter().flatten().cloned().collect();
    Ok(summary(&rows))
}

fn try_one(bench: &Bench, patch: &Patch) -> Result<Row, String> {
    let start = Instant::now();
    let finding = bench.try_bug(patch)?;
    Ok(Row { name: patch.name.clone(), finding, seconds: start.elapsed().as_secs() })
}

/// Prints the table and the count. Whether all were found.
fn summary(rows: &[Row]) -> bool {
    println!("\n| bug | found by | seconds, with the build |\n| --- | --- | ---: |");
    for row in rows {
        println!("| {} | {} | {} |", row.name, row.finding, row.seconds);
    }
    let found = rows.iter().filter(|row| row.finding != Finding::Nothing).count();
    println!("\n{} of {} bugs found", found, rows.len());
    found == rows.len()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn patches() -> (PathBuf, Vec<Patch>) {
        let root = root().expect("the crate is above this package");
        let patches = chosen(&root, &[]).expect("patches that can be read");
        (root, patches)
    }

    #[test]
    fn every_patch_applies_to_the_present_sources() {
        let (root, patches) = patches();
        assert!(patches.len() >= 40);
        for patch in &patches {
            let changed = patch.apply(&root).unwrap_or_else(|error| panic!("{}", error));
            for (file, text) in changed {
                let before = std::fs::read_to_string(root.join(&file)).expect("a source file");
                assert_ne!(before, text, "{} changes nothing in {}", patch.name, file);
            }
        }
    }

    #[test]
    fn every_patch_is_small_and_says_what_it_is() {
        let (_, patches) = patches();
        let names: BTreeSet<&str> = patches.iter().map(|patch| patch.name.as_str()).collect();
        assert_eq!(names.len(), patches.len(), "two patches have one name");
        for patch in &patches {
            for field in ["title", "bug", "known", "violates", "suspects"] {
                assert!(patch.field(field).is_some(), "{} has no {}", patch.name, field);
            }
            assert!(patch.changed_lines() <= 10, "{} is large", patch.name);
            let groups = patch.suspects();
            assert!(!groups.is_empty(), "{} suspects nothing", patch.name);
            for group in groups {
                assert!(bench::GROUPS.contains(&group.as_str()), "{} suspects {}", patch.name, group);
            }
            for target in patch.targets() {
                assert!(crate::targets::target(&target).is_some(), "{} suspects {}", patch.name, target);
            }
        }
    }
}
