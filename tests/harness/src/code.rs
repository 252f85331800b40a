//! The machine code of an object, function by function, to be compared with another build's.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionKind};

/// By function: its size, its bytes, and what they refer to: symbols by their names, other places by their sections.
pub type Code = BTreeMap<String, (u64, Vec<u8>, Vec<String>)>;

/// The functions of an object, but for those that are fz's own. An object without code has none.
pub fn of(path: &Path) -> Result<Code> {
    let data = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let file = object::File::parse(&*data)
        .with_context(|| format!("{} is no object file", path.display()))?;
    let mut code = Code::new();
    for section in file.sections().filter(|s| s.kind() == SectionKind::Text) {
        let bytes = section.data()?;
        let relocations: Vec<_> = section.relocations().collect();
        let functions = file
            .symbols()
            .filter(|s| s.section_index() == Some(section.index()) && s.size() > 0);
        for function in functions {
            let name = function.name()?;
            if name.starts_with("__fz_") || name.starts_with("sancov.") {
                continue;
            }
            let (begin, end) = (function.address(), function.address() + function.size());
            let within = relocations
                .iter()
                .filter(|(at, _)| (begin..end).contains(at));
            let refers = within.map(|(at, relocation)| {
                let to = match relocation.target() {
                    RelocationTarget::Symbol(index) => symbol_name(&file, index)?,
                    other => format!("{other:?}"),
                };
                Ok(format!("{:x} {to} {:x}", at - begin, relocation.addend()))
            });
            let refers = refers.collect::<Result<Vec<_>>>()?;
            let own = bytes[begin as usize..end as usize].to_vec();
            // Objects that were joined may have several local functions of a name.
            let name = match code.contains_key(name) {
                true => format!("{name} at {begin:x} of {}", section.name()?),
                false => name.to_string(),
            };
            code.insert(name, (function.size(), own, refers));
        }
    }
    Ok(code)
}

/// A symbol without a name is named by its section.
fn symbol_name(file: &object::File, index: object::SymbolIndex) -> Result<String> {
    let symbol = file.symbol_by_index(index)?;
    let name = symbol.name()?;
    Ok(match symbol.section_index().filter(|_| name.is_empty()) {
        Some(section) => file.section_by_index(section)?.name()?.to_string(),
        None => name.to_string(),
    })
}
