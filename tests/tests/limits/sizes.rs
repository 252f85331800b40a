//! Sections, contents and names that are larger than the file that has them.

use std::fs;

use fz_binary::capture::{Hash, Kind, packed};

use super::forged::{Place, frame, number, record};

const READERS: [&str; 6] = [
    "inspect program",
    "inspect --list functions program",
    "inspect --list sites program",
    "doctor program",
    "extract program",
    "dict program",
];

#[test]
fn compressed_sections_unpack_to_what_they_can() {
    let bomb = frame(&vec![0; 16 << 20]);
    for section in ["_fz_edges", "_fz_units", "_fz_sources", "_fz_captures"] {
        for (form, unpacked) in [
            (1, 1900 << 20),
            (2, 1900 << 20),
            (1, u64::MAX),
            (2, 1 << 40),
            // Less than what is in it.
            (2, 100),
            (9, 100),
        ] {
            let place = Place::new();
            place.compressed(section, form, unpacked, &bomb);
            for args in READERS {
                let said = place.fz(args).said();
                let is_large = unpacked > 100 && args != "extract program";
                assert!(
                    !is_large || said.contains("unpack to"),
                    "{section} {form} {unpacked} {args:?}: {said}"
                );
            }
        }
    }
}

#[test]
fn manifests_and_contents_unpack_to_what_they_can() {
    let place = Place::new();
    let (unit, link, contents) = place.capture();
    // Blanks behind it are JSON, too.
    let mut manifest = serde_json::to_vec(&unit).unwrap();
    manifest.resize(40 << 20, b' ');
    let hash = Hash::of(&manifest);
    let mut sources: Vec<u8> = contents.iter().flat_map(|c| packed(c).unwrap()).collect();
    sources.extend(packed(&manifest).unwrap());
    place.update(&[record(Kind::Unit, hash)], sources);
    for args in [
        "extract program",
        "emit program split -o builds",
        "extract program --commands",
    ] {
        place.refused(args).says("says that it has 41943040 bytes");
    }
    // A source.
    let zeros = vec![0; 80 << 20];
    let place = Place::new();
    let mut large = unit;
    large.files[0].content = Hash::of(&zeros);
    place.forge(&[large], &[link], &[&contents[1..], &[zeros]].concat());
    place
        .refused("extract program --source -o tree")
        .says("says that it has 83886080 bytes");
}

#[test]
fn sections_do_not_share_bytes_nor_symbols_long_names() {
    // All sections that are not loaded have the bytes of the whole file.
    let place = Place::new();
    let length = fs::metadata(place.at("program")).unwrap().len();
    place.change_headers(|name, header| {
        if name.starts_with("_fz_") || name.starts_with(".debug") || name == ".comment" {
            header[24..32].fill(0);
            header[32..40].copy_from_slice(&length.to_le_bytes());
        }
    });
    for args in READERS {
        place.refused(args).says("share bytes");
    }
    // Each symbol has the same name of a megabyte.
    let place = Place::new();
    let path = place.at("program");
    let mut data = fs::read(&path).unwrap();
    let names = data.len();
    data.extend([b"\0", "x".repeat(1 << 20).as_bytes(), b"\0"].concat());
    fs::write(&path, &data).unwrap();
    let mut symbols = 0..0;
    place.change_headers(|name, header| {
        if name == ".strtab" {
            header[24..32].copy_from_slice(&(names as u64).to_le_bytes());
            header[32..40].copy_from_slice(&((1u64 << 20) + 2).to_le_bytes());
        } else if name == ".symtab" {
            let [start, size] = [24, 32].map(|at| number(&header[at..at + 8]) as usize);
            symbols = start..start + size;
        }
    });
    let mut data = fs::read(&path).unwrap();
    for symbol in data[symbols].chunks_exact_mut(24) {
        symbol[..4].copy_from_slice(&1u32.to_le_bytes());
    }
    fs::write(&path, data).unwrap();
    for args in READERS {
        place.refused(args).says("names are longer");
    }
}

#[test]
fn sections_without_bytes_are_no_larger_than_a_map() {
    let place = Place::new();
    place.change_headers(|name, header| {
        if name == "__sancov_cntrs" {
            // SHT_NOBITS
            header[4..8].copy_from_slice(&8u32.to_le_bytes());
            header[32..40].copy_from_slice(&(1u64 << 50).to_le_bytes());
        }
    });
    for args in &READERS[..4] {
        place.refused(args).says("says that it has");
    }
}
