//! Tokens from texts: hands each instruction to the module that knows what is done with the text.

use std::rc::Rc;

use fz_abi::tokens as layout;

use super::{
    arguments::{self, Walked},
    callees::{Callee, Callees, Role},
    calls,
    handed::HandedOn,
    origin::Slots,
    reach::Reach,
    score, tables,
};
use crate::{
    ir::{Call, Global, Inst, Linkage, Module, Op, Value},
    libc::{TextUse, names::Patterns},
    marks::tokens::Token,
};

/// What is known about a module, shared between functions.
pub struct Texts {
    module: Module,
    callees: Callees,
    walked: Walked,
    handed: Rc<HandedOn>,
    /// The number of texts that are not tokens because of the function that they are passed to.
    pub ignored: usize,
}

impl Texts {
    /// Nothing is known yet. `ignored`: functions whose arguments are not tokens.
    pub fn new(module: Module, ignored: Patterns) -> Texts {
        Texts {
            module,
            callees: Callees::new(ignored),
            walked: Walked::new(),
            handed: Rc::default(),
            ignored: 0,
        }
    }

    /// The tokens of a compare with a table.
    pub fn of_compare(&self, compare: Inst, slots: &Slots) -> Vec<Token> {
        tables::of_compare(&self.reach(slots), compare)
    }

    /// The tokens of a call.
    pub fn of_call(&mut self, call: Call, slots: &Slots) -> Vec<Token> {
        let callee = self.callees.of(call);
        let reach = self.reach(slots);
        let source = callee.symbol.as_str();
        if let Some(compared) = compared(&reach, call, &callee) {
            return compared;
        }
        match &callee.role {
            Role::Text(TextUse::Make) => self.of_arguments(&reach, call, score::MADE, &callee),
            Role::Text(TextUse::Ask) => self.of_arguments(&reach, call, score::ASKED, &callee),
            Role::Text(TextUse::Write) => self.of_arguments(&reach, call, score::WRITTEN, &callee),
            Role::String(_)
            | Role::Other
            | Role::Text(TextUse::Compare | TextUse::Set | TextUse::Scan) => {
                self.of_arguments(&reach, call, score::ARGUMENT, &callee)
            }
            Role::Intrinsic if source.starts_with("llvm.memcpy.") => {
                arguments::of_copy(&reach, call)
            }
            Role::Intrinsic => Vec::new(),
            Role::Text(TextUse::Ignore) => {
                let texts = call.arguments().into_iter().filter(|a| a.ty().is_pointer());
                let texts = texts.filter(|a| arguments::is_text(&reach, *a)).count();
                let tokens = self.of_arguments(&reach, call, score::TELLING, &callee);
                let tokens = tokens.into_iter().filter(|w| score::is_keyword(&w.bytes));
                let tokens: Vec<_> = tokens
                    .map(|token| Token {
                        score: score::TELLING,
                        ..token
                    })
                    .collect();
                self.ignored += texts.saturating_sub(tokens.len());
                tokens
            }
        }
    }

    /// The tokens of a call that compares, searches or reads texts.
    pub fn of_compared(&mut self, call: Call, slots: &Slots) -> Vec<Token> {
        let callee = self.callees.of(call);
        compared(&self.reach(slots), call, &callee).unwrap_or_default()
    }

    /// The tokens of a value that is stored or returned.
    pub fn of_moved(&mut self, instruction: Inst, slots: &Slots) -> Vec<Token> {
        let is_constant = |v: &Value| {
            v.is_constant() || v.is(Op::Select) || v.is(Op::Phi) || instruction.is(Op::Ret)
        };
        let moved = (instruction.operand_count() > 0).then(|| instruction.operand(0));
        let reach = self.reach(slots);
        match moved.filter(is_constant) {
            Some(moved) => arguments::of_operand(&reach, &mut self.walked, moved, score::MOVED, ""),
            None => Vec::new(),
        }
    }

    /// The tokens of exported tables that no code of this unit uses: another unit's code does.
    pub fn of_exported(&mut self) -> Vec<Token> {
        let is_foreign = |g: &Global| {
            g.linkage() == Linkage::External
                && g.initializer().is_some()
                && g.uses().iter().all(|u| !is_code(u.user))
        };
        let globals = self.module.global_variables().filter(is_foreign);
        let slots = Slots::default();
        let reach = self.reach(&slots);
        let walked = &mut self.walked;
        let tokens = globals.flat_map(|global| {
            let tokens = arguments::of_operand(&reach, walked, global.value(), score::MOVED, "");
            tokens.into_iter().filter(|w| w.score >= layout::JUNK)
        });
        tokens.take(layout::MOST_OF_SITE).collect()
    }

    fn of_arguments(
        &mut self,
        reach: &Reach,
        call: Call,
        score: u32,
        callee: &Callee,
    ) -> Vec<Token> {
        let walked = &mut self.walked;
        let tokens = call.arguments().into_iter().flat_map(|argument| {
            arguments::of_operand(reach, walked, argument, score, &callee.symbol)
        });
        tokens.collect()
    }

    fn reach<'a>(&self, slots: &'a Slots) -> Reach<'a> {
        Reach {
            module: self.module,
            slots,
            handed: self.handed.clone(),
        }
    }
}

/// The tokens of a call of a function that compares, searches or reads texts; `None` if it does anything else.
fn compared(reach: &Reach, call: Call, callee: &Callee) -> Option<Vec<Token>> {
    let source = callee.symbol.as_str();
    match &callee.role {
        Role::String(known) if known.has_types(reach.module, call) => {
            Some(calls::of_known(reach, call, known, source))
        }
        Role::Text(TextUse::Compare) => Some(calls::of_compare(reach, call, source)),
        Role::Text(TextUse::Set) => Some(calls::of_set(reach, call, source)),
        Role::Text(TextUse::Scan) => Some(calls::of_scan(reach, call, source)),
        _ => None,
    }
}

/// Whether a user of a global is an instruction, or a constant address that an instruction uses.
fn is_code(user: Value) -> bool {
    user.is_instruction()
        || (!user.is_global_variable() && user.uses().iter().any(|u| is_code(u.user)))
}
