//! What a record names by numbers while it is written or read: strings, which repeat, and addresses, which only the linker
//! knows. Serde has no way to hand a table to the fields of a structure, so it is the thread's.

use std::{cell::RefCell, collections::HashMap};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

thread_local! {
    static NAMES: RefCell<Option<Names>> = const { RefCell::new(None) };
}

/// The names of one record.
#[derive(Default)]
pub struct Names {
    pub strings: Vec<String>,
    numbers: HashMap<String, u32>,
    pub addresses: Vec<Address>,
    /// How many bytes of strings may yet be copied: a few bytes may name a string of a megabyte again and again.
    left: usize,
}

/// So many times the bytes of a record its strings may be copied: each of its fields may name a path.
const COPIES: usize = 256;
const LEAST_COPIED: usize = 4096;

impl Names {
    /// Those of a record of so many bytes, to be read.
    pub fn of(strings: Vec<String>, addresses: Vec<Address>, bytes: usize) -> Names {
        Names {
            strings,
            addresses,
            left: bytes.saturating_mul(COPIES).saturating_add(LEAST_COPIED),
            ..Names::default()
        }
    }

    /// Has these names while something is written or read, and gives them back.
    pub fn during<T>(self, work: impl FnOnce() -> T) -> (T, Names) {
        /// Whatever happens, what follows on this thread is no record.
        struct End;
        impl Drop for End {
            fn drop(&mut self) {
                NAMES.take();
            }
        }
        let _end = End;
        NAMES.replace(Some(self));
        let done = work();
        (done, NAMES.take().expect("nothing else takes them"))
    }

    fn string(&mut self, number: usize) -> Option<String> {
        let text = self.strings.get(number)?;
        self.left = self.left.checked_sub(text.len())?;
        Some(text.clone())
    }
}

/// What stands in a record now, if one is written or read.
fn with<T>(work: impl FnOnce(&mut Names) -> T) -> Option<T> {
    NAMES.with_borrow_mut(|names| names.as_mut().map(work))
}

/// Whether a record is written or read, for what is left out of it.
pub fn is_record<T>(_: &T) -> bool {
    with(|_| ()).is_some()
}

/// Strings in a record, and elsewhere: `#[serde(with = "crate::names::text")]`.
pub mod text {
    use super::*;

    pub fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
        let number = with(|names| match names.numbers.get(text) {
            Some(number) => *number,
            None => {
                let number = names.strings.len() as u32;
                names.strings.push(text.to_owned());
                names.numbers.insert(text.to_owned(), number);
                number
            }
        });
        match number {
            Some(number) => serializer.serialize_u32(number),
            None => serializer.serialize_str(text),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
        if with(|_| ()).is_none() {
            return String::deserialize(deserializer);
        }
        let number = u32::deserialize(deserializer)?;
        let found = with(|names| names.string(number as usize)).flatten();
        found.ok_or_else(|| de::Error::custom("there is no such string"))
    }
}

/// Strings of which none is empty, in a record: `#[serde(with = "crate::names::text_or_none")]`.
pub mod text_or_none {
    use super::*;

    pub fn serialize<S: Serializer>(
        text: &Option<String>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match (text, with(|_| ())) {
            (text, None) => text.serialize(serializer),
            (text, Some(())) => super::text::serialize(text.as_deref().unwrap_or(""), serializer),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<String>, D::Error> {
        match with(|_| ()) {
            None => Option::deserialize(deserializer),
            Some(()) => {
                let text = super::text::deserialize(deserializer)?;
                Ok(Some(text).filter(|text| !text.is_empty()))
            }
        }
    }
}

/// An address that a record names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Address {
    /// There is none, or the linker has discarded what it was of.
    #[default]
    None,
    /// That of a symbol, as passes write it.
    Of(String),
    /// As tools read it, on the scale of the image's counters.
    At(u64),
}

impl Address {
    /// As a tool has read it.
    pub fn get(&self) -> Option<u64> {
        match self {
            Address::At(address) => Some(*address),
            Address::None | Address::Of(_) => None,
        }
    }

    /// The same; 0 if there is none. A record without its counters is not read.
    pub fn at(&self) -> u64 {
        self.get().unwrap_or_default()
    }
}

impl Serialize for Address {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = with(|names| match self {
            Address::None => 0,
            known => {
                names.addresses.push(known.clone());
                names.addresses.len() as u32
            }
        });
        match number {
            Some(number) => serializer.serialize_u32(number),
            None => Err(ser::Error::custom("an address stands in no record")),
        }
    }
}

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Address, D::Error> {
        let number = u32::deserialize(deserializer)? as usize;
        let Some(at) = number.checked_sub(1) else {
            return Ok(Address::None);
        };
        let found = with(|names| names.addresses.get(at).cloned()).flatten();
        found.ok_or_else(|| de::Error::custom("there is no such address"))
    }
}
