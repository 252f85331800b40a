//! A lowering of somebody else's: the door for taint, distances and guards.

use std::ffi::CStr;

use llvm_sys::{core::*, ir_reader::LLVMParseIRInContext2};

use crate::compares::{Layout, Lowering, Place, lower};
use crate::{
    ir::{Builder, Module},
    marks::site::What,
    params::Params,
    pass::ModulePass,
    sites::{NAME, Sites},
};

/// Tells of the number and the difference of each compare, on the hot path.
struct Distance;

impl Lowering for Distance {
    fn lower(&self, place: &Place) -> bool {
        let (module, site) = (place.module, place.site);
        let What::Compare(a, b) = site.what else {
            return false;
        };
        let builder = Builder::before(module, site.call);
        let number = module.const_int(32, site.number.into());
        let arguments = [number, builder.sub(a, b)];
        let ty = module.void_type(&arguments.map(|a| a.ty()), false);
        let toy = module.weak_function("toy_distance", ty);
        builder.call(ty, toy, &arguments);
        true
    }

    fn finish(&self, module: Module) {
        module.weak_function("toy_finished", module.procedure_type());
    }
}

const TEXT: &CStr = c"
define i32 @f(i32 %x, i32 %y, i32 %z) {
  %less = icmp slt i32 %x, 7
  br i1 %less, label %a, label %b
a:
  %same = icmp eq i32 %y, %z
  %r = zext i1 %same to i32
  ret i32 %r
b:
  %q = udiv i32 %x, %y
  ret i32 %q
}";

/// What a module looks like when these have run over it.
fn after(run: impl FnOnce(Module)) -> String {
    // SAFETY: a context, a buffer and a module of this call alone.
    unsafe {
        let context = LLVMContextCreate();
        let (text, length) = (TEXT.as_ptr(), TEXT.to_bytes().len());
        let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, length, c"".as_ptr());
        let (mut module, mut error) = (std::ptr::null_mut(), std::ptr::null_mut());
        let failed = LLVMParseIRInContext2(context, buffer, &mut module, &mut error);
        LLVMDisposeMemoryBuffer(buffer);
        assert_eq!(failed, 0);
        run(Module::from_raw(module));
        assert!(Module::from_raw(module).verify());
        let printed = LLVMPrintModuleToString(module);
        let text = CStr::from_ptr(printed).to_string_lossy().into_owned();
        LLVMDisposeMessage(printed);
        LLVMDisposeModule(module);
        LLVMContextDispose(context);
        text
    }
}

#[test]
fn another_lowering_gets_the_same_sites() {
    let text = after(|module| {
        let (_, params) = Params::split(NAME).unwrap();
        Sites::new(&params).unwrap().run(module).unwrap();
        assert!(lower(module, &Distance, Layout::Open));
    });
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let told: Vec<_> = lines
        .iter()
        .filter(|l| l.starts_with("call void @toy_distance"))
        .collect();
    assert_eq!(told.len(), 2, "{text}");
    assert!(told[0].contains("(i32 0,"), "{text}");
    assert!(told[1].contains("(i32 1,"), "{text}");
    assert!(lines.contains(&"%1 = sub i32 %x, 7"), "{text}");
    // The division is nobody's here, and no intermediate call is left.
    assert!(!text.contains("fz.site("), "{text}");
    assert!(text.contains("@toy_finished"), "{text}");
    assert!(text.contains("!\"left:compares:untold\", !\"1\""), "{text}");
}
