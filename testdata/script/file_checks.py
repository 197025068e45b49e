# FileCheck: what its checks ask for, in which order they look, and what they say.
from torch.testing import FileCheck

TEXT = "one\ntwo three\nfour two\n"


def say(check, text=TEXT):
    try:
        print(check.run(text))
    except RuntimeError as e:
        print(repr(str(e)))


say(FileCheck().check("q"))
say(FileCheck().check("two").check("q"))
say(FileCheck().check_not("two"))
say(FileCheck().check("one").check_not("three").check("four"))
say(FileCheck().check_count("two", 1, exactly=True))
say(FileCheck().check_count("zz", 1))
say(FileCheck().check_next("b"), "a\n\nb")
say(FileCheck().check("a").check_next("b"), "a b")
say(FileCheck().check("a").check_same("b"), "a\nb")
say(FileCheck().check_dag("b").check_dag("q"), "a b")
say(FileCheck().check_count("a", 2).check("b"), "a a a b")
say(FileCheck().check_count("a", 2, exactly=True).check("b"), "a a b a")
say(FileCheck().check_count("a", 2, exactly=True).check("b"), "a a a b")
try:
    FileCheck().run("no checks", "text")
except RuntimeError as e:
    print(e)
try:
    FileCheck().run("# CHECK-FOO: a\n", "a")
except RuntimeError as e:
    print(e)
FileCheck().run("# CHECK: a\n# CHECK-NEXT: b\n# CHECK-COUNT-2: c\n# CHECK-SAME: d\n", "a\nb c c d")
