//! The bytes of a record.

use std::cmp::Ordering;

use serde::{Serialize, de::DeserializeOwned};

use crate::{Address, names::Names};

/// Records are as many bytes as a multiple of this.
pub const ALIGN: usize = 4;

/// Magic number, size, number of addresses.
const HEADER: usize = 12;

/// What a function, or data, is told of in a section.
pub trait Record: Serialize + DeserializeOwned {
    /// The name of the section in object files.
    const SECTION: &'static str;
    /// Three letters and the version: "FZE4".
    const MAGIC: [u8; 4];

    /// Whether that is still there which it is of: the linker may have discarded it.
    fn is_there(&self) -> bool {
        true
    }

    /// What `fz inspect` says of it, in a line; nothing where something else shows it.
    fn shown(&self) -> Option<String> {
        None
    }

    /// What of it does not hold together, as what follows 'the record …'. What can be told from the rest is filled in.
    fn check(&mut self) -> Result<(), String> {
        Ok(())
    }
}

/// A record, ready for its section.
#[derive(Debug, PartialEq, Eq)]
pub struct Written {
    /// Up to the addresses.
    pub header: Vec<u8>,
    /// The symbols whose addresses follow, each in eight bytes.
    pub symbols: Vec<String>,
    /// What follows them.
    pub said: Vec<u8>,
}

/// The bytes of a record.
pub fn write<R: Record>(record: &R) -> Written {
    let (said, names) = Names::default().during(|| postcard::to_allocvec(record));
    let said = said.expect("structures, numbers and texts can be written");
    let mut bytes = postcard::to_allocvec(&names.strings).expect("texts can be written");
    bytes.extend(said);
    let fixed = HEADER + size_of::<u64>() * names.addresses.len();
    let length = (fixed + bytes.len()).next_multiple_of(ALIGN);
    bytes.resize(length - fixed, 0);
    let [length, addresses] = [length, names.addresses.len()].map(|n| (n as u32).to_le_bytes());
    let symbol = |address| match address {
        Address::Of(symbol) => Some(symbol),
        Address::None | Address::At(_) => None,
    };
    Written {
        header: [R::MAGIC, length, addresses].concat(),
        symbols: names.addresses.into_iter().filter_map(symbol).collect(),
        said: bytes,
    }
}

/// All records of a section, in its order, of what the linker has kept. Linkers may put zeros between them.
///
/// `resolve`: the address that belongs where this one stands, by its offset in the section and by what stands there.
pub fn all<R: Record>(
    section: &[u8],
    resolve: &dyn Fn(usize, u64) -> Option<u64>,
) -> Result<Vec<R>, String> {
    let mut found = Vec::new();
    let mut at = 0;
    while section.len() - at >= ALIGN {
        if section[at..at + ALIGN] == [0; ALIGN] {
            at += ALIGN;
            continue;
        }
        let said = |why| format!("the record at offset {at} {why}");
        let bytes = whole::<R>(&section[at..]).map_err(said)?;
        let resolve = |offset, address| resolve(at + offset, address);
        let mut record: R = one(bytes, &resolve).map_err(said)?;
        if record.is_there() {
            record.check().map_err(said)?;
            found.push(record);
        }
        at += bytes.len();
    }
    match section[at..].iter().all(|b| *b == 0) {
        true => Ok(found),
        false => Err(format!("no record at offset {at}")),
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let word = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes(word.try_into().expect("four bytes")))
}

/// The record that some bytes begin with.
fn whole<R: Record>(bytes: &[u8]) -> Result<&[u8], String> {
    let [name @ .., _] = R::MAGIC;
    let shown = String::from_utf8_lossy(&R::MAGIC);
    if !bytes.starts_with(&name) {
        return Err(format!("does not begin with {shown}"));
    }
    match bytes[..R::MAGIC.len()].cmp(&R::MAGIC) {
        Ordering::Less => {
            return Err("was written by an older fz: compile the program anew".to_owned());
        }
        Ordering::Greater => return Err("was written by a newer fz, which reads it".to_owned()),
        Ordering::Equal => {}
    }
    let length = word(bytes, 4).map_or(0, |length| length as usize);
    match bytes.get(..length) {
        Some(bytes) if length >= HEADER && length.is_multiple_of(ALIGN) => Ok(bytes),
        _ => Err(format!(
            "says that it is {length} bytes long, and {} are left",
            bytes.len()
        )),
    }
}

fn one<R: Record>(bytes: &[u8], resolve: &dyn Fn(usize, u64) -> Option<u64>) -> Result<R, String> {
    let count = word(bytes, 8).unwrap_or_default() as usize;
    let fixed = count.checked_mul(8).map(|size| HEADER + size);
    let body = fixed.and_then(|fixed| bytes.get(fixed..));
    let body = body.ok_or_else(|| format!("is too short for its {count} addresses"))?;
    let addresses = bytes[HEADER..bytes.len() - body.len()]
        .chunks_exact(8)
        .zip(0..);
    let addresses = addresses.map(|(address, number)| {
        let address = u64::from_le_bytes(address.try_into().expect("eight bytes"));
        match resolve(HEADER + 8 * number, address) {
            Some(address) => Address::At(address),
            None => Address::None,
        }
    });
    let damaged = |e| format!("is damaged: {e}");
    let (strings, said) = postcard::take_from_bytes(body).map_err(damaged)?;
    let names = Names::of(strings, addresses.collect(), bytes.len());
    let (read, _) = names.during(|| postcard::take_from_bytes(said));
    let (record, rest) = read.map_err(damaged)?;
    match rest.len() < ALIGN && rest.iter().all(|b| *b == 0) {
        true => Ok(record),
        false => Err(format!("has {} bytes too many", rest.len())),
    }
}

/// The bytes of a record as a linker has left them, with the address of each symbol.
#[cfg(test)]
pub fn linked<R: Record>(record: &R, address: impl Fn(&str) -> u64) -> Vec<u8> {
    let written = write(record);
    let addresses = written
        .symbols
        .iter()
        .flat_map(|s| address(s).to_le_bytes());
    let mut bytes = written.header;
    bytes.extend(addresses);
    bytes.extend(written.said);
    bytes
}

/// What a test's linker has kept.
#[cfg(test)]
pub fn kept(_: usize, address: u64) -> Option<u64> {
    (address != 0).then_some(address)
}

/// Every truncation and every changed byte is read or refused, never a panic.
#[cfg(test)]
pub fn assert_damage_is_survived<R: Record>(data: &[u8]) {
    for end in 0..data.len() {
        let _ = all::<R>(&data[..end], &kept);
    }
    for at in 0..data.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut broken = data.to_vec();
            broken[at] = value;
            let _ = all::<R>(&broken, &kept);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Eq, Deserialize, Serialize)]
    struct Said {
        #[serde(with = "crate::names::text")]
        name: String,
        of: Address,
        #[serde(with = "crate::names::text_or_none")]
        other: Option<String>,
        numbers: Vec<u32>,
    }

    impl Record for Said {
        const SECTION: &'static str = ".debug_fz_said";
        const MAGIC: [u8; 4] = *b"FZY2";

        fn is_there(&self) -> bool {
            self.of != Address::None
        }

        fn check(&mut self) -> Result<(), String> {
            match self.numbers[..] {
                [] => Err("says nothing".to_owned()),
                _ => Ok(()),
            }
        }
    }

    fn said(other: Option<&str>, numbers: &[u32]) -> Said {
        Said {
            name: "f".to_owned(),
            of: Address::Of("counters".to_owned()),
            other: other.map(str::to_owned),
            numbers: numbers.to_vec(),
        }
    }

    fn bytes(said: &Said) -> Vec<u8> {
        linked(said, |_| 0x1234)
    }

    #[test]
    fn what_is_written_is_read_with_the_addresses_of_the_linker() {
        let written = [said(Some("f"), &[1, 300]), said(None, &[7])];
        let gone = linked(&written[0], |_| 0);
        let section = [bytes(&written[0]), gone, vec![0; 8], bytes(&written[1])].concat();
        let expected = written.map(|said| Said {
            of: Address::At(0x1234),
            ..said
        });
        assert_eq!(all::<Said>(&section, &kept).unwrap(), expected);
    }

    #[test]
    fn a_string_stands_once_however_often_it_is_named() {
        let path = "a/long/path/of/a/file.c";
        let of = |other| {
            let said = Said {
                name: path.to_owned(),
                ..said(Some(other), &[1])
            };
            write(&said).said.len()
        };
        assert!(of("another/path/of/a/file.c") > of(path) + path.len() / 2);
    }

    #[test]
    fn outside_of_records_strings_are_strings() {
        let place = crate::Place::new("a.c", 3, 4);
        let bytes = postcard::to_allocvec(&place).unwrap();
        assert_eq!(bytes, b"\x03a.c\x03\x04");
        assert_eq!(postcard::from_bytes::<crate::Place>(&bytes).unwrap(), place);
        let address = postcard::to_allocvec(&Address::At(1));
        assert!(address.is_err(), "{address:?}");
    }

    #[test]
    fn errors_name_the_offset_and_what_is_wrong() {
        let good = bytes(&said(None, &[7]));
        let refused = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut second = good.clone();
            change(&mut second);
            all::<Said>(&[&good[..], &second].concat(), &kept).unwrap_err()
        };
        let at = good.len();
        let says = |change: &dyn Fn(&mut Vec<u8>), what: &str| {
            assert_eq!(refused(change), format!("the record at offset {at} {what}"));
        };
        says(&|b| b[0] = b'x', "does not begin with FZY2");
        let old = "was written by an older fz: compile the program anew";
        says(&|b| b[3] = b'1', old);
        says(
            &|b| b[3] = b'3',
            "was written by a newer fz, which reads it",
        );
        let long = format!("says that it is 255 bytes long, and {at} are left");
        says(&|b| b[4] = 255, &long);
        says(&|b| b[10] = 1, "is too short for its 65537 addresses");
        says(&|b| *b = bytes(&said(None, &[])), "says nothing");
        assert!(refused(&|b| b[20] = 0xff).contains("is damaged: "));
        assert_eq!(
            refused(&|b| b.truncate(3)),
            format!("no record at offset {at}")
        );
    }

    #[test]
    fn few_bytes_do_not_become_many() {
        // A thousand names of one long string.
        #[derive(Debug, PartialEq, Eq, Deserialize, Serialize)]
        struct Names(Vec<crate::Place>);
        impl Record for Names {
            const SECTION: &'static str = ".debug_fz_names";
            const MAGIC: [u8; 4] = *b"FZY1";
        }
        let names = |length| {
            let place = crate::Place::new("x".repeat(length), 1, 1);
            linked(&Names(vec![place; 1000]), |_| 0)
        };
        assert!(all::<Names>(&names(200), &kept).is_ok());
        assert!(all::<Names>(&names(1 << 20), &kept).is_err());
    }

    #[test]
    fn damage_is_survived() {
        assert_damage_is_survived::<Said>(&bytes(&said(Some("g"), &[1, 2, 3])));
    }
}
