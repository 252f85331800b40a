//! A unit's syntax tree, as far as rules ask for it: nodes over spans of the user's tokens.

use crate::source::{Source, Span};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Unit,
    /// A namespace, a class, `extern "C" { … }`: declarations stand in it.
    Scope,
    Constructor,
    Variable,
    /// A name that is no expression: of a type, a template, a member to initialise.
    Reference,
    Declaration,
    Compound,
    If,
    Switch,
    While,
    Do,
    For,
    ForRange,
    Case,
    Default,
    Label,
    Declarations,
    Catch,
    Try,
    Conditional,
    Binary,
    Assignment,
    Unary,
    Paren,
    Call,
    Lambda,
    StatementExpression,
    List,
    /// Allocates, frees, throws, suspends.
    Effect,
    Other,
}

pub type Id = u32;

#[derive(Debug)]
pub struct Node {
    pub kind: Kind,
    pub span: Span,
    pub parent: Id,
    children: Vec<Id>,
    /// It, or something in it, changes what other expressions see.
    pub effects: bool,
    /// It, or something in it, is a condition.
    pub conditions: bool,
}

#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

pub const ROOT: Id = 0;

impl Tree {
    pub fn new(span: Span) -> Tree {
        let mut tree = Tree { nodes: Vec::new() };
        tree.push(Kind::Unit, span, ROOT);
        tree
    }

    pub fn push(&mut self, kind: Kind, span: Span, parent: Id) -> Id {
        let id = self.nodes.len() as Id;
        self.nodes.push(Node {
            kind,
            span,
            parent,
            children: Vec::new(),
            effects: false,
            conditions: false,
        });
        if id != ROOT {
            self.nodes[parent as usize].children.push(id);
        }
        id
    }

    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Id> + use<> {
        0..self.nodes.len() as Id
    }

    /// In the order of the source.
    pub fn children(&self, id: Id) -> impl Iterator<Item = &Node> {
        self.node(id).children.iter().map(|c| self.node(*c))
    }

    /// Initialisers in which nothing runs, in order; none is in another.
    pub fn data(&self, source: &Source) -> Vec<Span> {
        let lists = self.nodes.iter().filter(|n| n.kind == Kind::List);
        let mut data: Vec<Span> = lists
            .map(|n| n.span.clone())
            .filter(|s| !source.acts_in(s))
            .collect();
        data.sort_by_key(|s| (s.start, std::cmp::Reverse(s.end)));
        let mut end = 0;
        data.retain(|s| {
            let is_first = s.start >= end;
            end = end.max(s.end);
            is_first
        });
        data
    }

    /// Puts children in order, and says of each node what is in it. `own` tells a node's own effects and conditions.
    pub fn finish(&mut self, own: impl Fn(&Tree, Id) -> (bool, bool)) {
        for at in 0..self.nodes.len() {
            let mut children = std::mem::take(&mut self.nodes[at].children);
            children.sort_by_key(|c| self.node(*c).span.start);
            self.nodes[at].children = children;
        }
        // A parent stands in front of its children.
        for id in self.ids().rev() {
            let (effects, conditions) = own(self, id);
            let node = &mut self.nodes[id as usize];
            node.effects |= effects;
            node.conditions |= conditions;
            let (parent, effects, conditions) = (node.parent, node.effects, node.conditions);
            let parent = &mut self.nodes[parent as usize];
            parent.effects |= effects;
            parent.conditions |= conditions;
        }
    }
}
