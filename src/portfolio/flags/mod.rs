//! Options by name: what the command line, the table of a portfolio's members, and callers in other languages write.
//!
//! An option is a [`Flag`]: its name, its place in the options of the library, its values and its effect. [`table`] has
//! those of the engines, of reductions and of images; the command line adds its own, of files and output.
//! [`VerifyOptions::set`] sets one of them, [`VerifyOptions::by_line`] several as they are typed.
//!
//! ```
//! use indubit::portfolio::{Engine, VerifyOptions};
//!
//! let options = VerifyOptions::default().by_line("ic3 --orders 3 --no-requeue").expect("an engine and options");
//! assert_eq!((options.engine, options.engines.ic3.search.orders), (Engine::Ic3, 3));
//! assert!(VerifyOptions::default().set("--orders", "many").is_err());
//! ```

mod table;
mod values;

pub use crate::engine::options::Group;
pub use table::table;

use super::options::VerifyOptions;
use crate::base::OptionValue;
use crate::engine::options::Engine;
use std::ffi::OsStr;
use std::fmt;

/// Sets an option; false if the value has another form.
type Set<S> = dyn Fn(&mut S, &OsStr) -> bool;

/// An option of settings `S`, in a group of a kind `G`.
pub struct Flag<S, G> {
    /// With the dashes.
    pub name: &'static str,
    /// Its group.
    pub group: G,
    /// Its effect, and the paper it comes from.
    pub doc: &'static str,
    form: fn() -> String,
    show: Box<dyn Fn(&mut S) -> String>,
    set: Box<Set<S>>,
}

impl<S, G: fmt::Debug> fmt::Debug for Flag<S, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Flag").field("name", &self.name).field("group", &self.group).finish_non_exhaustive()
    }
}

impl<S: 'static, G> Flag<S, G> {
    /// An option with one place.
    pub fn new<T: OptionValue + Clone + 'static>(
        group: G,
        name: &'static str,
        place: fn(&mut S) -> &mut T,
        doc: &'static str,
    ) -> Flag<S, G> {
        Flag::each(group, name, move |settings| vec![place(settings)], doc)
    }

    /// An option with several places, of which the first is shown.
    pub fn each<T: OptionValue + Clone + 'static>(
        group: G,
        name: &'static str,
        places: impl Fn(&mut S) -> Vec<&mut T> + Clone + 'static,
        doc: &'static str,
    ) -> Flag<S, G> {
        let all = places.clone();
        let show = move |settings: &mut S| all(settings).first().map_or(String::new(), |first| first.show());
        let set = move |settings: &mut S, value: &OsStr| match T::read_argument(value) {
            Some(value) => {
                places(settings).into_iter().for_each(|place| *place = value.clone());
                true
            }
            None => false,
        };
        Flag::by(group, name, T::form, show, set, doc)
    }

    /// An option that shows and sets its value by functions; `set` is false if the value has another form.
    pub fn by(
        group: G,
        name: &'static str,
        form: fn() -> String,
        show: impl Fn(&mut S) -> String + 'static,
        set: impl Fn(&mut S, &OsStr) -> bool + 'static,
        doc: &'static str,
    ) -> Flag<S, G> {
        Flag { name, group, doc, form, show: Box::new(show), set: Box::new(set) }
    }

    /// The option of larger settings, of which these are a part.
    pub fn within<R: 'static, H>(self, part: fn(&mut R) -> &mut S, group: impl FnOnce(G) -> H) -> Flag<R, H> {
        let Flag { name, doc, form, show, set, .. } = self;
        let group = group(self.group);
        let show = move |settings: &mut R| show(part(settings));
        Flag::by(group, name, form, show, move |settings, value| set(part(settings), value), doc)
    }

    /// The form of its value; empty if it takes none.
    pub fn form(&self) -> String {
        (self.form)()
    }

    /// The present value, as it is written.
    pub fn show(&self, settings: &mut S) -> String {
        (self.show)(settings)
    }

    /// Sets the option. Returns false if the value has another form.
    pub fn set(&self, settings: &mut S, value: &OsStr) -> bool {
        (self.set)(settings, value)
    }

    /// Whether the option is on or off. Alone it is on, and off with `--no-` before its name.
    pub fn is_on_or_off(&self) -> bool {
        self.form().starts_with("on|off")
    }
}

impl VerifyOptions {
    /// Sets the option of this name, such as `--orders`.
    ///
    /// # Errors
    ///
    /// If there is no such option, or the value has another form.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let table = table();
        let flag = table.iter().find(|flag| flag.name == name);
        let flag = flag.ok_or_else(|| format!("there is no option {}", name))?;
        if flag.set(self, OsStr::new(value)) {
            Ok(())
        } else {
            Err(format!("{}: expected {}, found `{}`", name, flag.form(), value))
        }
    }

    /// These options with an engine and options of a line, as they are typed: `ic3 --orders 3 --no-requeue`.
    ///
    /// # Errors
    ///
    /// If there is no such engine or option, or a value has another form.
    pub fn by_line(mut self, line: &str) -> Result<VerifyOptions, String> {
        let mut words = line.split_whitespace().peekable();
        let engine = words.next().unwrap_or("");
        self.engine = Engine::named(engine).ok_or_else(|| format!("there is no engine `{}`", engine))?;
        while let Some(name) = words.next() {
            match name.strip_prefix("--no-") {
                Some(name) => self.set(&format!("--{}", name), "off")?,
                None => {
                    let value = words.next_if(|next| !next.starts_with("--"));
                    self.set(name, value.unwrap_or("on"))?;
                }
            }
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_option_takes_what_it_shows() {
        for flag in table() {
            let mut options = VerifyOptions::default();
            let shown = flag.show(&mut options);
            assert!(shown == "none" || flag.set(&mut options, OsStr::new(&shown)), "{} {}", flag.name, shown);
            assert_eq!(flag.show(&mut options), shown, "{}", flag.name);
        }
    }

    #[test]
    fn an_option_of_the_search_holds_for_all_engines_that_search() {
        let options =
            VerifyOptions::default().by_line("itp --orders 5 --generalisation core").expect("options");
        assert_eq!(options.engine, Engine::Itp);
        let engines = options.engines;
        for search in
            [engines.ic3.search, engines.ic3_smt.search, engines.ctigar.ia.search, engines.itp.search]
        {
            assert_eq!((search.orders, search.generalisation.show().as_str()), (5, "core"));
        }
        let mut options = VerifyOptions::default();
        assert!(options
            .set("--generalisation", "learnt")
            .and(options.set("--generalisation", "auto"))
            .is_ok());
        assert_eq!(format!("{:?}", options), format!("{:?}", VerifyOptions::default()));
    }

    #[test]
    fn what_a_line_has_wrong_is_told() {
        let told = |line| VerifyOptions::default().by_line(line).expect_err("an error");
        assert_eq!(told("ic4"), "there is no engine `ic4`");
        assert_eq!(told("ic3 --order 3"), "there is no option --order");
        assert_eq!(told("ic3 --orders"), "--orders: expected N, found `on`");
    }
}
