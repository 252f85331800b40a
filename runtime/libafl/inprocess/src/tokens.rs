//! Dictionary tokens of images, in section `libafl_token`: a length byte and the token, one after another.

use std::hint::black_box;

use libafl::mutators::Tokens;

unsafe extern "C" {
    static __start_libafl_token: u8;
    static __stop_libafl_token: u8;
}

/// The tokens of this image; none if it has no such section: then the weak symbols are null.
pub fn tokens() -> Tokens {
    let start = black_box(&raw const __start_libafl_token);
    let stop = black_box(&raw const __stop_libafl_token);
    let mut tokens = Tokens::new();
    if start.is_null() || stop.is_null() {
        return tokens;
    }
    // SAFETY: the linker made both ends of one section.
    let mut rest = unsafe { std::slice::from_raw_parts(start, stop as usize - start as usize) };
    while let Some((&length, behind)) = rest.split_first() {
        let Some((token, next)) = behind.split_at_checked(length.into()) else {
            break;
        };
        if !token.is_empty() {
            tokens.add_token(&token.to_vec());
        }
        rest = next;
    }
    tokens
}
