//! Constants as records show them.

use crate::ir::Value;

/// The width that numbers are extended to.
const WIDEST: u32 = 128;
/// The longest text in a record.
const LONGEST: usize = 64;

/// A number as text; nothing if it is of no known form.
pub fn number(constant: Value, signed: bool) -> String {
    if let Some(value) = constant.int_constant() {
        let unused = WIDEST - constant.ty().int_bits().expect("an integer has bits");
        return match signed {
            true => ((value as i128) << unused >> unused).to_string(),
            false => value.to_string(),
        };
    }
    match (constant.ty().ieee_bits(), constant.float_constant()) {
        (Some(32), Some(bits)) => f32::from_bits(bits as u32).to_string(),
        (Some(64), Some(bits)) => f64::from_bits(bits as u64).to_string(),
        (_, Some(bits)) => format!("{bits:#x}"),
        (_, None) => String::new(),
    }
}

/// Memory in quotes, and of a string what is before its NUL.
pub fn text(bytes: &[u8], is_string: bool) -> String {
    let bytes = match is_string {
        false => bytes,
        true => bytes.split(|b| *b == 0).next().unwrap_or_default(),
    };
    let shown = bytes[..bytes.len().min(LONGEST)].escape_ascii();
    let more = if bytes.len() > LONGEST { "…" } else { "" };
    format!("\"{shown}\"{more}")
}
