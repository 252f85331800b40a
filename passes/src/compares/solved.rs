//! With `gates`: a site whose question can be solved is told behind a gate ([`climb`](crate::climb)), until it is solved.
//!
//! ```text
//! callbr asm "<a jump to code>" (@gates) to %rest [%code]
//! code:
//!   br (@__fz_compares_on != 0), label %cold, label %rest
//! cold:
//!   call void @__fz_tell.…
//!   br (%x == 7), label %equal, label %rest
//! equal:
//!   if (@gates[0]) @__fz_solved(@gates)
//!   br %rest
//! ```

use super::{Place, cold::Cold};
use crate::{
    climb::Steps,
    ir::{Block, Builder, Const, FloatPredicate, IntPredicate, Module, Value},
    marks::site::{Operands, Predicate, Site},
};

/// What has to come out for a site to be solved.
enum Question<'a> {
    /// The operands are equal.
    Equal([Value; 2]),
    /// The compare has come out both ways.
    Order([Value; 2]),
    /// The case has come, for each case.
    Cases(Value, &'a [Value]),
    /// The call has answered with zero, or with anything else.
    Answer { result: Value, if_zero: bool },
}

impl Question<'_> {
    /// The question of a site; none of those that have no right answer, or whose answer the site does not know.
    fn of(site: &Site) -> Option<Question<'_>> {
        use Predicate::*;
        match &site.operands {
            Operands::Compare(a, _) if a.ty().vector().is_some() => Option::None,
            Operands::Compare(a, b) => match site.predicate {
                Equal | NotEqual => Some(Question::Equal([*a, *b])),
                Greater | GreaterOrEqual | Less | LessOrEqual => Some(Question::Order([*a, *b])),
                None | Ordered | Unordered => Option::None,
            },
            Operands::Switch { value, cases } => Some(Question::Cases(*value, cases)),
            Operands::Call(call) => call.result().map(|result| Question::Answer {
                result,
                if_zero: !call.zero_differs && !call.routine.is_search(),
            }),
            Operands::Operation(..) | Operands::Value(_) => Option::None,
        }
    }

    /// How many gates it has.
    fn outcomes(&self) -> usize {
        match self {
            Question::Equal(_) | Question::Answer { .. } => 1,
            Question::Order(_) => 2,
            Question::Cases(_, cases) => cases.len(),
        }
    }
}

/// Whether there is something about a site that can be solved.
pub fn can_be(site: &Site) -> bool {
    Question::of(site).is_some()
}

/// Begins the code of a site that can be solved.
pub fn steps(module: Module, site: &Site) -> Option<Steps> {
    let outcomes = Question::of(site)?.outcomes();
    Some(Steps::before(module, site.call.inst(), outcomes))
}

/// Ends the code of a site: what is solved now leads past the outcome's gate, all else to `rest`.
pub fn close(cold: &Cold, place: &Place, outcomes: &[Block], rest: Block) {
    let (site, builder) = (place.site, cold.builder());
    let frozen = |value| cold.frozen_operand(value);
    let end = match Question::of(site).expect("the caller has asked") {
        Question::Equal(operands) => {
            let equal = compared(builder, Predicate::Equal, false, operands.map(frozen));
            builder.cond_br(equal, outcomes[0], rest)
        }
        Question::Order(operands) => {
            let operands = operands.map(frozen);
            let holds = compared(builder, site.predicate, site.signed, operands);
            builder.cond_br(holds, outcomes[0], outcomes[1])
        }
        Question::Cases(value, cases) => {
            let cases: Vec<(Const, Block)> = (cases.iter())
                .map(|case| case.as_const().expect("cases are constants"))
                .zip(outcomes.iter().copied())
                .collect();
            builder.switch(frozen(value), rest, &cases)
        }
        Question::Answer { result, if_zero } => {
            let result = frozen(result);
            let is_zero = builder.icmp(IntPredicate::Eq, result, result.ty().zero());
            match if_zero {
                true => builder.cond_br(is_zero, outcomes[0], rest),
                false => builder.cond_br(is_zero, rest, outcomes[0]),
            }
        }
    };
    place.module.set_nosanitize(end);
}

/// Whether a compare holds, which does not ask for NaN alone.
fn compared(builder: &Builder, predicate: Predicate, signed: bool, [a, b]: [Value; 2]) -> Value {
    use Predicate::*;
    if a.ty().float_bits().is_some() {
        let predicate = match predicate {
            Greater => FloatPredicate::Ogt,
            GreaterOrEqual => FloatPredicate::Oge,
            Less => FloatPredicate::Olt,
            LessOrEqual => FloatPredicate::Ole,
            _ => FloatPredicate::Oeq,
        };
        return builder.fcmp(predicate, a, b);
    }
    let predicate = match (predicate, signed) {
        (Greater, false) => IntPredicate::Ugt,
        (GreaterOrEqual, false) => IntPredicate::Uge,
        (Less, false) => IntPredicate::Ult,
        (LessOrEqual, false) => IntPredicate::Ule,
        (Greater, true) => IntPredicate::Sgt,
        (GreaterOrEqual, true) => IntPredicate::Sge,
        (Less, true) => IntPredicate::Slt,
        (LessOrEqual, true) => IntPredicate::Sle,
        _ => IntPredicate::Eq,
    };
    builder.icmp(predicate, a, b)
}
