//! What is compiled, and where it goes.

use super::Case;

pub const CASES: &[Case] = &[
    Case {
        name: "suffixes of C++",
        script: "
            for end in c++ cp CC cc cxx C cpp; do
                cp plain.cc f.$end
                $CC -O2 -c f.$end -o $end.o
                $CXX $end.o -x c main.c -o p
                ./p || echo $?
            done
        ",
        units: &[
            ("c++.o", &["f.c++"]),
            ("cp.o", &["f.cp"]),
            ("CC.o", &["f.CC"]),
            ("cc.o", &["f.cc"]),
            ("cxx.o", &["f.cxx"]),
            ("C.o", &["f.C"]),
            ("cpp.o", &["f.cpp"]),
            ("p", &["f.cpp", "main.c"]),
        ],
    },
    Case {
        name: "suffixes of Objective-C, and preprocessed ones",
        script: "
            $CC -E f.c -o f.i
            $CXX -E plain.cc -o f.ii
            cp f.c f.m; echo 'extern \"C\" int f(int a) { return a > 0 ? 44 : 0; }' > f.mm
            for end in i ii m mm; do
                $CC -O2 -c f.$end -o $end.o
                $CXX $end.o -x c main.c -o $end
                ./$end || echo $?
            done
        ",
        units: &[
            ("i.o", &["f.c"]),
            ("ii.o", &["plain.cc"]),
            ("m.o", &["f.m"]),
            ("mm.o", &["f.mm"]),
        ],
    },
    Case {
        name: "a language by name",
        script: "
            cp f.c f.in; cp plain.cc cc.in
            $CC -O2 -x c f.in -c -o f.o
            $CC -O2 -xc++ -c cc.in -o cc.o
            $CXX -O2 -x c main.c f.in g.c -x none -o both
            ./both || echo $?
            $CC main.c -x c++ cc.in -x none -lstdc++ -o p && ./p || echo $?
        ",
        units: &[
            ("f.o", &["f.in"]),
            ("cc.o", &["cc.in"]),
            ("both", &["f.in", "g.c", "main.c"]),
            ("p", &["cc.in", "main.c"]),
        ],
    },
    Case {
        name: "standard input",
        script: "
            $CC -O2 -xc - -c -o a.o < f.c
            cat f.c | $CC -O2 -c -x c -o b.o -
            $CC -O2 -x c - -E < f.c | grep -c 'return a'
            $CC main.c a.o -o p && ./p || echo $?
            $CC -x c - -x none main.c -o q < f.c && ./q || echo $?
            $CC -c - < f.c || echo refused $?
        ",
        units: &[("a.o", &["-"]), ("b.o", &["-"]), ("p", &["-", "main.c"])],
    },
    Case {
        name: "joined outputs",
        script: "
            $CC -O2 -c f.c -oa.o
            $CC -O2 main.c a.o -op
            ./p || echo $?
            $CC -O2 -c f.c --output=b.o
            $CC -O2 -c f.c --output c.o
        ",
        units: &[
            ("a.o", &["f.c"]),
            ("b.o", &["f.c"]),
            ("c.o", &["f.c"]),
            ("p", &["f.c", "main.c"]),
        ],
    },
    Case {
        name: "several sources at once",
        script: "
            $CC -O2 -c f.c g.c one/part.c
            $CC -O2 -S f.c g.c
            $CC -O2 main.c f.o g.s one/part.c
            ./a.out || echo $?
            $CC -c f.c g.c -o x.o || echo refused $?
        ",
        units: &[
            ("f.o", &["f.c"]),
            ("g.o", &["g.c"]),
            ("part.o", &["one/part.c"]),
            ("a.out", &["f.c", "g.c", "main.c", "one/part.c"]),
        ],
    },
    Case {
        name: "the same source twice",
        script: "
            $CC -O2 -c f.c -o small.o
            $CC -O2 -DF=other -DN=8 -c f.c -o large.o
            $CC -O2 -r small.o large.o -o both.o
            $CC -O2 main.c both.o -o p
            ./p || echo $?
            nm both.o | grep -c ' T [fo]'
        ",
        units: &[
            ("both.o", &["f.c", "f.c"]),
            ("p", &["f.c", "f.c", "main.c"]),
        ],
    },
    Case {
        name: "the same name in two folders",
        script: "
            $CC -O2 main.c both.c one/part.c two/part.c -o p
            ./p a || echo $?
            $CC -O2 -c one/part.c -o 1.o
            (cd two && $CC -O2 -c part.c)
            mkdir parts && cp two/part.o parts/1.o
            $AR qc parts.a 1.o parts/1.o
            $CC main.c both.c -Wl,--whole-archive parts.a -Wl,--no-whole-archive -o q
            ./q a || echo $?
        ",
        units: &[
            ("p", &["both.c", "main.c", "one/part.c", "two/part.c"]),
            ("parts.a", &["one/part.c", "part.c"]),
            ("q", &["both.c", "main.c", "one/part.c", "part.c"]),
        ],
    },
    Case {
        name: "odd places and names",
        script: "
            mkdir -p 'a folder/in it' out
            cp f.c 'a folder/in it/f $x;\"1\".c'
            $CC -O2 -c 'a folder/in it/f $x;\"1\".c' -o 'out/o 1.o'
            (cd 'a folder' && $CC -O2 ../main.c 'in it/f $x;\"1\".c' -o '../out/p 1')
            './out/p 1' || echo $?
            $CC -O2 -c -o dash.o -- f.c
            ln -s out link && $CC -O2 -c g.c -o link/g.o
            $CC -O2 -c \"$PWD/f.c\" -o \"$PWD/out/../f.o\"
        ",
        units: &[
            ("out/o 1.o", &["a folder/in it/f $x;\"1\".c"]),
            ("dash.o", &["f.c"]),
            ("out/g.o", &["g.c"]),
        ],
    },
    Case {
        name: "a name that is not UTF-8",
        script: "
            name=$(printf 'n\\377m')
            cp f.c $name.c
            $CC -O2 -c $name.c -o $name.o
            $CC -O2 main.c $name.o -o p
            ./p || echo $?
            FZ_PROFILE=coverage $CC -O2 -g main.c $name.c -o covered
            ./covered || echo $?
            mkdir $name
            (cd $name && $CC -O2 -MD -c ../f.c && $CC ../main.c f.o -o p && ./p || echo $?)
        ",
        units: &[("p", &["main.c", "n\u{fffd}m.c"])],
    },
    Case {
        name: "symbolic links",
        script: "
            mkdir farm
            ln -s ../f.c farm/renamed.c
            ln -s one dir
            $CC -O2 -c farm/renamed.c -o a.o
            $CC -O2 -c dir/part.c -o b.o
            $CC main.c a.o b.o -o p && ./p || echo $?
        ",
        units: &[("a.o", &["farm/renamed.c"]), ("b.o", &["dir/part.c"])],
    },
    Case {
        name: "no file at all",
        script: "
            $CC -c f.c -o /dev/null
            $CC main.c f.c -o /dev/null || true
            test -c /dev/null && echo still there
            $CC -fsyntax-only f.c
            $CC -E f.c > /dev/null
            $CC -O2 -c f.c -o - > piped.o
        ",
        units: &[("piped.o", &["f.c"])],
    },
    Case {
        name: "dependencies",
        script: "
            $CC -include f.h -MM f.c
            $CC -M f.c -MF m.d -MT target
            $CC -O2 -MD -c f.c && cat f.d
            $CC -O2 -MMD -MP -MF deps -MT 'a b' -MQ '$c' -c -include f.h f.c -o g.o && cat deps m.d
            $CC -O2 -Wp,-MD,wp.d -c f.c -o h.o && cat wp.d
            $CC -O2 -MD main.c f.c -o p && cat p-main.d p-f.d main.d f.d 2>/dev/null || ls
        ",
        units: &[("g.o", &["f.c"]), ("h.o", &["f.c"])],
    },
    Case {
        name: "text only",
        script: "
            $CC -E f.c -o - | grep -v '^#'
            $CC -E -P -DN=3 f.c
            $CC -E -dM - < f.h | grep -c 'define N '
            $CC -E -x c++ plain.cc | grep -c throw
            $CC -S -O2 f.c && grep -c globl.*f f.s
        ",
        units: &[],
    },
    Case {
        name: "definitions with quotes",
        script: "
            $CC -O2 '-DN=(1+1)' -DT='\"a b\"' -c f.c
            $CC '-DN=sizeof \"x y\"' -include f.h -c g.c
            $CC main.c f.o g.o -o p && ./p || echo $?
        ",
        units: &[("p", &["f.c", "g.c", "main.c"])],
    },
    Case {
        name: "response files",
        script: "
            echo '-O2 -c \"f.c\" -o a.o' > rsp
            $CC @rsp
            printf '%s\\n' \"'main.c'\" a.o -o 'p\\ q' > inner; echo @inner > outer
            $CC @outer
            './p q' || echo $?
            $CC -c f.c @nothing || echo refused $?
        ",
        units: &[("a.o", &["f.c"]), ("p q", &["f.c", "main.c"])],
    },
    Case {
        name: "assembly",
        script: "
            $CC -c code.S -o S.o
            $CC -g -c code.s -o s.o
            $CC -c -x assembler-with-cpp - -o stdin.o < code.S
            $CC main.c code.S -o p && ./p || echo $?
            $CC main.c s.o -o q && ./q || echo $?
            $CC -S -O2 f.c && $CC -c f.s -o f.o && $CC main.c f.o -o r && ./r || echo $?
        ",
        units: &[
            ("S.o", &[]),
            ("p", &["main.c"]),
            ("f.o", &["f.c"]),
            ("r", &["f.c", "main.c"]),
        ],
    },
    Case {
        name: "bitcode",
        script: "
            $CC -O2 -emit-llvm -c f.c -o f.bc
            $CC -O2 -emit-llvm -S g.c -o g.ll
            $CC -O2 main.c f.bc g.ll -o p && ./p || echo $?
            $CC -c f.bc -o f.o
        ",
        units: &[("p", &["f.c", "g.c", "main.c"]), ("f.o", &["f.c"])],
    },
    Case {
        name: "debug information",
        script: "
            $CC -O2 -g -gsplit-dwarf -c f.c
            $CC -O2 -g -gz main.c f.o -o p && ./p || echo $?
            $CC -O2 -g3 -save-temps=obj -c g.c -o g.o
        ",
        units: &[("f.o", &["f.c"]), ("p", &["f.c", "main.c"])],
    },
    Case {
        name: "headers compiled before",
        script: "
            $CC -O2 -x c-header f.h -o f.h.pch
            $CC -O2 -include f.h -c f.c
            $CC -O2 -include-pch f.h.pch main.c -c
            $CC main.o f.o -o p && ./p || echo $?
        ",
        units: &[("p", &["f.c", "main.c"])],
    },
    Case {
        name: "how it ends",
        script: "
            $CC -c wrong.c || echo $?
            $CC -c nowhere.c || echo $?
            $CC -Werror -Wall -c f.c && echo fine
            $CC --no-such-option f.c || echo $?
            $CC main.c || echo $?
            $CC || echo $?
            $CC '' || echo $?
            $CC -c wrong.c f.c || echo $?
        ",
        units: &[],
    },
    Case {
        name: "questions",
        script: "
            $CC --version
            $CC -dumpversion; $CC -dumpmachine
            $CC -print-prog-name=ld; $CC -print-file-name=crt1.o; $CC -print-search-dirs
            $CC -print-multiarch || true
            $CC -E -v - < /dev/null 2>&1 | grep -c 'search starts here'
            $CC -Wl,--version 2>/dev/null | head -1
        ",
        units: &[],
    },
];
