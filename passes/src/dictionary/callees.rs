//! What called functions do with the texts that they are passed, by their names.

use std::{collections::HashMap, rc::Rc};

use crate::{
    ir::{Call, Function, Value, demangle},
    libc::{
        StringFunction, TextUse,
        names::{self, Patterns},
        string_function,
    },
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A library's, and not defined here: it compares or searches.
    String(StringFunction),
    Text(TextUse),
    /// LLVM's own.
    Intrinsic,
    Other,
}

#[derive(Debug)]
pub struct Callee {
    pub role: Role,
    /// Empty where what is called is not known.
    pub symbol: String,
}

/// The callees of one module.
pub struct Callees {
    known: HashMap<Value, Rc<Callee>>,
    ignored: Patterns,
}

impl Callees {
    /// With further names of functions whose texts are ignored.
    pub fn new(ignored: Patterns) -> Callees {
        Callees {
            known: HashMap::new(),
            ignored,
        }
    }

    /// What a call calls.
    pub fn of(&mut self, call: Call) -> Rc<Callee> {
        let called = call.called();
        let value = called.map_or(call.callee(), |f| f.value());
        let ignored = &self.ignored;
        let callee = self.known.entry(value).or_insert_with(|| {
            let symbol = called.map_or(String::new(), |f| f.name());
            let role = called.map_or(Role::Other, |f| role(f, &symbol, ignored));
            Rc::new(Callee { role, symbol })
        });
        callee.clone()
    }
}

fn role(function: Function, symbol: &str, ignored: &Patterns) -> Role {
    if function.is_intrinsic() {
        return Role::Intrinsic;
    }
    if let Some(known) = string_function(symbol)
        && !function.is_definition()
    {
        return Role::String(known);
    }
    let demangled = demangle(symbol);
    let name = names::plain(&demangled);
    let names = [symbol, &name, &demangled];
    if names.iter().any(|n| ignored.matches(n)) {
        return Role::Text(TextUse::Ignore);
    }
    match names::text_use(&name) {
        // A function that only writes returns nothing of interest; one that returns something, like `trace_cmp`, compares.
        Some(TextUse::Ignore | TextUse::Write) if function.is_definition() && returns(function) => {
            Role::Other
        }
        Some(text) => Role::Text(text),
        None => Role::Other,
    }
}

fn returns(function: Function) -> bool {
    let (result, _) = function.function_type().signature();
    !result.is_void()
}
