//! Declarations of what runtimes export: a pass names a row of [`fz_abi::functions`] or [`fz_abi::variables`], which
//! has the types.

use fz_abi::{
    functions::{Function, Reference},
    priority, types,
    variables::{Storage, Variable},
};

use crate::ir::{self, Builder, Call, Global, IntPredicate, Module, Type, Value};

/// A row's type in this target's IR.
fn ty(module: Module, ty: types::Type) -> Type {
    match ty {
        types::Type::Void => module.void(),
        types::Type::Bool => module.int(1),
        types::Type::Char | types::Type::U8 => module.int(8),
        types::Type::U16 => module.int(16),
        types::Type::U32 | types::Type::I32 => module.int(32),
        types::Type::U64 | types::Type::I64 => module.int(64),
        types::Type::U128 => module.int(128),
        types::Type::Size => module.int(8 * module.pointer_bytes()),
        types::Type::Pointer { .. } | types::Type::Function(_) => module.ptr(),
        types::Type::Array { of, len } => self::ty(module, *of).array_of(len as u64),
        types::Type::Struct(tag) => unreachable!("{tag} is passed by address"),
    }
}

/// The types of a function's parameters.
pub fn parameters(module: Module, function: &Function) -> Vec<Type> {
    let parameters = function.parameters.iter();
    parameters.map(|p| ty(module, p.ty)).collect()
}

/// The type of a function.
pub fn signature(module: Module, function: &Function) -> Type {
    ty(module, function.result).function_of(&parameters(module, function))
}

/// Declares a function. If the row says so, the reference is weak: null if no object defines the function.
pub fn declare(module: Module, function: &Function) -> ir::Function {
    let ty = signature(module, function);
    match function.reference {
        Reference::Weak => module.weak_function(function.name, ty),
        Reference::Strong => {
            let (declared, is_new) = module.declare(function.name, ty);
            if is_new {
                for attribute in function.attributes {
                    declared.add_attribute(module, attribute);
                }
            }
            declared
        }
    }
}

/// Calls a function of the row's type: what [`declare`] returned, or a stub.
///
/// # Panics
///
/// If the arguments do not have the types of the function's parameters.
pub fn call(
    builder: &Builder,
    function: &Function,
    callee: ir::Function,
    arguments: &[Value],
) -> Call {
    let module = builder.module();
    let given = arguments.iter().map(|a| a.ty());
    assert!(
        given.eq(parameters(module, function)),
        "arguments of {}",
        function.name
    );
    builder.call(signature(module, function), callee, arguments)
}

/// Whether a weakly declared function is there.
pub fn is_there(builder: &Builder, function: ir::Function) -> Value {
    builder.icmp(IntPredicate::Ne, function, builder.module().null_ptr())
}

/// Adds the constructor of this name, which is hidden and which an image has once: it hands data of the image to a function of
/// the runtime, if there is one. `otherwise` builds what it does if there is none.
pub fn register(
    module: Module,
    name: &str,
    to: &Function,
    data: &[Value],
    otherwise: Option<&dyn Fn(&Builder)>,
) {
    if module.function(name).is_some() {
        return;
    }
    let constructor = module.add_image_function(name, module.void().function_of(&[]));
    constructor.add_attribute(module, "nounwind");
    constructor.add_attribute(module, "disable_sanitizer_instrumentation");
    let [entry, found] = [(); 2].map(|()| constructor.append_block(""));
    let missing = otherwise.map(|build| (build, constructor.append_block("")));
    let end = constructor.append_block("");
    let builder = Builder::at_end(module, entry);
    let callee = declare(module, to);
    let is_found = is_there(&builder, callee);
    builder.cond_br(is_found, found, missing.map_or(end, |(_, block)| block));
    builder.go_to_end(found);
    call(&builder, to, callee, data);
    builder.br(end);
    if let Some((build, block)) = missing {
        builder.go_to_end(block);
        build(&builder);
        builder.br(end);
    }
    builder.go_to_end(end);
    builder.ret_void();
    module.add_constructor(constructor, priority::REGISTER);
}

/// Declares a thread-local variable.
pub fn variable(module: Module, variable: &Variable) -> Global {
    assert_eq!(variable.storage, Storage::Thread, "{}", variable.name);
    module.thread_local(variable.name, ty(module, variable.ty))
}
