//! Options: the values each takes, its default, and who sets it.

use std::marker::PhantomData;

/// A word that an option may be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    pub name: &'static str,
    /// Its meaning, as a fragment: `it stays 255`.
    pub summary: &'static str,
}

/// The values that an option takes, with its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// One of some words. The first is the default.
    Word(&'static [Word]),
    /// Some of the words, joined by `+`. The default is all of them.
    Set(&'static [Word]),
    /// `on` or `off`; a profile also writes `true` and `false`.
    Switch { default: bool },
    /// A number within limits.
    Number { least: u64, most: u64, default: u64 },
    /// A text; help shows `stands_for` in its place: `PATH`. There is no default.
    Text { stands_for: &'static str },
}

/// Who sets an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setter {
    /// Profiles may set it.
    Profile,
    /// Only the driver sets it. The text says why, and what a profile writes instead, if anything.
    Driver(&'static str),
}

/// One option of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opt {
    pub name: &'static str,
    pub kind: ValueKind,
    /// Whether it may be given several times.
    pub repeatable: bool,
    pub setter: Setter,
    /// Its purpose, as a fragment.
    pub summary: &'static str,
}

/// An option whose values are of type `T`: [`Options::get`](crate::Options::get) takes it.
#[derive(Clone, Copy, Debug)]
pub struct Key<T> {
    option: Opt,
    value: PhantomData<fn() -> T>,
}

impl<T> Key<T> {
    const fn of(name: &'static str, kind: ValueKind, summary: &'static str) -> Key<T> {
        Key {
            option: Opt {
                name,
                kind,
                repeatable: false,
                setter: Setter::Profile,
                summary,
            },
            value: PhantomData,
        }
    }

    /// The same option, but set by the driver alone.
    pub const fn set_by_driver(mut self, why: &'static str) -> Key<T> {
        self.option.setter = Setter::Driver(why);
        self
    }

    /// The option.
    pub const fn option(&self) -> Opt {
        self.option
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        self.option.name
    }
}

impl<W: Words> Key<W> {
    /// One of the words of `W`; the first is the default.
    pub const fn word(name: &'static str, summary: &'static str) -> Key<W> {
        Key::of(name, ValueKind::Word(W::WORDS), summary)
    }
}

impl<W: Words> Key<Vec<W>> {
    /// Some of the words of `W`; the default is all of them.
    pub const fn set(name: &'static str, summary: &'static str) -> Key<Vec<W>> {
        Key::of(name, ValueKind::Set(W::WORDS), summary)
    }
}

impl Key<bool> {
    /// A switch.
    pub const fn switch(name: &'static str, default: bool, summary: &'static str) -> Key<bool> {
        Key::of(name, ValueKind::Switch { default }, summary)
    }
}

impl Key<u64> {
    /// A number from `least` to `most`.
    pub const fn number(
        name: &'static str,
        [least, most]: [u64; 2],
        default: u64,
        summary: &'static str,
    ) -> Key<u64> {
        let kind = ValueKind::Number {
            least,
            most,
            default,
        };
        Key::of(name, kind, summary)
    }
}

impl Key<Option<String>> {
    /// A text, or none.
    pub const fn text(
        name: &'static str,
        stands_for: &'static str,
        summary: &'static str,
    ) -> Key<Option<String>> {
        Key::of(name, ValueKind::Text { stands_for }, summary)
    }
}

impl Key<Vec<String>> {
    /// Texts, in the order given.
    pub const fn texts(
        name: &'static str,
        stands_for: &'static str,
        summary: &'static str,
    ) -> Key<Vec<String>> {
        let mut key: Key<Vec<String>> = Key::of(name, ValueKind::Text { stands_for }, summary);
        key.option.repeatable = true;
        key
    }
}

/// A type with a fixed set of words. [`words!`] declares one.
pub trait Words: Copy + 'static {
    /// In the order of [`Words::ALL`].
    const WORDS: &'static [Word];
    const ALL: &'static [Self];

    /// The value that a word names.
    fn of_name(name: &str) -> Option<Self> {
        let at = Self::WORDS.iter().position(|w| w.name == name)?;
        Some(Self::ALL[at])
    }
}

/// Declares a type with a fixed set of words: `Name = "word": "what it means"`. The first is the default of options.
macro_rules! words {
    ($(#[$attribute:meta])* $type:ident { $($variant:ident = $name:literal: $summary:literal,)+ }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $type {
            $(#[doc = $summary] $variant,)+
        }

        impl $crate::Words for $type {
            const WORDS: &'static [$crate::Word] =
                &[$($crate::Word { name: $name, summary: $summary },)+];
            const ALL: &'static [$type] = &[$($type::$variant,)+];
        }

        impl $type {
            /// Its spelling in profiles and pipeline texts.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }
        }

        $crate::option::value_of_words!($type);
    };
}
pub(crate) use words;

/// A type that an option's checked texts are read as.
pub trait Value: Sized {
    /// Reads the texts that the option was given, each of them checked.
    fn read(option: &Opt, given: &[String]) -> Self;
}

/// Reads options whose values are words.
macro_rules! value_of_words {
    ($type:ident) => {
        impl $crate::Value for $type {
            fn read(_: &$crate::Opt, given: &[String]) -> $type {
                match given.last() {
                    Some(name) => $crate::Words::of_name(name).expect("the word was checked"),
                    None => <$type as $crate::Words>::ALL[0],
                }
            }
        }

        impl $crate::Value for Vec<$type> {
            fn read(_: &$crate::Opt, given: &[String]) -> Vec<$type> {
                let Some(given) = given.last() else {
                    return <$type as $crate::Words>::ALL.to_vec();
                };
                let words = given.split('+').map(<$type as $crate::Words>::of_name);
                words.map(|w| w.expect("the word was checked")).collect()
            }
        }
    };
}
pub(crate) use value_of_words;

impl Value for bool {
    fn read(option: &Opt, given: &[String]) -> bool {
        match (given.last(), option.kind) {
            (Some(text), _) => text == ON,
            (None, ValueKind::Switch { default }) => default,
            _ => unreachable!("`{}` is no switch", option.name),
        }
    }
}

impl Value for u64 {
    fn read(option: &Opt, given: &[String]) -> u64 {
        match (given.last(), option.kind) {
            (Some(text), _) => text.parse().expect("the number was checked"),
            (None, ValueKind::Number { default, .. }) => default,
            _ => unreachable!("`{}` is no number", option.name),
        }
    }
}

impl Value for Option<String> {
    fn read(_: &Opt, given: &[String]) -> Option<String> {
        given.last().cloned()
    }
}

impl Value for Vec<String> {
    fn read(_: &Opt, given: &[String]) -> Vec<String> {
        given.to_vec()
    }
}

/// The spelling of a switch in a pipeline text.
pub(crate) const ON: &str = "on";
pub(crate) const OFF: &str = "off";

impl Opt {
    /// Whether a profile may set it.
    pub fn is_for_profiles(&self) -> bool {
        self.setter == Setter::Profile
    }

    /// The values that it takes, for help: `saturate, wrap, never-zero`, `1 to 256`, `PATH`.
    pub fn values(&self) -> String {
        match self.kind {
            ValueKind::Word(words) => names(words).join(", "),
            ValueKind::Set(words) => names(words).join("+"),
            ValueKind::Switch { .. } => format!("{ON}, {OFF}"),
            ValueKind::Number { least, most, .. } => format!("{least} to {most}"),
            ValueKind::Text { stands_for } => stands_for.to_owned(),
        }
    }

    /// Its default, if it has one.
    pub fn default(&self) -> Option<String> {
        match self.kind {
            ValueKind::Word(words) => Some(words[0].name.to_owned()),
            ValueKind::Set(_) => Some(self.values()),
            ValueKind::Switch { default } => Some(if default { ON } else { OFF }.to_owned()),
            ValueKind::Number { default, .. } => Some(default.to_string()),
            ValueKind::Text { .. } => None,
        }
    }

    /// The words that it takes, with their meanings.
    pub fn words(&self) -> &'static [Word] {
        match self.kind {
            ValueKind::Word(words) | ValueKind::Set(words) => words,
            _ => &[],
        }
    }

    /// Checks a value; `None` is a flag without one. Returns the value as pipeline texts spell it. `Err` says what the
    /// option takes.
    pub fn check(&self, text: Option<&str>) -> Result<String, String> {
        let name = self.name;
        let text = match (text, self.kind) {
            (Some(text), _) => text,
            (None, ValueKind::Switch { .. }) => ON,
            (None, _) => return Err(format!("`{name}` needs a value: {}", self.allowed())),
        };
        let is_among = |words: &[Word], text: &str| words.iter().any(|w| w.name == text);
        let wrong = match self.kind {
            ValueKind::Word(words) => Some(text).filter(|t| !is_among(words, t)),
            ValueKind::Set(words) => text.split('+').find(|t| !is_among(words, t)),
            ValueKind::Switch { .. } => Some(text).filter(|t| ![ON, OFF].contains(t)),
            ValueKind::Number { least, most, .. } => {
                let number = text.parse().ok();
                Some(text).filter(|_| !number.is_some_and(|n| (least..=most).contains(&n)))
            }
            ValueKind::Text { .. } => None,
        };
        let Some(wrong) = wrong else {
            return Ok(text.to_owned());
        };
        let allowed = self.allowed();
        Err(match self.kind {
            // A profile's `true` and `false` arrive here as the driver's `on` and `off`, which the user would not
            // recognise.
            _ if [ON, OFF].contains(&wrong) => format!("{allowed}; not a truth value"),
            ValueKind::Number { .. } => format!("{allowed}, not `{wrong}`"),
            ValueKind::Switch { .. } => {
                let meant = ["true", "yes", "1"].contains(&wrong).then_some(ON);
                let meant = meant.or(["false", "no", "0"].contains(&wrong).then_some(OFF));
                let hint = meant.map_or(String::new(), |m| format!(" (did you mean `{m}`?)"));
                format!("`{name}={wrong}`: {allowed}{hint}")
            }
            _ => {
                let words = self.words().iter().map(|w| w.name);
                format!("`{name}={wrong}`: {allowed}{}", crate::hint(wrong, words))
            }
        })
    }

    /// What it takes, as a sentence.
    fn allowed(&self) -> String {
        let name = self.name;
        match self.kind {
            ValueKind::Word(words) => format!("`{name}` is one of {}", names(words).join(", ")),
            ValueKind::Set(words) => format!(
                "`{name}` is one of {}, or several joined by `+`",
                names(words).join(", ")
            ),
            ValueKind::Switch { .. } => {
                format!("`{name}` is {ON} or {OFF}, in a profile true or false")
            }
            ValueKind::Number { least, most, .. } => {
                format!("`{name}` is a number from {least} to {most}")
            }
            ValueKind::Text { stands_for } => format!("`{name}` is a {stands_for}"),
        }
    }
}

fn names(words: &[Word]) -> Vec<&'static str> {
    words.iter().map(|w| w.name).collect()
}
