//! A lowering that is not one of ours gets the same sites: what feedback of other kinds builds on.

use fz_ir::testing::Scratch;

use fz_schema::{
    Options,
    passes::{compares::Gate, sites},
};

use crate::compares::{Lowering, Place, lower};
use crate::{
    ir::{Builder, Module},
    marks::site::Operands,
    pass::{Context, ModulePass},
    sites::Sites,
};

/// Reports the number and the difference of each compare, on the hot path.
struct Distance;

impl Lowering for Distance {
    fn lower(&self, place: &Place) -> bool {
        let (module, site) = (place.module, place.site);
        let Operands::Compare(a, b) = site.operands else {
            return false;
        };
        let builder = Builder::before(module, site.call);
        let number = module.const_int(32, site.number.into());
        let arguments = [number.value(), builder.sub(a, b)];
        let ty = module.void().function_of(&arguments.map(|a| a.ty()));
        let toy = module.weak_function("toy_distance", ty);
        builder.call(ty, toy, &arguments);
        true
    }

    fn finish(&self, module: Module) {
        module.weak_function("toy_finished", module.void().function_of(&[]));
    }
}

const TEXT: &str = "
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

/// The module's text after a run.
fn after(run: impl FnOnce(Module)) -> String {
    let scratch = Scratch::parse(TEXT);
    run(scratch.module());
    assert!(scratch.module().verify());
    scratch.text()
}

#[test]
fn another_lowering_gets_the_same_sites() {
    let text = after(|module| {
        let options = Options::defaults(&sites::PASS);
        let mut cx = Context::new("sites", module);
        Sites::new(&options).run(&mut cx).unwrap();
        let mut cx = Context::new("compares", module);
        assert!(lower(&mut cx, &Distance, Gate::Open, false));
        cx.finish();
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
    // This lowering reports no divisions, and no intermediate call is left.
    assert!(!text.contains("fz.site("), "{text}");
    assert!(text.contains("@toy_finished"), "{text}");
    assert!(
        text.contains("!\"skipped:compares:untold\", !\"1\""),
        "{text}"
    );
}
