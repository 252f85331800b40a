//! Parsing files of machine code. What a file says of itself may be forged: that it unpacks to gigabytes, that a thousand
//! sections share the same bytes, that each symbol has the same name of a megabyte. So what it says is measured against the
//! bytes that it has, before anything is read, unpacked or copied.

use anyhow::{Result, anyhow, ensure};
use object::{CompressionFormat, File, Object, ObjectSection, ObjectSymbol, ReadRef};

/// So many times its own bytes a file may unpack to, or have in names: linkers share the ends of names.
const TIMES: u64 = 32;
/// What the smallest may have.
const LEAST: u64 = 1 << 20;
/// What packs better than [`DENSE`] does may unpack to so much: compilers do not write gigabytes that pack that well.
const MOST: u64 = 256 << 20;
const DENSE: u64 = 4;

/// Parses a program, a library or an object of which sections and names are not larger than the file can have.
pub fn parse<'a, R: ReadRef<'a>>(data: R) -> Result<File<'a, R>> {
    let length = data
        .len()
        .map_err(|()| anyhow!("its length is not known"))?;
    let file = File::parse(data)?;
    check_sections(&file, length)?;
    check_names(&file, length)?;
    Ok(file)
}

fn check_sections<'a, R: ReadRef<'a>>(file: &File<'a, R>, length: u64) -> Result<()> {
    let (mut plain, mut unpacked) = (0u64, 0u64);
    // What is wrong with one of them is told where it is read.
    let ranges = file
        .sections()
        .filter_map(|s| s.compressed_file_range().ok());
    for range in ranges {
        match range.format {
            CompressionFormat::None => plain = plain.saturating_add(range.uncompressed_size),
            _ => unpacked = unpacked.saturating_add(range.uncompressed_size),
        }
    }
    ensure!(
        plain <= length.saturating_mul(2),
        "its sections have {plain} bytes, and the file {length}: they share bytes, which no linker does"
    );
    let most = (length * TIMES + LEAST).min(MOST.max(length * DENSE));
    ensure!(
        unpacked <= most,
        "its compressed sections say that they unpack to {unpacked} bytes, and the file has {length}"
    );
    Ok(())
}

fn check_names<'a, R: ReadRef<'a>>(file: &File<'a, R>, length: u64) -> Result<()> {
    let of_sections = file
        .sections()
        .filter_map(|s| Some(s.name_bytes().ok()?.len()));
    let of_symbols = file.symbols().chain(file.dynamic_symbols());
    let of_symbols = of_symbols.filter_map(|s| Some(s.name_bytes().ok()?.len()));
    let mut left = length * TIMES + LEAST;
    // To measure them takes time itself: the first that is too much ends it.
    for name in of_sections.chain(of_symbols) {
        let rest = left.checked_sub(name as u64);
        left = rest.ok_or_else(|| anyhow!("its names are longer than the file, taken together"))?;
    }
    Ok(())
}
