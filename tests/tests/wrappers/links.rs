//! What is linked, and in which order.

use super::Case;

pub const CASES: &[Case] = &[
    Case {
        name: "options for the linker",
        script: "
            for z in '-z defs' '-Wl,-z,defs' '-Xlinker -z -Xlinker defs' '-Wl,-zdefs' '-Wl,--no-undefined'; do
                $CC -shared -fPIC missing.c $z -o x.so 2>/dev/null || echo $?
            done
            $CC -shared -fPIC f.c -Xlinker -soname -Xlinker libf.so.4 -o libf.so
            readelf -d libf.so | grep SONAME
            $CC main.c libf.so -Xlinker -rpath -Xlinker '$ORIGIN' -o p && readelf -d p | grep -c 'RUNPATH\\|RPATH'
            ln -s libf.so libf.so.4 && ./p || echo $?
            $CC main.c f.c -Wl,-Map,map -Wl,--gc-sections -Wl,-z,now,-z,relro -o q && ./q || echo $?
            $CC main.c f.c -Wl,--wrap=f,--defsym=__wrap_f=0 -Wl,-e,main -o r
        ",
        units: &[("libf.so", &["f.c"]), ("q", &["f.c", "main.c"])],
    },
    Case {
        name: "kinds of programs",
        script: "
            for kind in -static-pie -static -pie -no-pie; do
                $CC -O2 $kind main.c f.c -o p$kind
                ./p$kind || echo $?
                readelf -h p$kind | grep Type:
                readelf -l p$kind | grep -c INTERP || true
            done
            $CC -O2 -rdynamic main.c f.c -o dynamic && ./dynamic || echo $?
            nm -D dynamic | grep -c ' T f'
        ",
        units: &[
            ("p-static-pie", &["f.c", "main.c"]),
            ("p-static", &["f.c", "main.c"]),
            ("p-pie", &["f.c", "main.c"]),
            ("p-no-pie", &["f.c", "main.c"]),
        ],
    },
    Case {
        name: "libraries with version numbers",
        script: "
            $CC -shared -fPIC -O2 f.c -Wl,-soname,libx.so.10 -o libx.so.10
            $CC -shared -fPIC -O2 -DN=1 f.c -o liby.so.1.2.3 -Wl,-soname,liby.so.1
            ln -s liby.so.1.2.3 liby.so.1; ln -s liby.so.1 liby.so
            $CC main.c ./libx.so.10 liby.so.1.2.3 -o first
            $CC main.c -L. -ly libx.so.10 -o second
            $CC main.c -L . -l y -o third
            $CC main.c -L. -l:libx.so.10 -o fourth
            for p in first second third fourth; do LD_LIBRARY_PATH=. ./$p || echo $?; done
        ",
        units: &[("libx.so.10", &["f.c"]), ("first", &["main.c"])],
    },
    Case {
        name: "whole archives",
        script: "
            for n in 1 2 3; do
                printf '#include <stdio.h>\\n__attribute__((constructor)) static void c(void) { puts(\"%s\"); }\\n' $n > c$n.c
                $CC -O2 -c c$n.c
                $AR rcs lib$n.a c$n.o
            done
            $CC -O2 main.c f.c lib1.a -Wl,--whole-archive lib2.a -Wl,--no-whole-archive lib3.a -o p
            ./p || echo $?
            $CC -O2 main.c f.c -Wl,--whole-archive,lib3.a,lib1.a,--no-whole-archive -L. -l2 -o q
            ./q || echo $?
            $CC -O2 main.c f.c -Wl,--push-state -Wl,--whole-archive -L. -l1 -Wl,--pop-state -l2 -o r
            ./r || echo $?
        ",
        units: &[
            ("p", &["c2.c", "f.c", "main.c"]),
            ("q", &["c1.c", "c3.c", "f.c", "main.c"]),
            ("r", &["c1.c", "f.c", "main.c"]),
        ],
    },
    Case {
        name: "groups of archives",
        script: "
            echo 'int b(int); int f(int x) { return x > 5 ? x : b(x); }' > a.c
            echo 'int e(int); int b(int x) { return x > 4 ? x : e(x) + 1; }' > b.c
            echo 'int e(int x) { return x > 3 ? x : x + 30; }' > e.c
            $CC -O2 -c a.c b.c e.c
            $AR rc libae.a a.o e.o; $AR rc libb.a b.o
            $CC main.c libae.a libb.a -o never 2>/dev/null || echo refused
            $CC main.c -Wl,--start-group libae.a libb.a -Wl,--end-group -o p && ./p || echo $?
            $CC main.c '-Wl,-(' libae.a libb.a '-Wl,-)' -o q && ./q || echo $?
            $CC main.c -Xlinker --start-group -L. -lae -lb -Xlinker --end-group -o r && ./r || echo $?
            $CC main.c libae.a libb.a libae.a -o s && ./s || echo $?
        ",
        units: &[
            ("p", &["a.c", "b.c", "e.c", "main.c"]),
            ("q", &["a.c", "b.c", "e.c", "main.c"]),
            ("r", &["a.c", "b.c", "e.c", "main.c"]),
        ],
    },
    Case {
        name: "the first of two definitions",
        script: "
            $CC -O2 -c f.c -o f1.o; $CC -O2 -DN=8 -c f.c -o f2.o
            $AR rc lib1.a f1.o; $AR rc lib2.a f2.o
            $CC main.c lib1.a lib2.a -o p && ./p || echo $?
            $CC main.c lib2.a lib1.a -o q && ./q || echo $?
            $CC main.c f2.o lib1.a -o r && ./r || echo $?
            $CC main.c f1.o f2.o -Wl,-z,muldefs -o s && ./s || echo $?
            $CC main.c f1.o f2.o -o t 2>/dev/null || echo refused $?
        ",
        units: &[("p", &["f.c", "main.c"]), ("r", &["f.c", "main.c"])],
    },
    Case {
        name: "thin archives, and archives in archives",
        script: "
            mkdir sub
            $CC -O2 -c one/part.c -o sub/one.o; $CC -O2 -c two/part.c -o two.o; $CC -O2 -c both.c
            $AR rcT thin.a sub/one.o two.o
            $CC main.c both.o thin.a -o p && ./p a || echo $?
            $AR rc sub/fat.a sub/one.o
            ar rcT outer.a sub/fat.a two.o
            $CC main.c both.o outer.a -o q && ./q a || echo $?
            $AR rc inner.a two.o
            $AR rc nested.a inner.a sub/one.o
            $CC -fuse-ld=bfd main.c both.o nested.a -o r 2>/dev/null && ./r a || echo refused
            (cd sub && $CC ../main.c ../both.o ../thin.a -o ../s) && ./s a || echo $?
        ",
        units: &[
            ("thin.a", &["one/part.c", "two/part.c"]),
            ("p", &["both.c", "main.c", "one/part.c", "two/part.c"]),
            ("q", &["both.c", "main.c", "one/part.c", "two/part.c"]),
            ("s", &["../main.c", "both.c", "one/part.c", "two/part.c"]),
        ],
    },
    Case {
        name: "partial links",
        script: "
            $CC -O2 -c f.c g.c one/part.c
            $LD -r f.o g.o -o fg.o
            $LD -r fg.o part.o -o all.o
            $CC -O2 main.c all.o -o p && ./p || echo $?
            $LLD -r f.o g.o part.o -o lld.o
            $CC -O2 -fuse-ld=lld main.c lld.o -o l && ./l || echo $?
            $CC -r -nostdlib f.o g.o -o byclang.o
            $CC -no-pie -Wl,-r -nostdlib byclang.o part.o -o again.o
            $AR rc lib.a again.o
            $CC main.c lib.a -o q && ./q || echo $?
            $CC -shared -fPIC -O2 main.c f.c -o never.so
        ",
        units: &[
            ("fg.o", &["f.c", "g.c"]),
            ("all.o", &["f.c", "g.c", "one/part.c"]),
            ("p", &["f.c", "g.c", "main.c", "one/part.c"]),
            ("l", &["f.c", "g.c", "main.c", "one/part.c"]),
            ("q", &["f.c", "g.c", "main.c", "one/part.c"]),
        ],
    },
    Case {
        name: "objects that tools rewrote",
        script: "
            $CC -O2 -g -c f.c g.c
            $OBJCOPY --redefine-sym f=renamed f.o r.o
            $OBJCOPY --localize-symbol=g --rename-section .text=.text.mine g.o l.o
            echo notes > notes && $OBJCOPY --add-section .mine=notes f.o n.o
            $OBJCOPY --prefix-symbols=p_ f.o p.o
            strip --strip-unneeded -o s.o f.o
            $CC -O2 main.c n.o l.o -o p && ./p || echo $?
            $CC main.c -Wl,--defsym=f=renamed r.o -o q && ./q || echo $?
            $CC -Wl,--defsym=f=p_f main.c p.o -o r && ./r || echo $?
            $CC main.c s.o -o s && ./s || echo $?
        ",
        units: &[
            ("n.o", &["f.c"]),
            ("p", &["f.c", "g.c", "main.c"]),
            ("q", &["f.c", "main.c"]),
        ],
    },
    Case {
        name: "link-time optimisation",
        script: "
            for lto in full thin; do
                $CC -O2 -flto=$lto -c f.c g.c one/part.c two/part.c both.c
                $AR rcs parts.a part.o g.o
                $CC -O2 -flto=$lto -fuse-ld=lld main.c f.o parts.a -o $lto && ./$lto || echo $?
                $CC -O2 -flto=$lto -fuse-ld=lld -shared -fPIC f.c -o lib$lto.so
                $CC main.c lib$lto.so -Wl,-rpath,. -o use-$lto && ./use-$lto || echo $?
            done
            $CC -O2 -flto -ffat-lto-objects -c f.c -o fat.o
            $CC main.c fat.o -o plainly && ./plainly || echo $?
            $CC -flto -fuse-ld=lld main.c fat.o -o fully && ./fully || echo $?
        ",
        units: &[
            ("full", &["f.c", "main.c"]),
            ("thin", &["f.c", "main.c"]),
            ("libfull.so", &["f.c"]),
            ("plainly", &["f.c", "main.c"]),
        ],
    },
    Case {
        name: "three linkers",
        script: "
            for ld in bfd gold lld; do
                $CC -O2 -fuse-ld=$ld -ffunction-sections main.c f.c g.c -Wl,--gc-sections -o $ld && ./$ld || echo $?
                $CC -O2 -fuse-ld=$ld -s main.c f.c -o $ld-s && ./$ld-s || echo $?
            done
        ",
        units: &[
            ("bfd", &["f.c", "g.c", "main.c"]),
            ("lld", &["f.c", "g.c", "main.c"]),
            ("gold-s", &["f.c", "main.c"]),
        ],
    },
    Case {
        name: "everything in one line",
        script: "
            $CC -O2 -c g.c; $CC -O2 -c one/part.c -o 1.o; $AR rc lib1.a 1.o
            echo '{ global: f; g; local: *; };' > map
            $CXX -O2 -o p -x c main.c -x none plain.cc g.o two/part.c lib1.a -Wl,--as-needed -lm -Wl,--no-as-needed -ldl
            ./p || echo $?
            $CC -shared -fPIC -O2 f.c g.c -Wl,--version-script=map -o v.so && nm -D v.so | grep -c ' T [fg]$'
        ",
        units: &[
            ("p", &["g.c", "main.c", "plain.cc", "two/part.c"]),
            ("v.so", &["f.c", "g.c"]),
        ],
    },
];
