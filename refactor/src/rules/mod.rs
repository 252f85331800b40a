//! Where lines begin: one rule per file, each with its before and after in tests/refactor.
//!
//! A rule looks at one node of the syntax tree and names tokens. It cannot do harm: whatever it says, only white space
//! changes.

mod arguments;
mod arms;
mod bodies;
mod braces;
mod compares;
mod conditions;
mod declarators;
mod for_parts;
mod initialisers;
mod labels;
mod net;
mod operands;
mod scopes;
mod sequences;
mod statements;

use crate::breaks::Breaks;
use crate::source::Source;
use crate::tree::{Id, Kind, Node, Tree};

/// A node, and what there is to know around it.
pub struct Site<'a> {
    pub tree: &'a Tree,
    pub source: &'a Source<'a>,
    pub id: Id,
}

type Rule = fn(&Site, &mut Breaks);

const RULES: &[Rule] = &[
    arguments::rule,
    arms::rule,
    bodies::rule,
    compares::rule,
    conditions::rule,
    declarators::rule,
    for_parts::rule,
    initialisers::rule,
    labels::rule,
    operands::rule,
    scopes::rule,
    sequences::rule,
    statements::rule,
];

/// What the syntax tree does not tell; behind the others.
const OF_TOKENS: &[fn(&Source, &mut Breaks)] = &[net::rule, braces::rule];

pub fn apply(tree: &mut Tree, source: &Source) -> Breaks {
    tree.finish(|tree, id| {
        let site = Site { tree, source, id };
        (site.has_effect(), site.is_condition())
    });
    let mut breaks = Breaks::new(source.len());
    for id in tree.ids() {
        let site = Site { tree, source, id };
        for rule in RULES {
            rule(&site, &mut breaks);
        }
    }
    for rule in OF_TOKENS {
        rule(source, &mut breaks);
    }
    breaks
}

const COMPARES: &[&[u8]] = &[b"==", b"!=", b"<", b">", b"<=", b">=", b"not_eq"];
const LOGIC: &[&[u8]] = &[b"&&", b"||", b"and", b"or"];
const ASSIGNMENTS: &[&[u8]] = &[
    b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>=", b"and_eq",
    b"or_eq", b"xor_eq",
];
const STEPS: &[&[u8]] = &[b"++", b"--"];
const SUSPENSIONS: &[&[u8]] = &[b"co_await", b"co_yield"];

impl<'a> Site<'a> {
    pub fn node(&self) -> &'a Node {
        self.tree.node(self.id)
    }

    pub fn kind(&self) -> Kind {
        self.node().kind
    }

    pub fn children(&self) -> impl Iterator<Item = &'a Node> + use<'a> {
        self.tree.children(self.id)
    }

    /// Left side, operator, right side; also where the operator is overloaded, or not known yet.
    pub fn operation(&self) -> Option<(&'a Node, u32, &'a Node)> {
        let node = self.node();
        if !matches!(
            node.kind,
            Kind::Binary | Kind::Assignment | Kind::Call | Kind::Other
        ) {
            return None;
        }
        let left = self
            .children()
            .find(|c| c.span.start == node.span.start && c.span.end < node.span.end)?;
        let operator = left.span.end;
        let right = self.children().find(|c| c.span.start == operator + 1)?;
        let named = [left, right].iter().any(|n| n.kind == Kind::Reference);
        (!named).then_some((left, operator, right))
    }

    pub fn operation_of(&self, words: &[&[u8]]) -> Option<(&'a Node, u32, &'a Node)> {
        self.operation()
            .filter(|(_, operator, _)| words.contains(&self.source.word(*operator)))
    }

    /// `!` on something.
    pub fn is_negation(&self) -> bool {
        self.kind() == Kind::Unary
            && matches!(self.source.word(self.node().span.start), b"!" | b"not")
    }

    fn is_condition(&self) -> bool {
        self.kind() == Kind::Conditional
            || self.is_negation()
            || self.operation_of(COMPARES).is_some()
            || self.operation_of(LOGIC).is_some()
    }

    fn has_effect(&self) -> bool {
        let span = &self.node().span;
        let starts = |words: &[&[u8]]| words.contains(&self.source.word(span.start));
        match self.kind() {
            // A constructor that nobody wrote has no brackets.
            Kind::Call => [&b"("[..], b"{"]
                .iter()
                .any(|open| self.source.find(span.clone(), open).is_some()),
            Kind::Assignment | Kind::Effect | Kind::Lambda | Kind::StatementExpression => true,
            Kind::Binary => self.operation_of(ASSIGNMENTS).is_some(),
            Kind::Unary => {
                starts(STEPS)
                    || STEPS.contains(&self.source.word(span.end - 1))
                    || starts(SUSPENSIONS)
            }
            _ => starts(SUSPENSIONS),
        }
    }

    /// What it is a part of. Nodes of implicit conversions have their operand's span, and are passed over.
    pub fn around(&self) -> Site<'a> {
        let mut id = self.id;
        loop {
            let parent = self.tree.node(id).parent;
            let around = Site {
                id: parent,
                ..*self
            };
            let node = around.node();
            let same = node.kind == Kind::Other && node.span == self.tree.node(id).span;
            if parent == id || !same {
                return around;
            }
            id = parent;
        }
    }

    /// Where an expression begins when the parentheses and `!` around it are taken along.
    pub fn outer_start(&self) -> u32 {
        let mut start = self.node().span.start;
        let mut around = self.around();
        while around.kind() == Kind::Paren || around.is_negation() {
            start = around.node().span.start;
            around = around.around();
        }
        start
    }

    /// What goes on behind an expression, and behind all that closes or parts what is around it: it may run where the
    /// expression's last part does not.
    pub fn behind(&self) -> Option<u32> {
        const PASSED: [&[u8]; 9] = [b")", b"]", b",", b"&&", b"||", b"and", b"or", b"?", b":"];
        const ENDS: [&[u8]; 3] = [b";", b"{", b"}"];
        let mut at = self.node().span.end;
        while at < self.source.len() && PASSED.contains(&self.source.word(at)) {
            at += 1;
        }
        (at < self.source.len() && !ENDS.contains(&self.source.word(at))).then_some(at)
    }

    /// The parentheses behind a keyword: of the condition, or the parts of a `for`.
    pub fn header(&self) -> Option<(u32, u32)> {
        let span = self.node().span.clone();
        let open = self.source.find(span, b"(")?;
        Some((open, self.source.partner(open)))
    }
}
