//! Constant expressions in a row of tokens: `(uint32_t)('M') << 24 | 0x4d2a`.

use super::lexer::{Kind, Lexeme};

/// Operators of two operands, each with how tightly it binds.
const OPERATORS: [(&str, u8); 10] = [
    ("|", 1),
    ("^", 2),
    ("&", 3),
    ("<<", 4),
    (">>", 4),
    ("+", 5),
    ("-", 5),
    ("*", 6),
    ("/", 6),
    ("%", 6),
];

/// The value of the constant expression that starts at `at`, as long as it can be, and where it ends.
pub fn evaluate(tokens: &[Lexeme], at: usize) -> Option<(i128, usize)> {
    binary(tokens, at, 0, 0)
}

/// Deeper nesting is no constant that a person wrote.
const DEEPEST: u32 = 64;

fn binary(tokens: &[Lexeme], at: usize, least: u8, depth: u32) -> Option<(i128, usize)> {
    let (mut value, mut at) = unary(tokens, at, depth)?;
    while let Some((operator, tightness)) = operator(tokens, at)
        && tightness > least
    {
        let Some((right, next)) = binary(tokens, at + 1, tightness, depth) else {
            break;
        };
        let Some(result) = apply(operator, value, right) else {
            break;
        };
        (value, at) = (result, next);
    }
    Some((value, at))
}

fn operator(tokens: &[Lexeme], at: usize) -> Option<(&'static str, u8)> {
    let Kind::Sign(sign) = tokens.get(at)?.kind else {
        return None;
    };
    OPERATORS.iter().find(|(text, _)| *text == sign).copied()
}

fn apply(operator: &str, a: i128, b: i128) -> Option<i128> {
    let shift = u32::try_from(b).ok().filter(|&b| b < 64);
    match operator {
        "|" => Some(a | b),
        "^" => Some(a ^ b),
        "&" => Some(a & b),
        "<<" => a.checked_mul(1 << shift?),
        ">>" => Some(a >> shift?),
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "/" => a.checked_div(b),
        _ => a.checked_rem(b),
    }
}

fn unary(tokens: &[Lexeme], at: usize, depth: u32) -> Option<(i128, usize)> {
    if depth > DEEPEST {
        return None;
    }
    match &tokens.get(at)?.kind {
        Kind::Integer(value) | Kind::Character(value) => Some((*value, at + 1)),
        Kind::Sign("-") => unary(tokens, at + 1, depth + 1).map(|(v, next)| (-v, next)),
        Kind::Sign("+") => unary(tokens, at + 1, depth + 1),
        Kind::Sign("~") => unary(tokens, at + 1, depth + 1).map(|(v, next)| (!v, next)),
        Kind::Sign("(") => {
            if let Some(behind) = cast(tokens, at) {
                return unary(tokens, behind, depth + 1);
            }
            let (value, next) = binary(tokens, at + 1, 0, depth + 1)?;
            (tokens.get(next)?.kind == Kind::Sign(")")).then_some((value, next + 1))
        }
        _ => None,
    }
}

/// Behind `(type)`, where nothing but names stands between the two.
pub fn cast(tokens: &[Lexeme], at: usize) -> Option<usize> {
    let inside = &tokens[at + 1..];
    let end = inside
        .iter()
        .position(|t| !matches!(t.kind, Kind::Word(_) | Kind::Sign("*" | "::")))?;
    (end > 0 && inside[end].kind == Kind::Sign(")")).then_some(at + end + 2)
}

#[cfg(test)]
mod tests {
    use super::super::lexer::tokens;
    use super::evaluate;

    fn value(text: &str) -> Option<(i128, usize)> {
        evaluate(&tokens(text.as_bytes()), 0)
    }

    #[test]
    fn operators_bind_as_in_c() {
        assert_eq!(value("1 + 2 * 3 << 1 | 1"), Some((15, 9)));
        assert_eq!(value("10 - 3 - 2"), Some((5, 5)));
        assert_eq!(
            value("((uint)(0xff & (73)) << 24) | ((uint)(72) << 16)")
                .unwrap()
                .0,
            0x4948_0000
        );
        assert_eq!(value("-(unsigned char)1"), Some((-1, 6)));
    }

    #[test]
    fn what_is_not_constant_ends_it() {
        assert_eq!(value("1 + x"), Some((1, 1)));
        assert_eq!(value("(1 + x)"), None);
        assert_eq!(value("x"), None);
        assert_eq!(value("1 / 0"), Some((1, 1)));
    }
}
